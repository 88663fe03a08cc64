"""Ratings in both databases, with several processes that finish the same match."""

import asyncio
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from rattus.server.players.store import Player, PlayerStore
from rattus.server.players.summary import GameSummary, SeatResult
from rattus.server.ratings.figures import Figure, FigureKind
from rattus.server.ratings.model import NEW, Participant, RatedMatch, Rating, anchor, rate
from rattus.server.ratings.store import RatingStore
from rattus.server.storage.migrations import migrate
from rattus.server.storage.store import TableStore
from rattus.server.tables.keys import HOST, chair_role, digest

from ..in_memory_table import InMemoryTable, people

NOON = 1_800_000_000.0
TODAY = "2027-01-15"


def run(address: str, visit: Callable[[TableStore, TableStore], Awaitable[None]]) -> None:
    async def session() -> None:
        migrate(address)
        one, other = TableStore(address), TableStore(address)
        try:
            await visit(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(session())


async def make_table(store: TableStore, name: str) -> None:
    journal = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True).journal
    roles = {digest(f"{name}-{chair}"): chair_role(chair) for chair in (1, 2)} | {digest(f"{name}-host"): HOST}
    await store.create(name, journal, roles, None)


def over(table: str, anna: Player, bert: Player, match: int = 1, is_rated: bool = True) -> GameSummary:
    """Anna has won; a bot was third."""
    chairs = [
        {"chair": chair, "seat": seat, "holder": "person", "name": name, "level": None, "away": False}
        for chair, seat, name in ((1, "red", "Anna"), (2, "yellow", "Bert"))
    ]
    data = {
        "game": "rattus", "match": match, "chairs": chairs, "clock": None, "moves": 9,
        "places": {"red": 1, "yellow": 2}, "points": {"red": 9, "yellow": 7},
    }  # fmt: skip
    ended = (SeatResult(1, "red", 1, True, False), SeatResult(2, "yellow", 2, False, False))
    takes_part = Participant(1, 1, anna.id), Participant(2, 2, bert.id), Participant(3, 3, level="hard", is_rated=False)
    rated = RatedMatch(table, match, "rattus", NOON, takes_part) if is_rated else None
    return GameSummary(table, 9, "over", None, None, NOON, "rattus", match, data, ended, None, rated)


def test_a_match_counts_once_however_many_processes_finish_it(empty_database: str) -> None:
    async def visit(one: TableStore, other: TableStore) -> None:
        here, there, ratings = PlayerStore(one), PlayerStore(other), RatingStore(other)
        await make_table(one, "t1")
        anna, _ = await here.create("Anna", NOON)
        bert, _ = await there.create("Bert", NOON)
        await asyncio.gather(*(store.write([over("t1", anna, bert)]) for store in (here, there) for _ in range(4)))
        expected = rate([NEW, NEW, anchor("rattus", "hard")], [1, 2, 3])
        for player, rating in zip((anna, bert), expected, strict=False):
            (own,) = await ratings.of(player.id)
            assert (own.game, own.rating, own.matches) == ("rattus", rating, 1)
            (result,) = await there.finished(player.id, 0, 10)  # they never had a chair of their own
            assert round(result["change"]) == round(rating.mean - NEW.mean)
        # The rematch is another match; one that is not rated changes nothing.
        await here.write([over("t1", anna, bert, 2)])
        await there.write([over("t1", anna, bert, 3, is_rated=False)])
        (own,) = await ratings.of(anna.id)
        assert own.matches == 2
        assert len(await here.finished(anna.id, 0, 10)) == 2  # without a chair only rated ones
        assert len(await ratings.history(anna.id, "rattus", 10)) == 2
        assert await ratings.history(anna.id, "cartus", 10) == []

    run(empty_database, visit)


def test_matches_of_one_player_that_end_at_once_all_count(empty_database: str) -> None:
    async def visit(one: TableStore, other: TableStore) -> None:
        stores = [PlayerStore(one), PlayerStore(other)]
        anna, _ = await stores[0].create("Anna", NOON)
        others = [(await stores[0].create(f"P{number}", NOON))[0] for number in range(8)]
        for number in range(8):
            await make_table(one, f"t{number}")

        async def finish(number: int) -> None:
            # Two processes may wait for each other; then the database lets one try again, as `repair` does.
            for _ in range(5):
                try:
                    await stores[number % 2].write([over(f"t{number}", anna, others[number])])
                except Exception:
                    await asyncio.sleep(0.05)
                else:
                    return

        await asyncio.gather(*map(finish, range(8)))
        (own,) = await RatingStore(one).of(anna.id)
        assert own.matches == 8
        history = await RatingStore(other).history(anna.id, "rattus", 10)
        assert len(history) == 8
        assert history[-1]["mean"] == own.rating.mean  # none was lost to another

    run(empty_database, visit)


def test_ratings_are_made_again_from_the_stored_results(empty_database: str) -> None:
    async def visit(one: TableStore, _: TableStore) -> None:
        players, ratings = PlayerStore(one), RatingStore(one)
        anna, _ = await players.create("Anna", NOON)
        bert, _ = await players.create("Bert", NOON)
        for number in range(3):
            await make_table(one, f"t{number}")
            await players.write([over(f"t{number}", *((anna, bert) if number else (bert, anna)))])
        before = [await ratings.of(player.id) for player in (anna, bert)]
        history = await ratings.history(anna.id, "rattus", 10)
        await one.write(lambda connection: connection.execute(sa.text("UPDATE ratings SET mean = 1, matches = 99")))
        assert await ratings.rate_again() == 3
        assert [await ratings.of(player.id) for player in (anna, bert)] == before
        assert await ratings.history(anna.id, "rattus", 10) == history

    run(empty_database, visit)


def test_a_removed_player_leaves_nothing_but_what_others_have_won(empty_database: str) -> None:
    async def visit(one: TableStore, _: TableStore) -> None:
        players, ratings = PlayerStore(one), RatingStore(one)
        anna, _ = await players.create("Anna", NOON)
        bert, _ = await players.create("Bert", NOON)
        await make_table(one, "t1")
        await players.write([over("t1", anna, bert)])
        await ratings.count("t1", 1, {"red": [Figure(FigureKind.ALL)], "yellow": [Figure(FigureKind.ALL)]})
        assert await ratings.set_public(bert.id, True) is not None
        told = await ratings.export(bert.id)
        assert (len(told["ratings"]), len(told["rated_matches"]), len(told["figures"])) == (1, 1, 1)
        await players.remove(bert)
        tables = "ratings", "rated_chairs", "figures", "results"
        for table in tables:
            query = sa.text(f"SELECT count(*) FROM {table} WHERE player_id = '{bert.id}'")
            assert await one.read(lambda connection, query=query: connection.execute(query).scalar_one()) == 0
        (own,) = await ratings.of(anna.id)
        assert own.matches == 1
        assert await ratings.rate_again() == 1  # without him
        assert await ratings.of(anna.id) == [own]
        # A match that ends after he was removed counts for her alone.
        await make_table(one, "t2")
        await players.write([over("t2", anna, bert)])
        (own,) = await ratings.of(anna.id)
        assert own.matches == 2

    run(empty_database, visit)


def test_figures_add_up_once_and_records_keep_the_most(empty_database: str) -> None:
    async def visit(one: TableStore, other: TableStore) -> None:
        players, here, there = PlayerStore(one), RatingStore(one), RatingStore(other)
        anna, _ = await players.create("Anna", NOON)
        bert, _ = await players.create("Bert", NOON)
        for number, most in enumerate((4, 7, 5)):
            await make_table(one, f"t{number}")
            await players.write([over(f"t{number}", anna, bert)])
            assert (f"t{number}", 1) in await there.uncounted(TODAY)
            found = {
                "red": [
                    Figure(FigureKind.THING, "monk"),
                    Figure(FigureKind.PLAGUE, most=most, data={"region": f"r{most}"}),
                ]
            }
            await asyncio.gather(*(store.count(f"t{number}", 1, found) for store in (here, there, here, there)))
        assert await here.uncounted(TODAY) == []
        by_kind = {row["kind"]: row for row in await there.figures_of(anna.id)}
        assert (by_kind["thing"]["name"], by_kind["thing"]["matches"], by_kind["thing"]["won"]) == ("monk", 3, 3)
        assert by_kind["thing"]["facts"] is None
        assert (by_kind["plague"]["most"], by_kind["plague"]["facts"]["region"]) == (7, "r7")
        assert await here.figures_of(bert.id) == []

    run(empty_database, visit)


def test_the_list_has_those_who_show_themselves_and_are_known_well(empty_database: str) -> None:
    async def visit(one: TableStore, _: TableStore) -> None:
        players, ratings = PlayerStore(one), RatingStore(one)
        some = {}
        for name, mean, deviation, is_public in (
            ("Anna", 1600.0, 40.0, True), ("Bert", 1700.0, 40.0, False), ("Cleo", 1650.0, 200.0, True),
            ("Dirk", 1650.0, 30.0, True),
        ):  # fmt: skip
            player, _ = await players.create(name, NOON)
            some[name] = player
            row = {"id": player.id, "mean": mean, "deviation": deviation}
            add = sa.text("INSERT INTO ratings VALUES (:id, 'rattus', :mean, :deviation, 9, 0)").bindparams(**row)
            await one.write(lambda connection, add=add: connection.execute(add).rowcount)
            if is_public:
                await ratings.set_public(player.id, True)
        rows = await ratings.best("rattus", 76.0, 0, 10)
        assert [row["name"] for row in rows] == ["Dirk", "Anna"]
        assert [row["name"] for row in await ratings.best("rattus", 76.0, 1, 10)] == ["Anna"]
        assert await ratings.best("cartus", 76.0, 0, 10) == []
        page = await ratings.page_of(some["Anna"].id)
        assert await ratings.set_public(some["Anna"].id, True) == page  # asked twice it stays
        assert (await ratings.find_page(str(page)))["name"] == "Anna"
        assert await ratings.set_public(some["Anna"].id, False) is None
        assert await ratings.find_page(str(page)) is None
        assert await ratings.set_public(some["Anna"].id, True) != page  # the old link stays dead
        found = await ratings.of_many("rattus", [some["Dirk"].id, some["Bert"].id])
        assert found[some["Dirk"].id] == Rating(1650.0, 30.0)
        assert await ratings.of_many("cartus", [some["Dirk"].id]) == {}

    run(empty_database, visit)
