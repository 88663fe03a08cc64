"""A tournament: plays the missing games and keeps the results."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from rattus.arena.backlog import Backlog
from rattus.arena.ledger import Ledger
from rattus.arena.match_runner import compile_ahead
from rattus.arena.ray_workers import play_on_ray
from rattus.arena.result import MatchResult
from rattus.arena.schedule import Schedule
from rattus.arena.settings import Settings
from rattus.arena.standings import Standings, standings_of
from rattus.arena.workers import play_locally


@dataclass(frozen=True)
class Backend:
    """Where games are played: on this machine, or on Ray. 0 workers: one per processor."""

    workers: int = 0
    on_ray: bool = False
    address: str | None = None

    def play(self, settings: Settings, backlog: Backlog) -> Generator[MatchResult, None, None]:
        """Play the games of a backlog."""
        if self.on_ray:
            return play_on_ray(settings, backlog, self.workers, self.address)
        return play_locally(settings, backlog, self.workers or os.cpu_count() or 1)


class Tournament:
    """A number of games with these settings. Results are appended to a file, if one is given; those in it count.

    >>> tournament = Tournament(Settings("rattus", 2, ("random", "random")), 1)
    >>> tournament.missing
    1
    """

    def __init__(self, settings: Settings, games: int, path: Path | None = None) -> None:
        settings.check()
        self.settings = settings
        self.games = games
        self.given_up: list[int] = []
        self.schedule = Schedule(settings.names, settings.seats)
        self._ledger = Ledger(settings, self.schedule, path)

    @property
    def results(self) -> list[MatchResult]:
        """The results so far; those in the file beyond the number of games do not count."""
        return [result for number, result in self._ledger.results.items() if number < self.games]

    @property
    def missing(self) -> int:
        """How many games are still to be played."""
        return self.games - len(self.results)

    @property
    def standings(self) -> Standings:
        """The standings for the results so far."""
        return standings_of(self.settings, self.games, self.results)

    def prepare(self) -> None:
        """Compile what the players need."""
        if self.missing:
            compile_ahead(self.settings)

    def play(self, backend: Backend) -> Generator[MatchResult, None, None]:
        """Play the missing games; yields each result once it is in the file."""
        numbers = [number for number in range(self.games) if number not in self._ledger.results]
        backlog = Backlog(self.schedule.fixture(number) for number in numbers)
        if not backlog:
            return
        with closing(backend.play(self.settings, backlog)) as results:
            for result in results:
                self._ledger.add(result)
                yield result
        self.given_up = backlog.given_up
