"""A pool of worker processes that think for computer players, and a queue of requests for them.

Processes and not threads: searching on lists holds the GIL, which people's moves need. A process can also run at a
lower priority, be killed when it hangs, and crash alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import logging
import os
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any, TypeVar

from rattus.bots.players import are_players_compiled
from rattus.bots.process import LineProcess
from rattus.bots.protocol import BotFault, ThinkRequest, check_answer
from rattus.errors import RattusError
from rattus.games import GAMES
from rattus.kernel import cache
from rattus.kernel.threads import THREAD_SETTINGS

PROGRAM = (sys.executable, "-P", "-m", "rattus.bots.worker")
MAX_WAITING = 256
ANSWER_SECONDS = 60.0  # many times what `best` needs on a busy machine
MAX_ATTEMPTS = 2
FIRST_BACKOFF, MAX_BACKOFF = 0.2, 10.0  # seconds before a failed worker is restarted

log = logging.getLogger(__name__)

Answer = dict[str, Any]
T = TypeVar("T")


def worker_count(setting: int | None) -> int:
    """How many workers think at once; by default one core is left to the server."""
    return max(1, (os.cpu_count() or 1) - 1) if setting is None else setting


class PoolBusy(RattusError):
    """Too many requests wait already, or the pool is shutting down: try again later."""


class Rank(IntEnum):
    """Who waits for a computer player; the first in this order are served first."""

    PRESENT = 0  # somebody is connected to the table
    ABSENT = 1  # people play there, but none is connected now
    HINT = 2
    UNATTENDED = 3  # bots play alone and nobody watches
    ANALYSIS = 4  # reviews of games that are over


class BotPool:
    """Worker processes that think, and the requests that wait for them.

    The first worker is started at once, others when they are needed. Moves that people wait for go first, and each
    rank has a queue of `max_waiting`, so that no number of hints keeps a computer player from its move. One maker has a
    quarter of it at most.
    """

    def __init__(
        self,
        workers: int | None = None,
        max_waiting: int = MAX_WAITING,
        *,
        answer_seconds: float = ANSWER_SECONDS,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        program: Sequence[str] = PROGRAM,
        compiles: bool = True,
    ) -> None:
        self._max_waiting = max_waiting
        self._answer_seconds = answer_seconds
        self._sleep = sleep
        self._program = tuple(program)
        self._compiles = compiles
        self._queues = {rank: _FairQueue() for rank in Rank}  # the first that is not empty is served
        self._running: dict[_Job, _Worker] = {}
        self._workers = [_Worker(self._program) for _ in range(worker_count(workers))]
        self._idle: list[_Worker] = []  # a stack: workers that run are used before others are started
        # Waiting for an answer blocks a thread: one for each worker, one for the compiler, one to tell workers to stop.
        self._threads = ThreadPoolExecutor(len(self._workers) + 2, "bots")
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.is_compiling = False

    # ---- life

    async def start(self) -> None:
        """Start the first worker and begin to answer."""
        environment = await self._in_thread(_environment)
        for worker in self._workers:
            worker.environment = environment
        with contextlib.suppress(BotFault):  # it is tried again, and reported, when it is needed
            self._workers[-1].start()
        if self._compiles:
            self.is_compiling = True
            self._spawn(self._compile(environment))
        self._idle = list(self._workers)
        self._dispatch()

    async def close(self) -> None:
        """End all workers. Requests without an answer are cancelled."""
        self._closed, self._idle = True, []
        for job in [*(job for queue in self._queues.values() for job in queue.jobs()), *self._running]:
            job.answer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        for worker in self._workers:
            worker.kill()  # whatever waits for it in a thread ends
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._end_all)
        self._running.clear()

    def _end_all(self) -> None:
        self._threads.shutdown()
        for worker in self._workers:
            worker.end()

    # ---- requests

    def think(
        self, request: ThinkRequest, urgent: bool = True, *, rank: Rank | None = None, maker: str = ""
    ) -> asyncio.Future[Answer]:
        """Queue a request; the future becomes the data of a Choice, or BotFault. Moves are urgent, hints are not.

        `rank` says who waits for the answer, and `maker` who made the table: makers take turns.

        Cancelling the future drops a waiting request and stops a running search. PoolBusy if too many wait already.
        """
        by_urgency = Rank.PRESENT if urgent else Rank.HINT
        read = functools.partial(check_answer, legal=request.legal)
        return self.ask(request.as_data(), read, by_urgency if rank is None else rank, maker)

    def ask(
        self, request: Mapping[str, Any], read: Callable[[Answer], Answer], rank: Rank, maker: str = ""
    ) -> asyncio.Future[Answer]:
        """Queue any request that the worker program understands; `read` checks the answer, and raises BotFault.

        If the request names a `game`, the worker that was asked about it before is preferred.
        """
        if self._closed:
            raise PoolBusy("the server is shutting down")
        queue = self._queues[rank]
        if maker and queue.size_of(maker) >= self._max_waiting // 4:
            raise PoolBusy("too many of your requests are waiting for computer players already")
        if len(queue) >= self._max_waiting:
            raise PoolBusy(f"{len(queue)} requests are waiting for computer players already")
        job = _Job(next(self._numbers), request, read, queue, maker)
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
                self._running[job] = worker = self._take_worker(job.game)
                self._spawn(self._serve(worker, job))

    def _take_worker(self, game: str) -> _Worker:
        """An idle worker; if it is one of these, the one that was asked about this game before and may remember it."""
        worker = next((worker for worker in self._idle if game and worker.game == game), self._idle[-1])
        self._idle.remove(worker)
        worker.game = game
        return worker

    async def _serve(self, worker: _Worker, job: _Job) -> None:
        """Let a worker answer a request, and restart the worker if it fails."""
        try:
            worker.start()
            job.resolve(await self._in_thread(worker.ask, job.line, self._answer_seconds))
        except BotFault as error:
            fault = BotFault(f"a worker: {error}")
            log.warning("a bot worker is restarted: %s", fault)
            del self._running[job]
            self._note_failure(job, fault)
            worker.failures += 1
            await self._in_thread(worker.end)
            await self._sleep(worker.backoff)
        else:
            del self._running[job]
            worker.failures = 0
        self._idle.append(worker)
        self._dispatch()

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
            self._spawn(self._stop(self._running[job], job))

    async def _stop(self, worker: _Worker, job: _Job) -> None:
        """Make a worker answer a request at once; it ignores this if it has answered already."""
        with contextlib.suppress(BotFault):  # it has ended, which `ask` notices
            await self._in_thread(worker.send, json.dumps({"stop": job.number}))

    async def _compile(self, environment: Mapping[str, str]) -> None:
        """Compile the games that are not compiled yet; workers check before each request whether it is done.

        One game after the other, each in a process of its own, since a compiler keeps the memory it needed.
        """
        for rulebook in GAMES.values():
            if are_players_compiled(rulebook):
                continue
            compiler = _Worker((*self._program, "warm", rulebook.name), environment)
            try:
                compiler.start()
                if await self._in_thread(compiler.wait):
                    raise BotFault("the compiler has failed")
            except BotFault as fault:
                log.warning("bots stay slow in %s: %s", rulebook.title, fault)
            finally:
                compiler.end()
        self.is_compiling = False

    def _in_thread(self, work: Callable[..., T], *arguments: object) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

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

    def size_of(self, maker: str) -> int:
        """How many requests of a maker wait."""
        return len(self._by_maker.get(maker, ()))

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

    def __init__(
        self,
        number: int,
        request: Mapping[str, Any],
        read: Callable[[Answer], Answer],
        queue: _FairQueue,
        maker: str,
    ) -> None:
        self.number = number
        self.line = json.dumps({"id": number, **request})
        self.game: str = request.get("game", "")
        self._read = read
        self.queue, self.maker = queue, maker
        self.failures = 0
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def resolve(self, line: str) -> None:
        """Pass the answer on, if somebody still waits for it. BotFault if the worker is broken."""
        if self.answer.done():
            return
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise BotFault("its answer is unreadable")
        if "error" in answer:
            self.answer.set_exception(BotFault(str(answer["error"])))
            return
        try:
            self.answer.set_result(self._read(answer))
        except BotFault as fault:
            self.answer.set_exception(fault)


class _Worker(LineProcess):
    """A worker process, started when it is needed."""

    def __init__(self, program: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        # A session of its own: Ctrl-C reaches only the server, which ends its workers.
        super().__init__(program, own_session=True)
        self.environment = environment
        self.failures = 0  # in a row
        self.game = ""  # that it was asked about last

    @property
    def backoff(self) -> float:
        """How long to wait after a failure, longer each time, so that a broken program is not restarted in a loop."""
        return min(FIRST_BACKOFF * 2.0 ** (self.failures - 1), MAX_BACKOFF)


def _environment() -> dict[str, str]:
    """The environment of workers: one thread each for matrix products, and a temporary cache is shared by all."""
    shared = {"RATTUS_CACHE": str(cache.root())} if cache.is_temporary() else {}
    return {**dict.fromkeys(THREAD_SETTINGS, "1"), **os.environ, **shared}
