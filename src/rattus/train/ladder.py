"""Evaluation against fixed players, in the background while training continues."""

from __future__ import annotations

import queue
import threading
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rattus.arena.settings import Settings
from rattus.arena.tournament import Backend, Tournament
from rattus.bots.players import make_player
from rattus.errors import RattusError
from rattus.train.recipe import Recipe


@dataclass(frozen=True)
class Strength:
    """A network's result in one seat against the same player in all other seats."""

    steps: int
    players: int
    against: str
    games: int
    wins: float  # the share of the games won
    low: float | None  # of the 95 % interval, if there are enough deals for one
    high: float | None

    @property
    def fair(self) -> float:
        """The share that a player of equal strength would win."""
        return 1 / self.players

    def __str__(self) -> str:
        reach = "" if self.low is None or self.high is None else f" ({self.low:.0%} to {self.high:.0%})"
        won = f"{self.wins:.1%}{reach} of {self.games} games against {self.against}"
        return f"after {self.steps / 1e6:,.2f} M decisions, {self.players} players: {won}"

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def measure(recipe: Recipe, path: Path, steps: int, players: int, against: str, workers: int) -> Strength:
    """Play the evaluation games of a network and return the results."""
    name = f"net:{path}"
    names = (name, *[against] * (players - 1))
    settings = Settings(recipe.game, players, names, f"ladder/{recipe.seed}", recipe.options)
    tournament = Tournament(settings, recipe.ladder_games)
    tournament.prepare()
    with closing(tournament.play(Backend(workers))) as results:
        for _ in results:
            pass
    standing = next(each for each in tournament.standings.players if each.name == name)
    if standing.faults:
        raise RattusError(f"{standing.faults} faults: {standing.complaint}")
    wins = standing.win_rate
    return Strength(steps, players, against, len(tournament.results), wins.value, wins.low, wins.high)


class Ladder:
    """Evaluates networks in the background, one after the other; further ones wait in a queue.

    FormatError if there is no player of a name in the recipe's ladder.
    """

    def __init__(self, recipe: Recipe, workers: int) -> None:
        for name in recipe.ladder:
            make_player(name, compiled=False).close()
        self.recipe, self.workers = recipe, workers
        self.results: queue.Queue[Strength | Exception] = queue.Queue()
        self._waiting: queue.Queue[tuple[Path, int] | None] = queue.Queue()
        self._busy = threading.Event()
        self._thread = threading.Thread(target=self._work, name="rattus-ladder", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether a network is being measured."""
        return self._busy.is_set()

    def add(self, path: Path, steps: int) -> None:
        """Measure this network; its file is removed afterwards."""
        self._busy.set()
        self._waiting.put((path, steps))

    def close(self) -> None:
        """Finish the evaluations under way, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            path, steps = job
            try:
                for players in self.recipe.ladder_players or self.recipe.players:
                    for against in self.recipe.ladder:
                        self.results.put(measure(self.recipe, path, steps, players, against, self.workers))
            except Exception as error:  # passed on with the results: training continues without this evaluation
                self.results.put(error)
            finally:
                path.unlink(missing_ok=True)
                if self._waiting.empty():
                    self._busy.clear()
