"""The settings of a training run, as TOML: everything that its result depends on."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from rattus.errors import FormatError
from rattus.match.parts import find_game

FOLDER = Path(__file__).resolve().parent / "recipes"


@dataclass(frozen=True)
class Recipe:
    """How to learn a game. The run ends after `steps` decisions or `minutes`, whichever comes first; 0: no limit."""

    game: str = "rattus"
    players: tuple[int, ...] = (2,)  # one network for all of these
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game
    seed: int = 0
    steps: int = 0
    minutes: float = 0.0
    win: float = 1.0  # weight of winning in the reward
    rank: float = 0.0  # weight of the rank, from 1 for the first to -1 for the last and the dead
    lead: float = 0.0  # weight of the lead in points over the other survivors, squashed to -1 to 1; not with `rank`
    # the network
    layers: tuple[int, ...] = (512, 512, 512)
    scale: float = 0.25  # of the numbers of an observation
    # a batch
    games: int = 16384  # side by side, all numbers of players together
    length: int = 48  # decisions of each game in a batch
    epochs: int = 2
    minibatch: int = 32768
    # learning
    rate: float = 3e-4
    last_rate: float = 1.5e-5
    entropy: float = 0.022
    last_entropy: float = 0.002
    clip: float = 0.2
    value: float = 0.5  # weight of the value loss
    norm: float = 0.5  # of the gradient, at most
    decay: float = 0.01  # of the weights
    trace: float = 0.97  # lambda of the advantage
    # imitation before self-play
    teacher: str = ""  # a folder with games of teachers (see `rattus.train.teacher`); none if empty
    teacher_epochs: int = 3  # how often each of their decisions is learned from
    # opponents from the past
    past: float = 0.0  # share of the games in which the other seats are played by past versions of the network
    past_every: int = 20  # batches between two snapshots
    past_kept: int = 12
    opponent: str = ""  # a network file, or `shipped`: it plays all other seats in all games, and does not learn
    # evaluation: one of ours against the others
    ladder: tuple[str, ...] = ("random", "greedy", "mcts:1500")
    ladder_players: tuple[int, ...] = ()  # numbers of players; all that are trained if empty
    ladder_games: int = 48
    ladder_minutes: float = 2.0  # between two evaluations; 0: only at the end

    def __post_init__(self) -> None:
        counts = find_game(self.game).player_counts
        for place in ("players", "ladder_players"):
            for count in getattr(self, place):
                if count not in counts:
                    raise FormatError(place, f"{self.game} is for {counts[0]} to {counts[-1]}, not {count}")
        if not self.players or len(set(self.players)) < len(self.players):
            raise FormatError("players", "at least one number of players, each once")
        for place in (
            "games",
            "length",
            "epochs",
            "minibatch",
            "teacher_epochs",
            "past_every",
            "past_kept",
            "ladder_games",
        ):
            if getattr(self, place) < 1:
                raise FormatError(place, f"at least 1, not {getattr(self, place)}")
        for place in (
            "steps",
            "minutes",
            "past",
            "win",
            "rank",
            "lead",
            "rate",
            "last_rate",
            "entropy",
            "last_entropy",
            "clip",
            "norm",
            "decay",
            "ladder_minutes",
        ):
            if getattr(self, place) < 0:
                raise FormatError(place, f"at least 0, not {getattr(self, place)}")
        if not -(2**63) <= self.seed < 2**63:
            raise FormatError("seed", f"a number of 64 bits, not {self.seed}")
        if not self.layers or min(self.layers) < 1:
            raise FormatError("layers", "the width of each layer, at least one")
        if self.past > 1:
            raise FormatError("past", f"a share of the games, at most 1, not {self.past}")
        if self.win + self.rank + self.lead <= 0:
            raise FormatError("win", "something has to be rewarded: win, rank or lead")
        if self.rank and self.lead:
            raise FormatError("lead", "reward either rank or lead, with or without win")
        if not self.steps and not self.minutes:
            raise FormatError("steps", "set an end: steps, minutes or both")

    def as_toml(self) -> str:
        """The recipe as a file."""
        lines = [f"{name} = {_toml(value)}" for name, value in asdict(self).items() if value != {}]
        return "\n".join(lines) + "\n"

    def as_data(self) -> dict[str, Any]:
        """The recipe as plain data."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    def changed(self, changes: Mapping[str, Any]) -> Recipe:
        """The recipe with other settings."""
        return replace(self, **_typed(changes))


def read_recipe(text: str) -> Recipe:
    """Read a recipe from TOML. FormatError for unknown settings.

    >>> read_recipe('game = "cartus"\\nplayers = [2, 3]\\nsteps = 1000').players
    (2, 3)
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError("recipe", str(error)) from None
    return Recipe(**_typed(data))


def load_recipe(name: str) -> Recipe:
    """Load a shipped recipe by name, or one from a file."""
    path = FOLDER / f"{name}.toml" if name in shipped_recipes() else Path(name)
    try:
        return read_recipe(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        shipped = ", ".join(shipped_recipes())
        raise FormatError("recipe", f"no recipe {name!r}: a file, or one of {shipped}") from None


def shipped_recipes() -> list[str]:
    """The names of the recipes in the package."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_change(text: str) -> dict[str, Any]:
    """A change to a recipe, `games=1024` or `layers=[256,256]`.

    >>> read_change("ladder=['greedy']")
    {'ladder': ['greedy']}
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise FormatError("recipe", f"a change is NAME=VALUE, not {text!r}")
    try:
        return {name.strip(): tomllib.loads(f"value = {value}")["value"]}
    except tomllib.TOMLDecodeError:
        return {name.strip(): value.strip()}  # text without quotes


def _typed(data: Mapping[str, Any]) -> dict[str, Any]:
    known: dict[str, Any] = {each.name: each.default if each.name != "options" else {} for each in fields(Recipe)}
    found: dict[str, Any] = {}
    for name, value in data.items():
        if name not in known:
            raise FormatError(name, f"a recipe has {', '.join(known)}")
        kind = type(known[name])
        if kind is tuple and isinstance(value, list | tuple):
            item = str if name == "ladder" else int
            if not all(isinstance(each, item) and not isinstance(each, bool) for each in value):
                raise FormatError(name, f"a list of {'texts' if item is str else 'whole numbers'}, not {value!r}")
            found[name] = tuple(value)
        elif kind is float and isinstance(value, int | float) and not isinstance(value, bool):
            if not math.isfinite(value):
                raise FormatError(name, f"a number, not {value}")
            found[name] = float(value)
        elif kind is int and isinstance(value, float) and value.is_integer():
            found[name] = int(value)
        elif isinstance(value, kind) and not isinstance(value, bool):
            found[name] = value
        else:
            raise FormatError(name, f"like {json.dumps(known[name])}, not {value!r}")
    return found


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)  # numbers and texts look the same in both


def read_players(text: str) -> list[int]:
    """Numbers of players as they are given on a command line: by commas."""
    try:
        return [int(count) for count in text.split(",")]
    except ValueError:
        raise FormatError("players", f"numbers by commas, not {text!r}") from None
