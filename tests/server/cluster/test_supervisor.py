"""`rattus serve --processes 2`: one server to its clients, with each table in one of its processes."""

import asyncio
import os
import random
import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from rattus.server.client import TableClient
from rattus.server.cluster import supervisor as supervisor
from rattus.server.cluster.sharding import shard_of
from rattus.server.cluster.supervisor import Supervisor
from rattus.server.settings import Limits, Settings

from ..ledger import ALL_OVER_SECONDS, RESEND_SECONDS, Ledger, attempt, chat, play, run, table_of, until_moved
from ..server_process import GAMES, ServerProcess, children, is_a_bot_to_move, is_running, journal, wait_for
from ..wait import TIMEOUT_SECONDS, eventually

PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]
BOTS = [{"bot": "easy"}] * 4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of two processes on one SQLite."""
    with ServerProcess(tmp_path_factory.mktemp("supervisor"), None, "--processes", "2") as server:
        yield server


def client_of(server: ServerProcess, made: dict[str, Any], seat: int, process: int | None = None) -> TableClient:
    """A client in a seat, connected to the process of the table, or to the process with this number."""
    client = TableClient(server.url, made["table"], made["keys"]["chairs"][seat - 1], RESEND_SECONDS)
    if process is not None:
        client._address += f"&process={process}"
    return client


def connections(server: ServerProcess) -> list[int]:
    """How many are connected to each process."""
    texts = [server.ask("GET", f"/metrics?process={process}").text for process in range(2)]
    return [int(float(re.search(r"^rattus_connections (.*)$", text, re.MULTILINE)[1])) for text in texts]


def processes_of(server: ServerProcess) -> list[int]:
    """The processes of the supervisor."""
    return [pid for pid in children(server.pid) if is_running(pid)]


def test_all_connections_of_a_table_go_to_one_process(server: ServerProcess) -> None:
    tables = [server.make_table(chairs=PEOPLE, start=True) for _ in range(8)]
    shards = [shard_of(made["table"], 2) for made in tables]
    assert set(shards) == {0, 1}  # each process makes tables of its own

    async def session() -> None:
        async with AsyncExitStack() as stack:
            for made in tables:
                for seat in (1, 2):
                    await stack.enter_async_context(client_of(server, made, seat))
            found = await asyncio.to_thread(connections, server)
            assert found == [2 * shards.count(0), 2 * shards.count(1)]

    run(session())
    assert not server.logged_errors()


@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=[] if each == "cartus" else pytest.mark.long) for each in GAMES]
)
def test_a_whole_match_across_processes(server: ServerProcess, game: str, seed: int) -> None:
    made = server.make_table(game, 3, chairs=[*PEOPLE, {"bot": "easy"}], start=True)
    ledger, rng = Ledger(), random.Random(seed)

    async def session() -> None:
        async with client_of(server, made, 1, process=0) as anna, client_of(server, made, 2, process=1) as ben:
            await asyncio.gather(play(anna, ledger, rng), play(ben, ledger, rng), chat(ben, ledger, 5))
            last = max(anna.number, ben.number)
            for client in (anna, ben):
                await client.until(lambda client=client: client.number >= last)
            assert anna.table == ben.table
            assert anna.table["outcome"]
            assert anna.chat == ben.chat

    run(session())
    ledger.check(server.database, [made["table"]], is_finished=True)
    assert not server.logged_errors()


@pytest.mark.long  # quicker: the same for two servers in test_several_servers.py
def test_only_one_of_two_simultaneous_moves_is_made(server: ServerProcess, seed: int) -> None:
    made = server.make_table(chairs=PEOPLE, start=True)
    rng, accepted = random.Random(seed), 0

    async def session() -> None:
        nonlocal accepted
        async with AsyncExitStack() as stack:
            places = [(seat, process) for seat in (1, 2) for process in (0, 1)]
            clients = [await stack.enter_async_context(client_of(server, made, *place)) for place in places]
            while clients[0].table["status"] != "over":
                deciding = [each for each in clients if each.legal]
                outcomes = await asyncio.gather(*(attempt(each, rng.choice(each.legal)) for each in deciding))
                assert outcomes.count("done") == 1
                assert set(outcomes) <= {"done", "late", "not_now"}
                accepted += 1
                for each in clients:
                    await until_moved(each, accepted)

    run(session())
    rows = journal(server.database, made["table"])
    table_of(made["table"], rows)
    assert sum(kind == "move" for _, kind, _, _ in rows) == accepted
    assert accepted > 20


@pytest.mark.parametrize("kills", [1, pytest.param(3, marks=pytest.mark.long)])
def test_a_killed_process_is_restarted_with_its_tables(tmp_path: Path, kills: int, seed: int) -> None:
    """With its tables: people reconnect, bots go on, and nothing that was acknowledged is lost."""
    with ServerProcess(tmp_path, None, "--processes", "2") as server:
        bots = [server.make_table("cartus", 4, chairs=BOTS, start=True)["table"] for _ in range(2)]
        made = server.make_table("rattus", 2, chairs=PEOPLE, start=True)
        ledger, rng = Ledger(), random.Random(seed)

        async def kill(clients: list[TableClient]) -> None:
            for _ in range(kills):
                moves = clients[0].moves
                # They play on at the other process while one is down, so the match may be over before the last kill.
                await clients[0].until(lambda moves=moves: clients[0].moves > moves + 3 or is_over(clients[0]))
                if is_over(clients[0]):
                    break
                before = processes_of(server)
                assert len(before) == 2
                os.kill(before[0], signal.SIGKILL)
                await asyncio.to_thread(wait_for, lambda before=before: is_back(before), "it is back")

        def is_over(client: TableClient) -> bool:
            return client.table["status"] == "over"

        def is_back(before: list[int]) -> bool:
            now = processes_of(server)
            return len(now) == 2 and before[0] not in now and server.is_well()

        async def session() -> None:
            async with client_of(server, made, 1) as anna, client_of(server, made, 2) as ben:
                people = [play(client, ledger, rng, lambda: rng.uniform(0.0, 0.05)) for client in (anna, ben)]
                await asyncio.gather(*people, kill([anna, ben]))

        run(session())
        for name in bots:
            wait_for(lambda name=name: not is_a_bot_to_move(server.database, name), "bots end", ALL_OVER_SECONDS)
        ledger.check(server.database, [made["table"]], is_finished=True)
        for name in bots:
            assert table_of(name, journal(server.database, name)).status == "over"
        assert "it is restarted" in server.log()


@pytest.mark.long
def test_a_process_killed_while_it_starts_again_does_not_end_the_server(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, None, "--processes", "2") as server:
        # One that dies before it was ever ready ends the server, which answers as soon as the other is ready.
        wait_for(lambda: connections(server) == [0, 0], "both are ready")
        for _ in range(2):  # the second time it has not got ready yet
            before = set(processes_of(server))
            assert len(before) == 2
            os.kill(max(before), signal.SIGKILL)
            wait_for(lambda before=before: set(processes_of(server)) - before, "another one is started")
        wait_for(lambda: len(processes_of(server)) == 2 and connections(server) == [0, 0], "both answer")


def test_all_processes_end_when_the_supervisor_is_killed(tmp_path: Path, seed: int) -> None:
    server = ServerProcess(tmp_path, None, "--processes", "2")
    server.start()
    made = server.make_table("rattus", 2, chairs=[PEOPLE[0], {"bot": "easy"}], start=True)
    processes = processes_of(server)
    assert len(processes) == 2
    server.kill()
    wait_for(lambda: not any(map(is_running, processes)), "they end")
    with server:  # a new server can start at once
        ledger, rng = Ledger(), random.Random(seed)

        async def session() -> None:
            async with client_of(server, made, 1) as anna:
                while anna.moves < 10 and anna.table["status"] == "playing":
                    await anna.until(lambda: anna.legal or anna.table["status"] != "playing")
                    if anna.legal:
                        await ledger.ask(anna, "move", move=rng.choice(anna.legal), after=anna.moves)

        run(session())
        ledger.check(server.database, [made["table"]])
    wait_for(lambda: not any(map(is_running, processes)), "they end")


# One process stops on both signals in tests/server/storage/test_kill.py.
@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_it_stops_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    server = ServerProcess(tmp_path, None, "--processes", "2")
    server.start()
    processes = processes_of(server)
    assert server.stop(number) == 0
    assert not any(map(is_running, processes))
    assert not server.logged_errors()


def test_odd_connections_are_passed_on_and_block_nobody(server: ServerProcess) -> None:
    """Clients that send nothing, or no valid request, delay nobody else."""
    beginnings = (b"", b"\x16\x03\x01", b"GET /api/tables/", b"GET /healthz?process=99999 HTTP/1.1\r\n")
    places = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    try:
        for place, words in zip(places, cycle(beginnings), strict=False):
            place.sendall(words)
        assert server.is_well()
        for place in places[2::4]:
            place.sendall(b"nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
            place.settimeout(20)
            assert b"404" in place.recv(100).splitlines()[0]
    finally:
        for place in places:
            place.close()
    assert server.is_well()
    assert not server.logged_errors()


def test_one_address_cannot_keep_others_from_being_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that say nothing wait to be passed on; there is room for so many of all addresses together."""
    monkeypatch.setattr(supervisor, "MAX_PASSING", 20)
    monkeypatch.setattr(supervisor, "PEEK_SECONDS", 600.0)

    async def visit() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        settings = Settings("", limits=Limits(open_connections=10))
        ours, theirs = socket.socketpair()
        boss = Supervisor(settings, listener, "")
        boss._channels[0] = ours
        accepting = asyncio.create_task(boss._accept())
        try:
            async with AsyncExitStack() as stack:
                for _ in range(30):
                    place = socket.create_connection(listener.getsockname(), source_address=("127.0.0.2", 0))
                    stack.enter_context(place)
                await eventually(lambda: len(boss._passing) >= 10)
                with socket.create_connection(listener.getsockname()) as other:
                    other.sendall(b"GET /healthz HTTP/1.1\r\n\r\n")
                    theirs.setblocking(False)
                    async with asyncio.timeout(TIMEOUT_SECONDS):
                        assert await asyncio.get_running_loop().sock_recv(theirs, 1)  # it was passed on
                assert len(boss._passing) == 10
            await eventually(lambda: not boss._passing)  # those that have hung up
            assert boss._guard.total == 0
        finally:
            for task in (accepting, *boss._passing):
                task.cancel()
            for end in (ours, theirs, listener):
                end.close()

    asyncio.run(visit())


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (b"GET /api/live?table=k3v9tq7xwe HTTP/1.1\r\n", shard_of("k3v9tq7xwe", 5)),
        (b"GET /api/live?x=1&table=k3v9tq7xwe&y=2 HTTP/1.1\r\n", shard_of("k3v9tq7xwe", 5)),
        (b"PATCH /api/tables/k3v9tq7xwe/chairs/1 HTTP/1.1\r\n", shard_of("k3v9tq7xwe", 5)),
        (b"GET /api/live?table=k3v9tq7xwe&process=4 HTTP/1.1\r\n", 4),
        (b"GET /metrics?process=13 HTTP/1.1\r\n", 3),
    ],
)
def test_the_first_line_of_a_request_names_its_process(words: bytes, number: int) -> None:
    listener = socket.socket()
    supervisor = Supervisor(Settings("sqlite:///x", processes=5), listener, "")
    assert [supervisor._choose(words) for _ in range(3)] == [number] * 3
    listener.close()


@pytest.mark.parametrize("words", [b"", b"GET / HTTP/1.1\r\n", b"GET /api/live HTTP/1.1\r\nX: ?table=a", b"\xff\x00"])
def test_other_requests_go_to_each_process_in_turn(words: bytes) -> None:
    listener = socket.socket()
    supervisor = Supervisor(Settings("sqlite:///x", processes=3), listener, "")
    assert [supervisor._choose(words) for _ in range(4)] == [0, 1, 2, 0]
    listener.close()


def test_a_process_that_cannot_start_ends_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PROGRAM", (sys.executable, "-c", "raise SystemExit(3)"))
    settings = Settings(f"sqlite:///{tmp_path}/tables.sqlite", processes=2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert asyncio.run(asyncio.wait_for(Supervisor(settings, listener, "").run(), ALL_OVER_SECONDS)) is False
