"""Worker processes."""

import os
import signal
from collections.abc import Callable

from rattus.arena.schedule import Schedule
from rattus.arena.settings import Settings
from rattus.arena.workers import Worker


def test_workers_start_with_sigint_blocked(quick: Callable[..., Settings]) -> None:
    settings = quick("random")
    worker = Worker(settings)
    try:
        assert worker._process.pid is not None
        os.kill(worker._process.pid, signal.SIGINT)
        worker.start(Schedule(["random"], 2).fixture(0))
        assert worker.connection.recv().number == 0
    finally:
        worker.end()
