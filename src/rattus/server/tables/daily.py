"""The game of the day: the same deal for everybody on the server, and what must not be told of it before the day ends.

Days are those of UTC. A table keeps the day it was made for in its settings; everything else follows from that.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta

from rattus.match.seal import BYTES, Seal
from rattus.server.tables.journal import TableSettings
from rattus.server.tables.table import Table

LEVELS = ("normal", "hard", "hard")  # of the computer players on chairs 2 to 4; none of them searches by the clock

UNTIL_MIDNIGHT = "others may still play this game today; ask again after midnight UTC"


def day_at(now: float) -> str:
    """The day of a time, as in 2026-11-18."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def day_before(day: str) -> str:
    """The day before a day."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def end_of(day: str) -> float:
    """When a day is over: at midnight, UTC."""
    midnight = datetime.combine(date.fromisoformat(day) + timedelta(days=1), datetime.min.time(), UTC)
    return midnight.timestamp()


def daily_seal(secret: bytes, game: str, day: str) -> Seal:
    """What the deal and all shuffles of a day's game follow from. Nobody without the server's secret can compute it."""
    seed, salt = (_derived(secret, f"{part} {game} {day}")[: 2 * BYTES] for part in ("seed", "salt"))
    return Seal(seed, salt)


def is_sealed(settings: TableSettings, now: float) -> bool:
    """Whether the others may still be playing the same deal, so that nobody is told what is hidden in it."""
    return settings.daily is not None and now < end_of(settings.daily)


def bot_seed(table: Table) -> str | None:
    """What a computer player decides by where luck is left to it: the same for everybody who has come as far.

    None where every table has its own luck.
    """
    if table.settings.daily is None or table.shuffle_key is None:
        return None
    return hashlib.sha256(f"{table.shuffle_key}/bots/{len(table.moves)}".encode()).hexdigest()[:16]


def _derived(secret: bytes, purpose: str) -> str:
    return hmac.new(secret, f"game of the day: {purpose}".encode(), hashlib.sha256).hexdigest()
