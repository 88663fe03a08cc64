"""Players that search."""

from __future__ import annotations

import threading

from rattus.bots.budget import Budget
from rattus.bots.choice import Choice
from rattus.bots.search import Search
from rattus.match.sight import Sight


class SearchingPlayer:
    """Monte Carlo tree search within a budget."""

    def __init__(self, name: str, budget: Budget, compiled: bool = True) -> None:
        self.name = name
        self.budget = budget
        self._compiled = compiled
        self._search: Search | None = None
        self._lock = threading.Lock()

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """The move that the search tried most often."""
        with self._lock:
            self._search = search = Search(sight, self.budget, seed, self._compiled)
        return search.run()

    def stop(self) -> None:
        """Let a running search end now, with its best move so far."""
        with self._lock:
            if self._search is not None:
                self._search.stop()

    def close(self) -> None:
        """End a running search."""
        self.stop()
