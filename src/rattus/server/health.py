"""Whether the server is well: it can write, and hears the other processes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from rattus.server.clock import Clock
from rattus.server.cluster.bus import Bus
from rattus.server.errors import ServerError
from rattus.server.storage.store import TableStore

KEEP_SECONDS = 2.0  # that a finding is good for, however often it is asked for
CHECK_SECONDS = 5.0  # after which a database that does not answer counts as away


@dataclass(frozen=True)
class Health:
    """What works. Players go on without the bus, by way of the journal; without the database nobody does."""

    database: bool
    bus: bool

    @property
    def is_well(self) -> bool:
        """Whether everything works."""
        return self.database and self.bus


class HealthCheck:
    """Tries to write, at most every few seconds."""

    def __init__(self, store: TableStore, bus: Bus, clock: Clock) -> None:
        self._store, self._bus, self._clock = store, bus, clock
        self._lock = asyncio.Lock()
        self._checked_at = float("-inf")
        self._can_write = False

    async def check(self) -> Health:
        """What works now."""
        async with self._lock:
            if self._clock.now() - self._checked_at >= KEEP_SECONDS:
                self._can_write = await self._try_to_write()
                self._checked_at = self._clock.now()
        return Health(self._can_write, self._bus.is_connected)

    async def _try_to_write(self) -> bool:
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await self._store.check_writing(self._clock.now())
        except (ServerError, TimeoutError):
            return False
        return True
