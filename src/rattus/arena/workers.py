"""Worker processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from rattus.arena.backlog import Backlog
from rattus.arena.match_runner import MatchRunner
from rattus.arena.result import MatchResult
from rattus.arena.schedule import Fixture
from rattus.arena.settings import Settings

END_SECONDS = 5  # seconds that a worker has to close its players
SPAWN = multiprocessing.get_context("spawn")  # a fork would copy the locks of running threads


class Worker:
    """A process that plays games."""

    def __init__(self, settings: Settings) -> None:
        self.connection, theirs = SPAWN.Pipe()
        self.fixture: Fixture | None = None
        self._process = SPAWN.Process(target=work, args=(settings, theirs), daemon=True)
        with _sigint_blocked():
            self._process.start()
        theirs.close()  # so that the connection closes when the process ends

    def start(self, fixture: Fixture) -> None:
        """Send it a game to play. If it has died, that is noticed when waiting for the result."""
        self.fixture = fixture
        with suppress(OSError):
            self.connection.send(fixture)

    def end(self) -> None:
        """Stop the process."""
        self.connection.close()
        self._process.terminate()
        self._process.join(END_SECONDS)
        self._process.kill()
        self._process.join()
        self._process.close()


def play_locally(settings: Settings, backlog: Backlog, workers: int) -> Generator[MatchResult, None, None]:
    """Play all games of a backlog, several at once. The results come in any order."""
    active: dict[Connection, Worker] = {}
    try:
        while backlog or any(worker.fixture for worker in active.values()):
            _give_work(active, backlog, settings, workers)
            for connection in wait([connection for connection, worker in active.items() if worker.fixture]):
                assert isinstance(connection, Connection)
                result = _result_from(active, connection, backlog)
                if result is not None:
                    yield result
    finally:
        for worker in active.values():
            worker.end()


def _give_work(active: dict[Connection, Worker], backlog: Backlog, settings: Settings, workers: int) -> None:
    """Give every idle worker a game, and start new workers if there are too few."""
    idle = [worker for worker in active.values() if worker.fixture is None]
    while backlog and (idle or len(active) < workers):
        worker = idle.pop() if idle else Worker(settings)
        active[worker.connection] = worker
        fixture = backlog.take()
        assert fixture is not None
        worker.start(fixture)


def _result_from(active: dict[Connection, Worker], connection: Connection, backlog: Backlog) -> MatchResult | None:
    """The result from a worker; None if it has died, in which case its game is queued again."""
    worker = active[connection]
    fixture, worker.fixture = worker.fixture, None
    assert fixture is not None
    try:
        result: MatchResult = connection.recv()
    except (EOFError, OSError):
        del active[connection]
        worker.end()
        backlog.note_death(fixture)
        return None
    backlog.note_success()
    return result


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Start workers with SIGINT blocked, so that Ctrl-C reaches only the parent, which then stops them.

    Ignoring it in the worker's first line would be too late: a spawned process takes a second to get there.
    """
    resource_tracker.ensure_running()  # starting it would reset the signal mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(settings: Settings, connection: Connection) -> None:
    """The main function of a worker process: play until it is stopped or its parent has gone."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with closing(MatchRunner(settings)) as runner, suppress(EOFError, OSError):
        while True:
            connection.send(runner.play(connection.recv()))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the worker is shutting down already


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
