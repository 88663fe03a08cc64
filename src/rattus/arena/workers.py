"""Worker processes on this machine. Each plays whole games with its own players, and is asked for a game a line.

`python -m rattus.arena.workers` is such a process: it reads the settings, then a fixture a line, and answers each with
a result. When its input ends, because the arena stops or was killed, it closes its players and ends.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from rattus.arena.backlog import Backlog
from rattus.arena.match_runner import MatchRunner
from rattus.arena.result import MatchResult, read_result
from rattus.arena.schedule import Fixture
from rattus.arena.settings import Settings
from rattus.bots.process import LineProcess, wait_for_any
from rattus.bots.protocol import BotFault
from rattus.kernel.threads import THREAD_SETTINGS

PROGRAM = (sys.executable, "-P", "-m", "rattus.arena.workers")
END_SECONDS = 5.0  # that a worker has to close its players


class Worker(LineProcess):
    """A process that plays games."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(PROGRAM, own_session=True)  # Ctrl-C reaches only the arena, which ends its workers
        # Players of `py:` modules are found where this process finds them. There is a worker for each core, so matrix
        # products get one thread: more would spend most of their time waiting for each other.
        path = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
        self.environment = {**dict.fromkeys(THREAD_SETTINGS, "1"), **os.environ, "PYTHONPATH": path}
        self.fixture: Fixture | None = None
        self.start()
        self._send(asdict(settings))

    def play(self, fixture: Fixture) -> None:
        """Send it a game to play."""
        self.fixture = fixture
        self._send(asdict(fixture))

    def result(self) -> MatchResult:
        """The result of the game. BotFault if the process has died."""
        return read_result(json.loads(self.receive()), "the answer of a worker")

    def _send(self, data: dict[str, object]) -> None:
        with suppress(BotFault):  # if it has died, that is noticed when waiting for the result
            self.send(json.dumps(data))


def play_locally(settings: Settings, backlog: Backlog, workers: int) -> Generator[MatchResult, None, None]:
    """Play all games of a backlog, several at once. The results come in any order."""
    active: list[Worker] = []
    try:
        while backlog or any(worker.fixture for worker in active):
            _give_work(active, backlog, settings, workers)
            for worker in wait_for_any([worker for worker in active if worker.fixture]):
                result = _result_from(active, worker, backlog)
                if result is not None:
                    yield result
    finally:
        for worker in active:
            worker.end(END_SECONDS)


def _give_work(active: list[Worker], backlog: Backlog, settings: Settings, workers: int) -> None:
    """Give every idle worker a game, and start new workers if there are too few."""
    idle = [worker for worker in active if worker.fixture is None]
    while backlog and (idle or len(active) < workers):
        if not idle:
            idle.append(Worker(settings))
            active += idle
        fixture = backlog.take()
        assert fixture is not None
        idle.pop().play(fixture)


def _result_from(active: list[Worker], worker: Worker, backlog: Backlog) -> MatchResult | None:
    """The result from a worker; None if it has died, in which case its game is queued again."""
    fixture, worker.fixture = worker.fixture, None
    assert fixture is not None
    try:
        result = worker.result()
    except BotFault:
        active.remove(worker)
        worker.end()
        backlog.note_death(fixture)
        return None
    backlog.note_success()
    return result


# ---- in the process


def work(lines: TextIO, answers: TextIO) -> None:
    """Play games until the input ends."""
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    threading.Thread(target=_listen, args=(lines, questions), daemon=True).start()
    settings = json.loads(questions.get())
    with closing(MatchRunner(Settings(**{**settings, "names": tuple(settings["names"])}))) as runner:
        while True:
            data = json.loads(questions.get())
            result = runner.play(Fixture(data["number"], data["deal"], tuple(data["seating"])))
            answers.write(json.dumps(result.as_data()) + "\n")
            answers.flush()


def _listen(lines: TextIO, questions: queue.SimpleQueue[str]) -> None:
    """Read in a thread, so that the end of the input ends the process in the middle of a game."""
    for line in lines:
        questions.put(line)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    output, sys.stdout = sys.stdout, sys.stderr  # what players print must not be taken for an answer
    work(sys.stdin, output)
