"""A table in memory, with the people who are connected to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import orjson

from rattus.server.clock import Clock
from rattus.server.cluster.bus import Bus
from rattus.server.errors import Refused
from rattus.server.live.connection import Guest
from rattus.server.live.snapshots import Views, state, update
from rattus.server.storage.store import UNCHANGED, Storage, StorageTrouble
from rattus.server.tables.journal import Entry
from rattus.server.tables.keys import Role
from rattus.server.tables.requests import Requests
from rattus.server.tables.table import Table

Ask = Callable[[Requests], Entry]


class Watchman(Protocol):
    """Whoever wants to know that something has happened at a table."""

    def look_after(self, live: LiveTable) -> None:
        """Something has happened."""


class LiveTable:
    """A table that requests come to. One at a time is looked at, stored, and then told to everybody."""

    def __init__(self, table: Table, storage: Storage, bus: Bus, clock: Clock, watchman: Watchman) -> None:
        self.table = table
        self.guests: set[Guest] = set()
        self.used_at = clock.now()
        self._storage, self._bus, self._clock, self._watchman = storage, bus, clock, watchman
        self._lock = asyncio.Lock()  # one at a time
        self.is_stale = False  # an entry was applied, and it is not known whether it was stored

    async def ask(self, role: Role, ask: Ask, request: str | None = None) -> int:
        """Do what is asked. Returns the number of its entry once that is stored for good; Refused if it cannot be."""
        try:
            async with self._lock:
                await self._begin_turn()
                number = await self._ask(role, ask, request)
                follow = self._requests(role).outcome_of_question()
                while follow is not None and not await self._store(follow):
                    follow = self._requests(role).outcome_of_question()
        except Refused:
            self._watchman.look_after(self)  # perhaps another server has gone on, and that is why
            raise
        self._watchman.look_after(self)
        return number

    async def catch_up(self) -> None:
        """Another server has gone on with this table, or it is not known what has become of the last entry."""
        async with self._lock:
            await self._begin_turn()
            self.is_stale = True
            await self._read_on()
            self.is_stale = False
        self._watchman.look_after(self)

    async def welcome(self, guest: Guest, have: int | None) -> None:
        """Somebody comes, and gets what is missing."""
        async with self._lock:
            await self._begin_turn()
            await self._come_up_to(have)
            self.guests.add(guest)
            self._send_rest(guest, have)
        self.tell_presence()

    async def send_rest(self, guest: Guest, have: int | None) -> None:
        """Somebody has missed something."""
        async with self._lock:
            await self._begin_turn()
            await self._come_up_to(have)
            self._send_rest(guest, have)

    def farewell(self, guest: Guest) -> None:
        """Somebody goes."""
        self.guests.discard(guest)
        self.used_at = self._clock.now()
        self.tell_presence()

    async def look(self, make: Callable[[Table], Any]) -> Any:
        """Something made from the table while nothing changes."""
        async with self._lock:
            await self._begin_turn()
            return make(self.table)

    # ---- who is here

    @property
    def seats_here(self) -> list[int]:
        """The seats that are connected to this server."""
        return sorted({guest.role.seat for guest in self.guests if guest.role.seat is not None})

    @property
    def watching_here(self) -> int:
        """How many watch on this server."""
        return sum(guest.role.seat is None for guest in self.guests)

    def tell_presence(self) -> None:
        """Tell everybody who is connected."""
        self._bus.announce(self.table.id, self.seats_here, self.watching_here)
        self.show_presence()

    def show_presence(self) -> None:
        """Tell who is connected here who is connected here and elsewhere."""
        others = self._bus.elsewhere(self.table.id)
        seats, watching = others.seats.union(self.seats_here), others.watching + self.watching_here
        message = orjson.dumps({"type": "here", "seats": sorted(seats), "watching": watching})
        for guest in self.guests:
            guest.send_bytes(message)

    # ---- inside

    async def _begin_turn(self) -> None:
        """Whoever has the lock begins with this: the table is what its journal says."""
        self.used_at = self._clock.now()
        if self.is_stale:
            await self._start_over()

    def _requests(self, role: Role) -> Requests:
        return Requests(self.table, role, self._clock.now())

    async def _ask(self, role: Role, ask: Ask, request: str | None) -> int:
        while True:
            done = self.table.answered.get((role.seat, request)) if request is not None else None
            if done is not None:
                return done
            entry = ask(self._requests(role))
            if await self._store(entry):
                return entry.number

    async def _store(self, entry: Entry) -> bool:
        """Store an entry and tell everybody; False if another server was first, whose entries are then known here."""
        before = self.table.attention
        self.table.apply(entry)
        after = self.table.attention
        stored = self._storage.append(self.table.id, entry, UNCHANGED if after == before else after)
        self.is_stale = True
        news = self._news()  # written while the database works; sent only when it has
        try:
            is_stored = await stored
        except StorageTrouble as trouble:
            raise Refused("trouble", f"it could not be stored: {trouble}") from trouble
        if not is_stored:
            await self._start_over()
            return False
        self.is_stale = False
        self._send(news)
        self._bus.publish(self.table.id, entry.number)
        return True

    async def _start_over(self) -> None:
        """What was applied may not have happened: the journal alone is true."""
        table = Table(self.table.id)
        for entry in await self._storage.entries(table.id):
            table.apply(entry)
        self.table, self.is_stale = table, False
        self._send(self._news())

    async def _read_on(self) -> None:
        for entry in await self._storage.entries(self.table.id, self.table.number):
            self.table.apply(entry)
        self._send(self._news())

    def _news(self) -> list[tuple[Guest, bytes]]:
        """What everybody has to be told; guests who know the same get the same."""
        written: dict[tuple[Role, int], bytes] = {}
        views = Views(self.table)
        news = []
        for guest in self.guests:
            if guest.number >= self.table.number:
                continue
            key = guest.role, guest.number
            if key not in written:
                written[key] = orjson.dumps(update(self.table, *key, views))
            news.append((guest, written[key]))
        return news

    def _send(self, news: Iterable[tuple[Guest, bytes]]) -> None:
        for guest, message in news:
            guest.number = self.table.number
            guest.send_bytes(message)

    async def _come_up_to(self, have: int | None) -> None:
        """Who comes from another server may know what this one has not heard of yet."""
        if have is not None and have > self.table.number:
            await self._read_on()

    def _send_rest(self, guest: Guest, have: int | None) -> None:
        if have is None or not 0 < have <= self.table.number:
            guest.send(state(self.table, guest.role))
        else:
            guest.send(update(self.table, guest.role, have))
        guest.number = self.table.number
