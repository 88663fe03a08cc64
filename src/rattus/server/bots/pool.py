"""Thinking for computer players, beside the server: a queue, and worker processes that take questions from it.

Processes and not threads, since reading a view and searching on lists hold the interpreter's lock, which people's moves
need; a process can also be made to stand back behind the server, be killed when it hangs, and die alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rattus.bots.levels import LEVELS
from rattus.bots.players import are_players_compiled
from rattus.bots.protocol import BotFault
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.kernel import cache
from rattus.server.clock import Clock, WallClock
from rattus.server.errors import Refused

PROGRAM = (sys.executable, "-P", "-m", "rattus.server.bots.worker")
MOST_WAITING = 256
LIMIT = 60.0  # seconds for an answer, many times what `best` needs on a busy machine
ATTEMPTS = 2
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0  # seconds before a worker that failed is started anew
LONGEST = 1 << 20  # bytes of an answer

log = logging.getLogger(__name__)

Answer = dict[str, Any]


class Busy(Refused):
    """Too many questions are waiting: try again later."""

    def __init__(self, why: str) -> None:
        super().__init__("busy", why)


def count_thinkers(wish: int | None) -> int:
    """How many think at once; without a wish one core is left to the server."""
    return max(1, (os.cpu_count() or 1) - 1) if wish is None else wish


@dataclass(frozen=True)
class Question:
    """What a computer player is asked: all that it gets to know."""

    view: dict[str, Any]  # as its seat sees the game
    seat: str
    legal: tuple[str, ...]
    level: str
    seed: str

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise FormatError("level", f"one of {', '.join(LEVELS)}, not {self.level!r}")


class Thinkers:
    """Worker processes that think, and the questions that wait for them.

    The first worker is started at once, others when they are needed. Moves go before hints, and there is room for
    `most_waiting` of each, so that no number of hints keeps a computer player from its move.
    """

    def __init__(
        self,
        workers: int | None = None,
        most_waiting: int = MOST_WAITING,
        *,
        limit: float = LIMIT,
        clock: Clock | None = None,
        program: Sequence[str] = PROGRAM,
        warming: bool = True,
    ) -> None:
        self._most_waiting = most_waiting
        self._limit = limit
        self._clock = clock or WallClock()
        self._program = tuple(program)
        self._warming = warming
        self._moves: deque[_Job] = deque()
        self._hints: deque[_Job] = deque()
        self._asked: dict[_Job, _Worker] = {}
        self._workers = [_Worker(self._program) for _ in range(count_thinkers(workers))]
        self._idle: list[_Worker] = []  # the last one is taken first, so that those that run are used before others
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # ---- coming and going

    async def start(self) -> None:
        """Begin to answer."""
        environment = await asyncio.to_thread(_environment)
        for worker in self._workers:
            worker.environment = environment
        with contextlib.suppress(BotFault):  # then it is tried again, and told, when it is needed
            await self._workers[-1].start()
        if self._warming:
            self._begin(self._compile(environment))
        self._idle = list(self._workers)
        self._give_work()

    async def close(self) -> None:
        """End all workers. Questions that were not answered are cancelled."""
        self._closed, self._idle = True, []
        for job in [*self._moves, *self._hints, *self._asked]:
            job.answer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.end()
        self._asked.clear()

    # ---- asking

    def think(self, question: Question, urgent: bool = True) -> asyncio.Future[Answer]:
        """Have a question answered: with the data of a Choice, or BotFault. Moves are urgent, hints are not.

        Cancelling the future takes the question back: one that waits is forgotten, and a search that runs is stopped.
        Busy if too many wait already.
        """
        if self._closed:
            raise Busy("the server is about to end")
        queue = self._moves if urgent else self._hints
        if len(queue) >= self._most_waiting:
            raise Busy(f"{len(queue)} questions are waiting for computer players already")
        job = _Job(question, urgent)
        job.answer.add_done_callback(lambda _: self._take_back(job))
        queue.append(job)
        self._give_work()
        return job.answer

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._moves) + len(self._hints)

    @property
    def thinking(self) -> int:
        """How many questions are being thought about."""
        return len(self._asked)

    # ---- work

    def _give_work(self) -> None:
        while self._idle and self.waiting:
            job = (self._moves or self._hints).popleft()
            if not job.answer.done():
                self._asked[job] = worker = self._idle.pop()
                self._begin(self._serve(worker, job))

    async def _serve(self, worker: _Worker, job: _Job) -> None:
        """Let a worker answer a question; it is idle again afterwards, anew if it has failed."""
        try:
            async with asyncio.timeout(self._limit):
                answer = await self._ask(worker, job)
        except (BotFault, TimeoutError) as trouble:
            fault = trouble if isinstance(trouble, BotFault) else BotFault(f"no answer in {self._limit:g} s")
            log.warning("a worker that thinks for computer players is replaced: %s", fault)
            del self._asked[job]
            self._note_failure(job, fault)
            worker.failures += 1
            await worker.end()
            await self._clock.sleep(worker.pause)
        else:
            del self._asked[job]
            worker.failures = 0
            job.settle(answer)
        self._idle.append(worker)
        self._give_work()

    async def _ask(self, worker: _Worker, job: _Job) -> Answer:
        await worker.start()
        if job.answer.done():  # taken back meanwhile
            return {}
        return await worker.ask(job.line)

    def _note_failure(self, job: _Job, fault: BotFault) -> None:
        """A worker may have died for any reason; where two have, it may be the question, which is not asked again."""
        job.failures += 1
        if job.answer.done():
            return
        if job.failures == ATTEMPTS:
            job.answer.set_exception(fault)
            return
        (self._moves if job.urgent else self._hints).appendleft(job)
        self._give_work()

    def _take_back(self, job: _Job) -> None:
        if not job.answer.cancelled():
            return
        queue = self._moves if job.urgent else self._hints
        if job in queue:
            queue.remove(job)
        elif job in self._asked:
            self._asked[job].stop()

    async def _compile(self, environment: Mapping[str, str]) -> None:
        """Compile what is not compiled yet, once for all times: workers look before each question whether it is done.

        One game after the other, each in a process of its own, since compiling takes much memory and keeps it.
        """
        for rulebook in GAMES.values():
            if are_players_compiled(rulebook):
                continue
            compiler = _Worker((*self._program, "warm", rulebook.name), environment)
            try:
                await compiler.start()
                if await compiler.ended():
                    raise BotFault("the compiler has failed")
            except BotFault as fault:
                log.warning("computer players go on thinking slowly in %s: %s", rulebook.title, fault)
            finally:
                await compiler.end()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Job:
    """A question, and the answer to come."""

    def __init__(self, question: Question, urgent: bool) -> None:
        self.line = json.dumps(vars(question))
        self.legal = question.legal
        self.urgent = urgent
        self.failures = 0
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def settle(self, answer: Answer) -> None:
        """Pass the answer on, if somebody still waits for it."""
        if self.answer.done():
            return
        choice = answer.get("choice")
        if not isinstance(choice, dict) or choice.get("move") not in self.legal:
            self.answer.set_exception(BotFault(str(answer.get("error", "no legal move"))))
        else:
            self.answer.set_result(choice)


class _Worker:
    """A process, started when it is needed."""

    def __init__(self, program: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.environment = environment
        self.failures = 0  # one after the other
        self._program = program
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process, unless it runs. BotFault if that cannot be done."""
        if self._process is not None and self._process.returncode is None:
            return
        await self.end()
        try:
            # In a session of its own it never hears the keyboard: Ctrl-C is for the server, which ends its workers.
            self._process = await asyncio.create_subprocess_exec(
                *self._program, stdin=PIPE, stdout=PIPE, env=self.environment, limit=LONGEST, start_new_session=True
            )
        except OSError as error:
            raise BotFault(f"a worker cannot be started: {error.strerror or error}") from None

    async def ask(self, line: str) -> Answer:
        """Ask a question. BotFault if the process ends, or talks nonsense."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            self._say(line)
            answer = await self._process.stdout.readline()
            data = json.loads(answer) if answer else None
        except (OSError, ValueError, RuntimeError):
            data = None
        if not isinstance(data, dict):
            raise BotFault("a worker has ended, or gave no answer that can be read")
        return data

    def stop(self) -> None:
        """Let it answer at once what it was asked."""
        if self._process is not None:
            with contextlib.suppress(OSError, RuntimeError):  # it has ended, and that will show
                self._say('{"stop": true}')

    async def ended(self) -> int:
        """Wait for the end of the process; its exit status."""
        assert self._process is not None
        return await self._process.wait()

    async def end(self) -> None:
        """End the process, whatever it does: it has nothing to lose."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        self._process = None

    @property
    def pause(self) -> float:
        """How long to wait after a failure, longer each time: what cannot be started must not keep us busy."""
        return min(FIRST_PAUSE * 2.0 ** (self.failures - 1), LONGEST_PAUSE)

    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")


def _environment() -> dict[str, str]:
    """What workers are started with. They share a cache that is temporary and ends with this process."""
    return {**os.environ, "RATTUS_CACHE": str(cache.root())} if cache.is_temporary() else dict(os.environ)
