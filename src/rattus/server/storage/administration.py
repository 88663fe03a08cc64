"""What hosts do to tables, addresses and keys, in the database. Running servers follow the audit log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import Connection, and_, delete, func, insert, or_, select

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.storage.schema import audit, bans, entries, keys, seatings, tables
from rattus.server.storage.store import TableStore
from rattus.server.tables.journal import JournalEntry
from rattus.server.tables.keys import Role

T = TypeVar("T")
DAY_SECONDS = 86_400.0
# What people with a key have done is forgotten, since they can do as much as they like; what `rattus admin` did is not.
KEPT_SECONDS = {"host": 30 * DAY_SECONDS, "player": DAY_SECONDS}


class Action(StrEnum):
    """What was done, as it stands in the audit log."""

    CLOSE = "close"
    REMOVE = "remove"
    BAN = "ban"
    UNBAN = "unban"
    RENEW_KEY = "renew_key"
    KICK = "kick"
    STAND_UP = "stand_up"
    RENEW_PLAYER = "renew_player"
    REMOVE_PLAYER = "remove_player"
    SIGN_OUT = "sign_out"
    RATE_AGAIN = "rate_again"
    DISMISS_REPORT = "dismiss_report"


@dataclass(frozen=True)
class AuditRow:
    """Something that was done: by whom, to which table, and what else there is to say."""

    id: int
    at: float
    who: str
    action: str
    table: str | None
    detail: str


@dataclass(frozen=True)
class TableRow:
    """A table in a list."""

    id: str
    made_at: float
    last_at: float
    entries: int
    maker: str | None


@dataclass(frozen=True)
class Ban:
    """An address that is shut out, by its keyed hash."""

    address: str
    at: float
    why: str


class Administration:
    """Acts on a database for somebody, `who` in the audit log. Each act and its row in the log are one transaction."""

    def __init__(self, store: TableStore, who: str) -> None:
        self._store, self._who = store, who

    # ---- looking

    async def tables(self, limit: int, maker: str | None = None) -> list[TableRow]:
        """The newest tables, or those of one maker."""
        count, last = func.count(entries.c.number), func.max(entries.c.at)
        columns = tables.c.id, tables.c.created_at, last, count, tables.c.maker
        query = (
            select(*columns).outerjoin(entries, entries.c.table_id == tables.c.id).group_by(*columns[:2], columns[4])
        )
        if maker is not None:
            query = query.where(tables.c.maker == maker)
        query = query.order_by(tables.c.created_at.desc()).limit(limit)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [TableRow(row[0], row[1], row[2] or row[1], row[3], row[4]) for row in rows]

    async def bans(self) -> list[Ban]:
        """All bans."""
        query = select(bans.c.address, bans.c.at, bans.c.why).order_by(bans.c.at)
        return [Ban(*row) for row in await self._store.read(lambda c: c.execute(query).all())]

    async def log(self, after: int = 0, limit: int = 1000) -> list[AuditRow]:
        """The audit log after a row."""
        query = select(audit).where(audit.c.id > after).order_by(audit.c.id).limit(limit)
        return [AuditRow(*row) for row in await self._store.read(lambda c: c.execute(query).all())]

    async def newest(self, limit: int, who: str = "") -> list[AuditRow]:
        """The last rows of the audit log, or of those whose doer begins with a word; the newest last."""
        query = select(audit).where(audit.c.who.startswith(who, autoescape=True))
        query = query.order_by(audit.c.id.desc()).limit(limit)
        return [AuditRow(*row) for row in await self._store.read(lambda c: c.execute(query).all())][::-1]

    async def remove_old(self, now: float) -> None:
        """Forget what hosts of tables and players did long ago. The last row stays: servers follow its number."""
        is_old = or_(*(and_(audit.c.who == who, audit.c.at < now - kept) for who, kept in KEPT_SECONDS.items()))
        last = select(func.max(audit.c.id)).scalar_subquery()
        change = delete(audit).where(is_old, audit.c.id < last)
        await self._store.write(lambda connection: connection.execute(change).rowcount)

    async def last_row(self) -> int:
        """The number of the last row of the audit log."""
        query = select(func.max(audit.c.id))
        return int(await self._store.read(lambda connection: connection.execute(query).scalar_one()) or 0)

    # ---- acting

    async def renew_key(self, table_id: str, role: Role, digest: str, now: float, action: Action) -> None:
        """Replace the key of a role by another one; the old one opens nothing any more."""

        def work(connection: Connection) -> None:
            _check_exists(connection, table_id)
            # The chair is no longer the player's own, who otherwise would get another key to it. This comes first:
            # whoever is adding keys for that player has locked the chair, and what they add is deleted below.
            connection.execute(delete(seatings).where(seatings.c.table_id == table_id, seatings.c.chair == role.chair))
            is_role = (keys.c.role == role.kind.value, keys.c.chair == role.chair)
            if connection.execute(delete(keys).where(keys.c.table_id == table_id, *is_role)).rowcount == 0:
                raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no chair {role.chair}")
            row = {"digest": digest, "table_id": table_id, "role": role.kind.value, "chair": role.chair}
            connection.execute(insert(keys), row)

        await self._act(work, now, action, table_id, str(role.chair))

    async def remove(self, table_id: str, now: float) -> None:
        """Remove a table with its journal and keys."""

        def work(connection: Connection) -> None:
            _check_exists(connection, table_id)
            for rows in (entries, keys):
                connection.execute(delete(rows).where(rows.c.table_id == table_id))
            connection.execute(delete(tables).where(tables.c.id == table_id))

        await self._act(work, now, Action.REMOVE, table_id, "")

    async def ban(self, address: str, why: str, now: float) -> None:
        """Shut an address out, by its keyed hash."""

        def work(connection: Connection) -> None:
            connection.execute(delete(bans).where(bans.c.address == address))
            connection.execute(insert(bans), {"address": address, "at": now, "why": why})

        await self._act(work, now, Action.BAN, None, f"{address} {why}".strip())

    async def unban(self, address: str, now: float) -> None:
        """Let an address in again."""

        def work(connection: Connection) -> None:
            if connection.execute(delete(bans).where(bans.c.address == address)).rowcount == 0:
                raise RequestRefused(ErrorCode.NOT_FOUND, "it is not banned")

        await self._act(work, now, Action.UNBAN, None, address)

    async def note(self, action: Action, table_id: str | None, detail: str, now: float) -> None:
        """Add a row to the audit log for what was done by way of the journal."""
        await self._act(lambda _: None, now, action, table_id, detail)

    async def journal(self, table_id: str) -> list[JournalEntry]:
        """The journal of a table. RequestRefused if there is no such table."""
        found = await self._store.entries(table_id)
        if not found:
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no table {table_id}")
        return found

    async def _act(
        self, work: Callable[[Connection], T], now: float, action: Action, table_id: str | None, detail: str
    ) -> T:
        row: dict[str, Any] = {
            "at": now,
            "who": self._who,
            "action": action.value,
            "table_id": table_id,
            "detail": detail,
        }

        def act(connection: Connection) -> T:
            result = work(connection)
            connection.execute(insert(audit), row)
            return result

        return await self._store.write(act)


def _check_exists(connection: Connection, table_id: str) -> None:
    if connection.execute(select(tables.c.id).where(tables.c.id == table_id)).one_or_none() is None:
        raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no table {table_id}")
