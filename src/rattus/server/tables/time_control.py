"""Time to think: a bank with an increment, or days for each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DAY = 86_400.0
GRACE = 30.0  # seconds that who takes a seat back has at least


@dataclass(frozen=True)
class TimeLimit:
    """How much time there is: `seconds` in all and `increment` a move, or so many `days` for each move."""

    kind: str
    seconds: float
    increment: float = 0.0

    def as_data(self) -> dict[str, Any]:
        """As a table is made with it."""
        if self.kind == "days":
            return {"kind": "days", "days": self.seconds / DAY}
        return {"kind": "bank", "seconds": self.seconds, "increment": self.increment}


def time_limit_of(data: dict[str, Any] | None) -> TimeLimit | None:
    """The time limit that a table was made with; None is as much as one likes."""
    if data is None:
        return None
    if data["kind"] == "days":
        return TimeLimit("days", data["days"] * DAY)
    return TimeLimit("bank", data["seconds"], data["increment"])


class Timer:
    """How much time everybody has left in a match."""

    def __init__(self, limit: TimeLimit, colours: tuple[str, ...]) -> None:
        self.limit = limit
        self.left = dict.fromkeys(colours, limit.seconds)
        self.running: str | None = None
        self.since = 0.0
        self._gained: list[tuple[str, float] | None] = []  # who got more time for each move, and how much

    @property
    def deadline(self) -> float | None:
        """When the time that is running will be up."""
        return None if self.running is None else self.since + self.left[self.running]

    def pass_on(self, colour: str | None, at: float, moved: bool) -> None:
        """From now on this one's time runs, or nobody's. Whose time ran until now may have `moved`."""
        gained = None
        if self.running is not None:
            left = max(0.0, self.left[self.running] - (at - self.since))
            if moved:
                gained = self.running, self._gain(left)
                left += gained[1]
            self.left[self.running] = left
        if moved:
            self._gained.append(gained)
        self.running, self.since = colour, at

    def take_back(self, to: int) -> None:
        """Moves were taken back to this number: what was gained by them is lost, or one could gain it again."""
        for gained in self._gained[to:]:
            if gained is not None:
                colour, seconds = gained
                self.left[colour] = max(0.0, self.left[colour] - seconds)
        del self._gained[to:]
        if self.limit.kind == "days":  # for all others the next turn is a new one
            self.left |= dict.fromkeys(self.left.keys() - {self.running}, self.limit.seconds)

    def give_grace(self, colour: str) -> None:
        """Who comes back has a little time, however late it is."""
        self.left[colour] = max(self.left[colour], self.limit.increment, GRACE)

    def as_data(self) -> dict[str, Any]:
        """As it is told to the clients."""
        return {**self.limit.as_data(), "left": dict(self.left), "running": self.running, "since": self.since}

    def _gain(self, left: float) -> float:
        """What a move brings to who has this much left."""
        return self.limit.seconds - left if self.limit.kind == "days" else self.limit.increment
