"""The layout of docs/hosting.md for several machines, in network namespaces: one host is cut off under load."""

import asyncio
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import redis

from ..histories import History, Player, check_table, role_of
from ..server_process import GAMES, PLAIN_HTTP, SEEDED
from ..services import START_SECONDS, as_user, program, unprivileged
from .namespaces import Network

HOSTS = ("proxy", "one", "two", "data", "people")
TABLES = 8
PACE_SECONDS = 0.5
# Seconds: before, while a host is cut off, and after it is back.
PHASES = {"before": 10.0, "cut off": 45.0, "back": 30.0}
NGINX = Path(__file__).parents[3] / "deploy" / "nginx.conf"


class Machine:
    """All hosts with what runs on them."""

    def __init__(self, network: Network, folder: Path, stack: ExitStack) -> None:
        self._network, self._folder, self._stack = network, folder, stack
        self.database = f"postgresql://rattus@{network.addresses['data']}/postgres"
        self.redis = f"redis://{network.addresses['data']}"
        self.url = f"http://{network.addresses['proxy']}"

    def start(self) -> None:
        """Start everything."""
        self._start_postgres()
        self._run("data", "redis", program("redis-server", "redis-server"), "--bind", self._network.addresses["data"],
                  "--protected-mode", "no", "--save", "")  # fmt: skip
        _until(lambda: redis.Redis.from_url(self.redis).ping())
        proxies = self._network.addresses["proxy"]
        for host in ("one", "two"):
            (self._folder / f"{host}.deals").write_text("1")
            words = ["--host", "0.0.0.0", "--port", "8000", "--database", self.database, "--redis", self.redis,
                     "--proxies", proxies, "--bots", "1", "--log-level", "info"]  # fmt: skip
            self._run(host, host, *SEEDED, *words)
            _until(lambda host=host: self.is_ready(host))
        self._start_nginx()
        _until(lambda: httpx.get(f"{self.url}/readyz", timeout=5.0, **PLAIN_HTTP).status_code == 200)

    def is_ready(self, host: str) -> bool:
        """Whether the server of a host answers that it is ready."""
        address = f"http://{self._network.addresses[host]}:8000/readyz"
        return httpx.get(address, timeout=5.0, **PLAIN_HTTP).status_code == 200

    def log(self, name: str) -> str:
        """What a program has written."""
        return (self._folder / f"{name}.log").read_text("utf-8", "replace")

    def _start_postgres(self) -> None:
        initdb, user = program("initdb", "postgresql"), unprivileged() or "postgres"
        data = self._folder / "data"
        words = [initdb, "-D", data, "-U", "rattus", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        shutil.chown(self._folder, user)
        done = subprocess.run(
            words, cwd=self._folder, capture_output=True, text=True, timeout=START_SECONDS, **as_user(user)
        )
        assert done.returncode == 0, done.stderr
        with (data / "pg_hba.conf").open("a") as access:
            access.write("host all all 10.77.0.0/24 trust\n")
        options = [f"-clisten_addresses={self._network.addresses['data']}", f"-cunix_socket_directories={data}"]
        self._run("data", "postgres", "runuser", "-u", user, "--", initdb.with_name("postgres"), "-D", data, *options)
        _until(lambda: psycopg.connect(self.database, connect_timeout=5).close() is None)

    def _start_nginx(self) -> None:
        """With the file of the project, for these hosts."""
        text = NGINX.read_text()
        for number, host in enumerate(("one", "two"), 1):
            text = text.replace(f"server{number}:8000", f"{self._network.addresses[host]}:8000")
        config = self._folder / "nginx.conf"
        config.write_text(
            f"pid {self._folder}/nginx.pid;\ndaemon off;\nerror_log {self._folder}/nginx.log;\nevents {{}}\n"
            f"http {{ access_log off;\n"
            f"client_body_temp_path {self._folder}/body; proxy_temp_path {self._folder}/proxy;\n"
            f"fastcgi_temp_path {self._folder}/f; uwsgi_temp_path {self._folder}/u; scgi_temp_path {self._folder}/s;\n"
            f"{text} }}\n"
        )
        self._run("proxy", "nginx-output", program("nginx", "nginx"), "-c", config)

    def _run(self, host: str, name: str, *words: str | Path) -> None:
        with (self._folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                self._network.command(host, *words), cwd=self._folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "RATTUS_TEST_DEALS": str(self._folder / f"{host}.deals")},
            )  # fmt: skip
        self._stack.callback(process.wait, START_SECONDS)
        self._stack.callback(process.terminate)


def _until(works: Any) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with suppress(httpx.HTTPError, psycopg.OperationalError, redis.ConnectionError):
            if works():
                return
        time.sleep(0.1)
    pytest.fail("it does not start")


@contextmanager
def machines(network: Network) -> Iterator[Machine]:
    """All programs on their hosts; this thread is on the host of the people."""
    folder = Path(tempfile.mkdtemp(prefix="rattus-"))
    folder.chmod(0o755)
    try:
        with network.inside("people"), ExitStack() as stack:
            machine = Machine(network, folder, stack)
            machine.start()
            yield machine
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def play(network: Network, machine: Machine, chance: random.Random) -> dict[str, list[History]]:
    """Play at some tables while a host is cut off and comes back; what everybody lived through, by table."""
    histories: dict[str, list[History]] = {}
    players = []
    for number in range(TABLES):
        made = await asyncio.to_thread(make_table, machine.url, GAMES[number % len(GAMES)])
        histories[made["table"]] = [History(made["table"], role_of(seat)) for seat in (1, 2)]
        for history, key in zip(histories[made["table"]], made["keys"]["chairs"][:2], strict=True):
            players.append(Player(lambda: machine.url, history, key, random.Random(chance.random())))
    playing = [asyncio.create_task(player.run(PACE_SECONDS)) for player in players]
    try:
        for phase, seconds in PHASES.items():
            began = time.monotonic()
            if phase == "cut off":
                network.cut("one")
            if phase == "back":
                network.mend("one")
            await asyncio.sleep(seconds)
            tell(phase, histories, began)
        for player in players:
            player.is_calm = True
        async with asyncio.timeout(120):
            await asyncio.gather(*(player.rests.wait() for player in players))
            assert await asyncio.to_thread(machine.is_ready, "one")
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return histories


def tell(phase: str, histories: dict[str, list[History]], since: float) -> None:
    """Print how long requests of a phase waited; those without an answer so far wait on."""
    asked = [each for table in histories.values() for history in table for each in history.asked]
    asked = [each for each in asked if each.began >= since and not each.gave_up]
    waits = sorted((each.ended or time.monotonic()) - each.began for each in asked)
    refused = sorted({each.code for each in asked if each.code})
    middle, most = waits[len(waits) // 2], waits[-1]
    slow = sum(wait > 1.0 for wait in waits)
    print(
        f"{phase}: {len(waits)} requests, median {1000 * middle:.0f} ms, {slow} over 1 s, longest {most:.1f} s,"
        f" refused as {refused}",
        flush=True,
    )


def make_table(url: str, game: str) -> dict[str, Any]:
    """A table for two people that has begun; not faster than one address may make them."""
    request = {"game": game, "players": 2, "chairs": [{"name": "Anna"}, {"name": "Ben"}], "start": True}
    while True:
        answer = httpx.post(f"{url}/api/tables", json=request, timeout=30.0, **PLAIN_HTTP)
        if answer.status_code != 429:
            assert answer.status_code == 201, answer.text
            made: dict[str, Any] = answer.json()
            return made
        time.sleep(0.5)


@pytest.mark.long
def test_a_host_that_is_cut_off_and_comes_back_loses_nothing(seed: int) -> None:
    """Everybody goes on through the other host, and the histories of all fit one journal."""
    with Network(HOSTS) as network, machines(network) as machine:
        histories = asyncio.run(play(network, machine, random.Random(seed)))
        for name, table in histories.items():
            check_table(machine.database, name, table)
        for host in ("one", "two"):
            assert "Traceback" not in machine.log(host)
