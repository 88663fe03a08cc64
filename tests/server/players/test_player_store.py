"""Players in both databases, with several processes that write at once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from rattus.server.errors import RequestRefused
from rattus.server.players.keys import derived_key
from rattus.server.players.store import PlayerStore
from rattus.server.players.summary import GameSummary, SeatResult
from rattus.server.storage.administration import Action, Administration
from rattus.server.storage.migrations import migrate
from rattus.server.storage.store import TableStore
from rattus.server.tables.keys import HOST, chair_role, digest

from ..in_memory_table import InMemoryTable, people

NOON = 1_800_000_000.0


@asynccontextmanager
async def two_processes(address: str) -> AsyncIterator[tuple[TableStore, TableStore]]:
    migrate(address)
    one, other = TableStore(address), TableStore(address)
    try:
        yield one, other
    finally:
        await one.close()
        await other.close()


def run(address: str, visit: Callable[[TableStore, TableStore], Awaitable[None]]) -> None:
    async def session() -> None:
        async with two_processes(address) as stores:
            await visit(*stores)

    asyncio.run(session())


async def make_table(store: TableStore, name: str = "t1") -> None:
    journal = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True).journal
    roles = {digest(f"{name}-{chair}"): chair_role(chair) for chair in (1, 2)} | {digest(f"{name}-host"): HOST}
    await store.create(name, journal, roles, None)


def summary(number: int, table: str = "t1", **changes: Any) -> GameSummary:
    chairs = [
        {"chair": chair, "seat": seat, "holder": "person", "name": name, "level": None, "away": False}
        for chair, seat, name in ((1, "red", "Anna"), (2, "yellow", "Bert"))
    ]
    fields: dict[str, Any] = {
        "status": "playing", "waits_for": 1, "deadline": None, "changed_at": NOON + number, "game": "rattus",
        "match": 1, "data": {"game": "rattus", "match": 1, "chairs": chairs, "clock": None, "moves": number},
        "results": (),
    }  # fmt: skip
    return GameSummary(table, number, **fields | changes)


def over(number: int, table: str = "t1", match: int = 1) -> GameSummary:
    data = summary(number).data | {"places": {"red": 1, "yellow": 2}, "points": {"red": 9, "yellow": 7}, "match": match}
    ended = (SeatResult(1, "red", 1, True, False), SeatResult(2, "yellow", 2, False, True))
    return summary(number, table, status="over", waits_for=None, data=data, results=ended, match=match)


def test_players_games_and_results_are_the_same_for_all_processes(empty_database: str) -> None:
    async def visit(one: TableStore, other: TableStore) -> None:
        here, there = PlayerStore(one), PlayerStore(other)
        await make_table(one)
        anna, key = await here.create("Anna", NOON)
        bert, his_key = await there.create("Bert", NOON)
        assert (await there.find(key)).name == "Anna"
        assert await here.seat(anna, key, 1, "t1-1", True, summary(2), NOON)
        assert await there.seat(bert, his_key, 2, "t1-2", False, summary(2), NOON)
        assert not await there.seat(bert, his_key, 1, "t1-1", False, summary(2), NOON)
        with pytest.raises(RequestRefused):
            await there.seat(bert, his_key, 1, "no key", False, summary(2), NOON)
        assert await there.waiting(anna.id) == 1
        assert await here.waiting(bert.id) == 0
        assert await here.is_tracked("t1")
        assert not await here.is_tracked("t2")
        assert await there.write([summary(5, waits_for=2)]) == {anna.id, bert.id}
        assert await here.write([summary(4)]) == {anna.id, bert.id}  # which comes too late
        assert [await here.waiting(player) for player in (anna.id, bert.id)] == [0, 1]
        before = await here.fingerprints([anna.id, bert.id])
        await asyncio.gather(*(store.write([over(9)]) for store in (here, there) for _ in range(4)))
        assert await here.fingerprints([anna.id, bert.id]) != before
        assert await here.unfinished(anna, 0, 10) == []
        for player, won in ((anna, 1), (bert, 0)):
            totals = await there.totals(player.id)
            assert (totals.waiting, totals.finished, totals.won) == (0, 1, won)
        (row,) = await there.finished(bert.id, 0, 10)
        assert (row["place"], row["has_left"], row["is_mine"]) == (2, True, True)

    run(empty_database, visit)


def test_keys_follow_the_player(empty_database: str) -> None:
    async def visit(one: TableStore, other: TableStore) -> None:
        here, there = PlayerStore(one), PlayerStore(other)
        for name in ("t1", "t2"):
            await make_table(one, name)
        anna, key = await here.create("Anna", NOON)
        await here.seat(anna, key, 1, "t1-1", True, summary(2), NOON)
        await here.seat(anna, key, 2, "t1-2", True, summary(2), NOON)
        await here.seat(anna, key, 1, "t2-1", False, summary(2, "t2"), NOON)
        places = [("t1", chair_role(1)), ("t1", chair_role(2)), ("t1", HOST), ("t2", chair_role(1))]

        async def opened(with_key: str) -> list[bool]:
            found = [await other.find_key(digest(derived_key(with_key, table, role))) for table, role in places]
            assert all(access is None or access.player == anna.id for access in found)
            return [access is not None and (access.table, access.role) == place
                    for access, place in zip(found, places, strict=True)]  # fmt: skip

        assert await opened(key) == [True] * 4
        answers = await asyncio.gather(
            *(players.renew_key(anna, key) for players in (here, there)), return_exceptions=True
        )
        (renewed,) = [answer for answer in answers if isinstance(answer, str)]
        assert sum(isinstance(answer, RequestRefused) for answer in answers) == 1
        assert await opened(key) == [False] * 4
        assert await opened(renewed) == [True] * 4
        await there.leave(anna, "t1", 2)
        assert await opened(renewed) == [True, False, True, True]
        await Administration(other, "host").renew_key("t1", chair_role(1), digest("new"), NOON, Action.KICK)
        assert (await opened(renewed))[0] is False
        assert [row["table_id"] for row in await here.unfinished(anna, 0, 10)] == ["t2"]
        assert (await here.export(anna))["chairs"] == [{"table": "t2", "chair": 1, "host": False, "at": NOON}]
        assert await other.remove("t2")
        assert await opened(renewed) == [False, False, True, False]
        await there.remove(anna)
        assert await opened(renewed) == [False] * 4
        with pytest.raises(RequestRefused):
            await here.find(renewed)

    run(empty_database, visit)


def test_a_summary_of_a_removed_table_is_dropped(empty_database: str) -> None:
    async def visit(one: TableStore, _: TableStore) -> None:
        players = PlayerStore(one)
        await make_table(one)
        anna, key = await players.create("Anna", NOON)
        await players.seat(anna, key, 1, "t1-1", False, summary(2), NOON)
        assert await players.outdated() == []
        await players.write([over(3)])
        assert await one.remove("t1")
        assert await players.write([summary(4)]) == set()
        (row,) = await players.finished(anna.id, 0, 10)
        assert row["is_mine"] is False or row["is_mine"] == 0
        assert await players.remove_unused(NOON + 1, 10) == 0  # with a result somebody was here

    run(empty_database, visit)


def test_what_fell_behind_is_found(empty_database: str) -> None:
    async def visit(one: TableStore, other: TableStore) -> None:
        players = PlayerStore(one)
        await make_table(one)
        anna, key = await players.create("Anna", NOON)
        await players.seat(anna, key, 1, "t1-1", False, summary(1), NOON)
        assert await PlayerStore(other).outdated() == ["t1"]
        await players.write([summary(2)])
        assert await PlayerStore(other).outdated() == []

    run(empty_database, visit)
