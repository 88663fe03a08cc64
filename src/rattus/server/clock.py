"""What time it is. The server never asks the machine itself, so that tests can make time pass."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds since 1970, and waiting."""

    def now(self) -> float:
        """The time."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class WallClock:
    """The clock of this machine."""

    def now(self) -> float:
        """The time."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
