"""Reviews on a server: asked for by anybody who may see the match, made once, kept, never of a running game."""

import asyncio
import random
from dataclasses import replace

import httpx
import pytest

import rattus
from rattus.analysis.worker import PROGRAM
from rattus.bots.pool import BotPool, Rank
from rattus.bots.protocol import BotFault
from rattus.server.analysis import review_scheduler, review_store
from rattus.server.protocol.reviews import ReviewAnswer

from ..in_memory_table import people
from ..local_server import GENEROUS, InstantBots, LocalServer
from ..wait import TIMEOUT_SECONDS, eventually

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}


def whole_game(name: str = "rattus", players: int = 2, seed: int = 1) -> rattus.Game:
    game, chance = rattus.new(name, players, seed), random.Random(seed)
    while not game.is_over:
        game.play(chance.choice(game.legal()))
    return game


class AnalysingBots(InstantBots):
    """A pool that answers parts of reviews at once, unless it is `held` or told to `fail`."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[dict] = []
        self.ranks: set[Rank] = set()
        self.fail = False
        self.gate = asyncio.Event()
        self.gate.set()

    def ask(self, request, _read, rank, _maker=""):
        self.asked.append(request)
        self.ranks.add(rank)
        return asyncio.ensure_future(self._answer_analysis(request))

    async def _answer_analysis(self, request):
        if "numbers" in request:
            await self.gate.wait()
        if self.fail:
            raise BotFault("broken")
        if "numbers" in request:
            return {"judged": [{"number": number} for number in request["numbers"]]}
        if "judged" in request:
            return {"review": {"made of": len(request["judged"])}}
        return {"wanted": [0, 1, 2, 3, 4]}


async def state_of(made, method: str = "GET", key: str | None = None, status: int = 200) -> dict:
    answer = await made.ask(method, "/review", key or made.watch)
    assert answer.status_code == status, answer.text
    return answer.json()


def with_server(folder, visit, bots=None, **settings) -> None:
    async def run() -> None:
        pool = bots() if bots is not None else AnalysingBots()
        async with LocalServer(folder, bot_pool=pool, **settings) as server:
            await visit(server, pool)

    asyncio.run(run())


async def finished(made) -> dict:
    """The state of a review when nothing is done for it any more."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (told := await state_of(made))["status"] not in ("done", "failed"):
            await asyncio.sleep(0.02)
    return told


def test_a_review_is_made_once_for_all_behind_every_bot(tmp_path) -> None:
    async def visit(server, pool) -> None:
        made = await server.make(record=whole_game().record())
        assert (await state_of(made))["status"] == "none"
        for key in (made.watch, made.host, *made.chairs):
            assert (await state_of(made, "POST", key))["status"] != "none"
        told = await finished(made)
        assert (told["status"], told["done"], told["total"]) == ("done", 5, 5)
        assert told["review"] == {"made of": 5}
        assert (await state_of(made, "POST"))["review"] == {"made of": 5}
        assert sum("judged" in request for request in pool.asked) == 1
        assert pool.ranks == {Rank.ANALYSIS}
        assert max(Rank) is Rank.ANALYSIS

    with_server(tmp_path, visit)


def test_a_review_is_kept_and_one_that_was_interrupted_goes_on_after_a_restart(tmp_path) -> None:
    async def first(server, pool) -> None:
        made = await server.make(record=whole_game().record())
        await state_of(made, "POST")
        await finished(made)
        pool.gate.clear()
        other = await server.make(record=whole_game(seed=2).record())
        await state_of(other, "POST")
        await eventually(lambda: any("numbers" in each for each in pool.asked[-1:]), "it has not begun")
        kept.extend((made, other))

    async def second(server, _pool) -> None:
        for made in kept:
            made.server = server
        assert (await state_of(kept[0]))["review"] == {"made of": 5}
        assert (await finished(kept[1]))["status"] == "done"  # nobody has asked again

    kept: list = []
    with_server(tmp_path, first)
    with_server(tmp_path, second)


def test_a_running_game_is_never_reviewed(tmp_path) -> None:
    async def visit(server, pool) -> None:
        made = await server.make(**TWO)
        unfinished = rattus.new("rattus", 2, 1)
        unfinished.play(unfinished.legal()[0])
        watched = await server.make(record=unfinished.record())
        for table in (made, watched):
            for method in ("GET", "POST"):
                assert (await state_of(table, method, status=409))["code"] == "not_now"
        assert (await state_of(made, "POST", "wrong", status=404))["code"] == "not_found"
        assert pool.asked == []

    with_server(tmp_path, visit)


def test_few_reviews_wait_for_one_address_and_for_all(tmp_path, monkeypatch) -> None:
    async def visit(server, pool) -> None:
        pool.gate.clear()
        tables = [await server.make(record=whole_game().record()) for _ in range(review_store.MAX_OWN + 1)]
        for made in tables[:-1]:
            await state_of(made, "POST")
        assert (await state_of(tables[-1], "POST", status=429))["code"] == "busy"
        other = await ask_from(server, tables[-1], "192.0.2.7")
        assert other["status"] == "waiting"
        assert other["ahead"] == review_store.MAX_OWN
        monkeypatch.setattr(review_store, "MAX_WAITING", len(tables))
        late = await server.make(record=whole_game().record())
        assert (await ask_from(server, late, "192.0.2.8", 429))["code"] == "busy"
        pool.gate.set()
        for made in tables:
            await finished(made)

    with_server(tmp_path, visit)


async def ask_from(server, made, address: str, status: int = 200) -> dict:
    """Ask for a review by way of a proxy, for another address."""
    headers = {"authorization": f"Bearer {made.watch}", "x-forwarded-for": address}
    async with httpx.AsyncClient(base_url=server.url, verify=False) as http:
        answer = await http.post(f"/api/tables/{made.id}/review", headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_asking_counts_as_several_requests(tmp_path) -> None:
    async def visit(server, _pool) -> None:
        made = await server.make(record=whole_game().record())
        statuses = [(await made.ask("POST", "/review", made.watch)).status_code for _ in range(12)]
        assert statuses.count(429) >= 5

    with_server(tmp_path, visit, limits=replace(GENEROUS, requests=10.0))


def test_a_failed_review_can_be_asked_for_again(tmp_path) -> None:
    async def visit(server, pool) -> None:
        made = await server.make(record=whole_game().record())
        pool.fail = True
        await state_of(made, "POST")
        assert (await finished(made))["status"] == "failed"
        pool.fail = False
        await state_of(made, "POST")
        assert (await finished(made))["status"] == "done"

    with_server(tmp_path, visit)


def test_a_review_goes_with_its_table(tmp_path) -> None:
    async def visit(server, _pool) -> None:
        made = await server.make(record=whole_game().record())
        await state_of(made, "POST")
        await finished(made)
        assert (await made.ask("POST", "/remove", made.host)).status_code == 200
        assert (await server.runtime.reviews.state(made.id, 1, 0.0)).status == "none"

    with_server(tmp_path, visit)


@pytest.mark.slow
def test_the_workers_of_the_bots_make_a_review_whose_sums_hold(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(review_scheduler, "EFFORT", "glance")  # the same way, in less time

    async def visit(server, _pool) -> None:
        made = await server.make(record=whole_game().record())
        await state_of(made, "POST")
        told = await finished(made)
        review = ReviewAnswer.model_validate(told).review
        assert review is not None
        for total in review["sums"].values():
            assert total["end"] == total["start"] + sum(total["decisions"].values()) + total["chance"]
        assert len(review["chances"]) == len(whole_game().moves) + 1
        assert 0 < len(review["moments"]) <= 5

    with_server(tmp_path, visit, lambda: BotPool(1, compiles=False, program=PROGRAM))
