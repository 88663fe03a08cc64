"""Worker processes."""

import os
import signal
from collections.abc import Callable

from rattus.arena.schedule import Schedule
from rattus.arena.settings import Settings
from rattus.arena.workers import Worker


def test_a_worker_does_not_hear_the_keyboard_from_its_birth(quick: Callable[..., Settings]) -> None:
    settings = quick("random")
    worker = Worker(settings)
    try:
        assert worker._process.pid is not None
        os.kill(worker._process.pid, signal.SIGINT)
        worker.start(Schedule(["random"], 2).fixture(0))
        assert worker.connection.recv().number == 0
    finally:
        worker.end()
