"""What a player wants to be told of, and when not."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import orjson

from rattus.games import GAMES
from rattus.words import ENGLISH

CLOCKS = ("none", "bank", "days")
BY_DEFAULT = ("none", "days")  # with a bank of minutes people sit there anyway


@dataclass(frozen=True)
class QuietHours:
    """From one time of the day to another, "22:30" to "07:30", in which nothing is sent."""

    start: str
    end: str


@dataclass(frozen=True)
class Wishes:
    """Games and clocks that messages are for, quiet hours in a time zone, and the language."""

    games: tuple[str, ...] = tuple(GAMES)
    clocks: tuple[str, ...] = BY_DEFAULT
    quiet: QuietHours | None = None
    zone: str = "UTC"
    language: str = ENGLISH

    @classmethod
    def from_json(cls, text: str | None) -> Self:
        """As stored; those of somebody who has chosen nothing if there are none."""
        if text is None:
            return cls()
        data = orjson.loads(text)
        quiet = data.pop("quiet")
        games, clocks = tuple(data.pop("games")), tuple(data.pop("clocks"))
        return cls(games, clocks, None if quiet is None else QuietHours(**quiet), **data)

    def as_data(self) -> dict[str, Any]:
        """As stored, and as the player sees it."""
        data: dict[str, Any] = orjson.loads(orjson.dumps(asdict(self)))
        return data

    def includes(self, game: str, clock: dict[str, Any] | None) -> bool:
        """Whether messages are wanted for a table."""
        return game in self.games and ("none" if clock is None else clock["kind"]) in self.clocks

    def quiet_until(self, now: float) -> float | None:
        """When the quiet hours end that it is in; None if it is not."""
        if self.quiet is None:
            return None
        local = datetime.fromtimestamp(now, zone_of(self.zone))
        start, end = _minutes(self.quiet.start), _minutes(self.quiet.end)
        minute = local.hour * 60 + local.minute
        is_quiet = start <= minute < end if start <= end else minute >= start or minute < end
        if not is_quiet:
            return None
        day = local + timedelta(days=1) if minute >= end else local
        return day.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=1).timestamp()


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name, UTC where there is none such (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _minutes(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)
