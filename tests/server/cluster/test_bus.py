"""Processes notify each other of entries and presence, also after an outage of Redis."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread

import orjson
import pytest
import redis

from rattus.errors import RattusError
from rattus.server.cluster.bus import ChannelBus, EntryNotice, LocalBus, make_bus
from rattus.server.cluster.presence import EMPTY, Presence, PresenceMap
from rattus.server.cluster.redis_channel import CHANNEL, RedisChannel
from rattus.server.cluster.relay import Relay, RelayChannel

from ..services import Service

MISSED = EntryNotice(None, None)
ANNA, BOB = Presence(frozenset({1})), Presence(frozenset({2}), 3)


class Process:
    """A process on the bus, and the notices it has received."""

    def __init__(self, bus: ChannelBus) -> None:
        self.bus = bus
        self.notices: list[EntryNotice] = []
        self.changes: list[str] = []

    async def take_notice(self, notice: EntryNotice) -> None:
        self.notices.append(notice)


@pytest.fixture
def relay_path(tmp_path: Path) -> Iterator[str]:
    """Where a relay listens, in a thread of its own."""
    path, ends, began = f"{tmp_path}/relay", asyncio.Event(), Future[asyncio.AbstractEventLoop]()

    async def pass_on() -> None:
        server = await Relay().open(path)
        began.set_result(asyncio.get_running_loop())
        await ends.wait()
        server.close()

    thread = Thread(target=lambda: asyncio.run(pass_on()))
    thread.start()
    loop = began.result(60.0)
    yield path
    loop.call_soon_threadsafe(ends.set)
    thread.join(60.0)
    assert not thread.is_alive()


@pytest.fixture(params=["redis_url", "relay_path"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a Redis, or the path of a relay."""
    found: str = request.getfixturevalue(request.param)
    return found


@asynccontextmanager
async def listening(url: str, heartbeat: float = 20.0, expiry: float = 60.0) -> AsyncIterator[Process]:
    """A process at a Redis, or at a relay if it is the path of one."""
    channel = RelayChannel(url) if url.startswith("/") else RedisChannel(url, expiry)
    process = Process(ChannelBus(channel, heartbeat, expiry))
    await process.bus.open(process.take_notice, process.changes.append)
    try:
        await until(lambda: MISSED in process.notices)
        process.notices.clear()
        yield process
    finally:
        await process.bus.close()


def run(session: Awaitable[None]) -> None:
    """Run a coroutine within a time limit."""

    async def bounded() -> None:
        async with asyncio.timeout(300.0):
            await session

    asyncio.run(bounded())


async def until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)


def test_other_processes_are_notified_of_entries(url: str) -> None:
    async def main() -> None:
        async with listening(url) as one, listening(url) as two, listening(url) as three:
            one.bus.publish("t", 17)
            two.bus.publish("u", 3)
            await until(lambda: len(three.notices) == 2 and one.notices != [] and two.notices != [])
            assert set(three.notices) == {EntryNotice("t", 17), EntryNotice("u", 3)}
            assert one.notices == [EntryNotice("u", 3)]  # not its own
            assert two.notices == [EntryNotice("t", 17)]

    run(main())


def test_presence_is_shared_between_processes(url: str) -> None:
    async def main() -> None:
        async with listening(url) as one:
            async with listening(url) as two:
                one.bus.announce("t", [1], 0)
                two.bus.announce("t", [2], 3)
                await until(lambda: (one.bus.remote_presence("t"), two.bus.remote_presence("t")) == (BOB, ANNA))
                assert (one.changes, two.changes) == (["t"], ["t"])
                assert one.bus.remote_presence("u") == EMPTY
                async with listening(url) as late:  # learns at once who was there before
                    await until(lambda: late.bus.remote_presence("t") == Presence(frozenset({1, 2}), 3), seconds=10)
                one.bus.announce("t", [], 0)
                await until(lambda: two.bus.remote_presence("t") == EMPTY)
            await until(lambda: one.bus.remote_presence("t") == EMPTY)  # a bus that is closed announces it

    run(main())


def test_it_can_be_closed_while_it_sends(url: str) -> None:
    async def main() -> None:
        for steps in range(20):
            async with listening(url) as one:
                one.bus.publish("t", steps)
                for _ in range(steps):
                    await asyncio.sleep(0)

    run(main())


def test_the_presence_of_a_dead_process_expires(url: str) -> None:
    async def main() -> None:
        async with listening(url, heartbeat=0.1, expiry=0.5) as one, listening(url, heartbeat=0.1) as two:
            two.bus.announce("t", [1], 0)
            await until(lambda: one.bus.remote_presence("t") == ANNA)
            await asyncio.sleep(1)  # heartbeats repeat it
            assert one.bus.remote_presence("t") == ANNA
            for task in two.bus._tasks:
                task.cancel()
            await until(lambda: one.bus.remote_presence("t") == EMPTY)
            assert one.changes == ["t", "t"]

    run(main())


def test_after_an_outage_of_redis_everything_counts_as_missed(own_redis: tuple[str, Service]) -> None:
    url, service = own_redis

    async def main() -> None:
        async with listening(url) as one, listening(url) as two:
            one.bus.announce("t", [1], 0)
            service.stop()
            for number in range(5, 9):
                one.bus.publish("t", number)
                await asyncio.sleep(0.05)
            await asyncio.to_thread(service.start)
            await until(lambda: MISSED in one.notices and MISSED in two.notices)
            await until(lambda: two.bus.remote_presence("t") == ANNA)
            two.bus.publish("t", 9)
            await until(lambda: EntryNotice("t", 9) in one.notices)

    run(main())


def test_a_failed_send_is_repeated(redis_url: str) -> None:
    async def main() -> None:
        async with listening(redis_url) as one, listening(redis_url) as two:
            one.bus.publish("t", 5)
            await until(lambda: two.notices == [EntryNotice("t", 5)])
            with redis.Redis.from_url(redis_url) as client:
                client.client_kill_filter(_type="normal", skipme=True)  # those that send, not those that listen
            one.bus.publish("t", 6)
            await until(lambda: two.notices == [EntryNotice("t", 5), EntryNotice("t", 6)])

    run(main())


def test_a_silent_connection_is_reopened(redis_url: str) -> None:
    async def main() -> None:
        async with listening(redis_url, heartbeat=60.0, expiry=0.3) as one:
            await until(lambda: one.notices.count(MISSED) >= 2)  # without heartbeats it is silent

    run(main())


def test_heartbeats_keep_a_connection_alive(url: str) -> None:
    async def main() -> None:
        async with listening(url, heartbeat=0.1, expiry=1.0) as one:
            await asyncio.sleep(2)
            assert one.notices == []

    run(main())


def test_unknown_messages_are_ignored(redis_url: str) -> None:
    async def main() -> None:
        async with listening(redis_url) as one, listening(redis_url) as two:
            with redis.Redis.from_url(redis_url) as client:
                for said in (
                    b"\xff",
                    b"{",
                    b"[]",
                    b"null",
                    b'[{"what": "entries"}, 1]',
                    b'[{"what": "here", "chairs": 1}]',
                ):
                    client.publish(CHANNEL, said)
                client.publish(CHANNEL, orjson.dumps([{"what": "entries", "numbers": {"t": "9"}}]))
            one.bus.publish("t", 17)
            await until(lambda: two.notices == [EntryNotice("t", 17)])

    run(main())


def test_a_handler_that_fails_does_not_stop_the_bus(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        heard: list[EntryNotice] = []

        async def fail(notice: EntryNotice) -> None:
            heard.append(notice)
            raise ValueError("no")

        def fail_too(table: str) -> None:
            raise ValueError(table)

        bus = ChannelBus(RedisChannel(redis_url, 60.0))
        await bus.open(fail, fail_too)
        await until(lambda: heard == [MISSED])
        async with listening(redis_url) as other:
            other.bus.announce("t", [1], 0)
            await until(lambda: bus.remote_presence("t") == ANNA)
            other.bus.publish("t", 2)
            await until(lambda: heard == [MISSED, EntryNotice("t", 2)])
        await bus.close()

    run(main())
    assert "a notice could not be handled" in caplog.text


def test_what_is_no_address_of_redis_is_an_error() -> None:
    with pytest.raises(RattusError, match="not the address of a Redis"):
        make_bus("http://localhost")


def test_a_wrong_password_is_an_error_without_the_password(own_redis: tuple[str, Service]) -> None:
    url, _ = own_redis

    async def main() -> None:
        with redis.Redis.from_url(url) as client:
            client.config_set("requirepass", "another")
        with pytest.raises(RattusError, match="Redis refuses") as raised:
            await Process(make_bus(url.replace("://", "://:secret@"))).bus.open(print, print)
        assert "secret" not in str(raised.value)

    run(main())


def test_a_bus_that_is_opened_while_redis_is_away_connects_when_it_is_back(own_redis: tuple[str, Service]) -> None:
    url, service = own_redis

    async def main() -> None:
        service.stop()
        one = Process(ChannelBus(RedisChannel(url, 60.0)))
        await one.bus.open(one.take_notice, one.changes.append)
        assert not one.bus.is_connected
        await asyncio.to_thread(service.start)
        await until(lambda: one.bus.is_connected)
        async with listening(url) as two:
            two.bus.publish("t", 1)
            await until(lambda: EntryNotice("t", 1) in one.notices)
        await one.bus.close()

    run(main())


def test_a_single_process_has_no_remote_presence() -> None:
    bus = make_bus(None)
    assert isinstance(bus, LocalBus)
    bus.announce("t", [1], 0)
    bus.publish("t", 1)
    assert bus.remote_presence("t") == EMPTY


def test_without_the_driver_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rattus.server.cluster.redis_channel", None)
    with pytest.raises(RattusError, match=r"pip install 'rattus\[redis\]'"):
        make_bus("redis://localhost")


def test_a_presence_map_drops_processes_that_stop_reporting() -> None:
    presence = PresenceMap(expiry_seconds=60.0)
    assert presence.report("t", "one", ANNA, 0.0)
    assert not presence.report("t", "one", ANNA, 20.0)
    assert presence.report("t", "two", BOB, 30.0)
    assert not presence.report("u", "two", EMPTY, 30.0)
    assert presence.at("t") == Presence(frozenset({1, 2}), 3)
    assert presence.expire(80.0) == set()
    assert presence.expire(80.1) == {"t"}
    assert presence.at("t") == BOB
    assert presence.expire(1000.0) == {"t"}
    assert presence.at("t") == EMPTY
    assert presence.expire(2000.0) == set()
