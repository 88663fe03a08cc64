"""Live play: keys and chairs, requests that count once, reconnecting, and slow readers."""

import asyncio
import contextlib
from pathlib import Path

import httpx
import orjson
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rattus.server.errors import StorageError
from rattus.server.live.live_table import LiveTable
from rattus.server.protocol.basics import PROTOCOL
from rattus.server.settings import Limits
from rattus.server.storage.store import TableStore
from rattus.server.tables.journal import ChatSent, JournalEntry, LeaveReason, PersonLeft
from rattus.server.tables.keys import WATCH, new_key

from ..in_memory_table import people
from ..local_server import GENEROUS, HostedTable, LocalServer
from ..manual_clock import ManualClock
from ..oracle import Oracle
from ..recording_client import RecordingClient
from ..wait import eventually

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}


def address(server: LocalServer) -> str:
    return f"ws{server.url.removeprefix('http')}/api/live"


async def first_answer(server: LocalServer, hello: str | bytes, **options) -> tuple[list[str], int | None]:
    """What is answered to a first message until the connection is closed, and the code of that."""
    heard = []
    async with connect(address(server), compression=None, **options) as connection:
        await connection.send(hello)
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(60):
                while True:
                    heard.append(await connection.recv())
    return heard, connection.close_code


def hello(made: HostedTable, key: str, **fields) -> str:
    return orjson.dumps({"type": "hello", "protocol": PROTOCOL, "table": made.id, "key": key, **fields}).decode()


# ---- keys


def test_wrong_foreign_and_garbage_keys_get_the_same_answer(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made, other = await server.make(**TWO), await server.make(**TWO)
            keys = [new_key(), other.host, other.watch, other.chairs[0], "", "é", "\x00", "' OR 1=1 --", "x" * 64,
                    made.id, made.chairs[0].swapcase(), made.chairs[0] + " "]  # fmt: skip
            texts = [hello(made, key) for key in keys]
            texts += [hello(made, made.chairs[0]).replace(made.id, name) for name in (other.id, "nothing", "")]
            answers = [await first_answer(server, text) for text in texts]
            assert {(*heard, code) for heard, code in answers} == {(answers[0][0][0], 1008)}
            assert orjson.loads(answers[0][0][0])["code"] == "not_found"
            rest = []
            for key in keys:
                with contextlib.suppress(ValueError, httpx.LocalProtocolError):  # some cannot be sent in a header
                    rest += [await made.ask("GET", path, key) for path in ("", "/record", "/moments")]
                    rest.append(await made.ask("PATCH", "/chairs/1", key, json={"name": "Eve"}))
                    rest.append(await made.ask("POST", "/start", key))
            rest.append(await server.http.get(f"/api/tables/{made.id}"))
            rest.append(await server.http.get("/api/tables/nothing", headers={"authorization": f"Bearer {made.host}"}))
            assert {(answer.status_code, answer.text) for answer in rest} == {(404, rest[0].text)}
            assert orjson.loads(rest[0].text) == {"code": "not_found", "why": orjson.loads(answers[0][0][0])["why"]}

    asyncio.run(play())


NO_HELLOS = [
    "", "{}", "[]", "null", "hello", '{"type": "sync"}', '{"type": "hello", "protocol": 3}', b"\x00\xff", "[" * 10_000,
    '{"type": "hello", "protocol": 3, "table": 1, "key": 2}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "\\ud800"}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "x": 1}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "have": -1}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "have": "1"}',
]  # fmt: skip


def test_a_malformed_hello_is_answered_and_refused(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            for text in NO_HELLOS:
                heard, code = await first_answer(server, text)
                assert code == 1008, text
                (message,) = map(orjson.loads, heard)
                assert set(message) == {"type", "code", "why"}
                assert message["code"] == "malformed", text

    asyncio.run(play())


def test_a_silent_client_is_disconnected(tmp_path) -> None:
    async def play() -> None:
        async with (
            LocalServer(tmp_path, limits=Limits(hello_seconds=0.05)) as server,
            connect(address(server)) as connection,
        ):
            assert orjson.loads(await connection.recv())["code"] == "malformed"
            with pytest.raises(ConnectionClosed):
                await connection.recv()
            assert connection.close_code == 1008

    asyncio.run(play())


def test_a_key_opens_its_own_seat_only(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**{**TWO, "chairs": [*people("Anna", "Bert"), {"bot": "easy"}], "players": 3})
            before = made.journal()
            for key, number in ((made.chairs[0], 2), (made.chairs[1], 1), (made.watch, 1), (made.host, 1)):
                answer = await made.ask("PATCH", f"/chairs/{number}", key, json={"name": "Eve"})
                assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
            async with (
                RecordingClient(made, made.watch) as watch,
                RecordingClient(made, made.chairs[1]) as bert,
                RecordingClient(made, made.chairs[2]) as bot,
                RecordingClient(made, made.host) as host,
            ):
                assert watch.you == {"role": "watch", "chair": None, "seat": None}
                assert bert.you == {"role": "chair", "chair": 2, "seat": "yellow"}
                legal = [str(move) for move in server.runtime.registry.tables[made.id].table.game.legal()]
                for kind, fields in (
                    ("move", {"move": legal[0], "after": 0}), ("undo", {}), ("rematch", {}), ("chat", {"text": "hi"}),
                    ("answer", {"yes": True}), ("leave", {}), ("return", {}),
                ):  # fmt: skip
                    for player in (watch, bot, host):
                        answer = await player.ask(kind, **fields)
                        assert (answer["type"], answer["code"]) == ("refused", "not_yours")
                assert (await watch.ask("hint"))["code"] == "not_now"
                assert (await bert.ask("hint"))["code"] == "not_now"
                assert (await bert.ask("move", move=legal[0], after=0))["code"] == "illegal"
            assert made.journal() == before

    asyncio.run(play())


def test_a_seat_on_two_devices_sees_the_same(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path, ManualClock()) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as one, RecordingClient(made, made.chairs[0]) as other:
                await other.until(lambda: other.here.get("chairs") == [1])
                for number in range(5):
                    answer = await (one, other)[number % 2].move()
                    for player in (one, other):
                        await player.until(lambda player=player, n=answer["number"]: player.number >= n)
                    if not one.legal:
                        break
                updates = [[text for text in p.heard if '"update"' in text] for p in (one, other)]
                assert updates[0] == updates[1]
                assert len(updates[0]) >= 1
                assert [one.view, one.legal, one.events, one.table] == [
                    other.view, other.legal, other.events, other.table
                ]  # fmt: skip

    asyncio.run(play())


def test_presence_is_sent_to_everybody(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[1]) as bert:
                await bert.until(lambda: bert.here == {"type": "here", "chairs": [2], "watching": 0})
                async with RecordingClient(made, made.chairs[0]), RecordingClient(made, made.watch):
                    await bert.until(lambda: bert.here == {"type": "here", "chairs": [1, 2], "watching": 1})
                await bert.until(lambda: bert.here == {"type": "here", "chairs": [2], "watching": 0})

    asyncio.run(play())


# ---- requests count once


def test_a_request_that_is_sent_twice_counts_once(tmp_path) -> None:
    """One after the other, at the same time over two connections, and after a restart of the server."""

    async def begin() -> tuple[str, dict, dict]:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as one, RecordingClient(made, made.chairs[0]) as other:
                move = {"move": one.legal[0], "after": 0}
                answers = [await one.ask("move", id="my-move", **move) for _ in range(3)]
                answers += await asyncio.gather(*(p.ask("move", id="my-move", **move) for p in (one, other)))
                assert len({orjson.dumps(answer) for answer in answers}) == 1
                assert answers[0] == {"type": "done", "id": "my-move", "number": 3}
                chats = await asyncio.gather(*(p.ask("chat", id="c", text="hi") for p in (one, other) * 3))
                assert {answer["number"] for answer in chats} == {4}
                async with RecordingClient(made, made.chairs[1]) as bert:  # his ids are his own
                    assert (await bert.ask("chat", id="c", text="hi too"))["number"] == 5
            assert [entry.kind for entry in made.journal()] == ["made", "begun", "move", "chat", "chat"]
            return made, answers[0], move

    async def again(made: HostedTable, answer: dict, move: dict) -> None:
        async with LocalServer(tmp_path) as server:
            made.server = server
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert await anna.ask("move", id="my-move", **move) == answer
                late = await anna.ask("move", id="another", **move)
                assert (late["type"], late["code"]) == ("refused", "late")
            assert len(made.journal()) == 5

    asyncio.run(again(*asyncio.run(begin())))


def test_only_one_of_two_simultaneous_moves_counts(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as one, RecordingClient(made, made.chairs[0]) as other:
                moves = zip((one, other), one.legal, strict=False)
                answers = await asyncio.gather(*(p.ask("move", move=text, after=0) for p, text in moves))
                assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
                assert {answer.get("code") for answer in answers} == {None, "late"}
            assert [entry.kind for entry in made.journal()] == ["made", "begun", "move"]

    asyncio.run(play())


def test_after_a_refusal_another_request_takes_another_id(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (await anna.ask("move", id="m", move="fly home", after=0))["code"] == "illegal"
                assert (await anna.ask("move", id="m", move=anna.legal[0], after=0))["type"] == "refused"
                assert (await anna.ask("move", id="n", move=anna.legal[0], after=0))["type"] == "done"

    asyncio.run(play())


# ---- reconnecting


def test_a_client_that_reconnects_gets_what_it_missed(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path, ManualClock()) as server:
            made = await server.make(**{**TWO, "start": False})
            states = {}
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[1]) as bert:
                states[1] = anna.messages[0]
                await made.start()
                for _ in range(12):
                    for player in (anna, bert):
                        await player.until(lambda: anna.number == bert.number and (anna.legal or bert.legal))
                    mover = anna if anna.legal else bert
                    await mover.move()
                    if mover.undo == "free" and len(states) == 5:
                        await mover.ask("undo")
                    await mover.ask("chat", text="done")
                    await anna.until(lambda: anna.number == bert.number)
                    async with RecordingClient(made, made.chairs[0]) as fresh:
                        states[fresh.number] = fresh.messages[0]
                last = max(states)
                for number, state in states.items():
                    async with RecordingClient(made, made.chairs[0], have=number) as back:
                        back.apply(state)
                        await back.until(lambda back=back: back.heard and back.number >= last)
                        back_message = back.messages[0]
                        assert back_message["type"] == ("update" if back_message.get("since") == number else "state")
                        for name in ("number", "table", "view", "legal", "moves", "undo", "events", "chat"):
                            assert getattr(back, name) == states[last][name], (number, name)
                for number in (0, last + 1, 10**6):  # what never was
                    async with RecordingClient(made, made.chairs[0], have=number) as back:
                        await back.until(lambda back=back: back.number >= last)
                        unknown = {"anew": True} if number else {}  # a history that is not this one
                        assert back.messages[0] == {**states[last], **unknown}
                async with RecordingClient(made, made.chairs[0]) as asking:
                    await asking.say({"type": "sync"})
                    await asking.until(lambda: len([m for m in asking.messages if m["type"] == "state"]) == 2)
                    assert asking.messages[-1] == states[last]

    asyncio.run(play())


def test_a_tick_tells_the_last_number(tmp_path) -> None:
    async def play() -> None:
        clock = ManualClock()
        async with LocalServer(tmp_path, clock) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                clock.advance(15)
                await anna.until(lambda: any(message["type"] == "tick" for message in anna.messages))
                tick = next(message for message in anna.messages if message["type"] == "tick")
                assert tick == {"type": "tick", "number": 2, "at": clock.now()}

    asyncio.run(play())


def test_an_idle_table_is_evicted_and_rebuilt(tmp_path) -> None:
    async def play() -> None:
        clock = ManualClock()
        async with LocalServer(tmp_path, clock) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                await anna.move()
                clock.advance(1000)
                await asyncio.sleep(0.05)
                assert made.id in server.runtime.registry.tables
            await eventually(lambda: not server.runtime.registry.tables[made.id].connections)
            clock.advance(1000)
            await eventually(lambda: made.id not in server.runtime.registry.tables)
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (anna.number, anna.moves) == (3, 1)
                assert (await anna.ask("chat", text="still here"))["number"] == 4

    asyncio.run(play())


# ---- failures


def test_an_entry_that_cannot_be_stored_has_not_happened(tmp_path, monkeypatch) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path, ManualClock()) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.watch) as watch:
                append = server.runtime.store.append

                def fail(*_):
                    future = asyncio.get_running_loop().create_future()
                    future.set_exception(StorageError("the disk is full"))
                    return future

                monkeypatch.setattr(server.runtime.store, "append", fail)
                answer = await anna.ask("move", id="m", move=anna.legal[0], after=0)
                assert (answer["type"], answer["code"]) == ("refused", "trouble")
                monkeypatch.setattr(server.runtime.store, "append", append)
                async with RecordingClient(made, made.chairs[1]) as bert:
                    assert (bert.number, bert.moves) == (2, 0)
                assert (watch.number, watch.moves) == (2, 0)
                assert (await anna.ask("move", id="m", move=anna.legal[1], after=0))["type"] == "done"
                await watch.until(lambda: watch.moves == 1)
            oracle = Oracle(made.id, made.journal())
            for message in watch.messages:
                oracle.check(WATCH, message)

    asyncio.run(play())


def test_finding_work_does_not_cancel_a_bot_whose_move_is_being_stored(tmp_path, monkeypatch) -> None:
    """Otherwise the move would be in the journal and no client would receive it."""

    async def play() -> None:
        async with LocalServer(tmp_path, ManualClock()) as server:
            chairs = [{"name": "Anna"}, {"bot": "easy"}, {"name": "Cleo"}]
            made = await server.make(game="rattus", players=3, chairs=chairs, options={"first": "red"}, start=True)
            store, scheduler, registry = server.runtime.store, server.runtime.scheduler, server.runtime.registry
            append, may_store = store.append, asyncio.Event()
            found: list[str] = []
            waiting: list[asyncio.Task[None]] = []

            async def load_slowly(table: str) -> LiveTable:
                found.append(table)
                await eventually(lambda: waiting, "the bot moves")
                return await registry.get(table)

            def store_slowly(table: str, entry: JournalEntry, *more) -> asyncio.Future[bool]:
                if entry.request_id is not None:  # of a person
                    return append(table, entry, *more)
                outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

                async def store() -> None:  # also if nobody waits for it any more, as the writer does
                    await may_store.wait()
                    is_stored = await append(table, entry, *more)
                    if not outcome.done():
                        outcome.set_result(is_stored)

                waiting.append(asyncio.create_task(store()))
                return outcome

            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[2]) as cleo:
                assert (await anna.move())["type"] == "done"
                await eventually(lambda: cleo.legal, "the bot settles after Anna, and before her once more")
                assert (await cleo.move())["type"] == "done"
                await eventually(lambda: cleo.moves == 3)
                looking = asyncio.create_task(scheduler.find_work(load_slowly, lambda _: True))
                await eventually(lambda: found, "nothing has to be done there yet")
                monkeypatch.setattr(store, "append", store_slowly)
                assert (await cleo.move())["type"] == "done"
                await looking
                may_store.set()
                await eventually(lambda: anna.legal, "the bot has moved and no client received it")

    asyncio.run(play())


def test_an_entry_of_another_process_counts_and_ours_follows(tmp_path) -> None:
    async def play() -> None:
        clock = ManualClock()
        async with LocalServer(tmp_path, clock) as server:
            made = await server.make(**TWO)
            other = TableStore(server.settings.database)
            async with (
                RecordingClient(made, made.chairs[0]) as anna,
                RecordingClient(made, made.chairs[1]) as bert,
                RecordingClient(made, made.watch) as watch,
            ):
                assert await other.append(made.id, JournalEntry(3, clock.now(), 2, ChatSent("first")))
                legal = anna.legal  # this server does not know of that entry yet
                assert (await anna.ask("move", move=legal[0], after=0))["number"] == 4
                await anna.until(lambda: anna.number == 4)
                assert [line["text"] for line in anna.chat] == ["first"]
                await bert.until(lambda: bert.legal)
                assert await other.append(made.id, JournalEntry(5, clock.now(), 2, PersonLeft(LeaveReason.GAVE_UP)))
                assert (await bert.move())["code"] == "not_now"  # a bot sits there now
                await eventually(lambda: made.journal()[-1].kind == "move")  # and it moves
                await watch.until(lambda: watch.number == made.journal()[-1].number)
            await other.close()
            oracle = Oracle(made.id, made.journal())
            for message in watch.messages:
                oracle.check(WATCH, message)

    asyncio.run(play())


NO_MESSAGES = [
    "", "{}", "null", "not json", '{"type": "fly"}', '{"type": "move", "id": "a"}', "[" * 5000,
    '{"type": "move", "id": "a", "move": "x", "after": -1}', '{"type": "move", "id": "a", "move": "x", "after": 1e9}',
    '{"type": "move", "id": "", "move": "x", "after": 0}', '{"type": "undo", "id": "' + "a" * 65 + '"}',
    '{"type": "move", "id": "a b", "move": "x", "after": 0}', '{"type": "chat", "id": "a", "text": ""}',
    '{"type": "chat", "id": "a", "text": "   "}', '{"type": "chat", "id": "a", "text": "' + "a" * 501 + '"}',
    '{"type": "chat", "id": "a", "text": "a\\u0000b"}', '{"type": "chat", "id": "a", "text": "a\\nb"}',
    '{"type": "chat", "id": "a", "text": "\\ud800"}', '{"type": "answer", "id": "a", "yes": 1}',
    '{"type": "answer", "id": "a", "yes": "yes"}', '{"type": "undo", "id": "a", "more": 1}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k"}',
    '{"type": "sync", "have": -1}', b"\xff\x00"]  # fmt: skip


def test_a_malformed_message_is_answered_and_harmless(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            for text in NO_MESSAGES:
                async with RecordingClient(made, made.chairs[0]) as anna:
                    await anna.connection.send(text)
                    await anna.until(lambda anna=anna: any(message["type"] == "error" for message in anna.messages))
                    error = next(message for message in anna.messages if message["type"] == "error")
                    assert set(error) == {"type", "code", "why"}
                    assert error["code"] == "malformed", text
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (await anna.move())["type"] == "done"
            assert len(made.journal()) == 3

    asyncio.run(play())


def test_too_many_bad_messages_close_the_connection(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path, limits=Limits(bad_messages=5, new_tables=100)) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[1]) as bert:
                for _ in range(6):
                    await anna.say("rubbish")
                await anna.until(lambda: anna.code is not None)
                assert anna.code == 1008
                assert sum(message["type"] == "error" for message in anna.messages) == 6
                assert (await bert.ask("chat", text="still here"))["type"] == "done"

    asyncio.run(play())


def test_messages_over_the_limit_are_refused(tmp_path) -> None:
    async def play() -> None:
        clock = ManualClock()
        limits = Limits(messages=2, burst=2, bad_messages=1000, new_tables=100)
        async with LocalServer(tmp_path, clock, limits=limits) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                for number in range(10):
                    await anna.say({"type": "chat", "id": f"c{number}", "text": "spam"})
                await anna.until(lambda: sum(message["type"] == "error" for message in anna.messages) == 6)
                assert {m["code"] for m in anna.messages if m["type"] == "error"} == {"busy"}
                clock.advance(0.5)
                assert (await anna.ask("chat", text="better now"))["type"] == "done"
            assert [entry.kind for entry in made.journal()].count("chat") == 5

    asyncio.run(play())


def test_a_message_that_is_too_large_closes_the_connection(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                await anna.say({"type": "chat", "id": "a", "text": "x" * GENEROUS.message_bytes})
                await anna.until(lambda: anna.code is not None)
                assert anna.code == 1009
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (await anna.move())["type"] == "done"

    asyncio.run(play())


@pytest.mark.slow
def test_a_slow_reader_is_disconnected_and_delays_nobody(tmp_path) -> None:
    async def play() -> None:
        limits = Limits(messages=1e6, address_messages=1e6, new_tables=100, requests=1000, unread_messages=20)
        async with LocalServer(tmp_path, limits=limits) as server:
            made = await server.make(**{**TWO, "game": "cartus", "options": {}})
            async with (
                RecordingClient(made, made.chairs[0]) as anna,
                RecordingClient(made, made.chairs[1]) as bert,
                connect(address(server), compression=None, max_queue=1, max_size=None) as sleeper,
            ):
                await sleeper.send(hello(made, made.watch))
                connections = server.runtime.registry.tables[made.id].connections
                await eventually(lambda: len(connections) == 3)
                slow = next(connection for connection in connections if connection.role.kind == "watch")

                async def pester() -> None:
                    with contextlib.suppress(ConnectionClosed):
                        while slow.close_code is None:
                            await sleeper.send('{"type": "sync"}')
                            await asyncio.sleep(0)

                pestering = asyncio.create_task(pester())
                loop, slowest = asyncio.get_running_loop(), 0.0
                while slow.close_code is None:
                    for player in (anna, bert):
                        began = loop.time()
                        assert (await player.ask("chat", text="and you?"))["type"] in ("done", "refused")
                        slowest = max(slowest, loop.time() - began)
                await pestering
                assert slowest < 60.0  # it would wait forever if the sleeper held it up
                heard, mover = 0, anna if anna.legal else bert
                assert (await mover.move())["type"] == "done"
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await asyncio.wait_for(sleeper.recv(), 120)
                        heard += 1
                assert sleeper.close_code == 1013
                assert heard > 0
                await eventually(lambda: len(connections) == 2)
                await anna.until(lambda: anna.here["watching"] == 0)

    asyncio.run(play())


# ---- origin


def test_one_address_may_not_take_all_connections(tmp_path) -> None:
    async def play() -> None:
        limits = Limits(connections=2, new_tables=100)
        async with LocalServer(tmp_path, limits=limits) as server:
            made = await server.make(**TWO)
            async with connect(address(server)) as first, connect(address(server)):
                with pytest.raises((InvalidStatus, ConnectionClosed)):
                    async with connect(address(server)) as third:
                        await third.recv()
                await first.close()
                heard, _ = await first_answer(server, hello(made, "wrong"))  # there is room again
                assert len(heard) == 1

    asyncio.run(play())


def test_spectators_do_not_keep_a_player_out(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path, limits=Limits(spectators=1, new_tables=100)) as server:
            made = await server.make(**TWO)
            async with connect(address(server)) as watching, connect(address(server)) as playing:
                await watching.send(hello(made, made.watch))
                assert orjson.loads(await watching.recv())["type"] == "state"
                heard, code = await first_answer(server, hello(made, made.watch))
                assert [orjson.loads(text)["code"] for text in heard] == ["busy"]
                assert code == 1013
                await playing.send(hello(made, made.chairs[0]))
                assert orjson.loads(await playing.recv())["type"] == "state"

    asyncio.run(play())


def test_a_foreign_page_may_not_connect(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path, origins=("https://rattus.example",)) as server:
            for origin in ("https://evil.example", "null", "http://[", "http://127.0.0.1:1", "file://", "x", ""):
                with pytest.raises(InvalidStatus) as refused:
                    async with connect(address(server), additional_headers={"origin": origin}):
                        pytest.fail(origin)
                assert refused.value.response.status_code == 403

    asyncio.run(play())


def test_our_own_page_and_programs_may_connect(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path, origins=("https://rattus.example",)) as server:
            made = await server.make(**TWO)
            for origin in (None, server.url, "https://rattus.example"):
                async with connect(address(server), origin=origin, compression=None) as connection:
                    await connection.send(hello(made, made.watch))
                    assert orjson.loads(await connection.recv())["type"] == "state"

    asyncio.run(play())


# ---- the end


def test_a_stopping_server_asks_clients_to_reconnect(tmp_path: Path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            player = await RecordingClient(made, made.chairs[0]).__aenter__()
        await player.until(lambda: player.code is not None)
        assert player.code == 1012
        await player.__aexit__()

    asyncio.run(play())
