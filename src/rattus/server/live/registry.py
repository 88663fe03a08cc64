"""All tables that are in use on this server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from rattus.errors import OtherRules, RattusError
from rattus.server.clock import Clock
from rattus.server.cluster.bus import Bus, News
from rattus.server.errors import Refused
from rattus.server.live.live_table import LiveTable, Watchman
from rattus.server.storage.store import Storage, StorageTrouble
from rattus.server.tables.keys import Role, digest
from rattus.server.tables.table import Table

log = logging.getLogger("rattus.hall")
NOBODY = "there is no such table, or this key does not open it"


class Hall:
    """Tables by their id. They are read from the journal when they are needed, and forgotten when nobody looks."""

    def __init__(self, storage: Storage, bus: Bus, clock: Clock, watchman: Watchman) -> None:
        self.tables: dict[str, LiveTable] = {}
        self._storage, self._bus, self._clock, self._watchman = storage, bus, clock, watchman
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def enter(self, table: str | None, key: str) -> tuple[LiveTable, Role]:
        """The table that a key opens, and as whom. Whatever is wrong, the answer is the same."""
        access = await self._storage.find_key(digest(key))
        if access is None or (table is not None and access.table != table):
            raise Refused("not_found", NOBODY)
        return await self.table(access.table), Role(access.role, access.seat)

    async def table(self, name: str) -> LiveTable:
        """A table that is known to exist."""
        live = self.tables.get(name)
        if live is not None:
            return live
        if name not in self._loading:  # two who come at once get the same one
            self._loading[name] = asyncio.create_task(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def take_news(self, news: News) -> None:
        """Another server has told something; without a table, some news may have been lost."""
        for name in [*self.tables, *self._loading] if news.table is None else [news.table]:
            if name in self.tables or name in self._loading:  # one that is being read may lack just this
                with suppress(StorageTrouble, Refused):  # it is stale now, and read again in the next round
                    await self._take_news_of(await self.table(name), news.number)

    async def _take_news_of(self, live: LiveTable, number: int | None) -> None:
        if number is None or number > live.table.number:
            await live.catch_up()

    @property
    def used_at(self) -> float:
        """When somebody last did something, at any table."""
        return max((live.used_at for live in self.tables.values()), default=0.0)

    def idle(self, since: float) -> Iterable[LiveTable]:
        """The tables that nobody has used since then."""
        return [live for live in self.tables.values() if not live.guests and live.used_at < since]

    def forget(self, live: LiveTable) -> None:
        """It can be read again."""
        self.tables.pop(live.table.id, None)

    async def _load(self, name: str) -> LiveTable:
        table = Table(name)
        try:
            for entry in await self._storage.entries(name):
                table.apply(entry)
        except OtherRules as error:
            raise Refused("other_rules", error.why) from error
        except RattusError as error:
            log.error("a journal cannot be read", extra={"table": name, "error": str(error)})
            raise Refused("trouble", "what is stored of this table cannot be read") from error
        live = LiveTable(table, self._storage, self._bus, self._clock, self._watchman)
        self.tables[name] = live
        self._watchman.look_after(live)
        return live
