"""The interface of computer players: make a choice from what a seat sees, within a budget."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from rattus.errors import FormatError, RattusError
from rattus.match.sight import Sight

MOST_SIMULATIONS = 10_000_000
MOST_SECONDS = 3600.0


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
