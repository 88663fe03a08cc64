"""A thread pool for compiled code, which runs without the GIL."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

Work = Callable[[int, int], None]  # does the items from `first` up to, not including, `last`
# What says to libraries of matrix products how many threads they may use; it counts when they are loaded.
THREAD_SETTINGS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def processors() -> int:
    """How many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerPool:
    """Threads that take chunks of work; the calling thread is one of them.

    A thread that has not started in time is cancelled, so on a busy machine the calling thread does all the work by
    itself. It waits only for chunks that have been started.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ThreadPoolExecutor | None = None

    def run(self, work: Work, total: int, chunk: int) -> None:
        """Do the items 0 to `total` in chunks. An exception in any thread is raised here."""
        chunks = itertools.count(0, chunk)  # next() is atomic: no two threads get the same chunk

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
        """Stop the threads; the next run starts new ones."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
