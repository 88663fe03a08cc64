"""Everything that one server has: storage, tables, bots, and the rounds that somebody has to make."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable

from rattus.server.bots.pool import Thinkers
from rattus.server.bots.scheduler import Keeper
from rattus.server.clock import Clock
from rattus.server.cluster.bus import News
from rattus.server.cluster.channel_bus import make_bus
from rattus.server.cluster.sharding import home_of
from rattus.server.idle_collector import Broom
from rattus.server.live.connection import RESTART
from rattus.server.live.registry import Hall
from rattus.server.metrics import Metrics
from rattus.server.rate_limit import Buckets
from rattus.server.settings import Settings
from rattus.server.storage.lock import Lock
from rattus.server.storage.migrations import migrate
from rattus.server.storage.store import Storage, StorageTrouble
from rattus.server.tables.keys import new_table_id

log = logging.getLogger("rattus.house")
ROUND_SECONDS = 2.0  # between two looks for tables that nobody looks after
SWEEP_SECONDS = 30.0


class House:
    """A running server."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = Metrics()
        limits = settings.limits
        self.request_buckets = Buckets(limits.requests, limits.burst)
        self.table_buckets = Buckets(limits.new_tables, limits.burst)
        self.connections: Counter[str] = Counter()  # by address
        self.storage = Storage(settings.database)
        self.bus = make_bus(settings.redis, settings.relay)
        self.thinkers = Thinkers(settings.thinkers)
        # Who starts again in the place of a dead process has its name; with Redis others take its tables over.
        name = f"process {settings.process}" if settings.redis is None else secrets.token_hex(8)
        self.keeper = Keeper(name, self.storage, self.thinkers, clock, settings.lease_seconds)
        self.hall = Hall(self.storage, self.bus, clock, self.keeper)
        self._broom = Broom(clock.now())
        self._rounds: list[asyncio.Task[None]] = []
        self._lock: Lock | None = None
        self.metrics.watch(self)

    async def open(self) -> None:
        """Start everything; matches that were interrupted go on."""
        if self.settings.processes == 1:  # else the porter has it
            self._lock = Lock(self.settings.database)
        await asyncio.to_thread(migrate, self.settings.database)
        await self.thinkers.start()
        if self.settings.redis is None:
            await self.storage.release_all(self.keeper.name)  # there is no other one of this name
        await self.bus.open(self._take_news, self._show_presence)
        rounds = (
            (self._find_work, ROUND_SECONDS),
            (self._tick, self.settings.tick_seconds),
            (self._sweep, SWEEP_SECONDS),
        )
        self._rounds = [asyncio.create_task(self._repeat(*each)) for each in rounds]

    def is_home_of(self, table: str) -> bool:
        """Whether everybody at a table is brought to this process."""
        return home_of(table, self.settings.processes) == self.settings.process

    def new_table_id(self) -> str:
        """A name for a table that is at home here."""
        while not self.is_home_of(name := new_table_id()):
            pass
        return name

    async def close(self) -> None:
        """Stop everything; what was acknowledged is stored."""
        for task in self._rounds:
            task.cancel()
        await asyncio.gather(*self._rounds, return_exceptions=True)
        for live in self.hall.tables.values():
            for guest in live.guests:
                guest.dismiss(RESTART)
        await self.keeper.close()
        await self.thinkers.close()
        await self.bus.close()
        await self.storage.close()
        if self._lock is not None:
            self._lock.release()

    async def _repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            try:
                await work()
            except StorageTrouble as trouble:
                log.error("the database is in trouble", extra={"error": str(trouble)})
            except Exception:
                log.exception("a round failed")
            await self.clock.sleep(seconds)

    async def _find_work(self) -> None:
        for live in list(self.hall.tables.values()):
            if live.is_stale:  # the database was in trouble
                await live.catch_up()
        await self.keeper.find_work(self.hall.table, self.is_home_of)

    async def _tick(self) -> None:
        """Tell everybody the last number, so that who has missed it learns of it."""
        for live in list(self.hall.tables.values()):
            message = {"type": "tick", "number": live.table.number, "at": self.clock.now()}
            for guest in live.guests:
                guest.send(message)

    async def _sweep(self) -> None:
        """Forget the tables that nobody looks at, and clean up when it is quiet."""
        for live in self.hall.idle(self.clock.now() - self.settings.idle_seconds):
            if not self.keeper.is_busy_with(live):
                self.hall.forget(live)
                await self.keeper.let_go(live)
        self._broom.sweep(self.clock.now(), self.hall.used_at)

    async def _take_news(self, news: News) -> None:
        await self.hall.take_news(news)

    def _show_presence(self, table: str) -> None:
        live = self.hall.tables.get(table)
        if live is not None:
            live.show_presence()
