"""The time. The server never asks the machine directly, so that tests can let time pass."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time, and waits. Its time never jumps while the process runs."""

    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class SteadyClock:
    """The clock of this machine as it was when the process began, and the time that has passed since then.

    Setting the machine's clock changes nothing for a running server: no time of a player, no limit, no lease.
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._offset + time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
