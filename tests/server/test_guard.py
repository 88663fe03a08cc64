"""Limits that hold before a request is complete, and memory that is bounded by bytes."""

import asyncio
import contextlib
import socket
import sys
from dataclasses import replace

import orjson
import pytest
from fastapi import Request
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from rattus.server.guard import MAX_PARTS, MAX_PIPELINED, ConnectionGuard, HttpProtocol, text_frame
from rattus.server.live.connection import ByteBudget, Connection, Outbox
from rattus.server.protocol.basics import PROTOCOL
from rattus.server.rate_limit import AddressLimiter, address_key
from rattus.server.routes import client_address
from rattus.server.settings import Limits
from rattus.server.tables.keys import WATCH

from .in_memory_table import people
from .local_server import GENEROUS, LocalServer
from .recording_client import RecordingClient
from .wait import TIMEOUT_SECONDS, eventually

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}
PING = b"\x89\x80\x00\x00\x00\x00"
EMPTY_FRAGMENT = b"\x00\x80\x00\x00\x00\x00"
FLOOD_BYTES = 4_000_000
LAST = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"


async def raw(server: LocalServer, source: str = "127.0.0.1"):
    port = int(server.url.rpartition(":")[2])
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))


async def flood(server: LocalServer, start: bytes, more: bytes) -> tuple[int, bytes]:
    """Send without end; how much of it could be sent, and what was answered."""
    reader, writer = await raw(server)
    sent = 0
    with contextlib.suppress(OSError):
        writer.write(start)
        while sent < FLOOD_BYTES and not reader.at_eof():
            writer.write(more)
            sent += len(more)
            await asyncio.wait_for(writer.drain(), TIMEOUT_SECONDS)
            await asyncio.sleep(0)  # let the server read: from Python 3.12 on the line above need not give way to it
    answer = b""
    with contextlib.suppress(OSError):
        answer = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
    writer.close()
    return sent, answer


@pytest.mark.parametrize(
    ("start", "more"),
    [
        (b"GET / HTTP/1.1\r\nhost: x\r\nx: ", b"a" * 8192),  # one header without end
        (b"GET / HTTP/1.1\r\nhost: x\r\n", b"x: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 200),  # many headers
        (b"GET /", b"a" * 8192),  # a URL without end
    ],
)
def test_a_head_without_end_is_cut_off(tmp_path, start, more) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            sent, answer = await flood(server, start, more)
            assert sent < FLOOD_BYTES
            assert answer == b"" or answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))
            assert (await server.http.get("/healthz")).status_code == 200

    asyncio.run(visit())


@pytest.mark.parametrize("more", [b"x: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 200, b"a" * 8192])
def test_headers_after_a_body_are_cut_off_and_not_kept(tmp_path, monkeypatch, more) -> None:
    kept = []
    monkeypatch.setattr(HttpProtocol, "on_header", lambda _, name, value: kept.append((name, value)))

    async def visit() -> None:
        async with LocalServer(tmp_path, limits=replace(GENEROUS, body_bytes=10_000)) as server:
            start = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
            sent, _ = await flood(server, start, more)
            assert sent < FLOOD_BYTES
            assert len([name for name, _ in kept if name == b"x"]) == 0

    asyncio.run(visit())


def test_a_flood_of_requests_at_once_ends_the_connection(tmp_path) -> None:
    """Each that waits takes some kilobytes of memory, for the 27 bytes that it has."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            reader, writer = await raw(server)
            with contextlib.suppress(OSError):
                writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n" * 1000 + LAST)
                await writer.drain()
            answers = b""
            with contextlib.suppress(OSError):
                answers = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
            assert answers.count(b"200 OK") < 1000
            writer.close()

            reader, writer = await raw(server)  # a few are answered, one after the other
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n" * 9 + LAST)
            answers = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
            assert answers.count(b"200 OK") == 10
            writer.close()

    asyncio.run(visit())


def test_a_body_in_tiny_chunks_ends_the_connection(tmp_path, monkeypatch) -> None:
    kept, keep = [], HttpProtocol.on_body
    monkeypatch.setattr(HttpProtocol, "on_body", lambda self, body: (kept.append(body), keep(self, body)))
    head = (
        b"POST /api/explain HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    )

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            await flood(server, head, b"1\r\n[\r\n" * 1000)
            assert 0 < len(kept) <= MAX_PARTS
            reader, writer = await raw(server)  # a whole one in many chunks is read
            writer.write(head + b"14\r\n%b\r\n" % (b" " * 20) * 1000 + b"2\r\n{}\r\n0\r\n\r\n" + LAST)
            answers = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
            assert b" 422 " in answers
            assert b"200 OK" in answers
            writer.close()

    asyncio.run(visit())


@pytest.mark.parametrize("path", ["/api/open", "/healthz", "/api/courses/rattus/none", "/api/nothing"])
def test_a_query_of_thousands_of_parameters_is_not_read(tmp_path, path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            answer = await server.http.get(f"{path}?{'a&' * 5000}")
            assert (answer.status_code, answer.json()["why"]) == (422, "too many parameters")
            assert "content-security-policy" in answer.headers
            assert (await server.http.get(f"{path}?{'a&' * 60}")).status_code in (200, 404)
            with pytest.raises(InvalidStatus, match="403"):
                await connect(f"ws{server.url.removeprefix('http')}/api/live?{'a&' * 3000}")

    asyncio.run(visit())


UPGRADE = (
    b"GET /api/live%b HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n%b\r\n"
)


@pytest.mark.parametrize(
    ("query", "headers"), [(b"?" + b"a" * 9000, b""), (b"", b"a: b\r\n" * 300), (b"", b"a: " + b"b" * 9000 + b"\r\n")]
)
def test_a_websocket_that_cannot_begin_does_not_stay(tmp_path, query, headers) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            reader, writer = await raw(server)
            writer.write(UPGRADE % (query, headers))
            answer = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
            assert answer.startswith(b"HTTP/1.1 431 ")
            writer.close()
            reader, writer = await raw(server)
            writer.write(UPGRADE % (b"", b""))
            assert (await asyncio.wait_for(reader.readline(), TIMEOUT_SECONDS)).startswith(b"HTTP/1.1 101 ")
            writer.close()

    asyncio.run(visit())


def test_a_websocket_that_is_not_accepted_in_time_does_not_stay(tmp_path, monkeypatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.sleep(2.0)

    monkeypatch.setattr("rattus.server.live.socket.admit", never)

    async def visit() -> None:
        async with LocalServer(tmp_path, limits=replace(GENEROUS, head_seconds=0.2)) as server:
            reader, writer = await raw(server)
            writer.write(UPGRADE % (b"", b""))
            with contextlib.suppress(OSError):
                assert await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS) == b""
            writer.close()

    asyncio.run(visit())


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop is not for Windows")
def test_connections_that_are_ended_do_not_fill_the_log(tmp_path, caplog) -> None:
    uvloop = pytest.importorskip("uvloop")

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            for _ in range(10):
                reader, writer = await raw(server)
                writer.write(b"GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n" * 50)
                with contextlib.suppress(OSError):
                    await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
                writer.close()
            assert (await server.http.get("/healthz")).status_code == 200

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(visit())
    assert "without waiting" in caplog.text
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.parametrize("path", [b"/healthz", b"/api/games", b"/api/nothing"])
def test_requests_that_are_refused_cost_little_too(tmp_path, path) -> None:
    """One connection that asks without a pause, for what is always answered or always refused, took all the time."""

    async def visit() -> None:
        limits = replace(GENEROUS, all_requests=1e-6, burst=2e7)  # 20, and none comes back
        async with LocalServer(tmp_path, limits=limits, proxies="") as server:
            request = b"GET " + path + b" HTTP/1.1\r\nhost: x\r\n\r\n"
            reader, writer = await raw(server, "127.0.0.2")
            answered = 0
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                while answered < 100:
                    writer.write(request)
                    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT_SECONDS)
                    size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
                    await asyncio.wait_for(reader.readexactly(size), TIMEOUT_SECONDS)
                    answered += 1
            assert answered == 19  # and the connection itself
            writer.close()
            reader, writer = await raw(server, "127.0.0.2")
            with contextlib.suppress(OSError):
                writer.write(request)
                assert await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS) == b""
            writer.close()
            assert (await server.http.get("/healthz")).status_code == 200  # from another address

    asyncio.run(visit())


@pytest.mark.parametrize(
    "limits", [{"answer_seconds": 0.2}, {"unread_answers": 100_000}, {"all_unread_answers": 100_000}]
)
def test_answers_that_nobody_reads_do_not_stay(tmp_path, limits) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path, limits=replace(GENEROUS, **limits), proxies="") as server:
            request = b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n"
            size = len((await server.http.get("/api/openapi.json")).content)
            asking = socket.socket()
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            asking.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
            asking.setblocking(False)
            reader, writer = await asyncio.open_connection(sock=asking, limit=2048)
            guard = server._server.config.guard
            before = guard.total
            await eventually(lambda: guard.total > before)
            writer.write((request + b"\r\n") * MAX_PIPELINED)  # more than the buffers of the system hold
            await eventually(lambda: guard.total == before)
            received = 0
            with contextlib.suppress(OSError):
                while data := await asyncio.wait_for(reader.read(1 << 16), TIMEOUT_SECONDS):
                    received += len(data)
            assert received < size * MAX_PIPELINED
            writer.close()
            assert guard.count_unread("127.0.0.1", 0)  # nothing is counted any more
            assert len((await server.http.get("/api/openapi.json")).content) == size

    asyncio.run(visit())


def test_an_address_has_so_many_connections_and_others_have_theirs(tmp_path) -> None:
    async def visit() -> None:
        limits = replace(GENEROUS, open_connections=20)
        async with LocalServer(tmp_path, limits=limits, proxies="") as server:
            greedy = [await raw(server, "127.0.0.2") for _ in range(60)]
            closed = [asyncio.create_task(reader.read()) for reader, _ in greedy]
            await eventually(lambda: sum(task.done() for task in closed) >= 40)
            assert sum(task.done() for task in closed) == 40
            assert (await server.http.get("/healthz")).status_code == 200  # from another address
            for _, writer in greedy:
                writer.close()
            await asyncio.gather(*closed, return_exceptions=True)
            reader, writer = await raw(server, "127.0.0.2")  # it has room again
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            assert b"200 OK" in await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
            writer.close()

    asyncio.run(visit())


@pytest.mark.parametrize(
    "beginning",
    [b"", b"GET /healthz HT", b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"],
)
def test_half_a_request_does_not_stay(tmp_path, beginning) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path, limits=replace(GENEROUS, head_seconds=0.2, body_seconds=0.2)) as server:
            reader, writer = await raw(server)
            writer.write(beginning)
            with contextlib.suppress(OSError):
                assert await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS) == b""
            writer.close()

    asyncio.run(visit())


def test_requests_one_after_the_other_on_one_connection_are_served(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path, limits=replace(GENEROUS, head_bytes=200)) as server:
            reader, writer = await raw(server)
            for _ in range(10):  # together far more than the head of one
                writer.write(b"GET /healthz HTTP/1.1\r\nhost: ")
                await writer.drain()
                await asyncio.sleep(0.01)
                writer.write(b"x" * 100 + b"\r\n\r\n")
                answer = await asyncio.wait_for(reader.readuntil(b"}"), TIMEOUT_SECONDS)
                assert b"200 OK" in answer
            writer.close()

    asyncio.run(visit())


def narrow(server: LocalServer) -> socket.socket:
    """A connection that takes few bytes which nobody reads."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
    connection.setblocking(False)
    return connection


async def upgraded(server: LocalServer):
    reader, writer = await raw(server)
    writer.write(
        b"GET /api/live HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    )
    assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT_SECONDS)
    return reader, writer


@pytest.mark.parametrize("frame", [PING, EMPTY_FRAGMENT])
def test_a_flood_of_small_frames_ends_the_connection(tmp_path, frame) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            reader, writer = await upgraded(server)
            with contextlib.suppress(OSError):
                writer.write((b"\x01\x80\x00\x00\x00\x00" if frame == EMPTY_FRAGMENT else b"") + frame * 100_000)
                await asyncio.wait_for(writer.drain(), TIMEOUT_SECONDS)
            answered = b""
            with contextlib.suppress(OSError):
                answered = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
            assert len(answered) < 100_000  # a pong has two bytes, and there were 100,000 pings
            writer.close()
            assert (await server.http.get("/healthz")).status_code == 200

    asyncio.run(visit())


def test_many_messages_at_once_are_all_answered(tmp_path) -> None:
    """What is held back until the session has read what came before is not lost."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                texts = [orjson.dumps({"type": "chat", "id": f"c{n}", "text": "x" * 400}).decode() for n in range(300)]
                await asyncio.gather(*(anna.say(text) for text in texts))
                await anna.until(lambda: sum(message["type"] == "done" for message in anna.messages) == 300)

    asyncio.run(visit())


def test_an_address_has_so_many_messages_on_all_its_connections(tmp_path) -> None:
    async def visit() -> None:
        limits = replace(GENEROUS, address_messages=1e-6, burst=2e7, bad_messages=1000)  # 20, and none comes back
        async with LocalServer(tmp_path, limits=limits, proxies="") as server:
            tables = [await server.make(**TWO) for _ in range(3)]
            clients = [RecordingClient(made, made.chairs[0]) for made in tables]
            async with clients[0], clients[1]:
                for number in range(20):
                    for client in clients[:2]:
                        await client.say({"type": "phrase", "id": f"p{number}", "phrase": "hello"})
                for client in clients[:2]:
                    await client.until(lambda client=client: count(client, "done") + count(client, "error") == 20)
                assert sum(count(client, "done") for client in clients[:2]) == 20
                busy = [m["code"] for client in clients[:2] for m in client.messages if m["type"] == "error"]
                assert set(busy) == {"busy"}
                # Another address has its own.
                async with connect(
                    f"ws{server.url.removeprefix('http')}/api/live", local_addr=("127.0.0.2", 0)
                ) as other:
                    made = tables[2]
                    hello = {"type": "hello", "protocol": PROTOCOL, "table": made.id, "key": made.chairs[0]}
                    for message in (hello, {"type": "phrase", "id": "x", "phrase": "hello"}):
                        await other.send(orjson.dumps(message).decode())
                    async with asyncio.timeout(TIMEOUT_SECONDS):
                        while (answer := orjson.loads(await other.recv())).get("id") != "x":
                            assert answer["type"] != "error"
                    assert answer["type"] == "done"

    asyncio.run(visit())


def count(client: RecordingClient, kind: str) -> int:
    return sum(message["type"] == kind for message in client.messages)


@pytest.mark.slow
def test_clients_that_ask_and_never_read_use_little_memory(tmp_path) -> None:
    async def visit() -> None:
        limits = replace(GENEROUS, bad_messages=10**6)
        async with LocalServer(tmp_path, limits=limits) as server:
            made = await server.make(**TWO)
            hello = orjson.dumps({"type": "hello", "protocol": PROTOCOL, "table": made.id, "key": made.watch}).decode()
            async with contextlib.AsyncExitStack() as stack:
                url = f"ws{server.url.removeprefix('http')}/api/live"
                silent = [await stack.enter_async_context(connect(url, sock=narrow(server))) for _ in range(20)]
                for each in silent:
                    each.transport.pause_reading()
                    await each.send(hello)
                live = server.runtime.registry.tables.get(made.id) or await server.runtime.registry.get(made.id)
                await eventually(lambda: len(live.connections) == len(silent))
                most = rounds = 0
                while rounds < 60 or not most:  # a busy machine needs more of them
                    rounds += 1
                    assert rounds < 5000
                    for each in silent:
                        with contextlib.suppress(Exception):
                            for _ in range(5):
                                await each.send('{"type": "sync"}')
                    await asyncio.sleep(0.005)
                    most = max(most, server.runtime.unread.used)
                await eventually(lambda: live._asked_again)
                state = max(len(encoded.data) for encoded in live._asked_again.values())
                assert state > 1000
                assert most > 0  # they have made messages wait
                assert most <= len(silent) * 2 * state  # one whole state each, and some small messages
                for each in silent:
                    each.transport.abort()
            await eventually(lambda: not live.connections)
            assert server.runtime.unread.used == 0

    asyncio.run(visit())


def test_an_outbox_is_bounded_by_bytes_and_holds_one_state() -> None:
    async def use() -> None:
        budget = ByteBudget(10_000)
        box = Outbox(100, 5_000, budget)
        assert box.put(b"answer")
        for number in range(50):
            assert box.put(bytes([number]) * 1_000, is_state=True)
        assert (len(box), box.bytes) == (2, 1_006)
        assert box.put(b"u" * 1_000, is_table=True)
        assert box.put(b"s" * 3_000, is_state=True)
        assert (len(box), budget.used) == (2, 3_006)
        assert not box.put(b"x" * 2_000)
        assert [await box.get(), await box.get()] == [b"answer", b"s" * 3_000]
        assert box.put(b"x" * 9_000)  # alone it fits, however large it is
        assert not Outbox(100, 5_000, budget).put(b"x" * 2_000)  # all together wait for too much
        slow = Connection(WATCH, Outbox(100, 5_000, ByteBudget(100_000)))
        for _ in range(10):
            slow.send_bytes(b"x" * 1_000)
        assert slow.close_code == 1013
        assert await slow.outbox.get() is None

    asyncio.run(use())


def test_messages_keep_their_order_whether_they_wait_or_not() -> None:
    async def use() -> None:
        written, can_write = [], True

        def write_now(data: bytes) -> bool:
            if can_write:
                written.append(data)
            return can_write

        async def send() -> None:
            while (message := await connection.outbox.get()) is not None:
                sending.set()
                await has_room.wait()
                written.append(message)

        connection = Connection(WATCH, Outbox(100, 5_000, ByteBudget(10_000)), write_now=write_now)
        sending, has_room = asyncio.Event(), asyncio.Event()
        sender = asyncio.create_task(send())
        await asyncio.sleep(0)
        connection.send_bytes(b"1")
        assert (written, len(connection.outbox)) == ([b"1"], 0)
        can_write = False  # the client does not read
        connection.send_bytes(b"2")
        await sending.wait()  # it has left the outbox, and is not written
        can_write = True
        connection.send_bytes(b"3")
        assert (written, len(connection.outbox)) == ([b"1"], 1)
        has_room.set()
        await eventually(lambda: connection.outbox.is_idle)
        connection.send_bytes(b"4")
        connection.close(1008)
        connection.send_bytes(b"5")
        await sender
        assert written == [b"1", b"2", b"3", b"4"]

    asyncio.run(use())


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_of_text_is_that_of_the_standard(size) -> None:
    assert text_frame(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


def test_a_table_that_stores_an_entry_is_not_read_again(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            live, read = server.runtime.registry.tables.get(made.id), []
            live = live or await server.runtime.registry.get(made.id)
            entries = server.runtime.store.entries

            async def counting(table: str, after: int = 0) -> list:
                read.append(table)
                return await entries(table, after)

            server.runtime.store.entries = counting
            async with live._lock:  # as while a request is carried out
                live.is_stale = True
                looking = asyncio.create_task(server.runtime._find_work())
                await asyncio.sleep(0.05)
                live.is_stale = False
            await looking
            assert read == []
            live.is_stale = True  # as after a failure of the database
            await server.runtime._find_work()
            assert (read, live.is_stale) == ([made.id], False)

    asyncio.run(visit())


def test_background_work_counts_an_ipv6_network_as_one_client() -> None:
    """Otherwise whoever has a network would have a turn for each of its addresses."""
    names = {client_address(Request({"type": "http", "client": (f"2001:db8::{n}", 1)})) for n in range(1, 9)}
    assert len(names) == 1


def test_limits_count_an_ipv6_network_as_one_address() -> None:
    assert address_key("2001:db8:1:2:3:4:5:6") == address_key("2001:db8:1:2::1") != address_key("2001:db8:1:3::1")
    assert address_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_key("fe80::1%eth0") == address_key("fe80::2")
    assert [address_key(text) for text in ("192.0.2.7", "", "no:address")] == ["192.0.2.7", "", "no:address"]
    limiter = AddressLimiter(1.0, 2.0)
    assert [limiter.take(f"2001:db8::{number:x}", 0.0) for number in range(4)] == [True, True, False, False]
    guard = ConnectionGuard(Limits(open_connections=2, total_connections=4), "192.0.2.0/24")
    assert [guard.admit(f"2001:db8::{number:x}") for number in range(3)] == [True, True, False]
    assert [guard.admit("192.0.2.1") for _ in range(3)] == [True, True, False]  # a proxy; but then it is full
    guard.release("2001:db8::9")
    assert guard.admit("2001:db8::1")
