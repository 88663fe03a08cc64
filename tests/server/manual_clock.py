"""A clock that stands still until a test advances it."""

import asyncio
import heapq
from itertools import count

from rattus.server.clock import Pause

NOON = 1_800_000_000.0


class ManualClock:
    """Moves only by `advance`, which wakes all sleepers whose time has come."""

    def __init__(self, now: float = NOON) -> None:
        self._now = now
        self._numbers = count()
        self._pauses: list[Pause] = []
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        alarm = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + max(seconds, 0.0), next(self._numbers), alarm))
        self.advance(0.0)
        await alarm

    def pauses(self) -> list[Pause]:
        return self._pauses

    def pause(self, seconds: float) -> None:
        """Let time pass in which the process stands still."""
        self._pauses.append(Pause(self._now, self._now + seconds))
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now:
            _, _, alarm = heapq.heappop(self._sleepers)
            if not alarm.done():
                alarm.set_result(None)
