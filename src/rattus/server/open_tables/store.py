"""Open tables in the database. Of two players who want one chair the database lets one have it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import Connection, delete, func, insert, select

from rattus.server.errors import ErrorCode, RequestRefused, ServerError
from rattus.server.players.store import UNFINISHED, Player, access_rows, check_room, write_summary
from rattus.server.players.summary import stored_summary, summary_of
from rattus.server.storage.database import insert_on_conflict
from rattus.server.storage.schema import entries, games, keys, notes, openings, players, seatings, tables
from rattus.server.storage.store import SECRET, TableStore
from rattus.server.tables.journal import JournalEntry, entry_to_row
from rattus.server.tables.keys import WATCH
from rattus.server.tables.table import Table, TableStatus

log = logging.getLogger(__name__)
MAX_LISTED = 500  # open tables that are known at once; more than a list needs
NEW_SECONDS = 30.0  # since a table was opened that a list may not have yet
NOT_OPEN = "this table is not open any more"


@dataclass(frozen=True)
class OpenTable:
    """An open table whose match has not begun."""

    id: str
    player: str
    chair: int
    opened_at: float
    fill_at: float | None
    closes_at: float
    data: dict[str, Any]  # what never changes
    chairs: list[dict[str, Any]]

    @property
    def free_chairs(self) -> list[int]:
        """The chairs where anybody may sit down."""
        return [chair["chair"] for chair in self.chairs if chair["holder"] == "open"]

    @property
    def people(self) -> int:
        """How many people sit here."""
        return sum(chair["holder"] == "person" for chair in self.chairs)


@dataclass(frozen=True)
class Bounds:
    """How many open tables and chairs at them a player, and an address, may have at once."""

    tables: int
    tables_from_address: int
    chairs: int


class AlreadyOpen(ServerError):
    """There is a table that will do instead of a new one."""

    def __init__(self, table: OpenTable) -> None:
        super().__init__(ErrorCode.LATE, f"table {table.id} was opened first")
        self.table = table


class OpenTableStore:
    """The open tables of a database."""

    def __init__(self, store: TableStore, bounds: Bounds) -> None:
        self._store, self._bounds = store, bounds
        self._damaged: set[str] = set()  # tables that cannot be read, which is logged once

    async def create(
        self,
        table: Table,
        journal: Sequence[JournalEntry],
        player: Player,
        key: str,
        chair: int,
        maker: str,
        closes_at: float,
        watch_digest: str,
        unless: Callable[[OpenTable], bool] | None = None,
    ) -> None:
        """Store a new open table, whose chair and host's key are the player's: all or nothing.

        AlreadyOpen if there is one that will do: the player's own, or one that was opened a moment ago.
        """
        settings, now, summary = table.settings, journal[0].at, summary_of(table)
        fill_at = None if settings.opening is None else settings.opening.fill_at
        level = None if settings.opening is None else settings.opening.level
        listed = settings.opening is None or settings.opening.listed
        data = {"options": settings.options, "hide_rats": settings.hide_rats, "level": level}
        data |= {"rated": settings.rated, "listed": listed}
        access = access_rows(player, key, table.id, chair, is_host=True)
        watch = {"digest": watch_digest, "table_id": table.id, "role": WATCH.kind.value}

        own_or_new = sa.or_(openings.c.player_id == player.id, openings.c.opened_at > now - NEW_SECONDS)
        recent = _listed().where(own_or_new).limit(MAX_LISTED)

        def work(connection: Connection) -> None:
            if unless is not None:
                # Of people who look for a game at once one opens a table, and the others see it here.
                connection.execute(select(notes.c.name).where(notes.c.name == SECRET).with_for_update())
                for other in self._readable(connection.execute(recent).all()):
                    if other.free_chairs and unless(other):
                        raise AlreadyOpen(other)
            self._check_can_open(connection, player, maker)
            check_room(connection, player.id, table.id)
            row = {"id": table.id, "created_at": now, "next_wakeup": table.next_wakeup, "maker": maker}
            connection.execute(insert(tables), row)
            connection.execute(insert(keys), access)
            connection.execute(insert(keys), watch)
            stored = [{"table_id": table.id, **entry_to_row(entry)._asdict()} for entry in journal]
            connection.execute(insert(entries), stored)
            seating = {"table_id": table.id, "chair": chair, "player_id": player.id, "is_host": True, "at": now}
            connection.execute(insert(seatings), seating)
            if table.status is TableStatus.OPEN:
                opening = {"player_id": player.id, "chair": chair, "maker": maker, "opened_at": now}
                times = {"fill_at": fill_at, "closes_at": closes_at}
                connection.execute(
                    insert(openings), {"table_id": table.id, **opening, **times, "data": orjson.dumps(data).decode()}
                )
            write_summary(connection, summary)

        await self._store.write(work)

    async def take_chair(self, player: Player, key: str, table_id: str, chair: int, now: float) -> int:
        """Give a player a chair and its key; the chair. Whoever sits at this table already keeps what they have.

        RequestRefused with `late` if the chair is another's.
        """
        opening = select(openings.c.table_id).where(openings.c.table_id == table_id).with_for_update()
        own = select(seatings.c.chair).where(seatings.c.table_id == table_id, seatings.c.player_id == player.id)
        held = select(seatings.c.player_id).where(seatings.c.table_id == table_id, seatings.c.chair == chair)
        row = {"table_id": table_id, "chair": chair, "player_id": player.id, "is_host": False, "at": now}

        def work(connection: Connection) -> int:
            if connection.execute(opening).one_or_none() is None:
                raise RequestRefused(ErrorCode.LATE, NOT_OPEN)
            mine: int | None = connection.execute(own.limit(1)).scalar_one_or_none()
            if mine is not None:
                return mine
            _lock(connection, player)
            if _count_chairs(connection, player) >= self._bounds.chairs:
                why = "you have chairs at too many tables that have not begun; leave one of them"
                raise RequestRefused(ErrorCode.BUSY, why)
            check_room(connection, player.id, table_id)
            connection.execute(insert_on_conflict(connection, seatings).on_conflict_do_nothing(), row)
            if connection.execute(held).scalar_one() != player.id:
                raise RequestRefused(ErrorCode.LATE, "that chair is taken")
            access = access_rows(player, key, table_id, chair, is_host=False)
            connection.execute(insert_on_conflict(connection, keys).on_conflict_do_nothing(), access)
            return chair

        return await self._store.write(work)

    async def remove(self, table_id: str) -> None:
        """A table is not open any more."""
        change = delete(openings).where(openings.c.table_id == table_id)
        await self._store.write(lambda connection: connection.execute(change).rowcount)

    async def chair_of(self, player: Player, table_id: str) -> int | None:
        """The chair that a player has at a table."""
        own = select(seatings.c.chair).where(seatings.c.table_id == table_id, seatings.c.player_id == player.id)
        return await self._store.read(lambda connection: connection.execute(own.limit(1)).scalar_one_or_none())

    async def is_host(self, player: Player, table_id: str) -> bool:
        """Whether a player is the host of a table where they sit."""
        own = select(seatings.c.is_host).where(seatings.c.table_id == table_id, seatings.c.player_id == player.id)
        return bool(await self._store.read(lambda connection: connection.execute(own.limit(1)).scalar_one_or_none()))

    async def is_open(self, table_id: str) -> bool:
        """Whether a table is open and its match has not begun."""
        query = select(openings.c.table_id).where(openings.c.table_id == table_id)
        return await self._store.read(lambda connection: connection.execute(query).one_or_none()) is not None

    async def is_opener(self, player: Player, table_id: str) -> bool:
        """Whether a player has opened a table whose match has not begun."""
        query = select(openings.c.player_id).where(openings.c.table_id == table_id)
        return await self._store.read(lambda connection: connection.execute(query).scalar_one_or_none()) == player.id

    async def unfinished_tables(self, player: Player) -> list[str]:
        """The tables where a player sits and whose matches are not over, open ones and others."""
        query = select(seatings.c.table_id).join(games, games.c.table_id == seatings.c.table_id).distinct()
        query = query.where(seatings.c.player_id == player.id, games.c.status.in_(UNFINISHED))
        return await self._store.read(lambda connection: list(connection.execute(query.limit(MAX_LISTED)).scalars()))

    async def listed(self) -> list[OpenTable]:
        """The open tables that stand in the list and whose matches have not begun, the newest first."""
        return await self._read(_listed())

    async def due(self, now: float) -> list[OpenTable]:
        """Those that are full, whose bots are to come, or that are to be closed, listed or not; the oldest first."""
        is_full = games.c.data.not_like('%"holder":"open"%')  # as summaries are written
        is_due = sa.or_(openings.c.fill_at <= now, openings.c.closes_at <= now, is_full)
        return await self._read(_unbegun().where(is_due).order_by(openings.c.opened_at, openings.c.table_id))

    async def _read(self, query: sa.Select[Any]) -> list[OpenTable]:
        query = query.limit(MAX_LISTED)
        return self._readable(await self._store.read(lambda connection: connection.execute(query).all()))

    def _readable(self, rows: Sequence[Any]) -> list[OpenTable]:
        found = []
        for row in rows:
            try:
                found.append(_open_table(row))
            except (KeyError, TypeError, ValueError) as error:  # it keeps no other from the list
                if row.table_id not in self._damaged:
                    what = f"{type(error).__name__}: {error}"
                    log.error("an open table is damaged", extra={"table": row.table_id, "error": what})
                self._damaged.add(row.table_id)
        return found

    async def players_at(self, table_ids: Sequence[str]) -> dict[tuple[str, int], str]:
        """Who sits at these tables, by table and chair."""
        query = select(seatings.c.table_id, seatings.c.chair, seatings.c.player_id)
        query = query.where(seatings.c.table_id.in_(table_ids))

        def work(connection: Connection) -> dict[tuple[str, int], str]:
            return {(row.table_id, row.chair): row.player_id for row in connection.execute(query)}

        return await self._store.read(work) if table_ids else {}

    def _check_can_open(self, connection: Connection, player: Player, maker: str) -> None:
        """RequestRefused if a player or an address has as many open tables as they may have."""
        _lock(connection, player)
        by_player = select(func.count()).select_from(openings).where(openings.c.player_id == player.id)
        by_address = select(func.count()).select_from(openings).where(openings.c.maker == maker)
        is_too_many = (
            connection.execute(by_player).scalar_one() >= self._bounds.tables
            or connection.execute(by_address).scalar_one() >= self._bounds.tables_from_address
            or _count_chairs(connection, player) >= self._bounds.chairs
        )
        if is_too_many:
            raise RequestRefused(ErrorCode.BUSY, "you have too many open tables that have not begun; close one of them")


def _unbegun() -> sa.Select[Any]:
    columns = (
        openings.c.table_id, openings.c.player_id, openings.c.chair, openings.c.opened_at, openings.c.fill_at,
        openings.c.closes_at, openings.c.data, games.c.data.label("summary"),
    )  # fmt: skip
    query = select(*columns).join(games, games.c.table_id == openings.c.table_id)
    return query.where(games.c.status == TableStatus.OPEN.value)


def _listed() -> sa.Select[Any]:
    is_listed = openings.c.data.not_like('%"listed":false%')  # as `create` writes it
    return _unbegun().where(is_listed).order_by(openings.c.opened_at.desc(), openings.c.table_id)


def _lock(connection: Connection, player: Player) -> None:
    """Let nobody else count what this player has until the transaction is over."""
    connection.execute(select(players.c.id).where(players.c.id == player.id).with_for_update())


def _count_chairs(connection: Connection, player: Player) -> int:
    query = select(func.count()).select_from(sa.join(seatings, openings, seatings.c.table_id == openings.c.table_id))
    return int(connection.execute(query.where(seatings.c.player_id == player.id)).scalar_one())


def _open_table(row: Any) -> OpenTable:
    summary = stored_summary(row.summary)
    data = {"rated": False, "listed": True} | orjson.loads(row.data)
    data |= {"game": summary["game"], "clock": summary["clock"]}
    own = row.table_id, row.player_id, row.chair, row.opened_at, row.fill_at, row.closes_at
    return OpenTable(*own, data, summary["chairs"])
