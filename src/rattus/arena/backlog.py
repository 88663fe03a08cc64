"""The games that are still to be played."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from rattus.arena.schedule import Fixture
from rattus.errors import RattusError

MOST_DEATHS = 3  # workers that may die during one game before it is given up
MOST_IN_A_ROW = 20  # workers that may die in a row without a game being finished


class Backlog:
    """A queue of games. Those of a worker that died are queued again; a game that kills every worker is given up."""

    def __init__(self, fixtures: Iterable[Fixture]) -> None:
        self._waiting = deque(fixtures)
        self._deaths: Counter[int] = Counter()
        self._in_a_row = 0
        self.given_up: list[int] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self) -> Fixture | None:
        """Return the next game, or None if there is none."""
        return self._waiting.popleft() if self._waiting else None

    def note_success(self) -> None:
        """Record that a game was finished, which resets the count of lost workers."""
        self._in_a_row = 0

    def note_lost_worker(self) -> None:
        """Count a worker that died. RattusError if too many die without a game being finished."""
        self._in_a_row += 1
        if self._in_a_row == MOST_IN_A_ROW:
            raise RattusError(f"{MOST_IN_A_ROW} workers died one after the other; no game can be played here")

    def note_death(self, fixture: Fixture) -> None:
        """Queue a game again whose worker died, or give it up if it has killed too many. RattusError as above."""
        self._deaths[fixture.number] += 1
        self.note_lost_worker()
        if self._deaths[fixture.number] < MOST_DEATHS:
            self._waiting.appendleft(fixture)
        else:
            self.given_up.append(fixture.number)
