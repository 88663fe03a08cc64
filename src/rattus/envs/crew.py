"""Threads that are woken for a tenth of a millisecond of work: an executor would take as long to do it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

Task = Callable[[], None]


class Crew:
    """Does several tasks at once: one on the thread that asks, the others on threads of its own."""

    def __init__(self, size: int) -> None:
        self._hands = [_Hand() for _ in range(size - 1)]

    def run(self, tasks: Sequence[Task]) -> None:
        """Do as many tasks as the crew has members, and come back when all are done."""
        for hand, task in zip(self._hands, tasks[1:], strict=True):
            hand.start_task(task)
        try:
            tasks[0]()
        finally:
            for hand in self._hands:
                hand.wait()

    def close(self) -> None:
        """End the threads."""
        for hand in self._hands:
            hand.start_task(None)
            hand.join()
        self._hands = []


class _Hand(threading.Thread):
    def __init__(self) -> None:
        super().__init__(name="rattus-vector", daemon=True)
        self._task: Task | None = None
        self._fault: Exception | None = None
        self._asked, self._done = threading.Lock(), threading.Lock()
        self._asked.acquire()
        self._done.acquire()
        self.start()

    def start_task(self, task: Task | None) -> None:
        self._task = task
        self._asked.release()

    def wait(self) -> None:
        self._done.acquire()
        if self._fault is not None:
            raise self._fault

    def run(self) -> None:
        while True:
            self._asked.acquire()
            if self._task is None:
                return
            try:
                self._task()
            except Exception as fault:  # it is told where it was asked for
                self._fault = fault
            self._task = None
            self._done.release()
