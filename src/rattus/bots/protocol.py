"""The interface of computer players, in this process and in others: what they are asked, and what they answer.

A question to another process is one line of JSON, and so is its answer. External programs get what their seat sees as a
view (`text_request`; docs/bots.md). Our own worker processes get the packed veiled table (`ThinkRequest.as_data`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rattus.bots.levels import LEVELS
from rattus.errors import FormatError, RattusError
from rattus.kernel.validation import read_map, short_repr
from rattus.match.sight import Sight, pack_sight, sight_as_text

MOST_SIMULATIONS = 10_000_000
MOST_SECONDS = 3600.0
TEXT_FIELDS = ("game", "seat", "view", "legal", "budget", "seed")
TIME_SHARE = 0.9  # of the seconds given, so that the answer is in time


@dataclass(frozen=True)
class Budget:
    """A number of simulations, or seconds; and how many threads may work on it."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __str__(self) -> str:
        amount = f"{self.seconds:g}s" if self.simulations is None else str(self.simulations)
        return amount if self.threads == 1 else f"{amount}x{self.threads}"


def read_budget(text: str) -> Budget:
    """`500` simulations, or `1.5s`; `x2` behind it means two threads.

    >>> read_budget("0.5sx2")
    Budget(simulations=None, seconds=0.5, threads=2)
    """
    match = re.fullmatch(r"(?:(\d{1,8})|(\d{1,4}(?:\.\d+)?)s)(?:x(\d{1,2}))?", text)
    if match is None:
        raise FormatError("budget", f"a number of simulations like 500, or seconds like 1.5s, not {text!r}")
    simulations = int(match[1]) if match[1] else None
    seconds = float(match[2]) if match[2] else None
    threads = int(match[3] or 1)
    if simulations is not None and not 1 <= simulations <= MOST_SIMULATIONS:
        raise FormatError("budget", f"1 to {MOST_SIMULATIONS} simulations, not {simulations}")
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise FormatError("budget", f"more than 0 and up to {MOST_SECONDS:g} seconds, not {seconds:g}")
    if threads < 1:
        raise FormatError("budget", "at least one thread")
    return Budget(simulations, seconds, threads)


@dataclass(frozen=True)
class Option:
    """A move that was considered: its visits, its estimated value, and each seat's chance to win after it."""

    move: str
    simulations: int
    worth: float  # for the player, from 0 to 1
    chances: dict[str, float]

    def as_data(self) -> dict[str, Any]:
        """The option as plain data."""
        return {
            "move": self.move, "simulations": self.simulations, "worth": round(self.worth, 4),
            "chances": {seat: round(chance, 4) for seat, chance in self.chances.items()},
        }  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """The move to make, the best options in order, and how many simulations were run."""

    move: str
    options: tuple[Option, ...] = ()
    simulations: int = 0

    def as_data(self) -> dict[str, Any]:
        """The choice as plain data."""
        options = [option.as_data() for option in self.options]
        return {"move": self.move, "simulations": self.simulations, "options": options}

    def __str__(self) -> str:
        """The best three moves, one per line."""
        return "\n".join(_line(option) for option in self.options[:3]) or self.move


def _line(option: Option) -> str:
    chances = ", ".join(f"{seat} {chance:.0%}" for seat, chance in option.chances.items())
    return f"{option.move}: {chances} ({option.simulations} simulations)"


class BotFault(RattusError):
    """A computer player returned no legal move. The caller plays a random one in its place, and reports it."""


class Player(Protocol):
    """A computer player. It never gets a table, only what its seat sees."""

    name: str

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """A legal move; the same one for the same sight and seed, unless its budget is in seconds."""

    def close(self) -> None:
        """Release what the player holds."""


def legal_choice(player: Player, sight: Sight, seed: int | str) -> Choice:
    """A player's choice. BotFault if it is no legal move."""
    choice = player.choose(sight, seed)
    if choice.move not in sight.moves:
        raise BotFault(f"{player.name}: illegal: {choice.move!r}")
    return choice


@dataclass(frozen=True)
class ThinkRequest:
    """What one of our worker processes is asked, and everything that it gets to know."""

    sight: Sight
    level: str
    seed: str
    reasons: bool = False  # say what each of the best moves is for, as a hint does
    game: str = ""  # which game at which table it is: a player who is asked again goes on with what it has searched

    def __post_init__(self) -> None:
        check_level(self.level)  # other names of players may run programs

    @property
    def seat(self) -> str:
        """The colour that is to move."""
        seat: str = self.sight.box.seats[self.sight.seat]
        return seat

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves."""
        return self.sight.moves

    def as_data(self) -> dict[str, Any]:
        """The request as a worker gets it."""
        return {
            "sight": pack_sight(self.sight), "level": self.level, "seed": self.seed, "reasons": self.reasons,
            "game": self.game,
        }  # fmt: skip


def check_level(name: object) -> str:
    """The name of a level. FormatError if it is none."""
    if not isinstance(name, str) or name not in LEVELS:
        raise FormatError("level", f"one of {', '.join(LEVELS)}, not {name!r}")
    return name


def text_request(sight: Sight, seconds: float, seed: int | str) -> dict[str, Any]:
    """The question to an external program."""
    return {**sight_as_text(sight), "budget": {"seconds": seconds}, "seed": str(seed)}


def read_text_request(line: str) -> dict[str, Any]:
    """The fields of such a question. FormatError if it is none."""
    try:
        request = dict(read_map(json.loads(line), "request"))
    except (ValueError, RecursionError) as error:
        if isinstance(error, RattusError):
            raise
        raise FormatError("request", f"not valid JSON: {error}") from error
    for name in request:
        if name not in TEXT_FIELDS:
            raise FormatError("request", f"unknown field {name!r}; there are {', '.join(TEXT_FIELDS)}")
    return request


def budget_of(request: dict[str, Any]) -> Budget | None:
    """The budget of a question: `{"simulations": 500}` or `{"seconds": 1.5}`; None if it gives none."""
    budget = read_map(request.get("budget", {}), "budget")
    if "simulations" in budget:
        return read_budget(str(budget["simulations"]))
    if "seconds" not in budget:
        return None
    seconds = budget["seconds"]
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise FormatError("budget", f"seconds must be a number, not {short_repr(seconds)}")
    return read_budget(f"{TIME_SHARE * seconds:.3f}s")


def read_answer(text: str, legal: Sequence[str]) -> dict[str, Any]:
    """An answer such as `{"move": "settle gallia"}`. BotFault if it is none, or its move is not legal."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BotFault(f"no JSON: {text[:60]!r}") from None
    return check_answer(data, legal)


def check_answer(data: Any, legal: Sequence[str]) -> dict[str, Any]:
    """The same answer as data."""
    move = data.get("move") if isinstance(data, dict) else None
    if not isinstance(move, str):
        raise BotFault(f'an answer is {{"move": "..."}}, not {short_repr(data)}')
    if move not in legal:
        raise BotFault(f"illegal: {move[:60]!r}")
    answer: dict[str, Any] = data
    return answer
