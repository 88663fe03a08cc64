"""Running a tree search: buffers, budgets, threads, and stopping it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from rattus.bots import tree
from rattus.bots.heuristics import search_rules
from rattus.bots.protocol import Budget, Choice, Option
from rattus.kernel.engine import Engine
from rattus.kernel.layout import Layout
from rattus.kernel.rule import Rule
from rattus.match.sight import Sight

CHUNK = 64  # simulations between two looks at the clock, on a compiled engine
FEW = 2  # the same on lists
ROOM = 200_000  # nodes of a tree, at most
GUESS = 100_000  # simulations per second to allocate nodes for, if the budget is in seconds
USED_SHARE = 0.97  # the share of the seconds that is used, to leave time for what follows


class Search:
    """One search from one sight. `run` may be called in one thread and `stop` in another."""

    def __init__(
        self,
        sight: Sight,
        budget: Budget,
        seed: int | str,
        compiled: bool = True,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.sight = sight
        self._clock = clock
        self.budget = budget
        self.engine = Engine(sight.parts.rulebook, sight.box, compiled)
        self._stopped = threading.Event()
        self._trees = [self._new_tree(f"{seed}/{number}") for number in range(budget.threads)]

    def _new_tree(self, seed: str) -> GrownTree:
        simulations = self.budget.simulations or int(GUESS * (self.budget.seconds or 0))
        return _Tree(self.engine, self.sight, seed, min(simulations // self.budget.threads + 2, ROOM))

    @property
    def size(self) -> int:
        """The bytes of its trees."""
        return sum(grown.capacity for grown in self._trees)

    def stop(self) -> None:
        """Ask the search to end soon, with its best move so far."""
        self._stopped.set()

    def widen(self) -> None:
        """Before `run`: compare several moves, also where one is clearly the best. Playouts try every move anyway."""

    def run(self) -> Choice:
        """Search until the budget is used up or `stop` is called."""
        if self.budget.threads == 1:
            self._grow(self._trees[0], self.budget.simulations)
        else:
            shares = _shares(self.budget)
            with ThreadPoolExecutor(self.budget.threads) as pool:
                list(pool.map(self._grow, self._trees, shares))
        return self._choice()

    def _grow(self, grown: GrownTree, simulations: int | None) -> None:
        begin = self._clock()
        limit = None if self.budget.seconds is None else self.budget.seconds * USED_SHARE
        chunk = CHUNK if self.engine.compiled else FEW
        while not self._stopped.is_set() or not grown.simulations:
            step = chunk if simulations is None else min(chunk, simulations - grown.simulations)
            if step <= 0 or (limit is not None and grown.simulations and self._clock() - begin >= limit):
                return
            grown.grow(step)

    def _choice(self) -> Choice:
        """The move with the most visits over all trees; ties are broken by value."""
        seats, options = self.sight.box.seats, []
        for move in self.sight.legal:
            found = [node for grown in self._trees for node in grown.children if node.move == move]
            visits = sum(node.visits for node in found)
            if visits:
                worth = sum(node.worth[self.sight.seat] for node in found) / tree.WHOLE / visits
                chances = {
                    name: sum(node.wins[seat] for node in found) / tree.ONE_WIN / visits
                    for seat, name in enumerate(seats)
                }
                options.append(Option(self.sight.box.moves[move], visits, worth, chances))
        options.sort(key=lambda option: (-option.simulations, -option.worth))
        return Choice(options[0].move, tuple(options), sum(grown.simulations for grown in self._trees))


class GrownTree:
    """A tree and its buffers. `end` is the index that stands for "no node"."""

    def __init__(self, engine: Engine, sight: Sight, search: Rule, layout: Layout, seed: str, room: int) -> None:
        self.engine = engine
        self.simulations = 0
        self.root = self.end = tree.ROOT
        self.size = 1
        self.buffers: tuple[Any, ...] = ()
        self._search, self._layout = search, layout
        self._tables = engine.pack([sight.table, sight.table])
        self._nodes: Any = np.zeros(room, layout.dtype) if engine.compiled else [layout.new() for _ in range(room)]
        self._rng = engine.stream(seed)
        self.capacity = room * layout.dtype.itemsize  # in bytes; on lists more, but room is little there

    def grow(self, simulations: int) -> None:
        """Run more simulations."""
        self.size = self._search(
            self.engine.boxes, self._tables, self._nodes, self.size, self._rng, *self.buffers, simulations
        )
        self.simulations += simulations

    @property
    def children(self) -> list[Any]:
        """The nodes right below the root."""
        found, number = [], int(self._node(self.root).child)
        while number != self.end:
            found.append(self._node(number))
            number = int(found[-1].sibling)
        return found

    def _node(self, number: int) -> Any:
        return self._layout.unpack(self._nodes, number) if self.engine.compiled else self._nodes[number]


class _Tree(GrownTree):
    """A tree that is grown with playouts."""

    def __init__(self, engine: Engine, sight: Sight, seed: str, room: int) -> None:
        search = search_rules(sight.parts.rulebook).search(engine.compiled)
        super().__init__(engine, sight, search, tree.NODE, seed, room)
        seats = engine.box.players
        self.buffers = (
            engine.move_buffer(), engine.numbers(engine.num_actions), engine.numbers(tree.DEEPEST + 1),
            engine.scratch(), engine.numbers(seats), engine.numbers(seats), engine.numbers(seats),
        )  # fmt: skip


def _shares(budget: Budget) -> list[int | None]:
    """The simulations of each thread."""
    if budget.simulations is None:
        return [None] * budget.threads
    each, more = divmod(budget.simulations, budget.threads)
    return [each + (number < more) for number in range(budget.threads)]


class SearchPlayer:
    """Monte Carlo tree search within a budget."""

    def __init__(self, name: str, budget: Budget, compiled: bool = True) -> None:
        self.name = name
        self.budget = budget
        self._compiled = compiled
        self._search: Search | None = None
        self._lock = threading.Lock()

    def begin(self, sight: Sight, seed: int | str) -> Search:
        """A search that is not started yet, for callers that run it themselves; `stop` stops it."""
        with self._lock:
            self._search = search = self._new_search(sight, seed)
        return search

    def _new_search(self, sight: Sight, seed: int | str) -> Search:
        return Search(sight, self.budget, seed, self._compiled)

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """The move that the search tried most often."""
        return self.begin(sight, seed).run()

    @property
    def size(self) -> int:
        """The bytes of the trees that are kept for the next question."""
        return 0 if self._search is None else self._search.size

    def stop(self) -> None:
        """Let a running search end now, with its best move so far."""
        with self._lock:
            if self._search is not None:
                self._search.stop()

    def close(self) -> None:
        """End a running search."""
        self.stop()
