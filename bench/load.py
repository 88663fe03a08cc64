"""Measure the table server under load, next to boardgame.io's, in the same run.

    python bench/load.py [--tables 200] [--seconds 10]

Everything runs on loopback. Two clients at each table play as fast as the server allows, with one server process and
with one per core, and then at the speed of very quick people; every move is on disk before it is acknowledged.
boardgame.io plays tic-tac-toe with its own clients: with its matches in memory, as by default; with a state as large as
ours; and with that state in its own FlatFile storage, which is what a host would need. Both saturate the machine, so
moves per second of the server's own CPU time are reported as well, and the limit of the machine for the same messages
without a game (`bare_server.py`). Then many people connect, each table with a move every five seconds.

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
from game_state import write_state
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
HUMAN_TABLES, HUMAN_SECONDS = 2500, 5.0  # tables of two at human pace, and a move at each in so many seconds
MEMORY_TABLES = (50, 250)  # the difference between these is what tables cost, without what is loaded once
PER_CPU_GOALS = {"rattus": 3606, "africanus": 3032, "cartus": 5160}  # twice what was measured at first
THEIRS = {  # ways to run boardgame.io: is its state as large as ours, is it kept in files
    "in memory": (False, False),
    "in memory, a state as large as ours": (True, False),
    "in files (FlatFile), a state as large as ours": (True, True),
}
DURABLE = list(THEIRS)[-1]
ROUNDS = 3
NOTES = """## What limits it, and what was tried

A move costs the server the rules, two views of the whole table as JSON, three messages and a row on the disk, in
Python. Of the samples of the event loop's thread (py-spy, Cartus, 100 tables, on a busy machine), 60 % are in
answering requests: 32 % write the update for everybody (21 % the views themselves), 12 % apply the move. 16 % send.
The thread that writes to the database takes about a quarter as much besides. No single step is large.

Tried: leaving the view out of updates altogether, which is an upper bound for sending only what has changed. On a
busy machine that made 4,430 moves against 3,412 for a second of processor time (Rattus), 3,852 against 3,204
(Africanus) and 4,707 against 3,441 (Cartus): at most a third, before the cost of finding the changes and of clients
that check themselves against whole views. It was not built. Tried as well: one look at the limits for each message
instead of two, and rows that are made without a dictionary. That is in; what it gives is less than what one run
differs from the next (15 %).

What gained most: messages are written to the connection at once, as frames of our own making, where the client reads
and nothing waits for it, instead of by a task for each connection, FastAPI and the WebSocket library; and a table that
is storing an entry is no longer read again every two seconds. Of the server before and after, run at the same time on a
busy machine with 80 tables each, four times, the median went from 3,313 to 3,637 moves for a second of the server's
processor time (Rattus), from 2,852 to 3,101 (Africanus) and from 3,010 to 3,147 (Cartus). Of the time that Python takes
(py-spy, Cartus) 39 % is now in writing the updates (23 % in the views alone), 11 % in applying moves, 10 % in sending.

Moves a second of two processes differ more from run to run than those for a second of processor time, since the clients
share the two cores: in the run before this change, boardgame.io's with files were 1,325 and ours 6,524, which is 4.92
times.
"""
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
    with started("load_clients.py", words, limit_of(seconds, tables), subprocess.PIPE) as clients:
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


def limit_of(seconds: float, tables: int = HUMAN_TABLES) -> float:
    """The time limit in seconds for clients that connect and then play for this many seconds."""
    return START_SECONDS + WARMUP + seconds + 0.1 * tables


def measure_memory(game: str) -> float:
    """KiB that one more table takes, with its two connections and before the first move."""
    few, many = MEMORY_TABLES
    used = {tables: tables * measure(game, tables, 1.0, thinking=1000.0).table_kib for tables in MEMORY_TABLES}
    return (used[many] - used[few]) / (many - few)


def measure_others(tables: int, seconds: float) -> dict[str, boardgame.Boardgame]:
    """boardgame.io in all its ways."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder) / "state.json"
        write_state("rattus", state)
        return {
            name: boardgame.measure(tables, seconds, in_files=in_files, state=state if is_large else None)
            for name, (is_large, in_files) in THEIRS.items()
        }


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


def rows_of(tables: int, seconds: float, count: int, progress: Progress) -> list[Row]:
    """All measurements as rows of the table."""
    task = progress.add_task("Playing", total=count * (len(GAMES) + 4) + 3 * len(GAMES) + 1)
    load_before = os.getloadavg()[0]
    loads: dict[str, list[Load]] = {game: [] for game in GAMES}
    beside_bots, others, bare, synced = [], [], [], []
    for number in range(1, count + 1):
        for game in GAMES:
            progress.update(task, description=f"{game} at {tables} tables, {PROCESSES} processes, round {number}")
            loads[game].append(measure(game, tables, seconds, processes=PROCESSES))
            progress.advance(task)
        progress.update(task, description=f"people beside bots at {PEOPLE_BESIDE_BOTS} tables, round {number}")
        beside_bots.append(measure("rattus", PEOPLE_BESIDE_BOTS, seconds, level="best"))
        progress.advance(task)
        progress.update(task, description=f"boardgame.io at {tables} tables, round {number}")
        others.append(measure_others(tables, seconds))
        progress.advance(task)
        progress.update(task, description=f"no game at {tables} tables, round {number}")
        bare.append(measure_bare(tables, seconds))
        progress.advance(task)
        progress.update(task, description=f"the disk alone, round {number}")
        synced += synced_ms(seconds)
        progress.advance(task)
    synced.sort()
    alone, paced, memory = {}, {}, {}
    for game in GAMES:
        progress.update(task, description=f"{game} at {tables} tables, one process")
        alone[game] = measure(game, tables, seconds)
        progress.advance(task)
        progress.update(task, description=f"{game} at {tables} tables, by quick people")
        paced[game] = measure(game, tables, seconds, QUICK_SECONDS)
        progress.advance(task)
        progress.update(task, description=f"{game}, memory of a table")
        memory[game] = measure_memory(game)
        progress.advance(task)
    progress.update(task, description=f"{2 * HUMAN_TABLES:,} connections at human pace")
    people = measure("rattus", HUMAN_TABLES, 2 * seconds, HUMAN_SECONDS, processes=PROCESSES)
    progress.advance(task)
    rows = []
    for game, rounds in loads.items():
        rows += [
            figure(
                f"{game}, {tables} tables of 2 clients, {PROCESSES} processes, the middle of {count} rounds",
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
            at_most(f"{game}, one process, 99th percentile", 100, alone[game].p99_ms, "ms"),
            figure(
                f"{game}, with {QUICK_SECONDS} s of thought before each move", paced[game].moves_per_second, "moves/s"
            ),
            figure(f"{game}, with {QUICK_SECONDS} s of thought, median", paced[game].median_ms, "ms"),
            figure(f"{game}, with {QUICK_SECONDS} s of thought, 99th percentile", paced[game].p99_ms, "ms"),
            at_least(
                f"{game}, moves for one second of the server's processor time",
                PER_CPU_GOALS[game],
                per_cpu(alone[game]),
                "moves",
            ),
            at_most(
                f"{game}, memory a table with its two connections, before the first move", 200, memory[game], "KiB"
            ),
        ]
    theirs = {name: [each[name] for each in others] for name in THEIRS}
    durable, fastest = (middle(theirs[name], "moves_per_second") for name in (DURABLE, "in memory"))
    everything = [*(load for rounds in loads.values() for load in rounds), *alone.values(), *paced.values(), people]
    errors = sum(load.errors for load in (*everything, *beside_bots))
    ours = middle(loads["rattus"], "moves_per_second")
    return [
        *rows,
        figure(
            f"people beside bots that always think, {PEOPLE_BESIDE_BOTS} tables, median",
            middle(beside_bots, "median_ms"), "ms",
        ),
        at_most("people beside bots that always think, 99th percentile", 50, middle(beside_bots, "p99_ms"), "ms"),
        Row("people beside bots, 99th percentile of each round", "", _each(beside_bots, "p99_ms"), None),
        figure(f"{2 * HUMAN_TABLES:,} connections, {PROCESSES} processes, a move in {HUMAN_SECONDS:g} s at each table",
               people.moves_per_second, "moves/s"),
        at_most(f"{2 * HUMAN_TABLES:,} connections, 99th percentile", 100, people.p99_ms, "ms"),
        *(row for name, rounds in theirs.items() for row in _their_rows(name, rounds, tables)),
        at_least(f"rattus against boardgame.io {DURABLE}", 5, ours / durable),
        figure("rattus against boardgame.io in memory", ours / fastest, "times"),
        at_least(f"the same for a second of processor time, one process, {DURABLE}", 5,
                 per_cpu(alone["rattus"]) / (durable / middle(theirs[DURABLE], "server_cores"))),
        figure(f"no game, only its messages, {PROCESSES} processes of FastAPI", median(bare), "moves/s"),
        figure("no game, only its messages, against boardgame.io in memory", median(bare) / fastest, "times"),
        figure("the disk alone, 64 KiB kept, median", synced[len(synced) // 2], "ms"),
        figure("the disk alone, 99th percentile", synced[len(synced) * 99 // 100], "ms"),
        figure("the disk alone, longest", synced[-1], "ms"),
        figure("load of the machine before the run (of all its users)", load_before, ""),
        at_most("refused, failed or lost", 0, errors, "moves"),
    ]  # fmt: skip


def _their_rows(name: str, rounds: list[boardgame.Boardgame], tables: int) -> list[Row]:
    """What boardgame.io does in one of its ways."""
    speed = middle(rounds, "moves_per_second")
    used = 1024 * (middle(rounds, "seated_mib") - middle(rounds, "empty_mib")) / tables
    return [
        figure(f"boardgame.io {name}, {tables} tables of 2 clients", speed, "moves/s"),
        figure(f"boardgame.io {name}, from a move to its acknowledgement, median", middle(rounds, "median_ms"), "ms"),
        figure(f"boardgame.io {name}, 99th percentile", middle(rounds, "p99_ms"), "ms"),
        figure(f"boardgame.io {name}, moves for one second of processor time",
               speed / middle(rounds, "server_cores"), "moves"),
        figure(f"boardgame.io {name}, memory a table", used, "KiB"),
        figure(f"boardgame.io {name}, moves refused or tables that stood still", sum(r.errors for r in rounds), ""),
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
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    console = Console()
    with Progress(console=console) as progress:
        rows = rows_of(arguments.tables, arguments.seconds, arguments.rounds, progress)
    title = f"The table server under load ({arguments.tables} tables)"
    show(rows, title, console)
    write(rows, title, "load", notes=NOTES)


if __name__ == "__main__":
    main()
