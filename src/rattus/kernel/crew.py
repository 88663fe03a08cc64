"""Threads that step games side by side.

To wake a sleeping thread takes as long as the step of a hundred games. So a hand that has done its share looks out for
the next one for a while before it sleeps, as the threads of OpenMP do.
"""

from __future__ import annotations

import functools
import threading
import time

import numpy as np
from numpy.typing import NDArray

from rattus.kernel import sharing
from rattus.kernel.engine import Batch
from rattus.kernel.rule import Rule, bind, compiled
from rattus.kernel.rulebook import Rulebook


class Hand(threading.Thread):
    """Steps a batch on a thread of its own. Between `start_step` and `wait` the batch is not to be touched."""

    def __init__(self, batch: Batch) -> None:
        super().__init__(name="rattus-hand", daemon=True)
        self._batch = batch
        self._moves = batch.engine.numbers(len(batch.to_move))
        self._cells = np.zeros(sharing.CELLS, np.int64)
        self._waking = threading.Lock()
        self._waking.acquire()
        self.start()

    def start_step(self, moves: NDArray[np.int32], seen: NDArray[np.float32], masks: NDArray[np.int8]) -> None:
        """Make these moves, all of them legal, and write what is then seen and what can be done into these rows."""
        self._moves[:] = moves
        self._cells[sharing.OBSERVATIONS], self._cells[sharing.MASKS] = seen.ctypes.data, masks.ctypes.data
        self._ask()

    def wait(self) -> None:
        """Come back when the step is done."""
        while not compiled(sharing.is_done)(self._cells):
            time.sleep(0)  # others need the processor

    def close(self) -> None:
        """End the thread."""
        self._cells[sharing.CLOSING] = 1
        self._ask()
        self.join()

    def _ask(self) -> None:
        if compiled(sharing.ask)(self._cells):
            self._waking.release()

    def run(self) -> None:
        batch = self._batch
        serve = serving(batch.engine.rulebook)
        while not serve(self._cells, batch.engine.observation_size, batch.scratch, *batch.stepping(self._moves)):
            self._waking.acquire()


@functools.cache
def serving(rulebook: Rulebook) -> Rule:
    """What a hand does all day, compiled for a game."""
    names = {name: rulebook.entries[name] for name in ("step_all", "observe_all")}
    return compiled(bind({"serve": sharing.serve}, rulebook.name, names)["serve"])
