"""One table does not stop the others: what a stranger may ask for is computed once, beside the event loop, and bounded.

Work is counted in moves played, not in time.
"""

import asyncio
import gzip
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import orjson
import pytest

from rattus.match.game import Game
from rattus.server.background import BackgroundWork
from rattus.server.errors import Overloaded
from rattus.server.live.registry import MAX_LOADING
from rattus.server.live.snapshots import MAX_MISSED, state_message, update_message
from rattus.server.settings import Limits
from rattus.server.tables.journal import ChairChanged, JournalEntry, MovesUndone
from rattus.server.tables.keys import HOST, WATCH, chair_role, digest, new_key
from rattus.server.tables.requests import MAX_UNDOS
from rattus.server.tables.table import KEPT_ANSWERS, KEPT_ENTRIES, Table, rebuild

from .in_memory_table import InMemoryTable, people
from .local_server import HostedTable, LocalServer
from .manual_clock import ManualClock
from .recording_client import RecordingClient
from .wait import eventually

ALONE = {"game": "rattus", "players": 2, "chairs": [{"name": "Anna"}, {"bot": "easy"}], "start": True}


class PlayCounter:
    """How many moves the rules were asked to play, and in which threads."""

    def __init__(self) -> None:
        self.plays = 0
        self.threads: set[threading.Thread] = set()


@contextmanager
def counted_plays() -> Iterator[PlayCounter]:
    counter, make = PlayCounter(), Game._make

    def counting(self, number, pile):
        counter.plays += 1
        counter.threads.add(threading.current_thread())
        return make(self, number, pile)

    with mock.patch.object(Game, "_make", counting):
        yield counter


def undone_again_and_again(times: int, seed: int = 5, **more) -> InMemoryTable:
    """A table where somebody has played for a while against a bot, and then undone and repeated moves."""
    made = InMemoryTable(**ALONE, **more)
    chance = random.Random(seed)
    made.play(chance, 40)
    to = made.table.last_move_of("red")
    assert to is not None
    for _ in range(times):
        made.play(chance, chance.randint(1, 6))
        made.now += 1.0
        made.append(JournalEntry(made.table.number + 1, made.now, 1, MovesUndone(to)))
    return made


async def stored(server: LocalServer, made: InMemoryTable) -> HostedTable:
    """The same table in the database of a server that has not seen it yet."""
    keys = [new_key() for _ in range(4)]
    roles = dict(zip(map(digest, keys), (HOST, WATCH, chair_role(1), chair_role(2)), strict=True))
    await server.runtime.store.create(made.table.id, made.journal, roles, None)
    return HostedTable(
        server, {"table": made.table.id, "keys": {"host": keys[0], "watch": keys[1], "chairs": keys[2:]}}
    )


def test_a_journal_is_played_once_and_not_on_the_event_loop(tmp_path) -> None:
    made = undone_again_and_again(100)

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            table = await stored(server, made)
            with counted_plays() as counter:
                assert (await table.ask("GET", "", table.host)).status_code == 200
            assert len(made.journal) > 300
            assert counter.plays == len(made.table.moves) < 60
            assert threading.main_thread() not in counter.threads

    asyncio.run(visit())


@pytest.mark.parametrize("clock", [None, {"kind": "bank", "seconds": 600, "increment": 5}])
@pytest.mark.parametrize("seed", range(3))
def test_playing_only_what_still_counts_gives_the_same_table(clock, seed) -> None:
    made = undone_again_and_again(12, seed, clock=clock)
    chance = random.Random(seed)
    if seed == 2:  # a second match follows
        made.play(chance)
        made.submit(chair_role(1), lambda requests: requests.rematch())
        made.play(chance, 20)
    for upto in (*range(2, len(made.journal), 17), len(made.journal)):
        one_by_one, at_once = made.rebuilt(upto), Table.from_journal(made.table.id, made.journal[:upto])
        for role in (HOST, WATCH, chair_role(1), chair_role(2)):
            assert state_message(at_once, role) == state_message(one_by_one, role)
            for since in range(max(0, upto - 9), upto):
                assert update_message(at_once, role, since) == update_message(one_by_one, role, since)
        assert at_once.next_wakeup == one_by_one.next_wakeup
        assert at_once.moves == one_by_one.moves
        assert at_once.undo_count == one_by_one.undo_count


def test_an_undo_replays_few_moves() -> None:
    made = InMemoryTable(game="cartus", players=4, chairs=people("A", "B", "C", "D"), start=True)
    made.play(random.Random(3), 150)
    made.table.game._undoable = 0  # as after a move that told something new
    to = made.table.last_move_of("red")
    with counted_plays() as counter:
        made.append(JournalEntry(made.table.number + 1, made.now, 1, MovesUndone(to)))
    assert len(made.table.moves) == to > 100
    assert counter.plays <= 40
    fresh = made.rebuilt()
    assert fresh.game.view("red") == made.table.game.view("red")
    assert fresh.game.events == made.table.game.events


def test_undos_of_a_match_are_limited(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await stored(server, undone_again_and_again(MAX_UNDOS - 1))
            async with RecordingClient(made, made.chairs[0]) as anna:
                await anna.move()
                await anna.until(lambda: anna.legal)
                assert (await anna.ask("undo"))["type"] == "done"
                await anna.until(lambda: anna.legal)
                await anna.move()
                await anna.until(lambda: anna.legal)
                refused = await anna.ask("undo")
                assert (refused["type"], refused["code"]) == ("refused", "not_now")
                assert (await anna.move())["type"] == "done"

    asyncio.run(visit())


def test_records_and_replays_are_computed_once(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await stored(server, undone_again_and_again(20))
            await made.ask("GET", "", made.host)
            for path in ("/record", "/moments?first=0&last=49", "/moments?first=30&last=79"):
                with counted_plays() as first:
                    answer = await made.ask("GET", path, made.chairs[0])
                with counted_plays() as again:
                    for key in (made.chairs[0],) * 3:
                        assert (await made.ask("GET", path, key)).content == answer.content
                assert answer.status_code == 200
                assert first.plays <= 100  # not the whole journal
                assert threading.main_thread() not in first.threads
                assert again.plays == 0

    asyncio.run(visit())


def test_costly_requests_count_for_more(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path, limits=Limits(requests=1.0, burst=21, new_tables=1e6)) as server:
            made = await server.make(**ALONE)
            answers = [(await made.ask("GET", "/record", made.chairs[0])).status_code for _ in range(20)]
            assert answers.count(200) <= 5
            assert set(answers) == {200, 429}

    asyncio.run(visit())


@pytest.mark.parametrize(("path", "most"), [("/api/openapi.json", 30), ("/metrics", 30), ("/assets/a.js", 300)])
def test_nothing_large_is_sent_without_a_limit(tmp_path, path, most) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>rattus</title>")
    (web / "assets" / "a.js").write_text("let rats = 3;" * 100)

    async def visit() -> None:
        limits = Limits(requests=0.01, burst=2000)  # twenty at once
        async with LocalServer(tmp_path, limits=limits, web=web) as server:
            statuses = [(await server.http.get(path)).status_code for _ in range(most)]
            assert statuses[:10] == [200] * 10
            assert statuses[-1] == 429
            assert (await server.http.get("/healthz")).status_code == 200  # what watches the server is always answered

    asyncio.run(visit())


def test_what_everybody_gets_is_written_once(tmp_path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>rattus</title>")
    (web / "assets" / "a.js").write_text("let rats = 3;" * 100)

    async def visit() -> None:
        async with LocalServer(tmp_path, web=web) as server:
            with mock.patch("gzip.compress", wraps=gzip.compress) as compress:
                answers = [await server.http.get("/assets/a.js") for _ in range(5)]
            assert {answer.headers["content-encoding"] for answer in answers} == {"gzip"}
            assert compress.call_count == 1
            with mock.patch("rattus.server.app.orjson.dumps", wraps=orjson.dumps) as dumps:
                described = [(await server.http.get("/api/openapi.json")).json()["openapi"] for _ in range(5)]
            assert len(set(described)) == 1
            assert dumps.call_count <= 1

    asyncio.run(visit())


def test_tables_that_nobody_is_at_do_not_fill_the_memory(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path, clock=ManualClock()) as server:
            registry = server.runtime.registry
            made = []
            for _ in range(5):
                made.append(await server.make(game="rattus", players=2))
                await made[-1].ask("GET", "", made[-1].host)
                server.clock.advance(1.0)
            assert len(registry.tables) == 5
            assert list(registry.idle_since(server.clock.now() - 300.0)) == []
            evicted = [live.table.id for live in registry.idle_since(server.clock.now() - 300.0, at_most=2)]
            assert evicted == [each.id for each in made[:3]]  # those that were used last stay
            evicted = [live.table.id for live in registry.idle_since(server.clock.now() - 300.0, most_entries=2)]
            assert evicted == [each.id for each in made[:3]]  # each has one entry
            async with RecordingClient(made[0], made[0].chairs[0]):
                await eventually(lambda: registry.tables[made[0].id].connections)
                evicted = [live.table.id for live in registry.idle_since(server.clock.now() - 300.0, at_most=0)]
                assert evicted == [each.id for each in made[1:]]  # and where somebody is

    asyncio.run(visit())


def test_few_journals_are_in_memory_at_once(tmp_path, monkeypatch) -> None:
    """Whoever asks for a hundred tables at once has all their journals read, and they are rebuilt one by one."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = [await server.make(game="rattus", players=2) for _ in range(12)]
            registry, entries = server.runtime.registry, server.runtime.store.entries
            registry.tables.clear()
            in_memory, most = set(), 0

            async def reading(table: str, after: int = 0) -> list:
                nonlocal most
                in_memory.add(table)
                most = max(most, len(in_memory))
                return await entries(table, after)

            def rebuilding(table: str, journal: list) -> Table:
                in_memory.discard(table)
                return rebuild(table, journal)

            server.runtime.store.entries = reading
            monkeypatch.setattr("rattus.server.live.registry.rebuild", rebuilding)
            await asyncio.gather(*(registry.get(each.id) for each in made))
            assert len(registry.tables) == 12
            assert 1 <= most <= MAX_LOADING

    asyncio.run(visit())


def test_a_long_journal_takes_little_memory() -> None:
    """Of old entries only their marks stay: one connection could add thousands, at each of many tables."""
    made = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True)
    for number in range(3000):
        name = ChairChanged(name=f"Anna {number}")
        made.append(JournalEntry(made.table.number + 1, made.now, 1, name, f"request-{number}"))
    table = made.table
    for each in (table, made.rebuilt()):
        assert each.number == 3002
        assert len(each.entries_after(each.number - KEPT_ENTRIES)) == KEPT_ENTRIES
        assert each.entries_after(each.number - KEPT_ENTRIES - 1) is None
        assert sys.getsizeof(each._marks) < 10 * each.number
        assert len(each.answered_requests) == len(each._asked_for) == KEPT_ANSWERS
        assert each.answered_requests[1, "request-2999"] == 3002
        assert state_message(each, WATCH) == state_message(table, WATCH)
    # Whoever knows an old entry still has a part of this history, and gets everything; others get what they miss.
    assert table.is_known(10, table.mark_at(10))
    assert not table.is_known(10, table.mark_at(11))
    assert update_message(table, WATCH, 10)["type"] == "state"
    update = update_message(table, WATCH, table.number - MAX_MISSED)
    assert update["type"] == "update"
    assert [entry["number"] for entry in update["happened"]] == [*range(3003 - MAX_MISSED, 3003)]
    assert all(entry["chair"] == 1 for entry in update["happened"])
    assert MAX_MISSED < KEPT_ENTRIES


def test_large_bodies_count_for_more_before_they_are_read(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path, limits=Limits(requests=1.0, burst=20, new_tables=1e6)) as server:
            body = orjson.dumps({"game": "rattus", "players": 2, "options": {"x": "y" * 150_000}})
            answers = [(await server.http.post("/api/tables", content=body)).status_code for _ in range(6)]
            assert answers[0] == 422
            assert answers.count(429) >= 4

    asyncio.run(visit())


def test_a_large_scenario_is_refused_unread_and_answers_stay_short(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            moves = "[" + ", ".join(["{red: x, error: illegal}"] * 3_800) + "]"
            position = "{game: rattus, players: 2, turn: red, phase: turn}"
            with mock.patch("rattus.server.tables.create.game_of_scenario") as read:
                answer = await server.http.post(
                    "/api/tables", json={"scenario": f"position: {position}\nmoves: {moves}\nexpect: {{}}\n"}
                )
            assert answer.status_code == 422
            assert not read.called
            odd = await server.http.post("/api/tables", json={"scenario": f"rules: [{'[], ' * 4000}]\nposition: {{}}"})
            assert odd.status_code == 422
            assert len(odd.content) < 1000

    asyncio.run(visit())


def test_who_asks_for_much_waits_alone() -> None:
    async def work() -> None:
        background, order, held = BackgroundWork(max_waiting=4), [], threading.Event()
        first = asyncio.create_task(background.run("greedy", held.wait))
        await asyncio.sleep(0)
        greedy = [asyncio.create_task(background.run("greedy", lambda n=n: order.append(n))) for n in range(5)]
        modest = asyncio.create_task(background.run("modest", lambda: order.append("modest")))
        await asyncio.sleep(0)
        held.set()
        results = await asyncio.gather(first, modest, *greedy, return_exceptions=True)
        assert order.index("modest") <= 1
        assert isinstance(results[-1], Overloaded)
        assert not any(isinstance(result, Exception) for result in results[:-1])
        background.close()

    asyncio.run(work())


def test_messages_that_cost_much_count_for_more(tmp_path) -> None:
    async def visit() -> None:
        limits = Limits(messages=1.0, burst=20, bad_messages=1000, requests=1e6, new_tables=1e6)
        async with LocalServer(tmp_path, limits=limits) as server:
            made = await server.make(**ALONE)
            async with RecordingClient(made, made.chairs[0]) as anna:
                for _ in range(20):
                    await anna.say({"type": "sync"})
                await anna.until(lambda: sum(message["type"] == "error" for message in anna.messages) >= 13)
                assert sum(message["type"] == "state" for message in anna.messages) <= 7

    asyncio.run(visit())


def test_nobody_waits_while_the_api_is_described(tmp_path) -> None:
    """Writing the description takes seconds: it is done once, beside the event loop."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            app, threads = server._server.config.app, []
            describe = app.openapi

            def note() -> dict[str, object]:
                threads.append(threading.current_thread())
                return describe()

            app.openapi = note
            answers = [await server.http.get("/api/openapi.json") for _ in range(2)]
            assert [answer.status_code for answer in answers] == [200, 200]
            assert len(threads) == 1
            assert threads[0] is not threading.main_thread()

    asyncio.run(visit())
