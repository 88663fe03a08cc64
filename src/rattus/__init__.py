"""Rattus, the board game of the Black Death: rules, records and an engine.

>>> import rattus
>>> game = rattus.new("rattus", players=3, seed=7)
>>> game.play(game.legal()[0])
"""

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rattus.errors import FormatError, IllegalMove, MalformedMove, RattusError
from rattus.games import GAMES
from rattus.kernel.devices import make_engine
from rattus.kernel.engine import Engine
from rattus.match.game import Game, Outcome, game_from, new_game
from rattus.match.move import Move
from rattus.match.parts import Parts, find_game, parts_in, shipped_parts
from rattus.match.record import load_record, read_record

__all__ = [
    "GAMES",
    "Engine",
    "FormatError",
    "Game",
    "IllegalMove",
    "MalformedMove",
    "Move",
    "Outcome",
    "RattusError",
    "engine",
    "from_position",
    "load",
    "new",
]

try:
    __version__ = version("rattus")  # of the installed package: pyproject.toml is the only place that says it
except PackageNotFoundError:  # a source tree on the path, not installed
    __version__ = "0+unknown"


def new(
    game: str,
    players: int,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
) -> Game:
    """Set a game up. The same seed gives the same game.

    `components` is a folder with corrected component tables.
    """
    return new_game(_parts(game, components), players, seed, {} if options is None else options)


def load(record: Mapping[str, Any] | str) -> Game:
    """The game of a record, as data or as text, played to its last move."""
    return load_record(read_record(record) if isinstance(record, str) else record)


def from_position(position: Mapping[str, Any], seed: int | str = 0, components: Path | str | None = None) -> Game:
    """A game that goes on from a position. The seed decides what it leaves open."""
    if not isinstance(position, Mapping):
        raise FormatError("position", f"a map, not {type(position).__name__}")
    return game_from(_parts(position.get("game"), components), position, seed)


def engine(
    game: str,
    players: int,
    options: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
    compiled: bool = True,
    device: str = "cpu",
) -> Engine:
    """The machine interface of a game: arrays of tables, moves as numbers.

    With `device="cuda"` the arrays are on an NVIDIA GPU and the games are played there (extra `cuda`).
    """
    parts = _parts(game, components)
    box = parts.rulebook.make_box(parts.components, players, {} if options is None else options)
    return make_engine(parts.rulebook, box, compiled, device)


def _parts(game: object, components: Path | str | None) -> Parts:
    rulebook = find_game(game)
    return shipped_parts(rulebook) if components is None else parts_in(rulebook, Path(components))
