"""The time. The server never asks the machine directly, so that tests can let time pass."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

BEAT_SECONDS = 0.25  # between two heartbeats
MIN_PAUSE_SECONDS = 1.0  # shorter gaps between heartbeats only mean that the machine is busy
MAX_PAUSES = 64  # that are remembered


class Pause(NamedTuple):
    """A time in which this process stood still: it was stopped by a signal, or something blocked its event loop."""

    since: float
    until: float


class Clock(Protocol):
    """Tells the time, and waits. Its time never jumps while the process runs."""

    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""

    def pauses(self) -> Sequence[Pause]:
        """The last times in which this process stood still. It is asked at every beat, or pauses are not noticed."""


class SteadyClock:
    """The clock of this machine as it was when the process began, and the time that has passed since then.

    Setting the machine's clock changes nothing for a running server: no time of a player, no limit, no lease.
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self._beat_at: float | None = None  # the last one
        self._pauses: deque[Pause] = deque(maxlen=MAX_PAUSES)

    def now(self) -> float:
        """Seconds since 1970."""
        return self._offset + time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    def pauses(self) -> Sequence[Pause]:
        """The last times in which this process stood still."""
        now = self.now()
        if self._beat_at is not None and now - self._beat_at >= MIN_PAUSE_SECONDS:
            self._pauses.append(Pause(self._beat_at, now))
        self._beat_at = now
        return self._pauses
