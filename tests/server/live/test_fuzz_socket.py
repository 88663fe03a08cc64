"""Whatever comes by the WebSocket gets a clear answer or a documented close code, and the table is unharmed."""

import asyncio
import contextlib
import json
import random
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rattus.server.client import TableClient
from rattus.server.live.connection import ByteBudget, Connection, Outbox
from rattus.server.tables.keys import WATCH

from ..server_process import ServerProcess, journal

CODES = {"not_found", "not_yours", "malformed", "illegal", "late", "not_now", "busy", "too_large", "trouble",
         "outdated"}  # fmt: skip
TYPES = {"state", "update", "tick", "done", "refused", "hint", "explained", "here", "error"}
CLOSINGS = {1000, 1007, 1008, 1009, 1012, 1013}
TIMEOUT_SECONDS = 60.0  # seconds; enough for a very busy machine
SURROGATE = '"\\ud800"'
DEEP = "[" * 5000 + "]" * 5000

# Bad first messages.
FIRST = [
    "", " ", "{", "nonsense", "null", "1", "NaN", "Infinity", "[]", '"hello"', SURROGATE, "\x00", "{}",
    '{"type": null}',
    '{"type": "hello", "protocol": 3}', '{"type": "sync"}',
    '{"type": "move", "id": "1", "move": "pass", "after": 0}',
    '{"type": "hello", "protocol": 3, "table": 1, "key": "k"}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": ["k"]}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "have": -1}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "have": "1"}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "have": 1e400}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "x": 1}',
    '{"type": "hello", "protocol": 3, "table": "t", "key": "k", "have": 99999999999999999999999}',
    '{"type": "hello", "protocol": 3, "table": ' + SURROGATE + ', "key": "k"}', DEEP, '{"type": ' + DEEP + "}",
    '{"type": "hello", "type": "hello", "protocol": 3, "table": "' + "t" * 65 + '", "key": "k"}', b"", b"\x00\xff",
    b'{"type": "hello", "protocol": 3, "table": "t", "key": "k"}',
    '{"type": "hello", "protocol": "2", "table": "t", "key": "k"}', '{"type": "hello", "protocol": -1}',
]  # fmt: skip

# First messages of clients of another version.
OTHER_VERSIONS = [
    '{"type": "hello"}', '{"type": "hello", "table": "t", "key": "k"}', '{"type": "hello", "protocol": 99, "new": []}',
    '{"type": "hello", "protocol": 1, "table": "t", "key": "k"}',
]  # fmt: skip

# Bad messages after a good hello.
BAD = [
    *(text for text in FIRST if text != '{"type": "sync"}' and '"move"' not in str(text)),
    '{"type": "move"}', '{"type": "move", "id": "1"}', '{"type": "move", "id": "1", "move": "pass"}',
    '{"type": "move", "id": "1", "move": "pass", "after": NaN}', '{"type": "move", "id": "1", "move": 7, "after": 0}',
    '{"type": "move", "id": "1", "move": "pass", "after": 1.5}',
    '{"type": "move", "id": 1, "move": "pass", "after": 0}',
    '{"type": "move", "id": "1", "move": "pass", "after": true}', '{"type": "move", "id": "", "move": "x", "after": 0}',
    '{"type": "move", "id": "' + "x" * 65 + '", "move": "pass", "after": 0}',
    '{"type": "move", "id": "a b", "move": "pass", "after": 0}', '{"type": "undo"}', '{"type": "undo", "id": null}',
    '{"type": "undo", "id": "1", "to": 3}', '{"type": "answer", "id": "1", "yes": "true"}',
    '{"type": "answer", "id": "1", "yes": 1}', '{"type": "answer", "id": "1"}',
    '{"type": "chat", "id": "1", "text": ""}',
    '{"type": "chat", "id": "1", "text": "   "}', '{"type": "chat", "id": "1", "text": "a\\u0000b"}',
    '{"type": "chat", "id": "1", "text": "a\\nb"}', '{"type": "chat", "id": "1", "text": ' + SURROGATE + "}",
    '{"type": "chat", "id": "1", "text": "' + "x" * 501 + '"}', '{"type": "chat", "id": "1", "text": ["x"]}',
    '{"type": "explain"}', '{"type": "explain", "id": "1"}', '{"type": "explain", "id": "1", "thing": 7}',
    '{"type": "explain", "id": "1", "thing": "' + "x" * 101 + '"}',
    '{"type": "explain", "id": "1", "thing": "gallia", "words": "x"}',
    '{"type": "explain", "id": "1", "thing": "gallia", "words": [' + '"x", ' * 8 + '"x"]}',
    '{"type": "state"}', '{"type": "done", "id": "1", "number": 3}', '{"type": "start", "id": "1"}',
    '{"type": "__class__", "id": "1"}', '{"type": "hello", "protocol": 3, "table": "t", "key": "k"}',
    '{"type": "sync", "have": -1}',
    '{"type": "sync", "have": "x"}', '{"type": "sync", "have": 1e20}', '{"type": "sync", "id": "1"}',
]  # fmt: skip


class Place:
    """A server with a table, and how to connect to it."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.made = server.make_table(
            "rattus",
            3,
            chairs=[{"name": "Anna"}, {"name": "Ben"}, {"name": "Carl"}],
            options={"first": "red"},
            start=True,
        )
        self.table: str = self.made["table"]
        self.chairs: list[str] = self.made["keys"]["chairs"]
        self.watch: str = self.made["keys"]["watch"]
        self.address = f"ws{server.url.removeprefix('http')}/api/live"

    def hello(self, key: str, **more: Any) -> str:
        return json.dumps({"type": "hello", "protocol": 3, "table": self.table, "key": key, **more})

    @contextlib.asynccontextmanager
    async def enter(self, key: str) -> AsyncIterator[ClientConnection]:
        """Come in, and have the first state read."""
        async with connect(self.address, max_size=None, max_queue=None) as connection:
            await connection.send(self.hello(key))
            assert (await receive(connection))["type"] == "state"
            yield connection

    def journal(self) -> list[Any]:
        return journal(self.server.database, self.table)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all tests here."""
    with ServerProcess(tmp_path_factory.mktemp("fuzz")) as server:
        yield server


@pytest.fixture
def place(server: ServerProcess) -> Iterator[Place]:
    """A table of its own. Afterwards the log is clean."""
    yield Place(server)
    assert not server.logged_errors()


def run(place: Place, fuzz: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Fuzz while another player is connected, who must not notice."""

    async def beside() -> None:
        async with TableClient(
            place.server.url, place.table, place.chairs[0], resend_seconds=TIMEOUT_SECONDS
        ) as witness:
            connection = witness._connection
            await fuzz()
            said = await witness.request("chat", text="still here")
            assert witness._connection is connection, "the other player was thrown out"
            async with TableClient(place.server.url, place.table, place.chairs[0]) as fresh:
                for name in ("number", "table", "view", "legal", "moves", "events", "chat"):
                    assert getattr(witness, name) == getattr(fresh, name), name
                assert fresh.number == said["number"]

    asyncio.run(asyncio.wait_for(beside(), 5 * TIMEOUT_SECONDS))


@pytest.mark.parametrize("kind", ["as text", "of another version", "with a wrong key", "with the key of another table"])
def test_a_bad_hello_is_refused(place: Place, kind: str) -> None:
    other = place.server.make_table()
    firsts: list[str | bytes] = {
        "as text": FIRST,
        "of another version": OTHER_VERSIONS,
        "with a wrong key": [place.hello(key) for key in ("", "x", "é" * 64, place.watch[:-1])],
        "with the key of another table": [place.hello(other["keys"]["host"])],
    }[kind]
    before = place.journal()

    async def fuzz() -> None:
        for first in firsts:
            async with connect(place.address) as connection:
                await connection.send(first)
                answers, closing = await everything(connection)
            expected = {"as text": "malformed", "of another version": "outdated"}.get(kind, "not_found")
            assert [(answer["type"], answer["code"]) for answer in answers] == [("error", expected)], first
            assert closing == 1008

    run(place, fuzz)
    assert place.journal()[:-1] == before


def test_bad_messages_are_answered(place: Place) -> None:
    before = place.journal()

    async def fuzz() -> None:
        for start in range(0, len(BAD), 15):  # after twenty it is enough
            async with place.enter(random.choice([place.chairs[1], place.watch])) as connection:
                for bad in BAD[start : start + 15]:
                    await connection.send(bad)
                    answer = await receive(connection)
                    assert (answer["type"], answer["code"]) == ("error", "malformed"), bad
                    assert answer["why"]
                    assert "settle" not in answer["why"]

    run(place, fuzz)
    assert place.journal()[:-1] == before


def test_too_many_bad_messages_close_the_connection(place: Place) -> None:
    async def fuzz() -> None:
        async with place.enter(place.chairs[1]) as connection:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(100):
                    await connection.send("nonsense")
            answers, closing = await everything(connection)
        assert {answer["code"] for answer in answers} == {"malformed"}
        assert 20 <= len(answers) <= 22
        assert closing == 1008

    run(place, fuzz)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("size", [17_000, 3_000_000])
def test_a_message_that_is_too_large_closes_the_connection(place: Place, size: int, is_first: bool) -> None:
    async def fuzz() -> None:
        huge = json.dumps({"type": "chat", "id": "1", "text": "x" * size})
        async with connect(place.address) if is_first else place.enter(place.chairs[1]) as connection:
            with contextlib.suppress(ConnectionClosed):
                await connection.send(huge)
            answers, closing = await everything(connection)
        assert answers == []
        assert closing == 1009

    run(place, fuzz)


def test_requests_at_the_wrong_time_are_refused_and_change_nothing(place: Place) -> None:
    """Everything that is understood is answered once, with its id; and nothing has changed."""
    before = place.journal()
    refused = [
        (1, {"type": "move", "move": "settle gallia", "after": 0}, "illegal"),  # it is Anna's turn
        (1, {"type": "move", "move": "settle gallia", "after": 5}, "late"),
        (0, {"type": "move", "move": "settle gallia", "after": 2**31 - 1}, "late"),
        (0, {"type": "move", "move": "settle nowhere", "after": 0}, "illegal"),
        (0, {"type": "move", "move": "\x00\ud83d\ude00", "after": 0}, "illegal"),
        (0, {"type": "move", "move": "", "after": 0}, "illegal"),
        (1, {"type": "undo"}, "not_now"),
        (1, {"type": "rematch"}, "not_now"),
        (1, {"type": "answer", "yes": True}, "not_now"),
        (1, {"type": "return"}, "not_now"),
        (1, {"type": "hint"}, "not_now"),
        *((None, {"type": kind}, "not_yours") for kind in ("undo", "rematch", "leave", "return")),
        (None, {"type": "move", "move": "settle gallia", "after": 0}, "not_yours"),
        (None, {"type": "chat", "text": "x"}, "not_yours"),
        (None, {"type": "hint"}, "not_now"),
    ]

    async def fuzz() -> None:
        for number, (seat, request, code) in enumerate(refused):
            async with place.enter(place.watch if seat is None else place.chairs[seat]) as connection:
                await connection.send(json.dumps({**request, "id": f"r{number}"}))
                answer = await receive(connection)
                assert (answer["type"], answer["id"], answer["code"]) == ("refused", f"r{number}", code), request

    run(place, fuzz)
    assert place.journal()[:-1] == before


def test_thousands_of_messages_are_limited_and_done_means_done(place: Place) -> None:
    """Too many are refused; what was acknowledged is stored, and nothing else."""
    done: list[str] = []

    async def fuzz() -> None:
        async with place.enter(place.chairs[1]) as connection:
            with contextlib.suppress(ConnectionClosed):
                for number in range(5000):
                    await connection.send(json.dumps({"type": "chat", "id": f"c{number}", "text": "spam"}))
            answers, closing = await everything(connection)
        done.extend(answer["id"] for answer in answers if answer["type"] == "done")
        assert {answer["code"] for answer in answers if answer["type"] in ("error", "refused")} == {"busy"}
        assert closing == 1008

    run(place, fuzz)
    said = [data["id"] for _, kind, seat, data in place.journal() if kind == "chat" and seat == 2]
    assert said[: len(done)] == done  # the connection may have ended before the last were acknowledged
    assert len(said) == len(set(said)) < 1000  # how many come through depends on how fast the machine is


def test_a_client_that_does_not_read_is_disconnected(place: Place) -> None:
    async def fuzz() -> None:
        async with connect(place.address, max_size=None, max_queue=1) as connection:
            await connection.send(place.hello(place.chairs[1]))
            with contextlib.suppress(ConnectionClosed):
                for _ in range(3000):
                    await connection.send('{"type": "sync"}')
            answers, closing = await everything(connection)
        assert len(answers) < 500
        assert closing in (1008, 1013)

    run(place, fuzz)


def test_a_full_outbox_closes_the_connection() -> None:
    budget = ByteBudget(1000)
    connection = Connection(WATCH, Outbox(3, 1000, budget))
    for number in range(5):
        connection.send({"number": number})
    assert connection.close_code == 1013
    assert asyncio.run(connection.outbox.get()) is None
    assert budget.used == 0


FRAMES = [
    b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # text that is no UTF-8
    b"\x83\x80\x00\x00\x00\x00",  # a kind of frame that there is not
    b"\xc1\x80\x00\x00\x00\x00",  # reserved bits
    b"\x80\x80\x00\x00\x00\x00",  # going on with nothing
    b"\x81\x05hello",  # not masked
    b"\x88\x81\x00\x00\x00\x00\x01",  # a closing code cut in two
    b"\x01\x81\x00\x00\x00\x00x" * 20,  # a fragmented message that begins again and again
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # nine quintillions of bytes to come
    bytes(range(256)) * 20,
]


def test_garbage_instead_of_frames_is_harmless(place: Place) -> None:
    before = place.journal()

    async def fuzz() -> None:
        for frame in FRAMES:
            async with place.enter(place.chairs[1]) as connection:
                connection.transport.write(frame)
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await connection.wait_closed()

    run(place, fuzz)
    assert place.journal()[:-1] == before


def test_hanging_up_anywhere_is_harmless(place: Place) -> None:
    """In the midst of a handshake, of a frame, of a request."""

    async def fuzz() -> None:
        for text in (b"", b"GET /api/live HTTP/1.1\r\nUpgrade: websocket\r\n", b"\x16\x03\x01 no HTTP at all\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", place.server.port)) as raw:
                raw.sendall(text)
        for frame in (b"\x81", b"\x81\xfe\x40\x00\x00\x00\x00\x00{", b""):
            async with place.enter(place.chairs[1]) as connection:
                await connection.send(json.dumps({"type": "chat", "id": f"x{len(frame)}", "text": "bye"}))
                connection.transport.write(frame)
                connection.transport.abort()

    run(place, fuzz)
    assert sum(data.get("text") == "bye" for _, _, _, data in place.journal()) == 3


@pytest.mark.parametrize("origin", ["https://example.org", "null", "http://[", "http://127.0.0.1", "x" * 5000])
def test_foreign_pages_may_not_connect(place: Place, origin: str) -> None:
    async def come() -> None:
        with pytest.raises(InvalidStatus) as caught:
            async with connect(place.address, additional_headers={"Origin": origin}):
                pass
        assert caught.value.response.status_code == 403

    asyncio.run(come())


def test_own_pages_may_connect(place: Place) -> None:
    async def come() -> None:
        async with connect(place.address, additional_headers={"Origin": place.server.url}) as connection:
            await connection.send(place.hello(place.watch))
            assert (await receive(connection))["type"] == "state"

    asyncio.run(come())


@pytest.mark.long
def test_a_silent_client_is_disconnected(place: Place) -> None:
    async def fuzz() -> None:
        async with connect(place.address) as connection:
            answers, closing = await everything(connection)
        assert [answer["code"] for answer in answers] == ["malformed"]
        assert closing == 1008

    run(place, fuzz)


@pytest.mark.parametrize("connections", [30, pytest.param(600, marks=pytest.mark.long)])
def test_random_conversations_are_answered_and_stored_once(place: Place, connections: int, seed: int) -> None:
    """Every request that is understood is answered once; the journal has what was acknowledged, and nothing else."""
    rng = random.Random(seed)
    done: set[str] = set()

    async def converse(number: int) -> None:
        async with place.enter(rng.choice([*place.chairs[1:], place.watch])) as connection:
            messages = [random_message(rng, f"{number}.{n}") for n in range(rng.randrange(1, 15))]
            for message in messages:
                await connection.send(json.dumps(message) if isinstance(message, dict) else message)
            answers = []
            while len(answers) < len(messages):
                answer = await receive(connection)
                if answer["type"] != "state":  # which comes when moves were taken back
                    answers.append(answer)
        assert {answer["type"] for answer in answers} <= {"done", "refused", "error"}
        assert {answer.get("code", "busy") for answer in answers} <= CODES
        assert {message["id"] for message in messages if isinstance(message, dict)} <= {*map(_id, answers)}
        done.update(answer["id"] for answer in answers if answer["type"] == "done")

    async def fuzz() -> None:
        for number in range(0, connections, 10):
            await asyncio.gather(*(converse(n) for n in range(number, number + 10)))

    run(place, fuzz)
    stored = Counter(data["id"] for _, _, _, data in place.journal()[2:-1] if "id" in data)
    assert stored == Counter(done)


def _id(answer: dict[str, Any]) -> str | None:
    return answer.get("id")


def random_message(rng: random.Random, request: str) -> dict[str, Any] | str:
    """A request, mostly one that can be understood."""
    kinds = ("undo", "rematch", "leave", "return", "move", "answer", "chat", "move", "chat")
    message: dict[str, Any] = {"type": rng.choice(kinds), "id": request}
    match message["type"]:
        case "move":
            message |= {"move": rng.choice(["settle gallia", "pass", "x", "take monk"]), "after": rng.randrange(4)}
        case "answer":
            message |= {"yes": rng.random() < 0.5}
        case "chat":
            message |= {"text": random_text(rng)}
    if rng.random() < 0.7:
        return message
    text = list(json.dumps(message))
    for _ in range(rng.randrange(1, 4)):
        text[rng.randrange(len(text))] = rng.choice(["", "{", '"', "\\u0000", "1e9", ":", "\N{RAT}"])
    return "".join(text)


def random_text(rng: random.Random) -> str:
    return "".join(rng.choices('aZé"\\{}<&漢字שלום🐀e\u0301', k=rng.randrange(1, 30)))


async def receive(connection: ClientConnection) -> dict[str, Any]:
    """The next message that is not presence, an update or a tick."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(connection.recv(), TIMEOUT_SECONDS))
        assert message["type"] in TYPES
        if message["type"] not in ("here", "update", "tick"):
            return message


async def everything(connection: ClientConnection) -> tuple[list[dict[str, Any]], int | None]:
    """All messages until the end, and the closing code."""
    found = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            found.append(await receive(connection))
    return found, connection.close_code
