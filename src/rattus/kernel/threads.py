"""Sharing one piece of work among threads that need neither Python nor its lock while they work."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

Work = Callable[[int, int], None]  # does what is to be done from a number to before another


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerPool:
    """Threads that take chunks of work, the calling thread among them.

    Nobody waits for a thread that has not begun: on a busy machine the calling thread does the whole work, as if it
    were alone. It waits only for chunks that others are at.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ThreadPoolExecutor | None = None

    def run(self, work: Work, total: int, chunk: int) -> None:
        """Do all from 0 to before the total, so many at a time. An exception in any thread is raised here."""
        chunks = itertools.count(0, chunk)  # to take the next number is one step of Python: no two get the same

        def take() -> None:
            while (first := next(chunks)) < total:
                work(first, min(first + chunk, total))

        helpers = [self._threads().submit(take) for _ in range(min(self.workers, -(-total // chunk)) - 1)]
        try:
            take()
        finally:
            started = [helper for helper in helpers if not helper.cancel()]
            for helper in started:
                helper.result()

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.workers - 1, "rattus-worker")
        return self._pool

    def close(self) -> None:
        """End the threads; they are made anew when they are needed."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
