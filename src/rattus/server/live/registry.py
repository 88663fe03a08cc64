"""The tables that this process has in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from itertools import accumulate

from rattus.server.background import BackgroundWork
from rattus.server.clock import Clock
from rattus.server.cluster.bus import Bus, EntryNotice
from rattus.server.errors import ErrorCode, JournalError, RequestRefused, StorageError
from rattus.server.live.live_table import ChangeListener, LiveTable
from rattus.server.storage.store import Access, TableStore
from rattus.server.tables.keys import Role, chair_role, digest
from rattus.server.tables.table import rebuild

log = logging.getLogger(__name__)
MAX_IDLE_TABLES = 500  # in memory without anybody there; more are evicted before their time
MAX_IDLE_ENTRIES = 500_000  # of the journals of those
MAX_LOADING = 4  # tables whose journals are in memory at once, until they are rebuilt
QUARANTINE_SECONDS = 600.0  # until a damaged table is tried again: it may have been repaired
NO_SUCH_TABLE = "there is no such table, or this key does not open it"


def _damaged() -> RequestRefused:
    return RequestRefused(ErrorCode.DAMAGED, "what is stored of this table is damaged; tell whoever runs this server")


class TableRegistry:
    """Tables by id. They are rebuilt from their journals when they are needed, and evicted when nobody uses them."""

    def __init__(
        self, store: TableStore, bus: Bus, clock: Clock, listener: ChangeListener, background: BackgroundWork
    ) -> None:
        self.tables: dict[str, LiveTable] = {}
        self._store, self._bus, self._clock, self._listener = store, bus, clock, listener
        self._background = background
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._may_load = asyncio.Semaphore(MAX_LOADING)
        self._damaged: dict[str, float] = {}  # tables in quarantine, and until when

    async def open(self, table_id: str | None, key: str) -> tuple[LiveTable, Role]:
        """The table that a key opens, and the role it grants. Whatever is wrong, the answer is the same."""
        live, access = await self.access(table_id, key)
        return live, access.role

    async def access(self, table_id: str | None, key: str) -> tuple[LiveTable, Access]:
        """The same, and whose key it is if it follows from that of a player."""
        access = await self._store.find_key(digest(key))
        if access is None or (table_id is not None and access.table != table_id):
            raise RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_TABLE)
        return await self.get(access.table), access

    async def get(self, table_id: str) -> LiveTable:
        """A table that is known to exist."""
        live = self.tables.get(table_id)
        if live is not None:
            return live
        if self._damaged.get(table_id, 0.0) > self._clock.now():
            raise _damaged()
        if table_id not in self._loading:  # callers that come meanwhile share the same load
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def take_notice(self, notice: EntryNotice) -> None:
        """Read what another process has stored; without a table, notices may have been lost for all of them."""
        for table_id in [*self.tables, *self._loading] if notice.table is None else [notice.table]:
            if table_id in self.tables or table_id in self._loading:  # a table being loaded may lack just this entry
                with suppress(StorageError, RequestRefused):  # the table is stale now, and read again by a later job
                    live = await self.get(table_id)
                    if notice.number is None or notice.number > live.table.number:
                        await self.catch_up(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Read what is new in the journal of a table. One that cannot be read is put into quarantine."""
        await self._quarantine_if_damaged(live, live.catch_up())

    async def refresh(self, live: LiveTable) -> None:
        """Read a table again of which it is not known whether its last entry was stored."""
        await self._quarantine_if_damaged(live, live.refresh())

    async def carry_out_agreed(self, live: LiveTable) -> None:
        """Carry out what all have agreed to at a table, where that was left undone."""
        await self._quarantine_if_damaged(live, live.carry_out_agreed())

    async def give_back_pauses(self) -> None:
        """Give back the time in which this process stood still, at all tables where a clock runs."""
        for live in list(self.tables.values()):
            if live.table.clock is not None and live.table.clock.running is not None:
                with suppress(RequestRefused):  # of a table that cannot be read or stored now
                    await self._quarantine_if_damaged(live, live.give_back_pauses())

    async def _quarantine_if_damaged(self, live: LiveTable, work: Awaitable[None]) -> None:
        try:
            await work
        except (StorageError, RequestRefused):
            raise
        except Exception as error:
            self.quarantine(live.table.id, error)

    def quarantine(self, table_id: str, error: Exception) -> None:
        """Leave a damaged table alone for a while, and tell the people there. Others are not affected."""
        log.error("a table is damaged", extra={"table": table_id, "error": f"{type(error).__name__}: {error}"})
        self._damaged[table_id] = self._clock.now() + QUARANTINE_SECONDS
        live = self.tables.pop(table_id, None)
        for connection in [] if live is None else list(live.connections):
            connection.refuse(_damaged())

    def drop(self, table_id: str) -> None:
        """A table was removed: tell the people there, and forget it."""
        live = self.tables.pop(table_id, None)
        for connection in [] if live is None else list(live.connections):
            connection.refuse(RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_TABLE))

    def disconnect(self, table_id: str, chair: int) -> None:
        """The key of a chair was renewed: whoever is connected with the old one is no longer welcome."""
        live = self.tables.get(table_id)
        for connection in [] if live is None else list(live.connections):
            if connection.role == chair_role(chair):
                connection.refuse(RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_TABLE))

    def disconnect_player(self, player_id: str) -> None:
        """The keys of a player are no longer good: whoever is connected with one of them has to come with another."""
        for live in self.tables.values():
            for connection in [each for each in live.connections if each.player == player_id]:
                connection.refuse(RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_TABLE))

    def disconnect_device(self, player_id: str, device: str | None) -> None:
        """The same for one device of a player; None for all that came by the player's link."""
        for live in self.tables.values():
            for connection in live.connections:
                if connection.player == player_id and connection.device == device:
                    connection.refuse(RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_TABLE))

    @property
    def last_used_at(self) -> float:
        """When any table was last used."""
        return max((live.last_used_at for live in self.tables.values()), default=0.0)

    def idle_since(
        self, time: float, at_most: int = MAX_IDLE_TABLES, most_entries: int = MAX_IDLE_ENTRIES
    ) -> Iterable[LiveTable]:
        """The tables without connections that nobody has used since then, and of the others all but the last used.

        Whoever has made many tables could otherwise fill the memory with them by asking for one after the other.
        """
        idle = sorted(
            (live for live in self.tables.values() if not live.connections), key=lambda live: -live.last_used_at
        )
        entries = accumulate(live.table.number for live in idle)
        stays = [
            number < at_most and total <= most_entries and live.last_used_at >= time
            for number, (live, total) in enumerate(zip(idle, entries, strict=True))
        ]
        return [live for live, it_stays in zip(idle, stays, strict=True) if not it_stays][::-1]

    def evict(self, live: LiveTable) -> None:
        """Drop a table from memory; the journal can rebuild it."""
        self.tables.pop(live.table.id, None)

    async def _load(self, table_id: str) -> LiveTable:
        try:
            async with self._may_load:
                entries, maker = await asyncio.gather(self._store.entries(table_id), self._store.maker_of(table_id))
                table = await self._background.run(table_id, lambda: rebuild(table_id, entries))
        except JournalError as error:
            self.quarantine(table_id, error)
            raise _damaged() from error
        live = LiveTable(table, self._store, self._bus, self._clock, self._listener, self._background, maker)
        self.tables[table_id] = live
        self._listener.table_changed(live)
        return live
