"""Tables that are never lost: their journals, their keys, and who looks after them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson
from sqlalchemy import ColumnElement, Connection, and_, func, insert, or_, select, update

from rattus.server.storage.database import CONNECTIONS, StorageTrouble, open_engine
from rattus.server.storage.lock import Turn
from rattus.server.storage.schema import entries, keys, tables
from rattus.server.storage.writer import UNCHANGED, Append, Job, Unchanged, Writer
from rattus.server.tables.journal import Entry
from rattus.server.tables.keys import Role

__all__ = ["UNCHANGED", "Access", "Storage", "StorageTrouble", "Unchanged"]

T = TypeVar("T")


@dataclass(frozen=True)
class Access:
    """What a key opens: a table, as `host`, `watch`, or `seat` and its number."""

    table: str
    role: str
    seat: int | None


class Storage:
    """A database of tables, for one event loop; all work is done in threads. `migrate` must have been called before.

    What a method has returned is stored for good, and every later reading sees it. All methods may raise
    `StorageTrouble`.
    """

    def __init__(self, address: str) -> None:
        self._engine = open_engine(address)
        self._writer = Writer(self._engine, Turn(address))
        self._readers = ThreadPoolExecutor(CONNECTIONS - 1, thread_name_prefix="storage-reader")
        self._storing: set[str] = set()  # tables
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._writer.waiting

    # ---- tables and their journals

    async def create(
        self, table_id: str, journal: Sequence[Entry], roles: Mapping[str, Role], attention: float | None
    ) -> None:
        """Make a table with the first entries of its journal, and roles by digest of key: all of it or nothing."""
        made = {"id": table_id, "made": journal[0].at, "attention": attention}
        opened = [
            {"digest": digest, "table_id": table_id, "role": role.kind, "seat": role.seat}
            for digest, role in roles.items()
        ]
        rows = [_row(table_id, entry) for entry in journal]

        def work(connection: Connection) -> None:
            connection.execute(insert(tables), made)
            connection.execute(insert(keys), opened)
            connection.execute(insert(entries), rows)

        await self._write(work)

    def append(
        self, table_id: str, entry: Entry, attention: float | Unchanged | None = UNCHANGED
    ) -> asyncio.Future[bool]:
        """Add an entry to a journal, from now on; what comes of it is told when it is stored.

        It is False, and nothing has changed, if another process has taken this number. One at a time for a table: the
        next entry stands on this one. After `StorageTrouble` the entry may be there nonetheless, if the database was
        lost while it answered; to try its number again is always safe.
        """
        if table_id in self._storing:
            raise RuntimeError(f"table {table_id}: the entry before {entry.number} is not stored yet")
        outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._put(Append(_row(table_id, entry), attention, outcome))
        self._storing.add(table_id)
        outcome.add_done_callback(lambda _: self._storing.discard(table_id))
        return outcome

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """A journal in its order, from the entry after this number on; nothing if there is no such table."""
        columns = entries.c.number, entries.c.at, entries.c.kind, entries.c.seat, entries.c.data
        found = select(*columns).where(entries.c.table_id == table_id, entries.c.number > after)

        def work(connection: Connection) -> list[Entry]:
            rows = connection.execute(found.order_by(entries.c.number))
            return [Entry(number, at, kind, seat, orjson.loads(data)) for number, at, kind, seat, data in rows]

        return await self._read(work)

    async def find_key(self, digest: str) -> Access | None:
        """What a key opens, by its digest."""
        found = select(keys.c.table_id, keys.c.role, keys.c.seat).where(keys.c.digest == digest)
        row = await self._read(lambda connection: connection.execute(found).one_or_none())
        return None if row is None else Access(row.table_id, row.role, row.seat)

    async def count_tables(self) -> int:
        """How many tables there are."""
        return await self._read(lambda connection: connection.execute(select(func.count(tables.c.id))).scalar_one())

    # ---- who looks after a table

    async def needing_attention(self, now: float, most: int = 1000) -> list[str]:
        """The tables that have to be looked after and that nobody keeps, those that wait longest first."""
        is_kept = and_(tables.c.keeper.is_not(None), tables.c.kept_until >= now)
        found = select(tables.c.id).where(tables.c.attention <= now, ~is_kept).order_by(tables.c.attention).limit(most)
        return await self._read(lambda connection: list(connection.execute(found).scalars()))

    async def claim(self, table_id: str, keeper: str, now: float, until: float) -> bool:
        """Keep a table until then, or go on keeping it; False if another one keeps it."""
        is_free = or_(tables.c.keeper.is_(None), tables.c.keeper == keeper, tables.c.kept_until < now)
        change = update(tables).where(tables.c.id == table_id, is_free).values(keeper=keeper, kept_until=until)
        return await self._write(lambda connection: connection.execute(change).rowcount == 1)

    async def renew(self, keeper: str, until: float) -> set[str]:
        """Go on keeping all tables that this keeper still keeps: these."""
        # Locked in their order, so as not to wait for a writer in another process that waits for us.
        mine = select(tables.c.id).where(tables.c.keeper == keeper).order_by(tables.c.id)
        locked = mine.with_for_update(key_share=True).cte("locked")
        change = update(tables).where(tables.c.id.in_(select(locked.c.id))).values(kept_until=until)
        return await self._write(lambda connection: set(connection.execute(change.returning(tables.c.id)).scalars()))

    async def release(self, table_id: str, keeper: str) -> None:
        """Keep a table no longer."""
        await self._free(and_(tables.c.id == table_id, tables.c.keeper == keeper))

    async def release_all(self, keeper: str) -> None:
        """Keep no table any longer: for a server that takes the place of one that has died."""
        await self._free(tables.c.keeper == keeper)

    async def _free(self, which: ColumnElement[bool]) -> None:
        change = update(tables).where(which).values(keeper=None, kept_until=None)
        await self._write(lambda connection: connection.execute(change).rowcount)

    # ---- the database itself

    async def ping(self) -> None:
        """Make sure that the database answers."""
        await self._read(lambda connection: connection.execute(select(1)).scalar_one())

    async def close(self) -> None:
        """Write what was accepted, and end."""
        if not self._is_closed:
            self._is_closed = True
            await asyncio.to_thread(self._writer.close)
            await asyncio.to_thread(self._readers.shutdown)
            self._engine.dispose()

    def _put(self, task: Append | Job) -> None:
        if self._is_closed:
            raise StorageTrouble("it is closed")
        self._writer.put(task)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(Job(work, outcome))
        return await outcome

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def read() -> T:
            try:
                with self._engine.connect() as connection:
                    return work(connection)
            except Exception as error:
                raise StorageTrouble(error) from error

        if self._is_closed:
            raise StorageTrouble("it is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, read)


def _row(table_id: str, entry: Entry) -> dict[str, Any]:
    data = orjson.dumps(entry.data).decode()
    return {
        "table_id": table_id, "number": entry.number, "at": entry.at, "kind": entry.kind, "seat": entry.seat,
        "data": data,
    }  # fmt: skip
