"""Ratings and statistics in the database. Every rated match counts once, whoever finishes it and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import Connection, and_, insert, select, update

from rattus.games import GAMES
from rattus.server.ratings.figures import Figure, FigureKind
from rattus.server.ratings.model import NEW, RatedMatch, Rating, anchor, rate
from rattus.server.storage.database import insert_on_conflict
from rattus.server.storage.schema import figures, players, rated_chairs, rated_matches, ratings, results, tries
from rattus.server.storage.store import MAX_IDS, TableStore
from rattus.server.tables.keys import new_id

PAGE_ID_LENGTH = 16  # so that nobody finds a page by guessing
MAX_COUNTED = 20  # matches that are counted at once

Row = Mapping[str, Any]


@dataclass(frozen=True)
class OwnRating:
    """The rating of a player in a game, after so many rated matches."""

    game: str
    rating: Rating
    matches: int


def rate_match(connection: Connection, match: RatedMatch) -> bool:
    """Carry out what a rated match means for ratings; False if that was done before.

    The row that says so is unique, and is in the same transaction as the ratings: of two processes that finish a match,
    or of one that died and another, one adds it.
    """
    row = {"table_id": match.table, "match": match.match, "game": match.game, "at": match.at}
    added = insert_on_conflict(connection, rated_matches).values(row).on_conflict_do_nothing()
    number = connection.execute(added.returning(rated_matches.c.id)).scalar_one_or_none()
    if number is None:
        return False
    present = _present(connection, [each.player for each in match.participants if each.player is not None])
    # A player who was removed meanwhile is nobody, and is not told from somebody new.
    taking_part = [replace(each, player=each.player if each.player in present else None) for each in match.participants]
    before = _lock(connection, match.game, sorted(present))
    known = [
        anchor(match.game, each.level) if each.level is not None else before.get(each.player or "", NEW)
        for each in taking_part
    ]
    after = rate(known, [each.rank for each in taking_part])
    rows = []
    for each, old, new in zip(taking_part, known, after, strict=True):
        counts = each.is_rated and each.player is not None
        rated = new if counts else old
        if counts:
            _store(connection, str(each.player), match.game, rated, match.at)
        rows.append(
            {
                "rated_match_id": number, "chair": each.chair, "player_id": each.player, "level": each.level,
                "rank": each.rank, "is_rated": counts, "mean_before": old.mean, "deviation_before": old.deviation,
                "mean": rated.mean, "deviation": rated.deviation,
            }
        )  # fmt: skip
    connection.execute(insert(rated_chairs), rows)
    return True


def is_no_try_of(day: str) -> sa.ColumnElement[bool]:
    """Whether a result is none of a game of this day: pages of players tell nothing of those while the day lasts."""
    return ~select(tries.c.day).where(tries.c.table_id == results.c.table_id, tries.c.day == day).exists()


class RatingStore:
    """The ratings and statistics of a database."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    # ---- ratings

    async def of(self, player_id: str) -> list[OwnRating]:
        """The ratings of a player, in the order of the games."""
        columns = ratings.c.game, ratings.c.mean, ratings.c.deviation, ratings.c.matches
        rows = await self._store.rows(select(*columns).where(ratings.c.player_id == player_id))
        found = [OwnRating(row["game"], Rating(row["mean"], row["deviation"]), row["matches"]) for row in rows]
        return sorted(found, key=lambda each: list(GAMES).index(each.game))

    async def of_many(self, game: str, player_ids: Sequence[str]) -> dict[str, Rating]:
        """The ratings of many players in a game."""
        found = {}
        for start in range(0, len(player_ids), MAX_IDS):
            some = ratings.c.player_id.in_(player_ids[start : start + MAX_IDS]), ratings.c.game == game
            for row in await self._store.rows(select(ratings).where(*some)):
                found[row["player_id"]] = Rating(row["mean"], row["deviation"])
        return found

    async def history(self, player_id: str, game: str, limit: int) -> list[Row]:
        """The rating of a player after each of the last rated matches of a game, the oldest first."""
        columns = rated_matches.c.at, rated_chairs.c.mean, rated_chairs.c.deviation
        query = select(*columns).join(rated_matches, rated_matches.c.id == rated_chairs.c.rated_match_id)
        query = query.where(
            rated_chairs.c.player_id == player_id, rated_chairs.c.is_rated, rated_matches.c.game == game
        )
        return (await self._store.rows(query.order_by(rated_chairs.c.rated_match_id.desc()).limit(limit)))[::-1]

    async def changes(self, table_id: str, match: int) -> dict[int, tuple[Rating, int | None]]:
        """What a match has made of ratings, by chair: the rating after it, and the change if it counted."""
        query = select(rated_chairs).join(rated_matches, rated_matches.c.id == rated_chairs.c.rated_match_id)
        rows = await self._store.rows(query.where(rated_matches.c.table_id == table_id, rated_matches.c.match == match))
        return {
            row["chair"]: (
                Rating(row["mean"], row["deviation"]),
                round(row["mean"] - row["mean_before"]) if row["is_rated"] else None,
            )
            for row in rows
        }

    async def best(self, game: str, most_deviation: float, first: int, limit: int) -> list[Row]:
        """The players of a game whose pages are public and whose ratings are known well, the best first."""
        columns = players.c.page, players.c.name, ratings.c.mean, ratings.c.deviation, ratings.c.matches
        query = select(*columns).join(players, players.c.id == ratings.c.player_id)
        is_listed = players.c.page.is_not(None), ratings.c.deviation <= most_deviation
        query = query.where(ratings.c.game == game, *is_listed)
        return await self._store.rows(query.order_by(ratings.c.mean.desc(), players.c.page).offset(first).limit(limit))

    # ---- pages

    async def page_of(self, player_id: str) -> str | None:
        """The id of a player's public page; None if it is private."""
        query = select(players.c.page).where(players.c.id == player_id)
        return await self._store.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def find_page(self, page: str) -> Row | None:
        """The player whose public page this is."""
        query = select(players.c.id, players.c.name, players.c.created_at).where(players.c.page == page)
        rows = await self._store.rows(query)
        return rows[0] if rows else None

    async def set_public(self, player_id: str, is_public: bool) -> str | None:
        """Show a player's page to everybody, or to nobody else; its id. A page that was private gets another one."""
        page = new_id(PAGE_ID_LENGTH) if is_public else None
        change = update(players).where(players.c.id == player_id)
        if is_public:
            change = change.where(players.c.page.is_(None))
        await self._store.write(lambda connection: connection.execute(change.values(page=page)).rowcount)
        return await self.page_of(player_id)

    # ---- statistics

    async def figures_of(self, player_id: str) -> list[dict[str, Any]]:
        """What the matches of a player add up to, as it is sent."""
        columns = [column for column in figures.c if column.name != "player_id"]
        query = select(*columns).where(figures.c.player_id == player_id)
        rows = await self._store.rows(query.order_by(figures.c.game, figures.c.kind, figures.c.name))
        return [_figure_data(row) for row in rows]

    async def uncounted(self, today: str) -> list[tuple[str, int]]:
        """Matches that are over and whose figures are not counted yet: table and number. Tries of today wait."""
        is_due = results.c.is_counted.is_(sa.false()), is_no_try_of(today)
        query = select(results.c.table_id, results.c.match).where(*is_due).distinct()

        def work(connection: Connection) -> list[tuple[str, int]]:
            return [(row.table_id, row.match) for row in connection.execute(query.limit(MAX_COUNTED))]

        return await self._store.read(work)

    async def count(self, table_id: str, match: int, by_seat: Mapping[str, Sequence[Figure]] | None) -> set[str]:
        """Add the figures of a match to those of its players, once; None counts nothing. The players."""
        is_match = results.c.table_id == table_id, results.c.match == match
        change = update(results).where(*is_match, results.c.is_counted.is_(sa.false())).values(is_counted=True)
        columns = results.c.player_id, results.c.game, results.c.seat, results.c.won, results.c.at

        def work(connection: Connection) -> set[str]:
            rows = connection.execute(change.returning(*columns)).all()
            for row in rows:
                for figure in [] if by_seat is None else by_seat.get(row.seat, ()):
                    _add(connection, row, figure, table_id, match)
            return {row.player_id for row in rows}

        return await self._store.write(work)

    async def export(self, player_id: str) -> dict[str, Any]:
        """Everything that is stored here of a player."""
        columns = (
            rated_matches.c.table_id, rated_matches.c.match, rated_matches.c.game, rated_matches.c.at,
            rated_chairs.c.rank, rated_chairs.c.is_rated, rated_chairs.c.mean, rated_chairs.c.deviation,
        )  # fmt: skip
        query = select(*columns).join(rated_matches, rated_matches.c.id == rated_chairs.c.rated_match_id)
        query = query.where(rated_chairs.c.player_id == player_id).order_by(rated_matches.c.id)
        return {
            "page": await self.page_of(player_id),
            "ratings": [
                {"game": each.game, "mean": each.rating.mean, "deviation": each.rating.deviation,
                 "matches": each.matches}
                for each in await self.of(player_id)
            ],
            "rated_matches": [
                {
                    "table": row["table_id"], "match": row["match"], "game": row["game"], "at": row["at"],
                    "rank": row["rank"], "rated": row["is_rated"], "mean": row["mean"], "deviation": row["deviation"],
                }
                for row in await self._store.rows(query)
            ],
            "figures": await self.figures_of(player_id),
        }  # fmt: skip

    async def rate_again(self) -> int:
        """Make all ratings anew from the stored results, in their order; how many matches there were.

        For a host, after an update that rates in another way. Nobody else writes meanwhile.
        """

        def work(connection: Connection) -> int:
            connection.execute(sa.delete(ratings))
            rows = connection.execute(select(rated_matches).order_by(rated_matches.c.id)).all()
            for row in rows:
                _rate_again(connection, row)
            return len(rows)

        return await self._store.write(work)


def _figure_data(row: Row) -> dict[str, Any]:
    data = orjson.loads(row["data"])
    facts = {name: data[name] for name in ("seat", "at", "region", "nuns") if name in data}
    told = {name: row[name] for name in ("game", "kind", "name", "matches", "won", "most")}
    return {**told, "facts": facts or None}


def _present(connection: Connection, player_ids: Sequence[str]) -> set[str]:
    """Those of these players who have not been removed."""
    found = select(players.c.id).where(players.c.id.in_(player_ids)).with_for_update(key_share=True)
    return set(connection.execute(found.order_by(players.c.id)).scalars())


def _lock(connection: Connection, game: str, player_ids: Sequence[str]) -> dict[str, Rating]:
    """The ratings of these players, which nobody else changes until the transaction is over."""
    is_one = ratings.c.player_id.in_(player_ids), ratings.c.game == game
    rows = connection.execute(select(ratings).where(*is_one).order_by(ratings.c.player_id).with_for_update())
    return {row.player_id: Rating(row.mean, row.deviation) for row in rows}


def _store(connection: Connection, player_id: str, game: str, rating: Rating, at: float) -> None:
    values = {"mean": rating.mean, "deviation": rating.deviation, "changed_at": at}
    row = {"player_id": player_id, "game": game, "matches": 1, **values}
    statement = insert_on_conflict(connection, ratings).values(row)
    more = {"matches": ratings.c.matches + 1, **values}
    connection.execute(statement.on_conflict_do_update(index_elements=[ratings.c.player_id, ratings.c.game], set_=more))


def _rate_again(connection: Connection, match: Any) -> None:
    chairs = connection.execute(
        select(rated_chairs).where(rated_chairs.c.rated_match_id == match.id).order_by(rated_chairs.c.chair)
    ).all()
    before = _lock(connection, match.game, sorted(row.player_id for row in chairs if row.player_id is not None))
    # Of a player who was removed what was known then is all there is.
    known = [
        anchor(match.game, row.level)
        if row.level is not None
        else Rating(row.mean_before, row.deviation_before)
        if row.player_id is None
        else before.get(row.player_id, NEW)
        for row in chairs
    ]
    for row, old, new in zip(chairs, known, rate(known, [row.rank for row in chairs]), strict=True):
        rated = new if row.is_rated else old
        if row.is_rated and row.player_id is not None:
            _store(connection, row.player_id, match.game, rated, match.at)
        is_row = and_(rated_chairs.c.rated_match_id == match.id, rated_chairs.c.chair == row.chair)
        values = {
            "mean_before": old.mean, "deviation_before": old.deviation,
            "mean": rated.mean, "deviation": rated.deviation,
        }  # fmt: skip
        connection.execute(update(rated_chairs).where(is_row).values(values))


def _add(connection: Connection, result: Any, figure: Figure, table_id: str, match: int) -> None:
    """Add one figure of a match to those of its player; of records the highest stays, and the first of equal ones."""
    data = dict(figure.data)
    if figure.kind in (FigureKind.REIGN, FigureKind.PLAGUE):
        data |= {"table": table_id, "match": match, "seat": result.seat, "at": result.at}
    row = {
        "player_id": result.player_id,
        "game": result.game,
        "kind": figure.kind.value,
        "name": figure.name,
        "matches": 1,
        "won": int(result.won),
        "most": figure.most,
        "data": orjson.dumps(data).decode(),
    }
    statement = insert_on_conflict(connection, figures).values(row)
    new = statement.excluded
    is_more = new.most > figures.c.most
    more = {
        "matches": figures.c.matches + 1,
        "won": figures.c.won + new.won,
        "most": sa.case((is_more, new.most), else_=figures.c.most),
        "data": sa.case((is_more, new.data), else_=figures.c.data),
    }
    key = [figures.c.player_id, figures.c.game, figures.c.kind, figures.c.name]
    connection.execute(statement.on_conflict_do_update(index_elements=key, set_=more))
