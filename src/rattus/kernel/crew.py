"""Threads that step games side by side.

To wake a sleeping thread takes as long as the step of a hundred games. So a hand that has done its work looks out for
the next for a while before it sleeps, as the threads of OpenMP do.
"""

from __future__ import annotations

import functools
import threading
import time
import weakref
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.kernel import sharing
from rattus.kernel.engine import Batch
from rattus.kernel.rule import Rule, bind, compiled
from rattus.kernel.rulebook import Rulebook


class Crew:
    """Steps a batch that was made for several workers: the thread that asks, and hands."""

    def __init__(self, batch: Batch, workers: int) -> None:
        games = len(batch.to_move)
        self._moves = batch.engine.numbers(games)
        self._edges = np.array([games * worker // workers for worker in range(workers + 1)], np.int64)
        self._job = np.zeros(sharing.NEXT + workers * sharing.LINE, np.int64)
        arguments = [(worker, self._job, self._edges, *self._share_of(batch)) for worker in range(workers)]
        self._own, self._rules = arguments[0], rules_of(batch.engine.rulebook)
        self._hands = [Hand(self._rules["serve"], each) for each in arguments[1:]]
        weakref.finalize(self, send_home, self._hands)

    def _share_of(self, batch: Batch) -> tuple[Any, ...]:
        boxes, *others = batch.stepping(self._moves)
        # Boxes of its own: threads that share one wait for each other.
        return batch.engine.observation_size, boxes.copy(), *others

    def step(self, moves: NDArray[np.int32], seen: NDArray[np.int8], masks: NDArray[np.int8]) -> None:
        """Make these moves, all of them legal, and write what is then seen and what can be done into these rows."""
        compiled(sharing.prepare)(self._job, self._edges, self._moves, moves, seen, masks)
        for hand in self._hands:
            hand.ask(sharing.ASKED)
        self._rules["work"](*self._own)
        for hand in self._hands:
            hand.wait()

    def close(self) -> None:
        """End the threads."""
        send_home(self._hands)


class Hand(threading.Thread):
    """A thread that works when it is asked."""

    def __init__(self, serve: Rule, arguments: tuple[Any, ...]) -> None:
        super().__init__(name="rattus-hand", daemon=True)
        self._serve, self._arguments = serve, arguments
        self._state = np.full(sharing.LINE, sharing.IDLE, np.int64)
        self._waking = threading.Lock()
        self._waking.acquire()
        self.start()

    def ask(self, what: int) -> None:
        """Have it work, or go home."""
        if compiled(sharing.ask)(self._state, what):
            self._waking.release()

    def wait(self) -> None:
        """Come back when the work is done."""
        while not compiled(sharing.is_done)(self._state):
            time.sleep(0)  # others need the processor

    def run(self) -> None:
        while not self._serve(self._state, *self._arguments):
            self._waking.acquire()


def send_home(hands: list[Hand]) -> None:
    """End these threads."""
    while hands:
        hand = hands.pop()
        hand.ask(sharing.CLOSING)
        hand.join()


@functools.cache
def rules_of(rulebook: Rulebook) -> dict[str, Rule]:
    """What workers do, compiled for a game."""
    names = {name: rulebook.entries[name] for name in ("step_some", "observe_some")}
    bound = bind({"work": sharing.work, "serve": sharing.serve}, rulebook.name, names)
    return {name: compiled(each) for name, each in bound.items()}
