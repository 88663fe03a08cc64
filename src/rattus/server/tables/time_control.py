"""Time to think: a bank with an increment for each move, or days for each move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

DAY = 86_400.0
RETURN_GRACE = 30.0  # seconds that a person who takes the chair back has at least


class ClockKind(StrEnum):
    """How time is given."""

    BANK = "bank"
    DAYS = "days"


@dataclass(frozen=True)
class TimeControl:
    """How much time there is: `seconds` in all and `increment` a move, or `seconds` for each move."""

    kind: ClockKind
    seconds: float
    increment: float = 0.0

    def as_data(self) -> dict[str, Any]:
        """The time control as it is agreed, stored and sent."""
        if self.kind is ClockKind.DAYS:
            return {"kind": "days", "days": self.seconds / DAY}
        return {"kind": "bank", "seconds": self.seconds, "increment": self.increment}


def time_control_from(data: dict[str, Any] | None) -> TimeControl | None:
    """The time control that a table was made with; None is unlimited time."""
    if data is None:
        return None
    if data["kind"] == ClockKind.DAYS:
        return TimeControl(ClockKind.DAYS, data["days"] * DAY)
    return TimeControl(ClockKind.BANK, data["seconds"], data["increment"])


class MatchClock:
    """How much time each colour has left in a match."""

    def __init__(self, control: TimeControl, colours: tuple[str, ...]) -> None:
        self.control = control
        self.left = dict.fromkeys(colours, control.seconds)
        self.running: str | None = None
        self.since = 0.0
        self._gains: list[tuple[str, float] | None] = []  # for each move the colour that gained time, and how much

    @property
    def deadline(self) -> float | None:
        """When the time of the running colour is up."""
        return None if self.running is None else self.since + self.left[self.running]

    def switch_to(self, colour: str | None, at: float, moved: bool) -> None:
        """Run for this colour from now on, or for none; `moved` says that the colour before has made a move."""
        gain = None
        if self.running is not None:
            left = max(0.0, self.left[self.running] - (at - self.since))
            if moved:
                gain = self.running, self._gain_of(left)
                left += gain[1]
            self.left[self.running] = left
        if moved:
            self._gains.append(gain)
        self.running, self.since = colour, at

    def undo_to(self, moves: int) -> None:
        """Take back what undone moves gained, so that moving and undoing gains no time."""
        for gain in self._gains[moves:]:
            if gain is not None:
                colour, seconds = gain
                self.left[colour] = max(0.0, self.left[colour] - seconds)
        del self._gains[moves:]
        if self.control.kind is ClockKind.DAYS:  # everybody else starts the next turn with full time
            self.left |= dict.fromkeys(self.left.keys() - {self.running}, self.control.seconds)

    def give_back(self, seconds: float, at: float) -> None:
        """Do not count the last seconds before a time, in which the server was away."""
        if self.running is not None:
            self.since = min(at, self.since + seconds)

    def give_grace(self, colour: str) -> None:
        """Give a person who returns a little time, however late it is."""
        self.left[colour] = max(self.left[colour], self.control.increment, RETURN_GRACE)

    def as_data(self) -> dict[str, Any]:
        """The clock as clients receive it."""
        return {**self.control.as_data(), "left": dict(self.left), "running": self.running, "since": self.since}

    def _gain_of(self, left: float) -> float:
        """What a move adds to the time that is left."""
        return self.control.seconds - left if self.control.kind is ClockKind.DAYS else self.control.increment
