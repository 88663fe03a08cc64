"""Players in the database: who they are, the chairs that are theirs, their games and results."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import Connection, and_, delete, func, insert, select, update

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.players.keys import derived_key, new_player_id
from rattus.server.players.summary import GameSummary
from rattus.server.ratings.store import is_no_try_of, rate_match
from rattus.server.storage.database import insert_on_conflict
from rattus.server.storage.schema import (
    devices,
    entries,
    games,
    keys,
    openings,
    passkeys,
    players,
    rated_chairs,
    rated_matches,
    reports,
    results,
    seatings,
)
from rattus.server.storage.store import MAX_IDS, TableStore
from rattus.server.tables.journal import OLD_KINDS
from rattus.server.tables.keys import HOST, Role, chair_role, digest, new_key
from rattus.server.tables.table import TableStatus

NO_SUCH_PLAYER = "there is no such player, or this key is not theirs"
UNFINISHED = (TableStatus.OPEN.value, TableStatus.PLAYING.value)
SEEN_SECONDS = 3600.0  # until it is noted again that a player was here
MAX_EXPORTED_ENTRIES = 200_000
EXPORTED_AT_ONCE = 1_000
MAX_EXPORTED_RESULTS = 100_000
MAX_GAMES = 1000  # of one player that are not over: a list that long is no list
MAX_DEVICES = 20  # of one player, with keys of their own
CLOSED_LINK = "closed "  # stands in place of the digest of a link's key


@dataclass(frozen=True)
class Player:
    """A player, and the device whose own key was used; None if it was the one in the player's link."""

    id: str
    name: str
    created_at: float
    seen_at: float
    invitation: str | None = None  # digest of the invitation code that they have given
    device: str | None = None


# What else is written in the transaction that stores what a table has come to; the players by their chairs.
FollowTable = Callable[[Connection, GameSummary, Mapping[int, str]], None]


@dataclass(frozen=True)
class Totals:
    """How many games wait for a player, how many matches are over, and how many of them were won."""

    waiting: int
    finished: int
    won: int


Row = Mapping[str, Any]


class PlayerStore:
    """The players of a database. Keys are stored as digests; whoever has a player's key is that player."""

    def __init__(self, store: TableStore, followers: Sequence[FollowTable] = ()) -> None:
        self._store, self._followers = store, tuple(followers)

    # ---- who somebody is

    async def create(self, name: str, now: float) -> tuple[Player, str]:
        """A new player, and the key that makes its owner this player."""
        player, key = Player(new_player_id(), name, now, now), new_key()
        row = {"id": player.id, "digest": digest(key), "name": name, "created_at": now, "seen_at": now}
        await self._store.write(lambda connection: connection.execute(insert(players), row).rowcount)
        return player, key

    async def find(self, key: str) -> Player:
        """The player with this key. RequestRefused if there is none."""
        columns = players.c.id, players.c.name, players.c.created_at, players.c.seen_at, players.c.invitation
        by_link = select(*columns).where(players.c.digest == digest(key))
        by_device = select(*columns, devices.c.id).join(devices, devices.c.player_id == players.c.id)
        by_device = by_device.where(devices.c.digest == digest(key))

        def work(connection: Connection) -> Any:
            return connection.execute(by_link).one_or_none() or connection.execute(by_device).one_or_none()

        row = await self._store.read(work)
        if row is None:
            raise RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_PLAYER)
        return Player(*row)

    async def note_seen(self, player: Player, now: float) -> None:
        """Note that a player was here, now and then: players that were never used are removed after a while."""
        if now - player.seen_at > SEEN_SECONDS:
            changes = [
                update(players).where(players.c.id == player.id).values(seen_at=now),
                update(devices).where(devices.c.id == player.device).values(seen_at=now),
            ]
            await self._store.write(lambda connection: [connection.execute(change).rowcount for change in changes])

    async def rename(self, player: Player, name: str) -> None:
        """Give a player another name. Tables keep the names that were given there."""
        change = update(players).where(players.c.id == player.id).values(name=name)
        await self._store.write(lambda connection: connection.execute(change).rowcount)

    async def note_invitation(self, player: Player, code_digest: str) -> None:
        """Note which invitation code a player has given."""
        change = update(players).where(players.c.id == player.id).values(invitation=code_digest)
        await self._store.write(lambda connection: connection.execute(change).rowcount)

    async def renew_key(self, player: Player, old_key: str) -> str:
        """Another key for a player, and other keys to all tables; those that followed from the old one open nothing.

        Of two renewals at once one is refused: its key is no longer the player's.
        """
        key = new_key()

        def work(connection: Connection) -> None:
            _check_current(connection, player, old_key)
            connection.execute(update(players).where(players.c.id == player.id).values(digest=digest(key)))
            connection.execute(delete(devices).where(devices.c.player_id == player.id))
            connection.execute(delete(keys).where(keys.c.player_id == player.id))
            _add_access(connection, replace(player, device=None), key)

        await self._store.write(work)
        return key

    # ---- devices with keys of their own

    async def add_device(self, player_id: str, name: str, now: float) -> tuple[Player, str]:
        """Let a player in on one more device; the key that the device has for itself."""
        key = new_key()
        columns = players.c.id, players.c.name, players.c.created_at, players.c.seen_at

        def work(connection: Connection) -> Player:
            row = connection.execute(select(*columns).where(players.c.id == player_id)).one_or_none()
            if row is None:
                raise RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_PLAYER)
            return _add_device(connection, Player(*row), key, name, now)

        return await self._store.write(work), key

    async def close_link(self, player: Player, old_key: str, name: str, now: float) -> str:
        """Close the player's link, which then opens nothing. The key of this device, which has its own from now on.

        Only with a passkey: otherwise nobody would come in on another device.
        """
        key = new_key()
        has_passkey = select(passkeys.c.id).where(passkeys.c.player_id == player.id).limit(1)

        def work(connection: Connection) -> str:
            _check_current(connection, player, old_key)
            if connection.execute(has_passkey).one_or_none() is None:
                raise RequestRefused(ErrorCode.NOT_NOW, "add a passkey first; without one nobody could come in")
            closed = update(players).where(players.c.id == player.id).values(digest=f"{CLOSED_LINK}{player.id}")
            connection.execute(closed)
            connection.execute(delete(keys).where(keys.c.player_id == player.id, keys.c.device_id.is_(None)))
            if player.device is not None:
                return old_key
            _add_device(connection, player, key, name, now)
            return key

        return await self._store.write(work)

    async def is_link_open(self, player: Player) -> bool:
        """Whether a link leads to the player."""
        query = select(players.c.digest).where(players.c.id == player.id)
        found = await self._store.read(lambda connection: connection.execute(query).scalar_one_or_none())
        return found is not None and not found.startswith(CLOSED_LINK)

    async def devices(self, player: Player) -> list[Row]:
        """The devices of a player that have keys of their own, the newest first."""
        columns = devices.c.id, devices.c.name, devices.c.created_at, devices.c.seen_at
        query = select(*columns).where(devices.c.player_id == player.id)
        return await self._store.rows(query.order_by(devices.c.created_at.desc(), devices.c.id))

    async def remove_device(self, player: Player, device: str) -> None:
        """Sign a device out: its key, and what followed from it, opens nothing. RequestRefused if it is not theirs."""
        is_theirs = devices.c.id == device, devices.c.player_id == player.id

        def work(connection: Connection) -> None:
            if connection.execute(delete(devices).where(*is_theirs)).rowcount == 0:
                raise RequestRefused(ErrorCode.NOT_FOUND, "there is no such device of yours")
            connection.execute(delete(keys).where(keys.c.device_id == device))

        await self._store.write(work)

    async def ensure_access(self, player: Player, key: str, rows: Collection[Row]) -> None:
        """See that a device's own key opens the tables of a list: chairs may have been taken with another key."""
        if not rows:
            return
        wanted = {
            access["digest"]: access
            for row in rows
            for access in access_rows(player, key, row["table_id"], row["chair"], row["is_host"])
        }
        known = select(keys.c.digest).where(keys.c.digest.in_(list(wanted)))
        found = set(await self._store.read(lambda connection: connection.execute(known).scalars().all()))
        missing = {row["table_id"] for row in rows if not found.issuperset(_digests(player, key, row))}

        def work(connection: Connection) -> None:
            _check_current(connection, player, key)
            _add_access(connection, player, key, missing)

        if missing:
            await self._store.write(work)

    async def remove(self, player: Player) -> None:
        """Remove a player with the keys, chairs and results that are theirs. The tables themselves stay."""

        def work(connection: Connection) -> None:
            for rows in (keys, seatings, results):  # the rest goes with the player
                connection.execute(delete(rows).where(rows.c.player_id == player.id))
            # What others have reported stays with whoever runs the server, of somebody who is no player any more.
            connection.execute(update(reports).where(reports.c.player_id == player.id).values(player_id=None))
            connection.execute(delete(players).where(players.c.id == player.id))

        await self._store.write(work)

    async def remove_unused(self, before: float, limit: int) -> int:
        """Remove players who were last seen before this time and never had a chair or a result."""
        has_chair = select(seatings.c.table_id).where(seatings.c.player_id == players.c.id).exists()
        has_result = select(results.c.table_id).where(results.c.player_id == players.c.id).exists()
        is_unused = and_(players.c.seen_at < before, ~has_chair, ~has_result)
        unused = select(players.c.id).where(is_unused).limit(limit).scalar_subquery()
        change = delete(players).where(players.c.id.in_(unused))
        return await self._store.write(lambda connection: connection.execute(change).rowcount)

    # ---- chairs

    async def seat(
        self, player: Player, key: str, chair: int, chair_key: str, is_host: bool, summary: GameSummary, now: float
    ) -> bool:
        """Make a chair at a table a player's own; False if it is another player's already.

        `chair_key` must still open the chair: otherwise somebody who is being removed from it would get another key.
        `summary` is the table as it stands: from now on it is in the player's list.
        """
        opens = select(keys.c.digest).where(keys.c.digest == digest(chair_key)).with_for_update()

        def work(connection: Connection) -> bool:
            if connection.execute(opens).one_or_none() is None:
                raise RequestRefused(ErrorCode.NOT_FOUND, "this key does not open the chair any more")
            _check_current(connection, player, key)
            check_room(connection, player.id, summary.table)
            row = {"table_id": summary.table, "chair": chair, "player_id": player.id, "is_host": is_host, "at": now}
            connection.execute(insert_on_conflict(connection, seatings).on_conflict_do_nothing(), row)
            place = and_(seatings.c.table_id == summary.table, seatings.c.chair == chair)
            owner, hosts = connection.execute(select(seatings.c.player_id, seatings.c.is_host).where(place)).one()
            if owner != player.id:
                return False
            if is_host and not hosts:
                connection.execute(update(seatings).where(place).values(is_host=True))
            access = access_rows(player, key, summary.table, chair, is_host)
            connection.execute(insert_on_conflict(connection, keys).on_conflict_do_nothing(), access)
            self._write(connection, summary)
            return True

        return await self._store.write(work)

    async def leave(self, player: Player, table_id: str, chair: int) -> None:
        """Take a table from a player's list: the chair is nobody's own again. RequestRefused if it is not theirs."""
        is_theirs = (seatings.c.table_id == table_id, seatings.c.player_id == player.id)

        def work(connection: Connection) -> None:
            if connection.execute(delete(seatings).where(*is_theirs, seatings.c.chair == chair)).rowcount == 0:
                raise RequestRefused(ErrorCode.NOT_FOUND, "this chair is not yours")
            is_left = (keys.c.table_id == table_id, keys.c.player_id == player.id)
            other = connection.execute(select(seatings.c.chair).where(*is_theirs).limit(1)).one_or_none()
            # The key of the host stays while the player has another chair there.
            connection.execute(
                delete(keys).where(*is_left, keys.c.chair == chair) if other else delete(keys).where(*is_left)
            )

        await self._store.write(work)

    async def is_tracked(self, table_id: str) -> bool:
        """Whether a chair at this table is a player's own."""
        query = select(games.c.table_id).where(games.c.table_id == table_id)
        return await self._store.read(lambda connection: connection.execute(query).one_or_none()) is not None

    # ---- games and results

    async def write(self, summaries: Sequence[GameSummary]) -> set[str]:
        """Store what tables have come to; the players who sit there. Older summaries do not replace newer ones."""
        ordered = sorted(summaries, key=lambda summary: summary.table)  # so that two processes never deadlock

        def work(connection: Connection) -> set[str]:
            return {player for summary in ordered for player in self._write(connection, summary)}

        return await self._store.write(work)

    async def outdated(self) -> list[str]:
        """The unfinished tables whose journals have gone on since their summaries: a process died in between."""
        last = select(func.max(entries.c.number)).where(entries.c.table_id == games.c.table_id).scalar_subquery()
        query = select(games.c.table_id).where(games.c.status.in_(UNFINISHED), games.c.number < last)
        return await self._store.read(lambda connection: list(connection.execute(query).scalars()))

    async def unfinished(self, player: Player, first: int, limit: int) -> list[Row]:
        """The games of a player that are not over: those that wait for them first, by the time that is left."""
        waits = games.c.waits_for == seatings.c.chair
        order = (
            sa.case((and_(games.c.status == TableStatus.PLAYING.value, waits), 0), else_=1),
            sa.case((and_(waits, games.c.deadline.is_not(None)), games.c.deadline), else_=sa.null()).asc().nulls_last(),
            games.c.changed_at.desc(),
            games.c.table_id,
            seatings.c.chair,
        )
        columns = (
            seatings.c.table_id, seatings.c.chair, seatings.c.is_host, games.c.status, games.c.waits_for,
            games.c.deadline, games.c.changed_at, games.c.data,
        )  # fmt: skip
        query = select(*columns).join(games, games.c.table_id == seatings.c.table_id)
        query = query.where(seatings.c.player_id == player.id, games.c.status.in_(UNFINISHED))
        return await self._store.rows(query.order_by(*order).offset(first).limit(limit))

    async def finished(self, player_id: str, first: int, limit: int, hidden_day: str | None = None) -> list[Row]:
        """How the matches of a player ended, the last first; `is_mine` says whether the table can still be opened.

        `change` is what a rated match has changed of the player's rating. Tries of the `hidden_day` are left out.
        """
        is_chair = and_(
            seatings.c.table_id == results.c.table_id,
            seatings.c.chair == results.c.chair,
            seatings.c.player_id == results.c.player_id,
        )
        mine = seatings.c.player_id.is_not(None).label("is_mine"), seatings.c.is_host
        change = (rated_chairs.c.mean - rated_chairs.c.mean_before).label("change")
        is_match = and_(rated_matches.c.table_id == results.c.table_id, rated_matches.c.match == results.c.match)
        is_rated = and_(
            rated_chairs.c.rated_match_id == rated_matches.c.id,
            rated_chairs.c.chair == results.c.chair,
            rated_chairs.c.player_id == results.c.player_id,
            rated_chairs.c.is_rated,
        )
        query = select(results, *mine, change).outerjoin(seatings, is_chair)
        query = query.outerjoin(rated_matches, is_match).outerjoin(rated_chairs, is_rated)
        query = query.where(results.c.player_id == player_id, *_shown(hidden_day))
        order = results.c.at.desc(), results.c.table_id, results.c.match.desc(), results.c.chair
        return await self._store.rows(query.order_by(*order).offset(first).limit(limit))

    async def waiting(self, player_id: str) -> int:
        """How many games wait for a player."""
        return int(await self._store.read(lambda connection: connection.execute(waiting_query(player_id)).scalar_one()))

    async def totals(self, player_id: str, hidden_day: str | None = None) -> Totals:
        """How many games wait for a player, are over, and were won, without tries of the `hidden_day`."""
        won = func.coalesce(func.sum(sa.case((results.c.won, 1), else_=0)), 0)
        query = select(func.count(), won).where(results.c.player_id == player_id, *_shown(hidden_day))

        def work(connection: Connection) -> Totals:
            finished, wins = connection.execute(query).one()
            waiting: int = connection.execute(waiting_query(player_id)).scalar_one()
            return Totals(waiting, finished, int(wins))

        return await self._store.read(work)

    async def fingerprints(self, player_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Numbers that change whenever the unfinished games of these players do."""
        found: dict[str, tuple[int, int]] = {}
        for start in range(0, len(player_ids), MAX_IDS):
            some = player_ids[start : start + MAX_IDS]
            query = select(
                seatings.c.player_id, func.count(games.c.number).label("count"), func.sum(games.c.number).label("sum")
            )
            query = query.join(games, games.c.table_id == seatings.c.table_id)
            query = query.where(seatings.c.player_id.in_(some), games.c.status.in_(UNFINISHED))
            rows = await self._store.rows(query.group_by(seatings.c.player_id))
            found |= {row["player_id"]: (int(row["count"]), int(row["sum"])) for row in rows}
        return found

    async def export(self, player: Player) -> dict[str, Any]:
        """Everything that is stored of a player but what they did and said at their tables; no keys."""
        chairs = select(seatings.c.table_id, seatings.c.chair, seatings.c.is_host, seatings.c.at)
        return {
            "player": player.id,
            "name": player.name,
            "made": player.created_at,
            "seen": player.seen_at,
            "chairs": [
                {"table": row["table_id"], "chair": row["chair"], "host": row["is_host"], "at": row["at"]}
                for row in await self._store.rows(
                    chairs.where(seatings.c.player_id == player.id).order_by(seatings.c.at)
                )
            ],
            "results": [result_data(row) for row in (await self.finished(player.id, 0, MAX_EXPORTED_RESULTS))[::-1]],
        }

    async def exported_entries(self, player: Player) -> AsyncIterator[bytes]:
        """What a player did and said at their tables, as JSON objects with commas between them, piece by piece.

        There may be very many: nobody waits for them, and they are never in memory all at once.
        """
        own = and_(entries.c.table_id == seatings.c.table_id, entries.c.chair == seatings.c.chair)
        names = entries.c.table_id, entries.c.number, entries.c.at, entries.c.kind, entries.c.chair, entries.c.data
        done = select(*names).join(seatings, own).where(seatings.c.player_id == player.id)
        done = done.order_by(*names[:2]).limit(EXPORTED_AT_ONCE)

        def work(connection: Connection) -> tuple[int, tuple[str, int], bytes]:
            rows = connection.execute(done.where(sa.tuple_(*names[:2]) > sa.tuple_(*last))).all()
            data = b",".join(orjson.dumps(_entry_data(row)) for row in rows)
            return len(rows), (rows[-1][0], rows[-1][1]) if rows else last, data

        number, last = 0, ("", 0)
        while number < MAX_EXPORTED_ENTRIES:
            found, last, data = await self._store.read(work)
            if found:
                yield (b"," if number else b"") + data
            number += found
            if found < EXPORTED_AT_ONCE:
                return

    def _write(self, connection: Connection, summary: GameSummary) -> set[str]:
        owners = write_summary(connection, summary)
        if owners:
            for follow in self._followers:
                follow(connection, summary, owners)
        return set(owners.values())


def _shown(hidden_day: str | None) -> list[sa.ColumnElement[bool]]:
    return [] if hidden_day is None else [is_no_try_of(hidden_day)]


def _entry_data(row: Any) -> dict[str, Any]:
    """An entry of a player's own as they receive it."""
    table, number, at, kind, chair, data = row
    told = {"table": table, "number": number, "at": at, "kind": OLD_KINDS.get(kind, kind), "chair": chair}
    return {**told, "data": orjson.Fragment(data)}


def result_data(row: Row) -> dict[str, Any]:
    """A result as its player receives it."""
    names = ("match", "chair", "at", "game", "seat", "place", "won")
    more: dict[str, Any] = orjson.loads(row["data"])
    change = None if row["change"] is None else round(row["change"])
    told = {name: row[name] for name in names}
    return {"table": row["table_id"], **told, "left": row["has_left"], "change": change, **more}


def waiting_query(player_id: str) -> sa.Select[Any]:
    """How many games wait for a player."""
    query = select(func.count(games.c.table_id)).join(seatings, games.c.table_id == seatings.c.table_id)
    is_theirs = seatings.c.player_id == player_id, games.c.waits_for == seatings.c.chair
    return query.where(*is_theirs, games.c.status == TableStatus.PLAYING.value)


def check_room(connection: Connection, player_id: str, table_id: str) -> None:
    """RequestRefused if a player who sits down at a table has as many games as they may have. Not where they sit."""
    query = select(func.count(sa.distinct(seatings.c.table_id))).join(games, games.c.table_id == seatings.c.table_id)
    others = query.where(seatings.c.player_id == player_id, seatings.c.table_id != table_id)
    if connection.execute(others.where(games.c.status.in_(UNFINISHED))).scalar_one() >= MAX_GAMES:
        why = "you have too many games that are not over; finish some, or take them from your list"
        raise RequestRefused(ErrorCode.BUSY, why)


def _seatings_of(player_id: str) -> sa.Select[Any]:
    columns = seatings.c.table_id, seatings.c.chair, seatings.c.is_host
    return select(*columns).where(seatings.c.player_id == player_id)


def access_rows(player: Player, key: str, table_id: str, chair: int, is_host: bool) -> list[dict[str, Any]]:
    """The keys that a player has at a table."""
    roles: Iterable[Role] = (chair_role(chair), HOST) if is_host else (chair_role(chair),)
    return [
        {
            "digest": digest(derived_key(key, table_id, role)),
            "table_id": table_id,
            "role": role.kind.value,
            "chair": role.chair,
            "player_id": player.id,
            "device_id": player.device,
        }
        for role in roles
    ]


def _digests(player: Player, key: str, row: Row) -> set[str]:
    return {access["digest"] for access in access_rows(player, key, row["table_id"], row["chair"], row["is_host"])}


def _add_access(connection: Connection, player: Player, key: str, tables: Collection[str] | None = None) -> None:
    """Let a key of a player open their tables, or these of them. Chairs that were taken from them stay closed."""
    theirs = _seatings_of(player.id).with_for_update()
    if tables is not None:
        theirs = theirs.where(seatings.c.table_id.in_(tables))
    rows = connection.execute(theirs).all()
    access = [row for table_id, chair, is_host in rows for row in access_rows(player, key, table_id, chair, is_host)]
    if access:
        connection.execute(insert_on_conflict(connection, keys).on_conflict_do_nothing(), _distinct(access))


def _add_device(connection: Connection, player: Player, key: str, name: str, now: float) -> Player:
    known = select(devices.c.id).where(devices.c.player_id == player.id)
    if len(connection.execute(known).all()) >= MAX_DEVICES:
        raise RequestRefused(ErrorCode.NOT_NOW, f"you have {MAX_DEVICES} devices already; sign one out first")
    there = replace(player, device=new_player_id())
    row = {"id": there.device, "digest": digest(key), "player_id": player.id, "name": name}
    connection.execute(insert(devices), row | {"created_at": now, "seen_at": now})
    _add_access(connection, there, key)
    return there


def _check_current(connection: Connection, player: Player, key: str) -> None:
    """Check that a key is still the player's: of two changes at once the second one is refused."""
    by_link = select(players.c.id).where(players.c.id == player.id, players.c.digest == digest(key))
    by_device = select(devices.c.id).where(devices.c.id == player.device, devices.c.digest == digest(key))
    if connection.execute((by_link if player.device is None else by_device).with_for_update()).one_or_none() is None:
        raise RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_PLAYER)


def _distinct(access: Collection[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without doubles: two chairs at a table come with the same key of the host."""
    return list({row["digest"]: row for row in access}.values())


def write_summary(connection: Connection, summary: GameSummary) -> dict[int, str]:
    """Store the summary of a table, and the results of its players once it is over. Those who sit there, by chair."""
    values = {
        "number": summary.number,
        "status": summary.status,
        "waits_for": summary.waits_for,
        "deadline": summary.deadline,
        "changed_at": summary.changed_at,
        "data": orjson.dumps(summary.data).decode(),
    }
    # A table may have been removed meanwhile: then nothing is inserted.
    exists = connection.execute(select(entries.c.number).where(entries.c.table_id == summary.table).limit(1)).first()
    if exists is None:
        return {}
    statement = insert_on_conflict(connection, games).values(table_id=summary.table, **values)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=[games.c.table_id],
            set_=values,
            where=games.c.number <= summary.number,
        )
    )
    if summary.status != TableStatus.OPEN.value:
        connection.execute(delete(openings).where(openings.c.table_id == summary.table))
    chairs = select(seatings.c.chair, seatings.c.player_id).where(seatings.c.table_id == summary.table)
    owners: dict[int, str] = {row.chair: row.player_id for row in connection.execute(chairs)}
    played = owners | _rated_players(connection, summary)
    ended = [_result_row(summary, played[each.chair], each.chair) for each in summary.results if each.chair in played]
    if ended:
        connection.execute(insert_on_conflict(connection, results).on_conflict_do_nothing(), ended)
    if summary.rated is not None:
        rate_match(connection, summary.rated)
    return owners


def _rated_players(connection: Connection, summary: GameSummary) -> dict[int, str]:
    """Those who took part in a rated match, by chair: it counts for them also if they have left their chairs."""
    if summary.rated is None:
        return {}
    chairs = {each.chair: each.player for each in summary.rated.participants if each.player is not None}
    found = select(players.c.id).where(players.c.id.in_(chairs.values()))
    present = set(connection.execute(found).scalars())
    return {chair: player for chair, player in chairs.items() if player in present}


def _result_row(summary: GameSummary, player_id: str, chair: int) -> dict[str, Any]:
    own = next(each for each in summary.results if each.chair == chair)
    places, points = summary.data["places"], summary.data["points"]
    seats = [
        {
            "seat": chair["seat"],
            "name": chair["name"],
            "level": chair["level"],
            "place": places[chair["seat"]],
            "points": points.get(chair["seat"]),
        }
        for chair in summary.data["chairs"]
        if chair["seat"] in places
    ]
    return {
        "table_id": summary.table,
        "match": summary.match,
        "chair": chair,
        "player_id": player_id,
        "at": summary.changed_at,
        "game": summary.game,
        "players": len(places),
        "seat": own.seat,
        "place": own.place,
        "won": own.won,
        "has_left": own.has_left,
        "data": orjson.dumps({"points": points.get(own.seat), "seats": seats}).decode(),
    }
