"""A pool of worker processes that think for computer players, and a queue of requests for them.

Processes and not threads: reading a view and searching on lists hold the GIL, which people's moves need. A process can
also run at a lower priority, be killed when it hangs, and crash alone.
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
from enum import IntEnum
from typing import Any

from rattus.bots.levels import LEVELS
from rattus.bots.players import are_players_compiled
from rattus.bots.protocol import BotFault
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.kernel import cache
from rattus.server.clock import Clock, SteadyClock
from rattus.server.errors import BrokenInvariant, Overloaded

PROGRAM = (sys.executable, "-P", "-m", "rattus.server.bots.worker")
MAX_WAITING = 256
ANSWER_SECONDS = 60.0  # many times what `best` needs on a busy machine
MAX_ATTEMPTS = 2
FIRST_BACKOFF, MAX_BACKOFF = 0.2, 10.0  # seconds before a failed worker is restarted
MAX_ANSWER_BYTES = 1 << 20

log = logging.getLogger(__name__)

Answer = dict[str, Any]


def worker_count(setting: int | None) -> int:
    """How many workers think at once; by default one core is left to the server."""
    return max(1, (os.cpu_count() or 1) - 1) if setting is None else setting


@dataclass(frozen=True)
class ThinkRequest:
    """What a computer player is asked: everything that it gets to know."""

    view: dict[str, Any]  # the game as the seat sees it
    seat: str
    legal: tuple[str, ...]
    level: str
    seed: str
    reasons: bool = False  # say what each of the best moves is for, as a hint does

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise FormatError("level", f"one of {', '.join(LEVELS)}, not {self.level!r}")


class Rank(IntEnum):
    """Who waits for a computer player; the first in this order are served first."""

    PRESENT = 0  # somebody is connected to the table
    ABSENT = 1  # people play there, but none is connected now
    HINT = 2
    UNATTENDED = 3  # bots play alone and nobody watches


class BotPool:
    """Worker processes that think, and the requests that wait for them.

    The first worker is started at once, others when they are needed. Moves that people wait for go first, and each
    rank has a queue of `max_waiting`, so that no number of hints keeps a computer player from its move.
    """

    def __init__(
        self,
        workers: int | None = None,
        max_waiting: int = MAX_WAITING,
        *,
        answer_seconds: float = ANSWER_SECONDS,
        clock: Clock | None = None,
        program: Sequence[str] = PROGRAM,
        compiles: bool = True,
    ) -> None:
        self._max_waiting = max_waiting
        self._answer_seconds = answer_seconds
        self._clock = clock or SteadyClock()
        self._program = tuple(program)
        self._compiles = compiles
        self._queues = {rank: _FairQueue() for rank in Rank}  # the first that is not empty is served
        self._running: dict[_Job, _Worker] = {}
        self._workers = [_Worker(self._program) for _ in range(worker_count(workers))]
        self._idle: list[_Worker] = []  # a stack: workers that run are used before others are started
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # ---- life

    async def start(self) -> None:
        """Start the first worker and begin to answer."""
        environment = await asyncio.to_thread(_environment)
        for worker in self._workers:
            worker.environment = environment
        with contextlib.suppress(BotFault):  # it is tried again, and reported, when it is needed
            await self._workers[-1].start()
        if self._compiles:
            self._spawn(self._compile(environment))
        self._idle = list(self._workers)
        self._dispatch()

    async def close(self) -> None:
        """End all workers. Requests without an answer are cancelled."""
        self._closed, self._idle = True, []
        for job in [*(job for queue in self._queues.values() for job in queue.jobs()), *self._running]:
            job.answer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.end()
        self._running.clear()

    # ---- requests

    def think(
        self, request: ThinkRequest, urgent: bool = True, *, rank: Rank | None = None, maker: str = ""
    ) -> asyncio.Future[Answer]:
        """Queue a request; the future becomes the data of a Choice, or BotFault. Moves are urgent, hints are not.

        `rank` says who waits for the answer, and `maker` who made the table: makers take turns.

        Cancelling the future drops a waiting request and stops a running search. Overloaded if too many wait already.
        """
        if self._closed:
            raise Overloaded("the server is shutting down")
        queue = self._queues[(Rank.PRESENT if urgent else Rank.HINT) if rank is None else rank]
        if len(queue) >= self._max_waiting:
            raise Overloaded(f"{len(queue)} requests are waiting for computer players already")
        job = _Job(request, queue, maker)
        job.answer.add_done_callback(lambda _: self._cancel_if_needed(job))
        queue.put(job)
        self._dispatch()
        return job.answer

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return sum(map(len, self._queues.values()))

    @property
    def thinking(self) -> int:
        """How many requests are being thought about."""
        return len(self._running)

    # ---- dispatching

    def _dispatch(self) -> None:
        while self._idle and self.waiting:
            job = next(queue for queue in self._queues.values() if queue).take()
            if not job.answer.done():
                self._running[job] = worker = self._idle.pop()
                self._spawn(self._serve(worker, job))

    async def _serve(self, worker: _Worker, job: _Job) -> None:
        """Let a worker answer a request, and restart the worker if it fails."""
        try:
            async with asyncio.timeout(self._answer_seconds):
                answer = await self._ask(worker, job)
        except (BotFault, TimeoutError) as error:
            fault = error if isinstance(error, BotFault) else BotFault(f"no answer in {self._answer_seconds:g} s")
            log.warning("a bot worker is restarted: %s", fault)
            del self._running[job]
            self._note_failure(job, fault)
            worker.failures += 1
            await worker.end()
            await self._clock.sleep(worker.backoff)
        else:
            del self._running[job]
            worker.failures = 0
            job.resolve(answer)
        self._idle.append(worker)
        self._dispatch()

    async def _ask(self, worker: _Worker, job: _Job) -> Answer:
        await worker.start()
        if job.answer.done():  # cancelled meanwhile
            return {}
        return await worker.ask(job.line)

    def _note_failure(self, job: _Job, fault: BotFault) -> None:
        """Try the request again: a worker may die for any reason. If two do, the request may be why, so it fails."""
        job.failures += 1
        if job.answer.done():
            return
        if job.failures == MAX_ATTEMPTS:
            job.answer.set_exception(fault)
            return
        job.queue.put_back(job)
        self._dispatch()

    def _cancel_if_needed(self, job: _Job) -> None:
        if not job.answer.cancelled():
            return
        if not job.queue.remove(job) and job in self._running:
            self._running[job].stop()

    async def _compile(self, environment: Mapping[str, str]) -> None:
        """Compile the games that are not compiled yet; workers check before each request whether it is done.

        One game after the other, each in a process of its own, since a compiler keeps the memory it needed.
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
                log.warning("bots stay slow in %s: %s", rulebook.title, fault)
            finally:
                await compiler.end()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _FairQueue:
    """Requests that wait. Makers of tables take turns; those of one maker are served as they came."""

    def __init__(self) -> None:
        self._by_maker: dict[str, deque[_Job]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def jobs(self) -> list[_Job]:
        """All that wait."""
        return [job for jobs in self._by_maker.values() for job in jobs]

    def put(self, job: _Job) -> None:
        """Add a request."""
        self._by_maker.setdefault(job.maker, deque()).append(job)
        self._size += 1

    def put_back(self, job: _Job) -> None:
        """Add a request that was taken already: it comes next."""
        jobs = self._by_maker.pop(job.maker, deque())
        jobs.appendleft(job)
        self._by_maker = {job.maker: jobs, **self._by_maker}
        self._size += 1

    def take(self) -> _Job:
        """The next request; its maker goes to the end."""
        maker = next(iter(self._by_maker))
        jobs = self._by_maker.pop(maker)
        job = jobs.popleft()
        if jobs:
            self._by_maker[maker] = jobs
        self._size -= 1
        return job

    def remove(self, job: _Job) -> bool:
        """Drop a request; False if it does not wait here."""
        jobs = self._by_maker.get(job.maker, ())
        if job not in jobs:
            return False
        self._by_maker[job.maker].remove(job)
        if not self._by_maker[job.maker]:
            del self._by_maker[job.maker]
        self._size -= 1
        return True


class _Job:
    """A request, and the future of its answer."""

    def __init__(self, request: ThinkRequest, queue: _FairQueue, maker: str) -> None:
        self.line = json.dumps(vars(request))
        self.legal = request.legal
        self.queue, self.maker = queue, maker
        self.failures = 0
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def resolve(self, answer: Answer) -> None:
        """Pass the answer on, if somebody still waits for it."""
        if self.answer.done():
            return
        choice = answer.get("choice")
        if not isinstance(choice, dict) or choice.get("move") not in self.legal:
            self.answer.set_exception(BotFault(str(answer.get("error", "no legal move"))))
        else:
            self.answer.set_result(choice)


class _Worker:
    """A worker process, started when it is needed."""

    def __init__(self, program: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.environment = environment
        self.failures = 0  # in a row
        self._program = program
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process unless it runs. BotFault if that fails."""
        if self._process is not None and self._process.returncode is None:
            return
        await self.end()
        try:
            # A session of its own: Ctrl-C reaches only the server, which ends its workers.
            self._process = await asyncio.create_subprocess_exec(
                *self._program,
                stdin=PIPE,
                stdout=PIPE,
                env=self.environment,
                limit=MAX_ANSWER_BYTES,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFault(f"a worker cannot be started: {error.strerror or error}") from None

    async def ask(self, line: str) -> Answer:
        """Send a request and read its answer. BotFault if the process ends, or its answer is unreadable."""
        _, output = self._pipes()
        try:
            self._send(line)
            answer = await output.readline()
            data = json.loads(answer) if answer else None
        except (OSError, ValueError, RuntimeError):
            data = None
        if not isinstance(data, dict):
            raise BotFault("a worker has ended, or its answer is unreadable")
        return data

    def stop(self) -> None:
        """Make it answer its current request at once."""
        if self._process is not None:
            with contextlib.suppress(OSError, RuntimeError):  # it has ended, which `ask` notices
                self._send('{"stop": true}')

    async def ended(self) -> int:
        """Wait for the end of the process; its exit status."""
        if self._process is None:
            raise BrokenInvariant("a worker that was not started cannot end")
        return await self._process.wait()

    async def end(self) -> None:
        """Kill the process: it has no state that could be lost."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        self._process = None

    @property
    def backoff(self) -> float:
        """How long to wait after a failure, longer each time, so that a broken program is not restarted in a loop."""
        return min(FIRST_BACKOFF * 2.0 ** (self.failures - 1), MAX_BACKOFF)

    def _send(self, line: str) -> None:
        pipe, _ = self._pipes()
        pipe.write(line.encode() + b"\n")

    def _pipes(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            raise BrokenInvariant("a worker that was not started cannot be asked")
        return self._process.stdin, self._process.stdout


def _environment() -> dict[str, str]:
    """The environment of workers: they share a temporary cache, which ends with this process."""
    return {**os.environ, "RATTUS_CACHE": str(cache.root())} if cache.is_temporary() else dict(os.environ)
