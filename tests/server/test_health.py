"""What the server says about itself, and what players are told when the database or the bus is away."""

import asyncio
from contextlib import ExitStack

import pytest

from rattus.server.client import TableClient
from rattus.server.errors import JournalError, StorageError
from rattus.server.health import KEEP_SECONDS
from rattus.server.runtime import FOLLOW_SECONDS

from .in_memory_table import people
from .local_server import LocalServer
from .manual_clock import ManualClock
from .recording_client import RecordingClient
from .server_process import ServerProcess, journal
from .services import running_postgres, running_redis

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}
SECRET = 'relation "entries" of host 10.0.0.7 does not exist'


def test_health_is_the_truth_about_writing(tmp_path, monkeypatch) -> None:
    clock = ManualClock()

    async def visit() -> None:
        async with LocalServer(tmp_path, clock) as server:
            assert (await server.http.get("/healthz")).json() == {"status": "well", "database": True, "bus": True}
            assert (await server.http.get("/readyz")).json() == {"ready": True}
            writes = []

            async def fail(_: float) -> None:
                writes.append(1)
                raise StorageError(SECRET)

            monkeypatch.setattr(server.runtime.store, "check_writing", fail)
            clock.advance(KEEP_SECONDS)
            for _ in range(5):  # reading works all the time
                answer = await server.http.get("/healthz")
                assert (answer.status_code, answer.json()["status"], answer.json()["database"]) == (503, "ill", False)
                assert SECRET not in answer.text
            assert (await server.http.get("/readyz")).status_code == 503
            assert len(writes) == 1  # however often it is asked

    asyncio.run(visit())


def test_without_the_bus_it_is_ready_but_not_well(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            server.runtime.bus.is_connected = False
            answer = await server.http.get("/healthz")
            assert (answer.status_code, answer.json()) == (503, {"status": "ill", "database": True, "bus": False})
            assert (await server.http.get("/readyz")).status_code == 200

    asyncio.run(visit())


def test_players_never_see_the_words_of_the_database(tmp_path, monkeypatch) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:

                def fail(*_: object) -> asyncio.Future[bool]:
                    failed = asyncio.get_running_loop().create_future()
                    failed.set_exception(StorageError(SECRET))
                    return failed

                async def fail_to_read(*_: object) -> None:
                    raise StorageError(SECRET)

                monkeypatch.setattr(server.runtime.store, "append", fail)
                assert (await anna.move())["code"] == "trouble"
                for name in ("find_key", "entries", "create"):
                    monkeypatch.setattr(server.runtime.store, name, fail_to_read)
                assert (await anna.ask("chat", text="hello?"))["code"] == "trouble"
                answers = [
                    await made.ask("GET", "/record", made.host),
                    await server.http.post("/api/tables", json=TWO),
                ]
                assert [answer.status_code for answer in answers] == [503, 503]
                async with RecordingClient(made, made.chairs[1]) as bert:
                    await bert.until(lambda: bert.code is not None)
                told = "".join([*anna.heard, *bert.heard, *(answer.text for answer in answers)])
                assert "relation" not in told
                assert "10.0.0.7" not in told

    asyncio.run(visit())
    assert SECRET in str(StorageError(SECRET))  # the log has it
    assert SECRET not in str(JournalError(SECRET).as_data())


@pytest.mark.parametrize("bus", ["none", "killed"])
def test_players_on_two_servers_go_on_through_the_journal(tmp_path, bus) -> None:
    with ExitStack() as stack:
        database, _ = stack.enter_context(running_postgres())
        words: tuple[str, ...] = ()
        if bus == "killed":
            address, redis = stack.enter_context(running_redis())
            words = ("--redis", address)
        one, two = (ServerProcess(tmp_path, database, *words, name=name) for name in ("one", "two"))
        stack.callback(one.kill)
        stack.callback(two.kill)
        one.start()
        two.start()
        made = one.make_table("rattus", 2, chairs=[{"name": "Anna"}, {"name": "Ben"}], start=True)
        if bus == "killed":
            redis.stop()
            two.kill()
            two.start()  # it starts without Redis, too

        async def play() -> None:
            keys = made["keys"]["chairs"]
            async with (
                TableClient(one.url, made["table"], keys[0]) as anna,
                TableClient(two.url, made["table"], keys[1]) as ben,
            ):
                for count in range(1, 9):
                    mover = anna if anna.legal else ben
                    await mover.move(mover.legal[0])
                    for client in (anna, ben):
                        await client.until(lambda client=client, count=count: client.moves == count)

        asyncio.run(asyncio.wait_for(play(), 120 + 8 * FOLLOW_SECONDS))
        assert sum("move" in row for row in journal(database, made["table"])) == 8
