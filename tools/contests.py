"""Contests: tournaments with a name and a goal, kept in files, so that they can be played in pieces."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rattus.arena.estimate import Estimate
from rattus.arena.settings import Settings
from rattus.arena.standings import Standings
from rattus.arena.tournament import Backend, Tournament
from rattus.bots.levels import LEVELS

# How a script of this folder is started here, and how that is written in results, which go to other machines.
_HERE = f"{sys.executable} {Path(__file__).resolve().parent}{os.sep}"
_ANYWHERE = "python tools/"


def portable(text: str) -> str:
    """Names of players without the paths of this machine."""
    return text.replace(_HERE, _ANYWHERE)


def local(text: str) -> str:
    """Names of players as they are started on this machine."""
    return text.replace(_ANYWHERE, _HERE)


@dataclass(frozen=True)
class Contest:
    """One player, the first, against others. The goal is the share of the games that it should win."""

    name: str
    game: str
    players: tuple[str, ...]
    games: int
    goal: float | None = None  # at least; None: no goal, for information
    most: float | None = None  # the share should not be above this
    what: str = ""  # a title; by default the players
    series: int = 1  # each has deals of its own, so that more games can be played without the files of earlier ones

    @property
    def title(self) -> str:
        """What is measured."""
        return self.what or f"{self.players[0]} against {', '.join(self.players[1:])}"

    @property
    def meaning(self) -> list[str]:
        """What the names of the players stand for: the results of a level end when another player takes its place."""
        return [LEVELS[name].with_network[self.game] if name in LEVELS else portable(name) for name in self.players]

    def tournament(self, folder: Path) -> Tournament:
        """The tournament, with the results that are in its file."""
        folder.mkdir(parents=True, exist_ok=True)
        seed = f"contest/{self.name}" if self.series == 1 else f"contest/{self.name}/{self.series}"
        settings = Settings(self.game, len(self.players), self.players, seed)
        return Tournament(settings, self.games, self.file(folder))

    def file(self, folder: Path) -> Path:
        """Where its results are kept."""
        return folder / (f"{self.name}.jsonl" if self.series == 1 else f"{self.name}.{self.series}.jsonl")


@dataclass(frozen=True)
class Measured:
    """The result of a contest so far."""

    contest: Contest
    games: int
    wins: Estimate

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is reached; None if there is no goal or no game yet."""
        goal, most = self.contest.goal, self.contest.most
        if not self.games or (goal is None and most is None):
            return None
        return (goal is None or self.wins.value >= goal) and (most is None or self.wins.value <= most)

    @property
    def goal(self) -> str:
        """The goal in words."""
        parts = [f"at least {self.contest.goal:.0%}"] if self.contest.goal is not None else []
        return " and ".join([*parts, *([f"at most {self.contest.most:.0%}"] if self.contest.most is not None else [])])

    def as_data(self) -> dict[str, Any]:
        """For JSON; `measured_before` reads it."""
        return {"games": self.games, "wins": self.wins.as_data()}

    @property
    def row(self) -> str:
        """A row of the table: title, goal, measured, met."""
        seats = len(self.contest.players)
        met = {True: "yes", False: "NO", None: ""}[self.is_met]
        games = f"{self.games}" if self.games >= self.contest.games else f"{self.games} of {self.contest.games}"
        what = f"{self.contest.game}, {seats} players: {self.contest.title} ({games} games)"
        return f"| {what} | {self.goal} | {between(self.wins) if self.games else 'not played'} | {met} |"


HEAD = "| what | goal | games won | met |\n| --- | --- | --- | --- |"


def between(estimate: Estimate) -> str:
    """A share with its interval."""
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.0%}"
    return f"{estimate.value:.0%} ({estimate.low:.0%} to {estimate.high:.0%})"


def measured(contest: Contest, folder: Path) -> Measured:
    """The result of a contest from its file."""
    tournament = contest.tournament(folder)
    if not tournament.results:
        return Measured(contest, 0, Estimate(0.0))
    return Measured(contest, len(tournament.results), wins_of(tournament.standings, contest.players[0]))


def measured_before(contest: Contest, kept: Any) -> Measured:
    """The result of a contest's series as it was kept, if it was played by the same players."""
    if kept is None or kept["players"] != contest.meaning or str(contest.series) not in kept["series"]:
        return Measured(contest, 0, Estimate(0.0))
    found = kept["series"][str(contest.series)]
    return Measured(contest, found["games"], Estimate(**found["wins"]))


def pooled(contest: Contest, series: Sequence[Measured]) -> Measured:
    """The result of all series together: they have no deal in common, so their errors are independent."""
    games = sum(each.games for each in series)
    if not games or len(series) == 1:
        return Measured(contest, games, series[0].wins if series else Estimate(0.0))
    share = sum(each.games * each.wins.value for each in series) / games
    margin = math.hypot(*(each.games / games * _margin(each.wins) for each in series))
    return Measured(contest, games, Estimate(share, max(0.0, share - margin), min(1.0, share + margin)))


def _margin(estimate: Estimate) -> float:
    """Half of an interval, or its longer side where it ends at 0 or 1; one deal alone says nothing."""
    if estimate.low is None or estimate.high is None:
        return 1.0
    return max(estimate.high - estimate.value, estimate.value - estimate.low)


def wins_of(standings: Standings, player: str) -> Estimate:
    """The win rate of a player, per seat."""
    return next(each.win_rate for each in standings.players if each.name == player)


def play(contests: Sequence[Contest], folder: Path, workers: int, minutes: float) -> bool:
    """Play missing games until the time is over; returns whether all are played. Call it again to continue.

    All contests advance together, part by part, so that each has some games whenever the time is over.
    """
    deadline = time.monotonic() + 60 * minutes
    backend = Backend(workers or os.cpu_count() or 1)
    for part in (0.25, 0.5, 1.0):
        for contest in contests:
            tournament = contest.tournament(folder)
            goal = min(contest.games, max(2, round(contest.games * part)))
            missing = goal - len(tournament.results)
            if missing <= 0:
                continue
            tournament.games = goal
            print(f"{contest.name}: {missing} games", flush=True)
            tournament.prepare()
            with closing(tournament.play(backend)) as results:
                for _ in results:
                    if time.monotonic() > deadline:
                        return False
            print(measured(contest, folder).row, flush=True)
    return True
