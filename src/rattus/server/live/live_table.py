"""A table in memory, with the clients that are connected to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

import orjson

from rattus.errors import RattusError
from rattus.server.background import BackgroundWork
from rattus.server.clock import MIN_PAUSE_SECONDS, Clock, Pause
from rattus.server.cluster.bus import Bus
from rattus.server.cluster.presence import EMPTY
from rattus.server.errors import ErrorCode, JournalError, RequestRefused, StorageError
from rattus.server.live.connection import Connection
from rattus.server.live.marks import MarkLimits, markable_things
from rattus.server.live.snapshots import ViewCache, state_message, update_message
from rattus.server.protocol.messages import StateMessage, UpdateMessage
from rattus.server.storage.store import TableStore
from rattus.server.storage.writer import UNCHANGED
from rattus.server.tables.journal import JournalEntry
from rattus.server.tables.keys import SERVER, Role
from rattus.server.tables.requests import TableRequests
from rattus.server.tables.table import Table, rebuild

log = logging.getLogger(__name__)
MAX_APPLIED = 16  # entries of other processes that are applied at once; more are replayed beside the event loop
MAX_ASKED_AGAIN = 8  # messages that are kept for clients that ask for them again
MAX_REFUSALS = 64  # refusals that are kept for clients that send their request again
ASK_AGAIN = (ErrorCode.TROUBLE, ErrorCode.BUSY)  # refusals after which the same request may succeed
MakeEntry = Callable[[TableRequests], JournalEntry]


class Encoded(NamedTuple):
    """A message about the table, and whether it tells everything."""

    data: bytes
    is_state: bool


def _encode(message: StateMessage | UpdateMessage) -> Encoded:
    return Encoded(orjson.dumps(message), message["type"] == "state")


class ChangeListener(Protocol):
    """Is told whenever a table may have changed."""

    def table_changed(self, live: LiveTable) -> None:
        """A table may have changed."""


class LiveTable:
    """A table that takes requests: one at a time is checked, stored, and then sent to everybody."""

    def __init__(
        self,
        table: Table,
        store: TableStore,
        bus: Bus,
        clock: Clock,
        listener: ChangeListener,
        background: BackgroundWork,
        maker: str | None = None,
    ) -> None:
        self.table = table
        self.maker = maker or table.id  # tables of unknown makers share with nobody
        self._background = background
        self.connections: set[Connection] = set()
        self.last_used_at = self._unpaused_at = clock.now()  # pauses until then are dealt with
        self._store, self._bus, self._clock, self._listener = store, bus, clock, listener
        self._lock = asyncio.Lock()
        self._asked_again: dict[tuple[Role, int | None, str | None, int], Encoded] = {}
        self._refusals: dict[tuple[int | None, str], tuple[ErrorCode, str]] = {}  # by chair and id of the request
        self._mark_limits = MarkLimits(clock)
        self.is_stale = False  # an entry was applied, and it is not known whether it was stored

    async def submit(
        self,
        role: Role,
        make_entry: MakeEntry,
        request_id: str | None = None,
        asked: tuple[object, ...] | None = None,
    ) -> int:
        """Carry out a request. Returns the number of its entry once that is durable; RequestRefused if it cannot be.

        A request with the id of an earlier one of the same chair is not carried out again, and is refused again if that
        was refused: a client that was told so must not see it carried out after all. `asked` is what it asks for: with
        the id of a request for something else it is refused.
        """
        try:
            async with self._lock:
                await self._refresh()
                await self._give_back_pauses()
                number = await self._submit_freshly(role, make_entry, request_id, asked)
                await self._carry_out_proposal(role)
        except RequestRefused as refused:
            if request_id is not None and refused.code not in ASK_AGAIN:
                self._remember_refusal((role.chair, request_id), refused)
            self._listener.table_changed(self)  # another process may have gone on, and that may be why
            raise
        self._listener.table_changed(self)
        return number

    async def remove_person(self, role: Role, chair: int) -> None:
        """Let a bot play on for somebody who was removed from a chair, if a match is on."""
        async with self._lock:
            await self._refresh()
            while (entry := self._requests(role).remove_person(chair)) is not None:
                if await self._append(entry):
                    break
        self._listener.table_changed(self)

    async def catch_up(self) -> None:
        """Read what other processes have stored, or what has become of the last entry if that is not known."""
        async with self._lock:
            await self._refresh()
            await self._catch_up()
        self._listener.table_changed(self)

    async def refresh(self) -> None:
        """Read the journal again if it is not known whether the last entry was stored; wait while that is done."""
        async with self._lock:
            if not self.is_stale:
                return
            await self._refresh()
        self._listener.table_changed(self)

    async def give_back_pauses(self) -> None:
        """Do not count the time in which this process stood still against the player to move."""
        async with self._lock:
            await self._refresh()
            await self._give_back_pauses()
        self._listener.table_changed(self)

    async def carry_out_agreed(self) -> None:
        """Carry out a proposal that all have agreed to: whoever stored the last consent may have died since then."""
        if self.table.proposal is None or self.table.missing_consent:
            return
        async with self._lock:
            await self._refresh()
            await self._carry_out_proposal(SERVER)
        self._listener.table_changed(self)

    async def join(self, connection: Connection, have: int | None, mark: str | None = None) -> None:
        """Add a client and send what it misses after entry `have`, which had this mark."""
        async with self._lock:
            await self._refresh()
            await self._read_up_to(have)
            self.connections.add(connection)
            self._send([(connection, self._missing(connection.role, have, mark))])
        self.announce_presence()

    async def sync(self, connection: Connection, have: int | None, mark: str | None = None) -> None:
        """Send a client what it misses after entry `have`, which had this mark."""
        async with self._lock:
            await self._refresh()
            await self._read_up_to(have)
            key = connection.role, have, mark, self.table.number
            if key not in self._asked_again:  # clients that ask again and again cost little
                if len(self._asked_again) >= MAX_ASKED_AGAIN:
                    self._asked_again.clear()
                self._asked_again[key] = self._missing(connection.role, have, mark)
            self._send([(connection, self._asked_again[key])])

    def leave(self, connection: Connection) -> None:
        """Remove a client."""
        self.connections.discard(connection)
        self.last_used_at = self._clock.now()
        self.announce_presence()

    async def read(self, function: Callable[[Table], Any]) -> Any:
        """The result of a function of the table, which does not change meanwhile."""
        async with self._lock:
            await self._refresh()
            return function(self.table)

    # ---- marks

    async def mark(self, role: Role, thing: str) -> None:
        """Show everybody here and in other processes at what somebody points. RequestRefused if they may not now."""
        async with self._lock:
            await self._refresh()
            self._requests(role).check_can_mark()
        if role.chair is None or thing not in markable_things(self.table.settings.game):
            raise RequestRefused(ErrorCode.MALFORMED, "thing: nothing of that name lies on this table")
        if not self._mark_limits.take(role.chair):
            raise RequestRefused(ErrorCode.BUSY, "you point at too many things; wait a little")
        self.show_mark(role.chair, thing)
        self._bus.publish_mark(self.table.id, role.chair, thing)

    def show_mark(self, chair: int, thing: str) -> None:
        """Tell the clients of this process what somebody points at."""
        if not 1 <= chair <= len(self.table.chairs) or thing not in markable_things(self.table.settings.game):
            return
        seat = self.table.chairs[chair - 1].colour
        message = orjson.dumps({"type": "marked", "chair": chair, "seat": seat, "thing": thing})
        for connection in self.connections:
            connection.send_bytes(message)

    # ---- presence

    @property
    def local_chairs(self) -> list[int]:
        """The chairs that are connected to this process."""
        return sorted({each.role.chair for each in self.connections if each.role.chair is not None})

    @property
    def local_spectators(self) -> int:
        """How many spectators are connected to this process."""
        return sum(each.role.chair is None for each in self.connections)

    @property
    def is_attended(self) -> bool:
        """Whether somebody is connected, here or to another process."""
        return bool(self.connections) or self._bus.remote_presence(self.table.id) != EMPTY

    def announce_presence(self) -> None:
        """Tell clients and other processes who is connected here."""
        self._bus.announce(self.table.id, self.local_chairs, self.local_spectators)
        self.send_presence()

    def send_presence(self) -> None:
        """Tell the clients of this process who is connected to any process."""
        remote = self._bus.remote_presence(self.table.id)
        chairs, watching = remote.chairs.union(self.local_chairs), remote.watching + self.local_spectators
        message = orjson.dumps({"type": "here", "chairs": sorted(chairs), "watching": watching})
        for connection in self.connections:
            connection.send_bytes(message)

    # ---- inside; the caller holds the lock

    async def _refresh(self) -> None:
        """Comes first wherever the lock is taken: makes the table what its journal says."""
        self.last_used_at = self._clock.now()
        if self.is_stale:
            await self._reload()

    def _requests(self, role: Role, request_id: str | None = None) -> TableRequests:
        return TableRequests(self.table, role, self._clock.now(), request_id)

    async def _submit_freshly(
        self, role: Role, make_entry: MakeEntry, request_id: str | None, asked: tuple[object, ...] | None
    ) -> int:
        """Carry out a request; it is refused only by what the journal says now.

        Another process may have gone on, or may even have stored this very request, without this one knowing yet.
        """
        while True:
            try:
                return await self._submit(role, make_entry, request_id, asked)
            except RequestRefused as refused:
                if refused.code is ErrorCode.TROUBLE or not await self._catch_up():
                    raise

    def _remember_refusal(self, request: tuple[int | None, str], refused: RequestRefused) -> None:
        if len(self._refusals) >= MAX_REFUSALS:
            del self._refusals[next(iter(self._refusals))]  # the oldest
        self._refusals[request] = refused.code, refused.why

    async def _give_back_pauses(self) -> None:
        for pause in [pause for pause in self._clock.pauses() if pause.until > self._unpaused_at]:
            while (seconds := self._lost_in(pause)) >= MIN_PAUSE_SECONDS:
                if await self._append(self._requests(SERVER).resume_clock(seconds)):
                    break
            self._unpaused_at = pause.until

    def _lost_in(self, pause: Pause) -> float:
        """How much of a pause the player to move could not use: nothing if connected to another process."""
        clock, chair = self.table.clock, self.table.to_move
        if clock is None or clock.running is None or chair is None:
            return 0.0
        is_elsewhere = chair.number in self._bus.remote_presence(self.table.id).chairs
        if is_elsewhere and chair.number not in self.local_chairs:
            return 0.0
        return pause.until - max(clock.since, pause.since)

    async def _carry_out_proposal(self, role: Role) -> None:
        if self.table.proposal is None:
            return
        follow_up = self._requests(role).carry_out_proposal()
        while follow_up is not None and not await self._append(follow_up):
            follow_up = self._requests(role).carry_out_proposal()

    async def _submit(
        self, role: Role, make_entry: MakeEntry, request_id: str | None, asked: tuple[object, ...] | None
    ) -> int:
        while True:
            known = None if request_id is None else self.table.answered_requests.get((role.chair, request_id))
            if known is not None and request_id is not None:
                if asked is not None and not self.table.is_same_request(role.chair, request_id, asked):
                    raise RequestRefused(ErrorCode.MALFORMED, "id: it was used for another request")
                return known
            if request_id is not None and (refused := self._refusals.get((role.chair, request_id))) is not None:
                raise RequestRefused(*refused)
            entry = make_entry(self._requests(role, request_id))
            if await self._append(entry):
                return entry.number

    async def _append(self, entry: JournalEntry) -> bool:
        """Store an entry and send it to everybody; False if another process was first, whose entries are then known."""
        before = self.table.next_wakeup
        try:
            self.table.apply(entry)
        except Exception:
            self.is_stale = True  # it may be half applied; nothing of it is stored
            raise
        after = self.table.next_wakeup
        stored = self._store.append(self.table.id, entry, UNCHANGED if after == before else after)
        self.is_stale = True
        updates = self._encode_updates()  # while the database works; sent only when it is done
        try:
            is_stored = await stored
        except StorageError as error:
            log.error("an entry could not be stored", extra={"table": self.table.id, "error": str(error)})
            raise RequestRefused(ErrorCode.TROUBLE, "it could not be stored; try again later") from error
        if not is_stored:
            await self._reload()
            return False
        self.is_stale = False
        self._asked_again.clear()
        self._send(updates)
        self._bus.publish(self.table.id, entry.number)
        return True

    async def _reload(self) -> None:
        """Rebuild the table from its journal: what was applied may not have been stored."""
        table_id = self.table.id
        entries = await self._store.entries(table_id)
        self.table = await self._background.run(table_id, lambda: rebuild(table_id, entries))
        self.is_stale = False
        self._send(self._encode_updates())

    async def _catch_up(self) -> bool:
        """Read what other processes have stored; whether there was anything."""
        before = self.table.number
        self.is_stale = True
        await self._read_new_entries()
        self.is_stale = False
        return self.table.number > before

    async def _read_new_entries(self) -> None:
        entries = await self._store.entries(self.table.id, self.table.number)
        if len(entries) > MAX_APPLIED:
            await self._reload()
            return
        try:
            for entry in entries:
                self.table.apply(entry)
        except RattusError:
            raise
        except Exception as error:
            raise JournalError(f"table {self.table.id}: {type(error).__name__} {error}") from error
        self._send(self._encode_updates())

    def _encode_updates(self) -> list[tuple[Connection, Encoded]]:
        """The update for each client; clients with the same role and knowledge share one encoded message."""
        encoded: dict[tuple[Role, int], Encoded] = {}
        cache = ViewCache(self.table)
        updates = []
        for connection in self.connections:
            if connection.number >= self.table.number:
                continue
            key = connection.role, connection.number
            if key not in encoded:
                encoded[key] = _encode(update_message(self.table, *key, cache))
            updates.append((connection, encoded[key]))
        return updates

    def _send(self, updates: Iterable[tuple[Connection, Encoded]]) -> None:
        for connection, message in updates:
            connection.number = self.table.number
            connection.send_bytes(message.data, is_table=True, is_state=message.is_state)

    async def _read_up_to(self, have: int | None) -> None:
        """A client that was connected to another process may know entries that this one has not read yet."""
        if have is not None and have > self.table.number:
            await self._read_new_entries()

    def _missing(self, role: Role, have: int | None, mark: str | None) -> Encoded:
        if not have:
            return _encode(state_message(self.table, role))
        if not self.table.is_known(have, mark):  # of another history: a backup was restored meanwhile
            return _encode({**state_message(self.table, role), "anew": True})
        return _encode(update_message(self.table, role, have))
