"""Tries at the games of the day, in the database. Of two at once by one player the database lets one be the try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, or_, select, update

from rattus.server.players.store import Player, access_rows, write_summary
from rattus.server.players.summary import GameSummary, summary_of
from rattus.server.storage.database import insert_on_conflict
from rattus.server.storage.schema import entries, keys, players, seatings, tables, tries
from rattus.server.storage.store import TableStore
from rattus.server.tables.daily import end_of
from rattus.server.tables.journal import JournalEntry, entry_to_row
from rattus.server.tables.keys import WATCH
from rattus.server.tables.table import Table, TableStatus

CHAIR = 1  # of the player; the computer players have the others
MAX_REMOVED = 500  # old tries at once


@dataclass(frozen=True)
class Try:
    """A player's try at the game of a day; `ended_at` is None while it is played, or if the day was over first."""

    table: str
    ended_at: float | None
    has_left: bool
    place: int | None
    points: int | None


@dataclass(frozen=True)
class DailyResult:
    """How the game of a day ended for somebody who played it to its end."""

    player: str
    name: str
    table: str
    place: int
    points: int


class DailyStore:
    """The tries at the games of the day of a database."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    async def begin(
        self, day: str, player: Player, key: str, table: Table, journal: Sequence[JournalEntry], maker: str
    ) -> str:
        """Store a try with its table, all or nothing. The table of the try: another one if there was a try already."""
        now, summary = journal[0].at, summary_of(table)
        row = {"day": day, "game": table.settings.game, "player_id": player.id, "table_id": table.id, "has_left": False}
        begun = {**row, "begun_at": now}
        own = select(tries.c.table_id).where(*_is_try(day, table.settings.game, player.id))

        def work(connection: Connection) -> str:
            connection.execute(insert_on_conflict(connection, tries).on_conflict_do_nothing(), begun)
            found: str = connection.execute(own).scalar_one()
            if found != table.id:
                return found
            new = {"id": table.id, "created_at": now, "next_wakeup": table.next_wakeup, "maker": maker}
            connection.execute(insert(tables), new)
            connection.execute(insert(keys), access_rows(player, key, table.id, CHAIR, is_host=False))
            stored = [{"table_id": table.id, **entry_to_row(entry)._asdict()} for entry in journal]
            connection.execute(insert(entries), stored)
            seat = {"table_id": table.id, "chair": CHAIR, "player_id": player.id, "is_host": False, "at": now}
            connection.execute(insert(seatings), seat)
            write_summary(connection, summary)
            return found

        return await self._store.write(work)

    async def find(self, day: str, game: str, player: Player) -> Try | None:
        """The try of a player, if they have begun it."""
        columns = tries.c.table_id, tries.c.ended_at, tries.c.has_left, tries.c.place, tries.c.points
        query = select(*columns).where(*_is_try(day, game, player.id))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Try(*row)

    async def leave(self, player: Player, table_id: str, now: float) -> None:
        """A player gives up their chair: that was the try, if it was one."""
        is_theirs = tries.c.table_id == table_id, tries.c.player_id == player.id, tries.c.ended_at.is_(None)
        change = update(tries).where(*is_theirs).values(ended_at=now, has_left=True)
        await self._store.write(lambda connection: connection.execute(change).rowcount)

    async def has_chair(self, player: Player, table_id: str) -> bool:
        """Whether a player still has their chair at the table of their try."""
        own = select(seatings.c.chair).where(seatings.c.table_id == table_id, seatings.c.player_id == player.id)
        return await self._store.read(lambda connection: connection.execute(own).first()) is not None

    async def count(self, day: str, game: str) -> int:
        """How many have begun the game of a day."""
        query = select(func.count()).select_from(tries).where(tries.c.day == day, tries.c.game == game)
        return int(await self._store.read(lambda connection: connection.execute(query).scalar_one()))

    async def results(self, day: str, game: str, limit: int) -> list[DailyResult]:
        """The best results of a day: by place, then by points, then who was first."""
        columns = tries.c.player_id, players.c.name, tries.c.table_id, tries.c.place, tries.c.points
        query = select(*columns).join(players, players.c.id == tries.c.player_id)
        query = query.where(*_counts(day, game)).order_by(tries.c.place, tries.c.points.desc(), tries.c.ended_at)
        rows = await self._store.read(lambda connection: connection.execute(query.limit(limit)).all())
        return [DailyResult(*row) for row in rows]

    async def rank(self, day: str, game: str, own: Try) -> int | None:
        """Which place among all results a try has; None if it does not count."""
        if own.place is None or own.points is None or own.ended_at is None:
            return None
        is_better = or_(
            tries.c.place < own.place,
            and_(tries.c.place == own.place, tries.c.points > own.points),
            and_(tries.c.place == own.place, tries.c.points == own.points, tries.c.ended_at < own.ended_at),
        )
        query: Select[Any] = select(func.count()).select_from(tries).where(*_counts(day, game), is_better)
        return 1 + int(await self._store.read(lambda connection: connection.execute(query).scalar_one()))

    async def let_watch(self, table_id: str, digest: str) -> bool:
        """Let everybody watch a table who has the key with this digest; False if the table is gone."""
        exists = select(tables.c.id).where(tables.c.id == table_id)
        known = select(keys.c.digest).where(keys.c.digest == digest)
        row = {"digest": digest, "table_id": table_id, "role": WATCH.kind.value}

        def work(connection: Connection) -> bool:
            if connection.execute(exists).one_or_none() is None:
                return False
            connection.execute(insert_on_conflict(connection, keys).on_conflict_do_nothing(), row)
            return True

        if await self._store.read(lambda connection: connection.execute(known).one_or_none()) is not None:
            return True
        return await self._store.write(work)

    async def export(self, player: Player) -> list[dict[str, Any]]:
        """The tries of a player."""
        names = "day", "game", "table_id", "begun_at", "ended_at", "has_left", "place", "points"
        query = select(*(tries.c[name] for name in names)).where(tries.c.player_id == player.id)
        rows = await self._store.read(lambda connection: connection.execute(query.order_by(tries.c.day)).all())
        told = "day", "game", "table", "begun", "ended", "left", "place", "points"
        return [dict(zip(told, row, strict=True)) for row in rows]

    async def remove_before(self, day: str) -> None:
        """Remove the tries of days before this one."""
        old = select(tries.c.table_id).where(tries.c.day < day).limit(MAX_REMOVED).scalar_subquery()
        change = delete(tries).where(tries.c.table_id.in_(old))
        await self._store.write(lambda connection: connection.execute(change).rowcount)


def note_result(connection: Connection, summary: GameSummary, owners: Mapping[int, str]) -> None:
    """Store how a try ended, in the transaction that stores what its table has come to.

    One that ends after its day does not count: the others could see by then what was hidden in it.
    """
    day = summary.data.get("daily")
    if day is None or summary.status != TableStatus.OVER.value or CHAIR not in owners:
        return
    own = next((each for each in summary.results if each.chair == CHAIR), None)
    if own is None or summary.changed_at >= end_of(day):
        return
    points = summary.data["points"].get(own.seat, 0)
    ended = {"place": None, "points": None} if own.has_left else {"place": own.place, "points": points}
    change = update(tries).where(tries.c.table_id == summary.table, tries.c.ended_at.is_(None))
    connection.execute(change.values(ended_at=summary.changed_at, has_left=own.has_left, **ended))


def _is_try(day: str, game: str, player_id: str) -> tuple[Any, ...]:
    return tries.c.day == day, tries.c.game == game, tries.c.player_id == player_id


def _counts(day: str, game: str) -> tuple[Any, ...]:
    return tries.c.day == day, tries.c.game == game, tries.c.place.is_not(None)
