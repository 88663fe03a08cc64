"""Measure boardgame.io's own server and own clients, playing tic-tac-toe through WebSockets on this machine.

    python bench/boardgame.py [--tables 200] [--seconds 10]

Prints the figures as JSON; `measure` gives them to another bench. Needs Node 20 and, the first time, a registry.
By default it keeps its matches in memory; with `--files` in its own FlatFile storage, and with `--state FILE` that JSON
is part of each state.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent / "boardgame"
INSTALLED = HERE / "node_modules" / ".package-lock.json"
ENVIRONMENT = {**os.environ, "NODE_ENV": "production"}
START_SECONDS = 90  # a busy machine is slow
SEAT_SECONDS = 120  # files are slow
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Boardgame:
    """How many moves boardgame.io made, how long each took from the click to the server's answer, and at what cost."""

    tables: int
    moves: int
    seconds: float
    moves_per_second: float
    median_ms: float
    p99_ms: float
    max_ms: float
    errors: int
    server_cores: float  # share of one processor, while measuring
    clients_cores: float
    empty_mib: float  # memory of the server before there were tables
    seated_mib: float  # with all players connected, before the first move
    peak_mib: float


@dataclass(frozen=True)
class Moment:
    """The resources that the processes had used when the clients reached a stage."""

    server_seconds: float
    clients_seconds: float
    server_mib: float


def measure(
    tables: int = 200, seconds: float = 10, warmup: float = 3, *, in_files: bool = False, state: Path | None = None
) -> Boardgame:
    """Run two clients at each table, which play as fast as they can, after some seconds of warm-up.

    Matches are kept in memory, or in files by FlatFile; the JSON in `state` is part of each.

    The clients are one process: it needs less time a move than the server, so that a second one would only take
    processors from the server.
    """
    install()
    limit = SEAT_SECONDS + warmup + seconds
    environment = ENVIRONMENT | ({} if state is None else {"RATTUS_BENCH_STATE": str(state)})
    with (
        tempfile.TemporaryDirectory() as folder,
        server_running(limit + START_SECONDS, environment, folder if in_files else None) as (server, port),
    ):
        empty = memory(server.pid, "VmRSS")
        words = [str(value) for value in (port, tables, warmup, seconds, limit)]
        moments, figures = play(server, words, limit, environment)
        peak = memory(server.pid, "VmHWM")
    begin, end, took, latency = moments["begin"], moments["end"], figures["seconds"], figures["latency_ms"]
    return Boardgame(
        tables=tables,
        moves=figures["moves"],
        seconds=took,
        moves_per_second=figures["moves_per_second"],
        median_ms=latency["median"],
        p99_ms=latency["p99"],
        max_ms=latency["max"],
        errors=figures["errors"],
        server_cores=(end.server_seconds - begin.server_seconds) / took,
        clients_cores=(end.clients_seconds - begin.clients_seconds) / took,
        empty_mib=empty,
        seated_mib=moments["seated"].server_mib,
        peak_mib=peak,
    )


def play(
    server: subprocess.Popen[str], arguments: list[str], limit: float, environment: dict[str, str]
) -> tuple[dict[str, Moment], dict[str, Any]]:
    """Run the clients; returns their progress messages and their counts."""
    moments = {}
    words = ["clients.mjs", *arguments]
    with started(words, limit + START_SECONDS, environment, stderr=subprocess.PIPE) as clients:
        assert clients.stdout is not None
        assert clients.stderr is not None
        for line in clients.stderr:
            moments[line.strip()] = Moment(
                processor_seconds(server.pid), processor_seconds(clients.pid), memory(server.pid, "VmRSS")
            )
        answer = clients.stdout.read()
        if clients.wait():
            raise RuntimeError("boardgame.io's clients failed:\n" + "\n".join(moments))
    return moments, json.loads(answer)


def install() -> None:
    """Install the pinned packages, unless they are installed."""
    if not shutil.which("npm"):
        raise RuntimeError("boardgame.io needs Node 20 with npm")
    if INSTALLED.exists() and INSTALLED.stat().st_mtime >= (HERE / "package-lock.json").stat().st_mtime:
        return
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=HERE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise RuntimeError(f"boardgame.io could not be installed:\n{done.stdout}")


@contextmanager
def server_running(
    limit: float, environment: dict[str, str], folder: str | None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start the server; yields it and its port once it answers."""
    port = free_port()
    words = ["server.mjs", str(port), str(limit), *([] if folder is None else [folder])]
    with started(words, limit, environment) as server:
        wait_for(server, f"http://127.0.0.1:{port}/games")
        yield server, port


@contextmanager
def started(
    arguments: list[str], limit: float, environment: dict[str, str], stderr: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Start a Node process."""
    command = ["node", *arguments]
    with ended_in_time(
        subprocess.Popen(command, cwd=HERE, env=environment, text=True, stdout=subprocess.PIPE, stderr=stderr), limit
    ) as process:
        yield process


@contextmanager
def ended_in_time(process: subprocess.Popen[str], limit: float) -> Iterator[subprocess.Popen[str]]:
    """Terminate a process at the end of the block; kill it after a number of seconds."""
    timer = threading.Timer(limit, process.kill)
    timer.daemon = True
    timer.start()
    with process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait()
            timer.cancel()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(server: subprocess.Popen[str], address: str) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("boardgame.io's server does not answer")


def processor_seconds(pid: int) -> float:
    """The CPU seconds of a process so far, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int, field: str) -> float:
    """MiB of a process: `VmRSS` now, `VmHWM` at its highest."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{field}:"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--files", action="store_true", help="keep matches in files")
    parser.add_argument("--state", type=Path, help="JSON that is part of each state")
    arguments = parser.parse_args()
    state = None if arguments.state is None else arguments.state.resolve()
    found = measure(arguments.tables, arguments.seconds, in_files=arguments.files, state=state)
    print(json.dumps(asdict(found), indent=2))


if __name__ == "__main__":
    main()
