"""Two server processes on one PostgreSQL, with Redis between them: one server, as far as anybody can see."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from websockets.asyncio.client import ClientConnection, connect

from rattus.server.client import TableClient
from rattus.server.protocol.basics import PROTOCOL
from rattus.server.settings import Settings

from ..ledger import ALL_OVER_SECONDS, RESEND_SECONDS, Ledger, attempt, chat, play, run, table_of, until_moved
from ..server_process import GAMES, ServerProcess, is_a_bot_to_move, journal, wait_for
from ..services import Service, running_postgres, running_redis

LEASE_SECONDS = Settings("").lease_seconds
SLACK_SECONDS = 60.0  # for a busy machine
PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]


@dataclass
class Pair:
    """Two processes of one server, and what they share."""

    one: ServerProcess
    two: ServerProcess
    database: str
    postgres: Service
    redis: Service

    def client(self, process: ServerProcess, made: dict[str, Any], seat: int) -> TableClient:
        return TableClient(process.url, made["table"], made["keys"]["chairs"][seat - 1], RESEND_SECONDS)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes, with a PostgreSQL and a Redis that are theirs alone."""
    folder = tmp_path_factory.mktemp("processes")
    with running_postgres() as (database, postgres), running_redis() as (address, redis):
        one, two = (ServerProcess(folder, database, "--redis", address, name=name) for name in ("one", "two"))
        try:
            one.start(wait=False)  # both at once: they make the same database ready
            two.start()
            one.wait_until_well()
            yield Pair(one, two, database, postgres, redis)
        finally:
            one.kill()
            two.kill()


# The way of a message does not depend on the game; test_supervisor.py plays Cartus.
@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=[] if each == "rattus" else pytest.mark.long) for each in GAMES]
)
def test_a_whole_match_across_processes(pair: Pair, game: str, seed: int) -> None:
    made = pair.one.make_table(game, 4, chairs=[*PEOPLE, {"bot": "easy"}, {"name": "Carl"}], start=True)
    ledger, rng = Ledger(), random.Random(seed)

    async def session() -> None:
        async with (
            pair.client(pair.one, made, 1) as anna,
            pair.client(pair.two, made, 2) as ben,
            pair.client(pair.two, made, 4) as carl,
            TableClient(pair.one.url, made["table"], made["keys"]["watch"]) as watcher,
        ):
            everybody = anna, ben, carl, watcher
            await asyncio.gather(*(play(player, ledger, rng) for player in everybody[:3]), chat(ben, ledger, 5))
            last = max(client.number for client in everybody)
            await asyncio.gather(*(client.until(lambda client=client: client.number >= last) for client in everybody))
            for client in everybody:
                assert client.table == anna.table
                assert client.table["outcome"]
                assert client.chat == anna.chat

    run(session())
    ledger.check(pair.database, [made["table"]], is_finished=True)
    check_logs(pair)


@pytest.mark.parametrize("game", ["rattus", pytest.param("cartus", marks=pytest.mark.long)])
def test_only_one_of_two_simultaneous_moves_is_made(pair: Pair, game: str, seed: int) -> None:
    """Every move of a match is made on both processes at once, by the same seat."""
    made = pair.one.make_table(game, 2, chairs=PEOPLE, start=True)
    rng, met = random.Random(seed), Counter[str]()
    accepted: list[str] = []

    async def session() -> None:
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(pair.client(process, made, seat))
                for seat in (1, 2)
                for process in (pair.one, pair.two)
            ]
            while clients[0].table["status"] != "over":
                seat = [client for client in clients if client.legal]
                moves = [rng.choice(client.legal) for client in seat]
                outcomes = await asyncio.gather(
                    *(attempt(client, move) for client, move in zip(seat, moves, strict=True))
                )
                assert "done" in outcomes
                met[("one", "two")[outcomes.index("done")]] += 1
                accepted.append(moves[outcomes.index("done")])
                await asyncio.gather(*(until_moved(client, len(accepted)) for client in clients))
                assert sorted(outcomes) == ["done", "late" if clients[0].table["status"] == "playing" else "not_now"]

    run(session())
    rows = journal(pair.database, made["table"])
    table_of(made["table"], rows)
    assert [data["move"] for _, kind, _, data in rows if kind == "move"] == accepted
    assert len(accepted) > 20
    assert met["one"] > 0
    assert met["two"] > 0
    check_logs(pair)


def test_a_request_sent_to_both_processes_counts_once(pair: Pair) -> None:
    made = pair.one.make_table(chairs=PEOPLE, start=True)

    async def session() -> None:
        async with visit(pair.one, made, 1) as here, visit(pair.two, made, 1) as there:
            for number in range(30):
                request = json.dumps({"type": "chat", "id": f"c{number}", "text": "once"})
                await asyncio.gather(here.send(request), there.send(request))
                first, second = await asyncio.gather(answer_of(here), answer_of(there))
                assert first == second
                assert first["type"] == "done"

    run(session())
    assert sum(kind == "chat" for _, kind, _, _ in journal(pair.database, made["table"])) == 30
    check_logs(pair)


def test_a_client_from_another_process_never_goes_back(pair: Pair) -> None:
    """Even if the other process has not been notified yet."""
    made = pair.one.make_table(chairs=PEOPLE, start=True)

    async def session() -> None:
        async with visit(pair.one, made, 1) as here, visit(pair.two, made, None):
            for number in range(100):
                await here.send(json.dumps({"type": "chat", "id": f"c{number}", "text": "x"}))
                have = (await answer_of(here))["number"]
                async with visit(pair.two, made, 1, have=have) as there:
                    assert json.loads(await there.recv())["number"] >= have

    run(session())
    check_logs(pair)


def test_a_client_that_switches_processes_misses_nothing(pair: Pair, seed: int) -> None:
    made = pair.one.make_table("africanus", 2, chairs=PEOPLE, start=True)
    ledger, rng = Ledger(), random.Random(seed)

    async def wander() -> None:
        """Ben reconnects all the time, and says what he knows already."""
        before: dict[str, Any] | None = None
        for process in (pair.one, pair.two) * 10:
            async with pair.client(process, made, 2) as ben:
                if before is not None:
                    await ben.until(lambda ben=ben, before=before: ben.number >= before["number"])
                    assert ben.events[: len(before["events"])] == before["events"]
                await ben.until(lambda ben=ben: ben.legal or ben.table["status"] == "over")
                if not ben.legal:
                    return
                await ledger.ask(ben, "move", move=rng.choice(ben.legal), after=ben.moves)
                before = {"number": ben.number, "events": ben.events}
        async with pair.client(pair.one, made, 2) as ben:
            await play(ben, ledger, rng)

    async def session() -> None:
        async with pair.client(pair.two, made, 1) as anna:
            await asyncio.gather(play(anna, ledger, rng), wander())

    run(session())
    ledger.check(pair.database, [made["table"]], is_finished=True)
    check_logs(pair)


def test_presence_spans_all_processes(pair: Pair) -> None:
    made = pair.one.make_table(chairs=PEOPLE, start=True)

    async def session() -> None:
        async with visit(pair.one, made, 1) as anna:
            async with visit(pair.two, made, 2) as ben, visit(pair.two, made, None):
                await until_here(anna, [1, 2], 1)
                await until_here(ben, [1, 2], 1)
            await until_here(anna, [1], 0)

    run(session())
    check_logs(pair)


def test_another_process_takes_over_the_bots_of_a_dead_one(pair: Pair, seed: int) -> None:
    bots = make_bots(pair)
    made = pair.one.make_table("rattus", 2, chairs=[{"name": "Anna"}, {"bot": "easy"}], start=True)
    ledger = Ledger()

    async def session() -> None:
        async with pair.client(pair.two, made, 1) as anna:
            pair.one.kill()
            left = playing(pair, bots)
            assert left
            seconds = LEASE_SECONDS + SLACK_SECONDS
            taken = asyncio.to_thread(wait_for, lambda: has_moved(pair, left), "others let the bots play", seconds)
            await asyncio.gather(play(anna, ledger, random.Random(seed)), taken)
            await asyncio.to_thread(wait_for, lambda: not playing(pair, bots), "all end", ALL_OVER_SECONDS)

    try:
        run(session())
    finally:
        pair.one.kill()
        pair.one.start()
    ledger.check(pair.database, [made["table"]], is_finished=True)
    assert all(table.status == "over" for table in ledger.check(pair.database, bots).values())
    check_logs(pair)


def test_a_process_that_stops_leaves_its_bots_to_others_at_once(pair: Pair) -> None:
    bots = make_bots(pair, 3)
    try:
        pair.one.stop()
        owners, left = lease_owners(pair, bots), playing(pair, bots)
        assert left
        wait_for(lambda: has_moved(pair, left), "others let the bots play")
        wait_for(lambda: not playing(pair, bots), "all end", ALL_OVER_SECONDS)
        survivor = lease_owners(pair, list(left))
        assert len(survivor) == 1
        assert owners <= {*survivor, None}, "the process that has stopped kept leases"
    finally:
        pair.one.kill()
        pair.one.start()
    check_logs(pair)


def test_play_goes_on_when_redis_is_restarted(pair: Pair, seed: int) -> None:
    """Notices may come late, and are never wrong."""
    interrupted(pair, pair.redis, seed)
    check_logs(pair)


def test_play_goes_on_when_postgresql_is_restarted(pair: Pair, seed: int) -> None:
    """Requests during the outage are done late, or refused and repeated; none is lost or done twice."""
    interrupted(pair, pair.postgres, seed)
    for process in (pair.one, pair.two):  # it may complain of the database, but with no traceback
        assert "Traceback" not in process.log()
        process.log_file.write_text("")


def interrupted(pair: Pair, service: Service, seed: int) -> None:
    """Matches between the processes, with and without bots; in their midst a service is away for a while."""
    tables = [
        pair.one.make_table("rattus", 2, chairs=PEOPLE, start=True),
        pair.two.make_table("cartus", 3, chairs=[*PEOPLE, {"bot": "easy"}], start=True),
    ]
    bots = make_bots(pair, 1)
    ledger, rng = Ledger(), random.Random(seed)
    names = [made["table"] for made in tables]

    async def session() -> None:
        async with AsyncExitStack() as stack:
            players = []
            for made in tables:
                for seat, process in ((1, pair.one), (2, pair.two)):
                    client = await stack.enter_async_context(pair.client(process, made, seat))
                    players += [play(client, ledger, rng, lambda: rng.uniform(0.0, 0.1)), talk(client)]
            playing = [asyncio.create_task(player) for player in players]
            await asyncio.sleep(rng.uniform(0.5, 1.0))
            await asyncio.to_thread(service.stop)
            await asyncio.sleep(rng.uniform(1.0, 2.5))
            await asyncio.to_thread(service.start)
            assert any(table.status == "playing" for table in ledger.check(pair.database, names).values())
            await asyncio.gather(*playing)

    async def talk(client: TableClient) -> None:
        for _ in range(10):
            await chat(client, ledger, 4)
            await asyncio.sleep(0.2)

    run(session())
    ledger.check(pair.database, names, is_finished=True)
    wait_for(lambda: not playing(pair, bots), "the matches of bots end", ALL_OVER_SECONDS)


def make_bots(pair: Pair, number: int = 2) -> list[str]:
    """Matches of bots alone that one process runs, and enough of them to last a while."""
    return [pair.one.make_table("cartus", 4, chairs=[{"bot": "easy"}] * 4, start=True)["table"] for _ in range(number)]


def playing(pair: Pair, bots: list[str]) -> dict[str, int]:
    """The tables where a bot is to move, and how long their journals are."""
    return {table: len(journal(pair.database, table)) for table in bots if is_a_bot_to_move(pair.database, table)}


def lease_owners(pair: Pair, tables: list[str]) -> set[str | None]:
    """The processes that have leased these tables; None for a table that nobody has leased."""
    with psycopg.connect(pair.database) as connection:
        return {owner for (owner,) in connection.execute("SELECT keeper FROM tables WHERE id = ANY(%s)", [tables])}


def has_moved(pair: Pair, left: dict[str, int]) -> bool:
    """Whether some process runs all tables that lost theirs."""
    return all(len(journal(pair.database, table)) > before for table, before in left.items())


# ---- helpers


def check_logs(pair: Pair) -> None:
    assert not pair.one.logged_errors()
    assert not pair.two.logged_errors()


class visit:  # noqa: N801 (it is used like a function)
    """A bare connection after its hello; without a seat it is a spectator's."""

    def __init__(self, process: ServerProcess, made: dict[str, Any], seat: int | None, **known: int) -> None:
        key = made["keys"]["watch"] if seat is None else made["keys"]["chairs"][seat - 1]
        self._hello = json.dumps({"type": "hello", "protocol": PROTOCOL, "table": made["table"], "key": key, **known})
        self._connecting = connect(f"ws{process.url.removeprefix('http')}/api/live", max_queue=None)

    async def __aenter__(self) -> ClientConnection:
        connection = await self._connecting.__aenter__()
        await connection.send(self._hello)
        return connection

    async def __aexit__(self, *error: Any) -> None:
        await self._connecting.__aexit__(*error)


async def answer_of(connection: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await connection.recv())
        if message["type"] in ("done", "refused", "error"):
            return message


async def until_here(connection: ClientConnection, seats: list[int], watching: int) -> None:
    while json.loads(await connection.recv()) != {"type": "here", "chairs": seats, "watching": watching}:
        pass
