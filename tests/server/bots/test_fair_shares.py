"""Bots think for people first: present people, then absent ones; makers take turns; few tables run unwatched."""

import asyncio
from dataclasses import replace

import pytest

import rattus
from rattus.bots.pool import BotPool, PoolBusy, Rank
from rattus.bots.protocol import ThinkRequest
from rattus.match.sight import sight_of

from ..local_server import GENEROUS, InstantBots, LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..wait import TIMEOUT_SECONDS, eventually

ALONE = {"game": "rattus", "players": 2, "chairs": [{"name": "Anna"}, {"bot": "easy"}], "options": {"first": "red"}}
SIGHT = sight_of(rattus.new("rattus", players=2, seed=1))
BOTS = {"game": "rattus", "players": 2, "chairs": [{"bot": "easy"}, {"bot": "easy"}], "start": True}


def request(seed: str) -> ThinkRequest:
    return ThinkRequest(SIGHT, "easy", seed)


def order_of(*asked: tuple[Rank, str, str]) -> list[str]:
    """The order in which requests (rank, maker, name) are taken when a worker is free."""

    async def queue() -> list[str]:
        pool = BotPool(1, compiles=False)  # not started: everything waits
        for rank, maker, name in asked:
            pool.think(request(name), rank=rank, maker=maker)
        names = []
        while pool.waiting:
            job = next(queue for queue in pool._queues.values() if queue).take()
            names.append(job.line.partition('"seed": "')[2].partition('"')[0])
        return names

    return asyncio.run(queue())


def test_present_people_come_first() -> None:
    flood = [(Rank.UNATTENDED, "greedy", f"bots {number}") for number in range(30)]
    asked = [*flood, (Rank.HINT, "a", "hint"), (Rank.ABSENT, "b", "absent"), (Rank.PRESENT, "c", "present")]
    assert order_of(*asked)[:3] == ["present", "absent", "hint"]


def test_makers_take_turns() -> None:
    flood = [(Rank.PRESENT, "greedy", f"greedy {number}") for number in range(30)]
    order = order_of(*flood, (Rank.PRESENT, "modest", "modest 1"), (Rank.PRESENT, "modest", "modest 2"))
    assert (order.index("modest 1"), order.index("modest 2")) == (1, 3)
    assert [name for name in order if name.startswith("greedy")] == [f"greedy {number}" for number in range(30)]


def test_one_maker_cannot_fill_a_queue() -> None:
    async def queue() -> None:
        pool = BotPool(1, max_waiting=16, compiles=False)  # not started: everything waits
        for number in range(4):
            pool.think(request(str(number)), rank=Rank.HINT, maker="greedy")
        with pytest.raises(PoolBusy, match="your requests"):
            pool.think(request("more"), rank=Rank.HINT, maker="greedy")
        pool.think(request("other"), rank=Rank.HINT, maker="modest")
        pool.think(request("move"), rank=Rank.PRESENT, maker="greedy")

    asyncio.run(queue())


class NotingBots(InstantBots):
    def __init__(self) -> None:
        super().__init__()
        self.ranks: list[Rank] = []
        self.makers: set[str] = set()

    def think(self, request, urgent=True, *, rank=None, maker=""):
        self.ranks.append(rank)
        self.makers.add(maker)
        return super().think(request, urgent)


async def until_asked(player: RecordingClient, bots: NotingBots) -> None:
    while not bots.ranks:
        if player.legal:
            await player.move()
        await player.until(lambda: player.legal or bots.ranks)


def test_the_scheduler_says_who_waits(tmp_path) -> None:
    async def play() -> None:
        bots = NotingBots()
        async with LocalServer(tmp_path, bot_pool=bots) as server:
            made = await server.make(**ALONE, start=True)
            async with RecordingClient(made, made.chairs[0]) as anna:
                await until_asked(anna, bots)
                assert set(bots.ranks) == {Rank.PRESENT}
                await anna.until(lambda: anna.legal)
                bots.ranks.clear()
                bots.held = True
                await until_asked(anna, bots)
            bots.ranks.clear()
            alone = await server.make(**BOTS)
            await eventually(lambda: bots.ranks)
            assert set(bots.ranks) == {Rank.UNATTENDED}
            maker = server.runtime.maker_id("127.0.0.1")
            assert bots.makers == {maker}
            assert await server.runtime.store.maker_of(alone.id) == maker
            assert "127.0.0.1" not in maker

    asyncio.run(play())


def test_one_maker_has_few_tables_that_nobody_watches(tmp_path) -> None:
    async def play() -> None:
        bots = InstantBots()
        bots.held = True
        async with LocalServer(tmp_path, bot_pool=bots, limits=replace(GENEROUS, unattended_tables=3)) as server:
            made = [await server.make(**BOTS) for _ in range(3)]
            refused = await server.http.post("/api/tables", json=BOTS)
            assert (refused.status_code, refused.json()["code"]) == (429, "busy")
            for start in (False, True):  # people may always play
                assert (await server.http.post("/api/tables", json={**ALONE, "start": start})).status_code == 201
            async with RecordingClient(made[0], made[0].watch):
                assert (await server.http.post("/api/tables", json=BOTS)).status_code == 201

    asyncio.run(play())


def test_tables_rest_that_are_too_many_without_anybody(tmp_path) -> None:
    """However they were begun: the others go on later, or as soon as somebody comes."""

    async def play() -> None:
        bots, clock = InstantBots(), ManualClock()
        bots.held = True
        async with LocalServer(
            tmp_path, bot_pool=bots, clock=clock, limits=replace(GENEROUS, unattended_tables=3)
        ) as server:
            short = {**BOTS, "options": {"max_turns": 2}, "start": False}
            made = [await server.make(**short) for _ in range(6)]
            for table in made:
                await table.start()
            scheduler = server.runtime.scheduler
            await eventually(lambda: len(scheduler._tasks) == 3)
            resting = {table.id for table in made} - scheduler._tasks.keys()

            async def due(seconds: float) -> set[str]:
                return set(await server.runtime.store.due_tables(clock.now() + seconds))

            assert not resting & await due(599.0)  # nobody looks after them for a while
            assert resting <= await due(601.0)
            one = next(table for table in made if table.id in resting)
            async with RecordingClient(one, one.watch):
                await eventually(lambda: one.id in scheduler._tasks)
                await eventually(lambda: one.id in scheduler._leased)
                assert one.id in await due(599.0)  # of another process, if this one died
            bots.release()  # those that run come to their ends
            await eventually(lambda: not scheduler._tasks)
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while await due(1e9):  # and make place for the rest
                    clock.advance(700.0)
                    await asyncio.sleep(0.01)
            assert [table.journal()[-1].kind for table in made] == ["move"] * len(made)

    asyncio.run(play())
