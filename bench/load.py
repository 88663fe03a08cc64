"""Measure the table server under load, next to boardgame.io's, in the same run.

    python bench/load.py [--tables 200] [--seconds 10]

Everything runs on loopback. Two clients at each table play as fast as the server allows, with one server process and
with one per core, and then at the speed of very quick people; every move is on disk before it is acknowledged.
boardgame.io plays tic-tac-toe with its own clients and keeps its matches in memory. Both saturate the machine, so moves
per second of the server's own CPU time are reported as well, and the limit of the machine for the same messages without
a game (`bare_server.py`).

Machines and disks have slow phases that one move in a hundred meets. So figures with a goal are measured in alternating
rounds, and the median round counts; the speed of the disk by itself is reported next to them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, sleep
from typing import Any

import boardgame
from rich.console import Console
from rich.progress import Progress
from run import Row, at_least, at_most, show, write

from rattus.games import GAMES

HERE = Path(__file__).resolve().parent
WARMUP = 3.0
START_SECONDS = 60  # the first start of a machine is slow
PEOPLE_BESIDE_BOTS = 20
PROCESSES = os.cpu_count() or 1  # at most
QUICK_SECONDS = 0.25  # seconds that quick people think about a move
ROUNDS = 3
SYNCED = b"." * 65_536  # bytes: about what is written for one batch of waiting moves


@dataclass(frozen=True)
class Load:
    """How many moves the server took, how long each waited for its acknowledgement, and at what cost."""

    moves_per_second: float
    median_ms: float
    p99_ms: float
    max_ms: float
    errors: int
    server_cores: float  # used by its first process
    table_kib: float  # memory of this process for each table, with its players connected


def measure(
    game: str, tables: int, seconds: float, thinking: float = 0, level: str | None = None, processes: int = 1
) -> Load:
    """Run clients on an empty database, two at a table or each against a bot of a level."""
    with tempfile.TemporaryDirectory() as folder:
        words = [f"sqlite:///{folder}/tables.sqlite", processes]
        with answering("load_server.py", words, seconds) as (server, port):
            return play(server, port, game, tables, seconds, thinking, level)


def measure_bare(tables: int, seconds: float) -> float:
    """Moves a second without a game, with a server and its own clients for each core."""

    def measure_one(tables: int) -> float:
        with answering("bare_server.py", [], seconds) as (server, port):
            return play(server, port, "none", tables, seconds).moves_per_second

    with ThreadPoolExecutor(PROCESSES) as pool:
        return sum(pool.map(measure_one, [tables // PROCESSES] * PROCESSES))


def play(
    server: subprocess.Popen[str],
    port: int,
    game: str,
    tables: int,
    seconds: float,
    thinking: float = 0,
    level: str | None = None,
) -> Load:
    """Run clients on a running server."""
    before = boardgame.memory(server.pid, "VmRSS")
    words = [port, game, tables, WARMUP, seconds, thinking, *([] if level is None else [level])]
    marks: dict[str, tuple[float, float]] = {}
    with started("load_clients.py", words, limit_of(seconds), subprocess.PIPE) as clients:
        assert clients.stdout is not None
        assert clients.stderr is not None
        for line in clients.stderr:
            marks[line.strip()] = (boardgame.processor_seconds(server.pid), boardgame.memory(server.pid, "VmRSS"))
        figures = json.loads(clients.stdout.read() or "{}")
    if not figures:
        raise RuntimeError("the clients failed:\n" + "\n".join(marks))
    latency = figures["latency_ms"]
    return Load(
        moves_per_second=figures["moves_per_second"],
        median_ms=latency["median"],
        p99_ms=latency["p99"],
        max_ms=latency["max"],
        errors=figures["errors"],
        server_cores=(marks["end"][0] - marks["begin"][0]) / figures["seconds"],
        table_kib=1024 * (marks["seated"][1] - before) / tables,
    )


@contextmanager
def answering(script: str, words: list[Any], seconds: float) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a server with a port and these arguments; yields it once it answers."""
    port = boardgame.free_port()
    with started(script, [port, *words], limit_of(seconds) + START_SECONDS) as server:
        boardgame.wait_for(server, f"http://127.0.0.1:{port}/healthz")
        yield server, port


def limit_of(seconds: float) -> float:
    """The time limit in seconds for clients that connect and then play for this many seconds."""
    return START_SECONDS + WARMUP + seconds


@contextmanager
def started(script: str, words: list[Any], limit: float, pipe: int | None = None) -> Iterator[subprocess.Popen[str]]:
    """Start a Python process."""
    command = [sys.executable, str(HERE / script), *map(str, words)]
    with boardgame.ended_in_time(subprocess.Popen(command, text=True, stdout=pipe, stderr=pipe), limit) as process:
        yield process


def synced_ms(seconds: float) -> list[float]:
    """The time in milliseconds of repeated writes with fsync, without the server."""
    times = []
    with tempfile.NamedTemporaryFile() as file:
        end = monotonic() + seconds
        while monotonic() < end:
            started = perf_counter()
            os.pwrite(file.fileno(), SYNCED, 0)
            os.fsync(file.fileno())
            times.append(1000 * (perf_counter() - started))
            sleep(0.02)
    return times


def middle(loads: Sequence[Any], name: str) -> float:
    """The median of a figure over the rounds."""
    return float(median(getattr(load, name) for load in loads))


def rows_of(tables: int, seconds: float, progress: Progress) -> list[Row]:
    """All measurements as rows of the table."""
    task = progress.add_task("Playing", total=ROUNDS * (len(GAMES) + 4) + 2 * len(GAMES))
    loads: dict[str, list[Load]] = {game: [] for game in GAMES}
    beside_bots, others, bare, synced = [], [], [], []
    for number in range(1, ROUNDS + 1):
        for game in GAMES:
            progress.update(task, description=f"{game} at {tables} tables, {PROCESSES} processes, round {number}")
            loads[game].append(measure(game, tables, seconds, processes=PROCESSES))
            progress.advance(task)
        progress.update(task, description=f"people beside bots at {PEOPLE_BESIDE_BOTS} tables, round {number}")
        beside_bots.append(measure("rattus", PEOPLE_BESIDE_BOTS, seconds, level="best"))
        progress.advance(task)
        progress.update(task, description=f"boardgame.io at {tables} tables, round {number}")
        others.append(boardgame.measure(tables, seconds))
        progress.advance(task)
        progress.update(task, description=f"no game at {tables} tables, round {number}")
        bare.append(measure_bare(tables, seconds))
        progress.advance(task)
        progress.update(task, description=f"the disk alone, round {number}")
        synced += synced_ms(seconds)
        progress.advance(task)
    synced.sort()
    alone, paced = {}, {}
    for game in GAMES:
        progress.update(task, description=f"{game} at {tables} tables, one process")
        alone[game] = measure(game, tables, seconds)
        progress.advance(task)
        progress.update(task, description=f"{game} at {tables} tables, by quick people")
        paced[game] = measure(game, tables, seconds, QUICK_SECONDS)
        progress.advance(task)
    rows = []
    for game, rounds in loads.items():
        rows += [
            figure(
                f"{game}, {tables} tables of 2 clients, {PROCESSES} processes, the middle of {ROUNDS} rounds",
                middle(rounds, "moves_per_second"),
                "moves/s",
            ),
            figure(f"{game}, from a move to its acknowledgement, median", middle(rounds, "median_ms"), "ms"),
            at_most(
                f"{game}, from a move to its acknowledgement, 99th percentile", 100, middle(rounds, "p99_ms"), "ms"
            ),
            Row(f"{game}, 99th percentile of each round", "", _each(rounds, "p99_ms"), None),
            figure(f"{game}, one process", alone[game].moves_per_second, "moves/s"),
            figure(f"{game}, one process, median", alone[game].median_ms, "ms"),
            figure(f"{game}, one process, 99th percentile", alone[game].p99_ms, "ms"),
            figure(
                f"{game}, with {QUICK_SECONDS} s of thought before each move", paced[game].moves_per_second, "moves/s"
            ),
            figure(f"{game}, with {QUICK_SECONDS} s of thought, median", paced[game].median_ms, "ms"),
            figure(f"{game}, with {QUICK_SECONDS} s of thought, 99th percentile", paced[game].p99_ms, "ms"),
            figure(f"{game}, moves for one second of the server's processor time", per_cpu(alone[game]), "moves"),
            figure(f"{game}, memory a table with its two connections", alone[game].table_kib, "KiB"),
        ]
    theirs = middle(others, "moves_per_second")
    everything = [*(load for rounds in loads.values() for load in rounds), *alone.values(), *paced.values()]
    errors = sum(load.errors for load in (*everything, *beside_bots, *others))
    return [
        *rows,
        figure(
            f"people beside bots that always think, {PEOPLE_BESIDE_BOTS} tables, median",
            middle(beside_bots, "median_ms"), "ms",
        ),
        at_most("people beside bots that always think, 99th percentile", 50, middle(beside_bots, "p99_ms"), "ms"),
        Row("people beside bots, 99th percentile of each round", "", _each(beside_bots, "p99_ms"), None),
        figure(f"boardgame.io, tic-tac-toe, {tables} tables of 2 clients", theirs, "moves/s"),
        figure("boardgame.io, from a move to its acknowledgement, median", middle(others, "median_ms"), "ms"),
        figure("boardgame.io, from a move to its acknowledgement, 99th percentile", middle(others, "p99_ms"), "ms"),
        Row("boardgame.io, 99th percentile of each round", "", _each(others, "p99_ms"), None),
        figure(
            "boardgame.io, moves for one second of the server's processor time",
            theirs / middle(others, "server_cores"), "moves",
        ),
        figure(
            "boardgame.io, memory a table",
            1024 * (middle(others, "seated_mib") - middle(others, "empty_mib")) / tables, "KiB",
        ),
        at_least("rattus against boardgame.io", 5, middle(loads["rattus"], "moves_per_second") / theirs),
        figure(f"no game, only its messages, {PROCESSES} processes of FastAPI", median(bare), "moves/s"),
        figure("no game, only its messages, against boardgame.io", median(bare) / theirs, "times"),
        figure("the disk alone, 64 KiB kept, median", synced[len(synced) // 2], "ms"),
        figure("the disk alone, 99th percentile", synced[len(synced) * 99 // 100], "ms"),
        figure("the disk alone, longest", synced[-1], "ms"),
        at_most("refused, failed or lost", 0, errors, "moves"),
    ]  # fmt: skip


def _each(loads: Sequence[Any], name: str) -> str:
    return ", ".join(f"{getattr(load, name):,.0f}" for load in loads) + " ms"


def figure(what: str, measured: float, unit: str) -> Row:
    """A figure without a goal."""
    return Row(what, "", f"{measured:,.1f} {unit}", None)


def per_cpu(load: Load) -> float:
    """Moves per second of the server's CPU time."""
    return load.moves_per_second / load.server_cores


def main() -> None:
    """Measure, show, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    arguments = parser.parse_args()
    console = Console()
    with Progress(console=console) as progress:
        rows = rows_of(arguments.tables, arguments.seconds, progress)
    title = f"The table server under load ({arguments.tables} tables)"
    show(rows, title, console)
    write(rows, title, "load")


if __name__ == "__main__":
    main()
