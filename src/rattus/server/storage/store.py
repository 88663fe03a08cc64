"""The store of all tables: their journals, their keys, and the leases of the processes that run them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, and_, case, delete, func, insert, or_, select, tuple_, update

from rattus.server.errors import BrokenInvariant, ServerError, StorageError
from rattus.server.storage.database import POOL_SIZE, open_engine, reason
from rattus.server.storage.lock import WriteTurn
from rattus.server.storage.schema import entries, keys, notes, tables
from rattus.server.storage.writer import UNCHANGED, Append, Unchanged, WriteJob, Writer
from rattus.server.tables.journal import EntryRow, JournalEntry, entry_from_row, entry_to_row
from rattus.server.tables.keys import Role, RoleKind

T = TypeVar("T")
HEALTH = "health"  # the note that is written to see whether it can be
FIRST = (0.0, "")  # before every table
MAX_IDS = 500  # in one query
SECRET = "secret"  # the note that there always is
MAX_LEASE_SECONDS = 300.0  # a lease that claims to be good for longer was made by a clock that was wrong


@dataclass(frozen=True)
class Access:
    """What a key grants: a role at a table. `player` is the player whose own key it was derived from.

    `device` is the device that had this key of the player; None if it was the one in the player's link.
    """

    table: str
    role: Role
    player: str | None = None
    device: str | None = None


class TableStore:
    """A database of tables, for one event loop; all work is done in threads. `migrate` must have run before.

    When a method returns, its change is durable and every later read sees it. All methods may raise `StorageError`.
    """

    def __init__(self, address: str) -> None:
        self._engine = open_engine(address)
        self._writer = Writer(self._engine, WriteTurn(address))
        self._readers = ThreadPoolExecutor(POOL_SIZE - 1, thread_name_prefix="storage-reader")
        self._storing: set[str] = set()  # tables whose last entry is not committed yet
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many writes wait."""
        return self._writer.waiting

    # ---- tables and their journals

    async def create(
        self,
        table_id: str,
        journal: Sequence[JournalEntry],
        roles: Mapping[str, Role],
        next_wakeup: float | None,
        maker: str | None = None,
    ) -> None:
        """Store a new table with the first entries of its journal and its roles by digest of key: all or nothing."""
        table = {"id": table_id, "created_at": journal[0].at, "next_wakeup": next_wakeup, "maker": maker}
        access = [
            {"digest": digest, "table_id": table_id, "role": role.kind.value, "chair": role.chair}
            for digest, role in roles.items()
        ]
        rows = [_row(table_id, entry) for entry in journal]

        def work(connection: Connection) -> None:
            connection.execute(insert(tables), table)
            connection.execute(insert(keys), access)
            connection.execute(insert(entries), rows)

        await self.write(work)

    def append(
        self, table_id: str, entry: JournalEntry, next_wakeup: float | Unchanged | None = UNCHANGED
    ) -> asyncio.Future[bool]:
        """Begin to append an entry to a journal; the future resolves when it is committed.

        It resolves to False, and nothing has changed, if another process has taken this number. A table may append
        one entry at a time, since the next one builds on it. After `StorageError` the entry may be stored all the
        same, if the connection was lost before the answer; appending the same number again is always safe.
        """
        if table_id in self._storing:
            raise BrokenInvariant(f"table {table_id}: the entry before {entry.number} is not stored yet")
        outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._put(Append(table_id, entry_to_row(entry), next_wakeup, outcome))
        self._storing.add(table_id)
        outcome.add_done_callback(lambda _: self._storing.discard(table_id))
        return outcome

    async def entries(self, table_id: str, after: int = 0) -> list[JournalEntry]:
        """A journal in order, after this number; empty if there is no such table. JournalError if it is unreadable."""
        columns = entries.c.number, entries.c.at, entries.c.kind, entries.c.chair, entries.c.data
        found = select(*columns).where(entries.c.table_id == table_id, entries.c.number > after)

        def work(connection: Connection) -> list[JournalEntry]:
            rows = connection.execute(found.order_by(entries.c.number))
            return [entry_from_row(EntryRow(*row)) for row in rows]

        return await self.read(work)

    async def last_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The numbers of the last entries of some tables."""
        last = func.max(entries.c.number)
        found: dict[str, int] = {}
        for start in range(0, len(table_ids), MAX_IDS):
            some = table_ids[start : start + MAX_IDS]
            query = select(entries.c.table_id, last).where(entries.c.table_id.in_(some)).group_by(entries.c.table_id)
            found |= await self.read(partial(_numbers, query))
        return found

    async def find_key(self, digest: str) -> Access | None:
        """What a key grants, by its digest."""
        columns = keys.c.table_id, keys.c.role, keys.c.chair, keys.c.player_id, keys.c.device_id
        found = select(*columns).where(keys.c.digest == digest)
        row = await self.read(lambda connection: connection.execute(found).one_or_none())
        if row is None:
            return None
        return Access(row.table_id, Role(RoleKind(row.role), row.chair), row.player_id, row.device_id)

    async def unused_since(self, time: float, limit: int, after: tuple[float, str] = FIRST) -> list[tuple[float, str]]:
        """Tables where nothing has happened since then, and where the server has nothing to do: when they were made.

        The oldest first, `limit` of those that come after one of them.
        """
        last = select(entries.c.at).where(entries.c.table_id == tables.c.id).order_by(entries.c.number.desc()).limit(1)
        is_old = and_(tables.c.created_at < time, tables.c.next_wakeup.is_(None), last.scalar_subquery() < time)
        names = tables.c.created_at, tables.c.id
        found = select(*names).where(is_old, tuple_(*names) > tuple_(*after)).order_by(*names).limit(limit)
        return await self.read(lambda connection: [(row.created_at, row.id) for row in connection.execute(found)])

    async def remove(self, table_id: str, last_number: int | None = None) -> bool:
        """Remove a table with its journal and keys; False if it does not end with this number (any more)."""
        last = select(func.max(entries.c.number)).where(entries.c.table_id == table_id)

        def work(connection: Connection) -> bool:
            number = connection.execute(last).scalar_one()
            if last_number is not None and number != last_number:
                return False
            for rows in (entries, keys):
                connection.execute(delete(rows).where(rows.c.table_id == table_id))
            return connection.execute(delete(tables).where(tables.c.id == table_id)).rowcount == 1

        return await self.write(work)

    async def maker_of(self, table_id: str) -> str | None:
        """The keyed hash of the address that a table was made from; None for tables of older versions."""
        found = select(tables.c.maker).where(tables.c.id == table_id)
        return await self.read(lambda connection: connection.execute(found).scalar_one_or_none())

    async def secret(self) -> bytes:
        """A random secret of this database, the same for all servers that use it."""
        return bytes.fromhex(await self.note(SECRET, lambda: secrets.token_hex(16)))

    async def note(self, name: str, make: Callable[[], str]) -> str:
        """A value that is made once for this database, and is the same for all servers that use it."""
        found = select(notes.c.value).where(notes.c.name == name)

        def read(connection: Connection) -> str | None:
            value: str | None = connection.execute(found).scalar_one_or_none()
            return value

        stored = await self.read(read)
        if stored is not None:
            return stored
        mine = {"name": name, "value": make()}

        def work(connection: Connection) -> str:
            known = read(connection)
            if known is None:
                connection.execute(insert(notes), mine)
            return known or mine["value"]

        try:
            return await self.write(work)
        except StorageError:  # another server was first
            return str(await self.read(read))

    async def count_tables(self) -> int:
        """How many tables there are."""
        return await self.read(lambda connection: connection.execute(select(func.count(tables.c.id))).scalar_one())

    # ---- leases

    async def due_tables(self, now: float, limit: int = 1000) -> list[str]:
        """The tables whose wake-up is due and that no process has leased, the longest waiting first."""
        is_leased = and_(tables.c.lease_owner.is_not(None), tables.c.leased_until.between(now, now + MAX_LEASE_SECONDS))
        due = select(tables.c.id).where(tables.c.next_wakeup <= now, ~is_leased)
        found = due.order_by(tables.c.next_wakeup).limit(limit)
        return await self.read(lambda connection: list(connection.execute(found).scalars()))

    async def claim(self, table_id: str, owner: str, now: float, until: float, wakeup: float | None = None) -> bool:
        """Lease a table, or extend the lease; False if another process has it.

        `wakeup` is when it has to be looked after: if it was postponed, that is over.
        """
        is_over = ~tables.c.leased_until.between(now, now + MAX_LEASE_SECONDS)
        is_free = or_(tables.c.lease_owner.is_(None), tables.c.lease_owner == owner, is_over)
        values: dict[str, Any] = {"lease_owner": owner, "leased_until": until}
        if wakeup is not None:
            values["next_wakeup"] = case((tables.c.next_wakeup > wakeup, wakeup), else_=tables.c.next_wakeup)
        change = update(tables).where(tables.c.id == table_id, is_free).values(values)
        return await self.write(lambda connection: connection.execute(change).rowcount == 1)

    async def postpone(self, table_id: str, owner: str, until: float) -> None:
        """End the lease on a table, which no process looks after until then."""
        is_ours = and_(tables.c.id == table_id, tables.c.lease_owner == owner, tables.c.next_wakeup.is_not(None))
        change = update(tables).where(is_ours).values(lease_owner=None, next_wakeup=until)
        await self.write(lambda connection: connection.execute(change).rowcount)

    async def renew(self, owner: str, until: float) -> set[str]:
        """Extend all leases that this process still has, and return their tables."""
        # Rows are locked in order, so that there is no deadlock with the writer of another process.
        mine = select(tables.c.id).where(tables.c.lease_owner == owner).order_by(tables.c.id)
        locked = mine.with_for_update(key_share=True).cte("locked")
        change = update(tables).where(tables.c.id.in_(select(locked.c.id))).values(leased_until=until)
        return await self.write(lambda connection: set(connection.execute(change.returning(tables.c.id)).scalars()))

    async def leased_until(self, table_id: str) -> float | None:
        """Until when the last lease on a table was good, whoever had it; None if there was none."""
        found = select(tables.c.leased_until).where(tables.c.id == table_id)
        return await self.read(lambda connection: connection.execute(found).scalar_one_or_none())

    async def release(self, table_id: str, owner: str, until: float | None = None) -> None:
        """End the lease on a table; `until` is kept as the time until when it would have been good."""
        await self._release(and_(tables.c.id == table_id, tables.c.lease_owner == owner), until)

    async def release_all(self, owner: str) -> None:
        """End all leases of a process: for the one that takes the place of a dead process with the same name."""
        await self._release(tables.c.lease_owner == owner)

    async def _release(self, which: ColumnElement[bool], until: float | None = None) -> None:
        # `leased_until` stays: it tells how long the table was without a server.
        values = {"lease_owner": None} | ({} if until is None else {"leased_until": until})
        change = update(tables).where(which).values(values)
        await self.write(lambda connection: connection.execute(change).rowcount)

    # ---- the database itself

    async def check_writing(self, now: float) -> None:
        """Check that the database takes writes, by one."""
        work = [
            delete(notes).where(notes.c.name == HEALTH),
            insert(notes).values(name=HEALTH, value=str(now)),
        ]
        await self.write(lambda connection: [connection.execute(statement) and None for statement in work])

    async def ping(self) -> None:
        """Check that the database answers."""
        await self.read(lambda connection: connection.execute(select(1)).scalar_one())

    async def close(self) -> None:
        """Write what was accepted, and close the database."""
        if not self._is_closed:
            self._is_closed = True
            await asyncio.to_thread(self._writer.close)
            await asyncio.to_thread(self._readers.shutdown)
            self._engine.dispose()

    def _put(self, task: Append | WriteJob) -> None:
        if self._is_closed:
            raise StorageError("it is closed")
        self._writer.put(task)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of some work in a transaction that writes."""
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(WriteJob(work, outcome))
        return await outcome

    async def rows(self, query: Select[Any]) -> list[Mapping[str, Any]]:
        """The rows that a query finds, by the names of their columns."""
        return await self.read(lambda connection: [dict(row) for row in connection.execute(query).mappings()])

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of some work that only reads."""

        def read() -> T:
            try:
                with self._engine.connect() as connection:
                    return work(connection)
            except ServerError:
                raise
            except Exception as error:
                raise StorageError(reason(error)) from error

        if self._is_closed:
            raise StorageError("it is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, read)


def _numbers(query: Select[Any], connection: Connection) -> dict[str, int]:
    return {row[0]: row[1] for row in connection.execute(query)}


def _row(table_id: str, entry: JournalEntry) -> dict[str, Any]:
    return {"table_id": table_id, **entry_to_row(entry)._asdict()}
