"""What a computer player decided, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """A move that was considered: how often it was tried, what it seemed worth, and each seat's chance to win then."""

    move: str
    simulations: int
    worth: float  # to the player, from 0 to 1
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
        """The best three moves, a line each."""
        return "\n".join(_line(option) for option in self.options[:3]) or self.move


def _line(option: Option) -> str:
    chances = ", ".join(f"{seat} {chance:.0%}" for seat, chance in option.chances.items())
    return f"{option.move}: {chances} ({option.simulations} simulations)"
