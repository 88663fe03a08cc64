"""Workers on a Ray cluster: the same tournament on many machines. The same `rattus` must be installed on all."""

from __future__ import annotations

import importlib
import socket
from collections.abc import Generator
from typing import Any

from rattus.arena.backlog import Backlog
from rattus.arena.match_runner import MatchRunner
from rattus.arena.result import MatchResult
from rattus.arena.schedule import Fixture
from rattus.arena.settings import Settings
from rattus.errors import RattusError
from rattus.extras import Extra, require

CONNECT_SECONDS = 10  # seconds to wait for a cluster to answer


def play_on_ray(
    settings: Settings, backlog: Backlog, workers: int, address: str | None
) -> Generator[MatchResult, None, None]:
    """Play all games of a backlog on a cluster, or without an address on a Ray of this machine alone.

    0 workers means one per processor of the cluster.
    """
    ray = import_ray()
    connect_ray(ray, workers, address)
    try:
        number = workers or int(ray.cluster_resources().get("CPU", 1))
        yield from _play(ray, settings, backlog, number)
    finally:
        ray.shutdown()


def import_ray() -> Any:
    """Ray, imported late since it is an extra."""
    require(Extra.RAY, "a tournament on Ray")
    return importlib.import_module("ray")


def connect_ray(ray: Any, workers: int, address: str | None) -> None:
    """Join a cluster, or start one on this machine alone. RattusError if it does not answer."""
    _reach(address)
    here = {"num_cpus": workers or None, "include_dashboard": False} if address is None else {}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level="WARNING", **here)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise RattusError(f"Ray does not answer at {address or 'this machine'}: {error}") from error


def _reach(address: str | None) -> None:
    """Check that a cluster can be reached: Ray itself would wait for minutes if there is none."""
    host, _, port = (address or "").rpartition("/")[2].rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise RattusError(f"Ray does not answer at {address}: {error}") from error


def _play(ray: Any, settings: Settings, backlog: Backlog, workers: int) -> Generator[MatchResult, None, None]:
    hire = ray.remote(num_cpus=1, max_restarts=0)(MatchRunner).remote
    starting: dict[Any, Any] = {}  # by what says that they have a CPU: a cluster that shrank has none for some
    idle: list[Any] = []
    busy: dict[Any, tuple[Any, Fixture]] = {}  # by what their result will come from

    def start() -> None:
        worker = hire(settings)
        starting[worker.__ray_ready__.remote()] = worker

    for _ in range(min(workers, len(backlog))):
        start()
    while backlog or busy:
        while idle and (fixture := backlog.take()):
            worker = idle.pop()
            busy[worker.play.remote(fixture)] = worker, fixture
        for ready in ray.wait([*busy, *starting])[0]:
            if ready in starting:
                worker = starting.pop(ready)
                try:
                    ray.get(ready)
                    idle.append(worker)
                except ray.exceptions.RayError:
                    backlog.note_lost_worker()
                    start()
                continue
            worker, fixture = busy.pop(ready)
            try:
                result: MatchResult = ray.get(ready)
            except ray.exceptions.RayError:
                ray.kill(worker)  # it may still be running but unreachable, and its CPU is needed
                start()
                backlog.note_death(fixture)
                continue
            idle.append(worker)
            backlog.note_success()
            yield result
