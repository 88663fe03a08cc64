"""Work that takes long, such as rebuilding a table from its journal: done by one thread beside the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from rattus.server.errors import Overloaded

T = TypeVar("T")
MAX_WAITING = 8  # tasks of one client


class BackgroundWork:
    """One thread for what would hold up everybody on the event loop.

    Clients take turns, so that whoever asks for much waits for it alone. A second thread would not be faster: the
    work is Python's.
    """

    def __init__(self, max_waiting: int = MAX_WAITING) -> None:
        self._max_waiting = max_waiting
        self._waiting: dict[str, deque[tuple[Callable[[], Any], asyncio.Future[Any]]]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="background")
        self._is_running = False

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """The result of some work for a client, or of a table. Overloaded if too much of it waits already."""
        queue = self._waiting.setdefault(client, deque())
        if len(queue) >= self._max_waiting:
            raise Overloaded("too much of what you asked for is waiting; wait a little")
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.append((work, outcome))
        self._run_next()
        return await outcome

    def close(self) -> None:
        """End the thread when it has done what it is doing."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _run_next(self) -> None:
        while self._waiting and not self._is_running:
            client, queue = next(iter(self._waiting.items()))
            del self._waiting[client]
            work, outcome = queue.popleft()
            if queue:
                self._waiting[client] = queue  # at the end: it is the turn of the others
            if not outcome.done():  # cancelled by whoever waited
                self._is_running = True
                running = asyncio.get_running_loop().run_in_executor(self._thread, work)
                running.add_done_callback(lambda done, outcome=outcome: self._finish(done, outcome))  # type: ignore[misc]

    def _finish(self, done: asyncio.Future[Any], outcome: asyncio.Future[Any]) -> None:
        self._is_running = False
        if done.cancelled():
            outcome.cancel()
        elif not outcome.done():
            error = done.exception()
            if error is None:
                outcome.set_result(done.result())
            else:
                outcome.set_exception(error)
        self._run_next()
