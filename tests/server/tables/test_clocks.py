"""Clocks of a running server: time passes only when the test says so."""

import asyncio
import os
import signal
import time
from contextlib import AsyncExitStack, asynccontextmanager
from unittest import mock

import pytest

from rattus.server.client import TableClient
from rattus.server.clock import SteadyClock
from rattus.server.errors import StorageError
from rattus.server.tables.time_control import DAY, RETURN_GRACE

from ..in_memory_table import people
from ..local_server import InstantBots, LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..server_process import ServerProcess, journal
from ..wait import eventually

BANK = {"kind": "bank", "seconds": 60, "increment": 5}
DAYS = {"kind": "days", "days": 3}
FIND_WORK_SECONDS = 2.0  # after which a server looks for tables that no process runs


class TimedTable:
    """A table with a clock whose people are all connected."""

    def __init__(self, server, made, clock, players) -> None:
        self.server, self.made, self.clock, self.players = server, made, clock, players

    @property
    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.made.journal()]

    def decider(self) -> RecordingClient:
        return next(player for player in self.players if player.legal)

    async def quiet(self) -> None:
        """Wait until everything due by now has happened, by sending two requests."""
        for _ in range(2):
            answer = await self.players[0].ask("chat", text="tick tock")
            await self.players[0].until(lambda number=answer["number"]: self.players[0].number >= number)
            await asyncio.sleep(0.02)


@asynccontextmanager
async def timed_table(folder, clock=None, *, chairs=None, limit=BANK, bot_pool=None, **request):
    clock = clock or ManualClock()
    chairs = chairs or people("Anna", "Bert")
    async with LocalServer(folder, clock, bot_pool=bot_pool) as server, AsyncExitStack() as stack:
        made = await server.make(
            **{"game": "rattus", "players": len(chairs), "chairs": chairs, "clock": limit, "sitter": "easy",
               "options": {"first": "red"}, **request}
        )  # fmt: skip
        await made.start()
        keys = [key for key, holder in zip(made.chairs, chairs, strict=True) if "name" in holder]
        players = [await stack.enter_async_context(RecordingClient(made, key)) for key in keys]
        yield TimedTable(server, made, clock, players)


@pytest.mark.parametrize(("limit", "seconds"), [(BANK, 60.0), (DAYS, 3 * DAY)])
def test_when_time_is_up_a_bot_of_the_agreed_level_takes_over(tmp_path, limit, seconds) -> None:
    async def play() -> None:
        async with timed_table(tmp_path, limit=limit) as table:
            anna, bert = table.players
            table.clock.advance(seconds - 0.25)
            await table.quiet()
            assert "left" not in table.kinds
            table.clock.advance(0.25)
            await bert.until(lambda: bert.legal)  # the bot has made Anna's moves, and Bert decides now
            happened = [h for m in bert.messages for h in m.get("happened", []) if h["kind"] == "left"]
            assert [(h["seat"], h["why"], h["at"]) for h in happened] == [("red", "clock", table.clock.now())]
            assert bert.table["chairs"][0]["away"]
            assert {request.level for request in table.server.bot_pool.requests} == {"easy"}
            await anna.until(lambda: anna.number == bert.number)
            assert anna.legal == []
            answer = await anna.ask("move", move="settle gallia", after=anna.moves)
            assert (answer["type"], answer["code"]) in {("refused", "illegal"), ("refused", "not_now")}

    asyncio.run(play())


def test_a_person_can_take_the_seat_back_and_gets_grace_time(tmp_path) -> None:
    async def play() -> None:
        bot_pool = InstantBots()
        bot_pool.held = True
        async with timed_table(tmp_path, bot_pool=bot_pool) as table:
            anna, _ = table.players
            table.clock.advance(60)
            await anna.until(lambda: anna.table["chairs"][0]["away"])
            await eventually(lambda: bot_pool.requests)
            assert anna.legal == []
            answer = await anna.ask("return")
            assert answer["type"] == "done"
            await anna.until(lambda: anna.number >= answer["number"])
            assert not anna.table["chairs"][0]["away"]
            assert anna.legal, "it is for her to decide again"
            assert anna.table["clock"]["left"]["red"] == RETURN_GRACE
            assert anna.table["clock"]["running"] == "red"
            bot_pool.release()  # too late: the person is back
            await table.quiet()
            assert "move" not in table.kinds
            assert (await anna.move())["type"] == "done"
            table.clock.advance(RETURN_GRACE + BANK["increment"] - 0.25)
            await table.quiet()
            assert table.kinds.count("left") == 1

    asyncio.run(play())


def test_the_bot_takes_over_again_when_the_grace_time_is_up(tmp_path) -> None:
    async def play() -> None:
        bot_pool = InstantBots()
        bot_pool.held = True
        async with timed_table(tmp_path, bot_pool=bot_pool) as table:
            anna, _ = table.players
            table.clock.advance(1000)
            await anna.until(lambda: anna.table["chairs"][0]["away"])
            await anna.ask("return")
            table.clock.advance(RETURN_GRACE - 0.25)
            await table.quiet()
            assert table.kinds.count("left") == 1
            table.clock.advance(0.25)
            await anna.until(lambda: anna.table["chairs"][0]["away"])
            assert table.kinds.count("left") == 2

    asyncio.run(play())


def test_a_move_at_the_last_moment_counts(tmp_path) -> None:
    async def play() -> None:
        async with timed_table(tmp_path) as table:
            anna, _ = table.players
            table.clock.advance(59.75)
            answer = await anna.move()
            assert answer["type"] == "done"
            await anna.until(lambda: anna.number >= answer["number"])
            table.clock.advance(0.25)
            await table.quiet()
            assert "left" not in table.kinds
            left = anna.table["clock"]["left"]["red"]
            assert left == 0.25 + BANK["increment"]

    asyncio.run(play())


def test_the_clock_switches_to_the_next_player(tmp_path) -> None:
    async def play() -> None:
        async with timed_table(tmp_path) as table:
            anna, bert = table.players
            while not bert.legal:
                table.clock.advance(1)
                await anna.move()
                await bert.until(lambda: anna.number == bert.number and (anna.legal or bert.legal))
            table.clock.advance(59.75)
            await table.quiet()
            assert "left" not in table.kinds
            table.clock.advance(0.25)
            await bert.until(lambda: bert.table["chairs"][1]["away"])
            assert not bert.table["chairs"][0]["away"]

    asyncio.run(play())


def test_a_bots_time_does_not_run(tmp_path) -> None:
    async def play() -> None:
        bot_pool = InstantBots()
        bot_pool.held = True
        async with timed_table(tmp_path, chairs=[{"bot": "hard"}, {"name": "Bert"}], bot_pool=bot_pool) as table:
            (bert,) = table.players
            await eventually(lambda: bot_pool.requests)
            assert bot_pool.requests[0].level == "hard"
            assert bert.table["clock"]["running"] is None
            table.clock.advance(100_000)
            await table.quiet()
            assert "left" not in table.kinds
            bot_pool.release()
            await bert.until(lambda: bert.legal)
            assert bert.table["clock"]["left"] == {"red": 60.0, "yellow": 60.0}

    asyncio.run(play())


def test_a_bot_replaces_a_person_who_leaves_until_they_return(tmp_path) -> None:
    async def play() -> None:
        async with timed_table(tmp_path, limit=None) as table:
            anna, bert = table.players
            assert (await anna.ask("leave"))["type"] == "done"
            await bert.until(lambda: bert.legal)
            assert bert.moves > 0
            assert bert.table["chairs"][0] == {
                "chair": 1, "seat": "red", "holder": "person", "name": "Anna", "level": None, "away": True
            }  # fmt: skip
            assert (await anna.ask("return"))["type"] == "done"
            while not anna.legal:
                await bert.move()
                await anna.until(lambda: anna.number == bert.number and (anna.legal or bert.legal))
            assert (await anna.move())["type"] == "done"

    asyncio.run(play())


@pytest.mark.parametrize("down", [11.0, 500.0, -3600.0, 3600.0])
def test_time_without_a_server_is_not_counted(tmp_path, down) -> None:
    """Nobody is connected, and nobody does anything. The machine's clock may have been set meanwhile."""
    clock = ManualClock()

    async def begin() -> str:
        async with timed_table(tmp_path, clock) as table:
            clock.advance(20)
            return table.made.id

    async def go_on(table: str) -> None:
        async with LocalServer(tmp_path, clock) as server:

            def left() -> bool:
                return any(entry.kind == "left" for entry in server.journal(table))

            async def advance(seconds: float) -> None:
                for _ in range(10):
                    clock.advance(seconds / 10)
                    await asyncio.sleep(0.05)

            if down > 0:
                await advance(39.5)
                assert not left()
                await advance(FIND_WORK_SECONDS)
                assert [entry.data for entry in server.journal(table) if entry.kind == "resumed"] == [{"seconds": down}]
            else:  # it was set back: until it is as late as before, no time passes
                await advance(39.5 - down)
                assert not left()
                await advance(60)
            await eventually(left)
            entry = next(entry for entry in server.journal(table) if entry.kind == "left")
            assert (entry.chair, entry.data["why"]) == (1, "clock")
            await eventually(lambda: server.journal(table)[-1].kind == "move")

    name = asyncio.run(begin())
    clock._sleepers.clear()  # they belonged to the stopped server
    clock._now += down
    asyncio.run(go_on(name))


def test_bots_go_on_after_the_clock_was_set_back(tmp_path) -> None:
    clock, bots = ManualClock(), InstantBots()
    bots.held = True

    async def begin() -> str:
        async with LocalServer(tmp_path, clock, bot_pool=bots) as server:
            made = await server.make(game="rattus", players=2, chairs=[{"bot": "easy"}, {"bot": "easy"}], start=True)
            await eventually(lambda: bots.requests)
            return made.id

    async def go_on(table: str) -> None:
        async with LocalServer(tmp_path, clock) as server:
            await eventually(lambda: table in server.runtime.registry.tables)
            await eventually(lambda: server.runtime.registry.tables[table].table.status == "over")

    name = asyncio.run(begin())
    clock._sleepers.clear()
    clock._now -= 3600.0
    asyncio.run(go_on(name))


def test_time_without_a_database_is_not_counted(tmp_path) -> None:
    clock = ManualClock()

    async def play() -> None:
        async with timed_table(tmp_path, clock) as table:
            server, anna = table.made.server, table.players[0]
            scheduler, store = server.runtime.scheduler, server.runtime.store
            renew, append = store.renew, store.append

            async def no_renewal(*_: object) -> None:
                raise StorageError("gone")

            def no_append(*_: object) -> asyncio.Future[bool]:
                failed = asyncio.get_running_loop().create_future()
                failed.set_exception(StorageError("gone"))
                return failed

            store.renew, store.append = no_renewal, no_append
            clock.advance(FIND_WORK_SECONDS)
            await eventually(lambda: scheduler._outage_since is not None)
            for _ in range(10):
                clock.advance(30)
                await asyncio.sleep(0.02)
            store.renew, store.append = renew, append
            for _ in range(20):
                clock.advance(FIND_WORK_SECONDS / 4)
                await asyncio.sleep(0.02)
                if any(entry.kind == "resumed" for entry in table.made.journal()):
                    break
            kinds = [entry.kind for entry in table.made.journal()]
            assert "resumed" in kinds
            assert "left" not in kinds
            await anna.until(lambda: anna.number == len(kinds))
            assert (await anna.move())["type"] == "done"

    asyncio.run(play())


@pytest.mark.parametrize("comes_first", ["the deadline", "a move", "nothing"])
def test_time_in_which_the_process_stood_still_is_not_counted(tmp_path, comes_first) -> None:
    """Whatever the server does first when it goes on."""

    async def play() -> None:
        async with timed_table(tmp_path) as table:
            anna, clock = table.players[0], table.clock
            live = table.server.runtime.registry.tables[table.made.id]
            clock.advance(10)
            await table.quiet()
            if comes_first == "nothing":
                clock.pause(30)
                await eventually(lambda: "resumed" in table.kinds)
            elif comes_first == "the deadline":
                clock.pause(100)
                await eventually(lambda: "resumed" in table.kinds)
                clock.advance(49)
            else:
                with mock.patch.object(table.server.runtime.registry, "give_back_pauses"):
                    clock.pause(100)
                    await anna.move()
                assert live.table.clock.left["red"] == 55.0  # 60 - 10 + the increment of 5
            await table.quiet()
            assert "left" not in table.kinds
            resumed = [entry.data for entry in table.made.journal() if entry.kind == "resumed"]
            assert resumed == [{"seconds": 30.0 if comes_first == "nothing" else 100.0}]

    asyncio.run(play())


@pytest.mark.slow
def test_a_process_stopped_by_a_signal_costs_nobody_time(tmp_path) -> None:
    bank, stopped = 15.0, 17.0
    with ServerProcess(tmp_path) as server:
        clock = {"kind": "bank", "seconds": bank, "increment": 0}
        made = server.make_table(chairs=people("Anna", "Bert"), clock=clock, options={"first": "red"}, start=True)

        async def play() -> None:
            async with TableClient(server.url, made["table"], made["keys"]["chairs"][0]) as anna:
                await anna.until(lambda: anna.legal)
                os.kill(server.pid, signal.SIGSTOP)
                moving = asyncio.create_task(anna.move(anna.legal[0]))  # she does not know
                await asyncio.sleep(stopped)
                os.kill(server.pid, signal.SIGCONT)
                await moving
                assert anna.table["clock"]["left"]["red"] > 0.0

        asyncio.run(play())
        entries = journal(server.database, made["table"])
        assert [kind for _, kind, _, _ in entries][:4] == ["made", "begun", "resumed", "move"]
        assert stopped - 1.0 < entries[2][3]["seconds"]


def test_a_steady_clock_notices_pauses() -> None:
    with mock.patch("time.monotonic", side_effect=[0.0, 10.0, 10.9, 10.9, 40.0, 40.25]):
        clock = SteadyClock()
        assert not clock.pauses()
        assert not clock.pauses()
        before = clock.now()
        (pause,) = clock.pauses()
        assert pause.since == pytest.approx(before)
        assert pause.until - pause.since == pytest.approx(29.1)
        assert len(clock.pauses()) == 1


def test_setting_the_machines_clock_changes_nothing() -> None:
    clock = SteadyClock()
    before = clock.now()
    for jump in (-3600.0, 3600.0):
        with mock.patch("time.time", return_value=time.time() + jump):
            assert abs(clock.now() - before) < 60


def test_after_a_restart_bots_go_on_by_themselves(tmp_path) -> None:
    async def begin() -> str:
        bot_pool = InstantBots()
        bot_pool.held = True
        async with LocalServer(tmp_path, bot_pool=bot_pool) as server:
            made = await server.make(game="cartus", players=2, chairs=[{"bot": "easy"}, {"bot": "easy"}], start=True)
            await eventually(lambda: bot_pool.requests)
            assert [entry.kind for entry in made.journal()] == ["made", "begun"]
            return made.id

    async def go_on(table: str) -> None:
        async with LocalServer(tmp_path) as server:
            await eventually(lambda: table in server.runtime.registry.tables)
            await eventually(lambda: server.runtime.registry.tables[table].table.status == "over")

    asyncio.run(go_on(asyncio.run(begin())))
