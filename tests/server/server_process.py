"""`rattus serve` as a process on loopback, which tests may kill and restart."""

import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Self

import httpx
import psycopg

from ..terminal import HEAR_CTRL_C
from .stored_entry import StoredEntry

START_SECONDS, STOP_SECONDS = 300.0, 120.0  # enough for a very busy machine
GAMES = ("rattus", "africanus", "cartus")
PROGRAM = (sys.executable, "-P", "-c", f"{HEAR_CTRL_C}from rattus.cli import app; app(prog_name='rattus')", "serve")
SEEDED = (sys.executable, "-P", str(Path(__file__).with_name("seeded_serve.py")), "serve")

# No proxy, and no certificates: to read those would cost most of the time of a request.
PLAIN_HTTP: dict[str, Any] = {"trust_env": False, "verify": False}

_addresses = (f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}" for n in count(1))


class ServerProcess:
    """A server with a port and a log of its own. Started again it has the same port and the same database.

    What it deals at a table follows from the seed of the test, or of the fixture, that has the table made.
    """

    def __init__(self, folder: Path, database: str | None = None, *options: str, name: str = "server") -> None:
        folder.mkdir(exist_ok=True)
        self.database = database or f"sqlite:///{folder}/tables.sqlite"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_file = folder / f"{name}.log"
        self._options = options
        self._deals_file = folder / f"{name}.deals"
        self.deal_anew()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def words(self) -> list[str]:
        """The command line."""
        return [
            *SEEDED, "--port", str(self.port), "--database", self.database, "--log-level", "info", "--bots", "1",
            *self._options,
        ]  # fmt: skip

    def start(self, wait: bool = True) -> None:
        """Start it, and wait until it is well."""
        assert self._process is None
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                self.words, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "RATTUS_TEST_DEALS": str(self._deals_file)},
            )  # fmt: skip
        if wait:
            self.wait_until_well()

    def deal_anew(self) -> None:
        """Let what is dealt from now on follow from the seed of the test that runs, whatever was dealt before."""
        new = self._deals_file.with_suffix(".new")
        new.write_text(str(random.getrandbits(64)))
        new.replace(self._deals_file)

    def set_clock(self, seconds: float) -> None:
        """Set the clock of its machine wrong by so many seconds, also while it runs."""
        new = self._deals_file.with_suffix(".clock.new")
        new.write_text(str(seconds))
        new.replace(self._deals_file.with_suffix(".clock"))

    def wait_until_well(self) -> None:
        """Wait until it answers."""
        assert self._process is not None
        end = time.monotonic() + START_SECONDS
        while not self.is_well():
            assert self._process.poll() is None, f"it has ended: {self.log()[-3000:]}"
            assert time.monotonic() < end, f"it does not answer: {self.log()[-3000:]}"
            time.sleep(0.02)

    def is_well(self) -> bool:
        """Whether it answers that it is well."""
        try:
            return httpx.get(f"{self.url}/readyz", timeout=20.0, **PLAIN_HTTP).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """As kill -9 does; nothing if it does not run."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(STOP_SECONDS)
            self._process = None

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit status."""
        assert self._process is not None
        self._process.send_signal(number)
        try:
            status = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not stop on {number.name}: {self.log()[-3000:]}") from None
        self._process = None
        return status

    def log(self) -> str:
        """All that it has written, over all its lives."""
        return self.log_file.read_text("utf-8", "replace") if self.log_file.exists() else ""

    def logged_errors(self) -> list[str]:
        """Errors in the log, and tracebacks of Python between its lines."""
        return [line for line in self.log().splitlines() if _is_trouble(line)]

    def make_table(self, game: str = "rattus", players: int = 2, **more: Any) -> dict[str, Any]:
        """A new table: its id and its keys."""
        self.deal_anew()
        answer = self.ask("POST", "/api/tables", json={"game": game, "players": players, **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def ask(self, method: str, path: str, key: str | None = None, **more: Any) -> httpx.Response:
        """A request; each as if from an address of its own, so that no limit is met."""
        headers = {"x-forwarded-for": next(_addresses), **more.pop("headers", {})}
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        return httpx.request(method, f"{self.url}{path}", headers=headers, timeout=60.0, **PLAIN_HTTP, **more)


Row = tuple[int, str, int | None, dict[str, Any]]  # number, kind, seat, data


def journal(database: str, table: str) -> list[Row]:
    """The journal of a table, read without the server."""
    rows = _select(database, "SELECT number, kind, seat, data FROM entries WHERE table_id = {} ORDER BY number", table)
    return [(number, kind, seat, json.loads(data)) for number, kind, seat, data in rows]


def stored_entries(database: str, table: str) -> list[StoredEntry]:
    """The same with the times of the entries."""
    query = "SELECT number, at, kind, seat, data FROM entries WHERE table_id = {} ORDER BY number"
    return [StoredEntry(*row, json.loads(data)) for *row, data in _select(database, query, table)]


def is_a_bot_to_move(database: str, table: str) -> bool:
    """Whether a table in the database has a wake-up, which without clocks means that a bot has to move."""
    return _select(database, "SELECT attention FROM tables WHERE id = {}", table) != [(None,)]


def _select(database: str, query: str, table: str) -> list[tuple[Any, ...]]:
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), timeout=60.0)) as connection:
            return connection.execute(query.format("?"), (table,)).fetchall()
    with psycopg.connect(database) as postgres:
        return postgres.execute(query.format("%s"), (table,)).fetchall()


def wait_for(is_so: Callable[[], object], what: str, seconds: float = 120.0) -> None:
    """Wait until a condition holds. It is looked at less often the longer it takes: to look may cost a query."""
    end, pause = time.monotonic() + seconds, 0.02
    while not is_so():
        assert time.monotonic() < end, f"not in {seconds:g} s: {what}"
        time.sleep(pause)
        pause = min(1.2 * pause, 0.4)


def free_port() -> int:
    """A port on loopback that nobody has."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def children(pid: int) -> Iterator[int]:
    """The processes that a process has started (on Linux)."""
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        yield from map(int, tasks.read_text().split())


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be noticed does not."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def _is_trouble(line: str) -> bool:
    if not line.startswith("{"):
        return "Traceback" in line or "Error" in line or "Exception" in line
    record = json.loads(line)
    return record["level"] in ("error", "critical") or "exception" in record or "Traceback" in record["message"]


def own_environment(**more: str) -> dict[str, str]:
    """The environment for a command that is tried out: no colours, wide lines."""
    return {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb", **more}
