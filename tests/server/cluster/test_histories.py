"""Kills, pauses, clock jumps and partitions at random: every client's history fits one journal, exactly once.

How long a run takes is set in seconds by RATTUS_HISTORY_SECONDS; the long test takes half an hour otherwise.
"""

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from rattus.server.tables.table import Table

from ..histories import History, HistoryClient, Player, check_table, role_of
from ..partition_proxy import Link, PartitionProxy
from ..server_process import GAMES, ServerProcess, children
from ..services import Service, running_postgres, running_redis

SHORT_SECONDS, LONG_SECONDS = 20.0, 1800.0
ROUND_SECONDS = 25.0  # of faults; then all is mended and checked, and new tables are made
TABLES = 6
PACE_SECONDS = 0.25  # between two wishes of a player, at most
CALM_SECONDS = 180.0  # for everything to go on again, on a busy machine

Fault = Callable[[], Awaitable[None]]


class Cluster:
    """Servers, what they depend on, and what can be done to them."""

    def __init__(self, database: str, servers: list[ServerProcess], chance: random.Random) -> None:
        self.database, self.servers, self.chance = database, servers, chance
        self.met: Counter[str] = Counter()
        self.proxies: list[PartitionProxy] = []  # between clients and servers, in the order of these
        self.inner: dict[str, PartitionProxy] = {}  # between servers and services
        self.services: dict[str, Service] = {}

    def url(self) -> str:
        """Where a client connects to next."""
        return f"http://127.0.0.1:{self.chance.choice(self.proxies).port}"

    async def some_fault(self) -> None:
        """Break something for a while, and mend it."""
        faults: list[Fault] = [self._kill, self._pause, self._jump, self._part_from_clients, self._kill_part]
        if self.services:
            faults += [self._part_inside, self._part_inside, self._part_inside, self._stop_service]
        await self.chance.choice(faults)()

    async def _kill(self) -> None:
        server = self.chance.choice(self.servers)
        self.met["killed"] += 1
        server.kill()
        await self._while(0.0, 3.0)
        await asyncio.to_thread(server.start)

    async def _kill_part(self) -> None:
        """Kill one of the processes of a server: a bot's, or one of those that share the work."""
        self.met["killed part"] += 1
        parts = list(children(self.chance.choice(self.servers).pid))
        if parts:
            _signal(self.chance.choice(parts), signal.SIGKILL)
        await self._while(0.0, 1.0)

    async def _pause(self) -> None:
        """Stop a process for a while, sometimes for longer than its leases are good."""
        server = self.chance.choice(self.servers)
        self.met["paused"] += 1
        pid = self.chance.choice([server.pid, *children(server.pid)])
        _signal(pid, signal.SIGSTOP)
        try:
            await (self._while(15.0, 18.0) if self.chance.random() < 0.1 else self._while(0.2, 4.0))
        finally:
            _signal(pid, signal.SIGCONT)

    async def _jump(self) -> None:
        """Set a clock wrong; sometimes the server is started with it."""
        server = self.chance.choice(self.servers)
        self.met["jumped"] += 1
        server.set_clock(self.chance.uniform(-3600.0, 3600.0))
        if self.chance.random() < 0.5:
            await self._kill()
        await self._while(0.0, 2.0)
        server.set_clock(0.0)

    async def _part_from_clients(self) -> None:
        self.met["parted from clients"] += 1
        await self._part(self.chance.choice(self.proxies), 3.0)

    async def _part_inside(self) -> None:
        name = self.chance.choice(sorted(self.inner))
        self.met[f"parted from {name.split()[0]}"] += 1
        await self._part(self.inner[name], 6.0)

    async def _part(self, proxy: PartitionProxy, seconds: float) -> None:
        proxy.set(self.chance.choice((Link.CUT, Link.HANGING)))
        await self._while(0.1, seconds)
        proxy.set(Link.WHOLE)

    async def _stop_service(self) -> None:
        name = self.chance.choice(sorted(self.services))
        self.met[f"stopped {name}"] += 1
        await asyncio.to_thread(self.services[name].stop)
        await self._while(0.1, 4.0)
        await asyncio.to_thread(self.services[name].start)

    async def _while(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


class Round:
    """New tables with their players, faults for a while, and then the comparison with the journals."""

    def __init__(self, cluster: Cluster, chance: random.Random) -> None:
        self.cluster, self.chance = cluster, chance
        self.histories: dict[str, list[History]] = {}
        self.players: list[Player] = []
        self.watchers: list[HistoryClient] = []
        self.keys: dict[tuple[str, int], str] = {}

    async def run(self, seconds: float) -> None:
        """Play under faults, then mend everything and check."""
        end = time.monotonic() + seconds
        async with AsyncExitStack() as stack:
            for number in range(TABLES):
                await self._make(number, stack)
            playing = [asyncio.create_task(player.run(PACE_SECONDS)) for player in self.players]
            try:
                while time.monotonic() < end:
                    await self.cluster.some_fault()
                    await asyncio.sleep(self.chance.uniform(0.0, 1.0))
                    broken = [task for task in playing if task.done()]
                    assert not broken, broken[0].exception()
                async with asyncio.timeout(CALM_SECONDS):
                    await self._settle()
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
        for name, histories in self.histories.items():
            _check_not_stuck(await asyncio.to_thread(check_table, self.cluster.database, name, histories))

    async def _make(self, number: int, stack: AsyncExitStack) -> None:
        people = [{"name": "Anna"}, {"name": "Ben"}]
        chairs = people if number % 2 else [*people, {"bot": "easy"}]
        clock = {"kind": "bank", "seconds": 30, "increment": 2} if number % 3 == 0 else None
        server = self.chance.choice(self.cluster.servers)
        make = lambda: server.make_table(GAMES[number % 3], len(chairs), chairs=chairs, start=True, clock=clock)  # noqa: E731
        made: dict[str, Any] = await asyncio.to_thread(make)
        name = made["table"]
        self.histories[name] = [History(name, role_of(seat)) for seat in (1, 2, None)]
        for history, key in zip(
            self.histories[name], [*made["keys"]["chairs"][:2], made["keys"]["watch"]], strict=True
        ):
            if history.role.chair is None:
                watcher = HistoryClient(self.cluster.url, history, key)
                self.watchers.append(await stack.enter_async_context(watcher))
            else:
                chance = random.Random(f"{self.chance.random()}")
                self.players.append(Player(self.cluster.url, history, key, chance))

    async def _settle(self) -> None:
        """Everything is whole again: everybody is answered, and everybody sees the same."""
        for player in self.players:
            player.is_calm = True
        clients = await asyncio.gather(*(_say_last(player) for player in self.players))
        last = dict.fromkeys(self.histories, 0)
        for name, histories in self.histories.items():
            last[name] = max(each.number or 0 for history in histories for each in history.asked)
        for client in (*clients, *self.watchers):
            await client.until(lambda client=client: client.number >= last[client.history.table])


async def _say_last(player: Player) -> HistoryClient:
    """Once everything is whole a request is carried out, whoever is asked."""
    await player.rests.wait()
    assert player.client is not None
    await player.client.ask("chat", text="the last word")
    assert player.history.asked[-1].number is not None, player.history.asked[-1]
    return player.client


def _check_not_stuck(table: Table) -> None:
    proposal = table.proposal
    if proposal is not None:
        assert any(seat.colour not in proposal.agreed for seat in table.people), (
            f"{table.id}: all agree; nothing is done"
        )


async def run_rounds(cluster: Cluster, seed: int, seconds: float) -> None:
    """Round after round until the time is over; the seed of each is printed."""
    end, number = time.monotonic() + seconds, 0
    while (left := end - time.monotonic()) > 1.0:
        print(f"seed {seed}, round {number}", flush=True)
        round_ = Round(cluster, random.Random(f"{seed} {number}"))
        cluster.chance.seed(f"{seed} {number} faults")
        await round_.run(min(left, ROUND_SECONDS))
        asked = [each for table in round_.histories.values() for history in table for each in history.asked]
        outcomes = Counter("done" if each.number else each.code or "unknown" for each in asked)
        seen = sum(len(history.seen) for table in round_.histories.values() for history in table)
        print(f"  {dict(outcomes)}, {seen} messages seen, faults so far {dict(cluster.met)}", flush=True)
        number += 1
        assert outcomes["done"] > 0
    for server in cluster.servers:
        assert not [line for line in server.log().splitlines() if "Traceback" in line]


def seconds_of(default: float) -> float:
    """How long to run."""
    return float(os.environ.get("RATTUS_HISTORY_SECONDS", default))


async def run_pair(
    folder: Path, database: str, redis: str, services: dict[str, Service], seed: int, seconds: float
) -> None:
    """Two servers on one PostgreSQL and Redis, with a proxy on every way between any two of them."""
    chance = random.Random(seed)
    paths = {"postgres": f"{database.partition('?host=')[2]}/.s.PGSQL.5432", "redis": redis.removeprefix("unix://")}
    async with AsyncExitStack() as stack:
        inner = {
            f"{name} of {number}": await stack.enter_async_context(PartitionProxy(path))
            for name, path in paths.items()
            for number in (0, 1)
        }
        servers = []
        for number in (0, 1):
            address = f"postgresql://rattus@127.0.0.1:{inner[f'postgres of {number}'].port}/postgres"
            options = "--redis", f"redis://127.0.0.1:{inner[f'redis of {number}'].port}"
            servers.append(ServerProcess(folder, address, *options, name=f"server{number}"))
        cluster = Cluster(database, servers, chance)
        cluster.inner, cluster.services = inner, services
        await _run_with(cluster, stack, seed, seconds)


async def run_alone(folder: Path, seed: int, seconds: float) -> None:
    """One server of two processes that share a SQLite file."""
    async with AsyncExitStack() as stack:
        server = ServerProcess(folder, None, "--processes", "2")
        await _run_with(Cluster(server.database, [server], random.Random(seed)), stack, seed, seconds)


async def _run_with(cluster: Cluster, stack: AsyncExitStack, seed: int, seconds: float) -> None:
    for server in cluster.servers:
        stack.callback(server.kill)
        await asyncio.to_thread(server.start)
        cluster.proxies.append(await stack.enter_async_context(PartitionProxy(server.port)))
    await run_rounds(cluster, seed, seconds)


@contextmanager
def services() -> Iterator[tuple[str, str, dict[str, Service]]]:
    """A PostgreSQL and a Redis that may be stopped."""
    with ExitStack() as stack:
        database, postgres = stack.enter_context(running_postgres())
        redis_url, redis = stack.enter_context(running_redis())
        yield database, redis_url, {"postgres": postgres, "redis": redis}


@pytest.mark.slow
def test_histories_of_two_servers_fit_one_journal(tmp_path: Path, seed: int) -> None:
    with services() as (database, redis, both):
        asyncio.run(run_pair(tmp_path, database, redis, both, seed, seconds_of(SHORT_SECONDS)))


@pytest.mark.long
def test_histories_of_two_processes_fit_one_journal(tmp_path: Path, seed: int) -> None:
    asyncio.run(run_alone(tmp_path, seed, seconds_of(SHORT_SECONDS)))


@pytest.mark.long
@pytest.mark.timeout(3 * LONG_SECONDS)
def test_histories_for_half_an_hour(tmp_path: Path, seed: int) -> None:
    seconds = seconds_of(LONG_SECONDS) / 2
    with services() as (database, redis, both):
        asyncio.run(run_pair(tmp_path / "pair", database, redis, both, seed, seconds))
    asyncio.run(run_alone(tmp_path / "alone", seed, seconds))
