"""How a rated match changes ratings: a mean and its standard deviation, on the scale of the arena's ratings.

400 points are odds of ten to one between two players who are known well. The levels of computer players are anchors:
their ratings are fixed, so that numbers mean the same on every server and do not drift. bench/ratings.py measures the
levels, and compares models by how well they foretell games: bench/results/ratings.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from openskill.models import BradleyTerryFull

FIRST_MEAN = 1500.0  # of a new player, and of the level `normal`
FIRST_DEVIATION = 250.0
NOISE = 400 / math.log(10) / math.sqrt(2)  # how much the play of one match differs from a player's strength
DRIFT = 8.0  # deviation that is added before each match: people change
ANCHOR_DEVIATION = 1.0  # a level is known, as well as can be
SURE = 1.96  # deviations on either side that are 95 % sure
PROVISIONAL_MARGIN = 200.0  # points on either side from which on a rating is called provisional

# Measured by bench/ratings.py; `normal` is 1500 in every game.
ANCHORS: Mapping[str, Mapping[str, float]] = {
    "rattus": {"easy": 1410.0, "normal": 1500.0, "hard": 1620.0, "best": 1720.0},
    "africanus": {"easy": 1430.0, "normal": 1500.0, "hard": 1560.0, "best": 1760.0},
    "cartus": {"easy": 1350.0, "normal": 1500.0, "hard": 1610.0, "best": 1840.0},
}


@dataclass(frozen=True)
class Rating:
    """How strong somebody is, and how well that is known."""

    mean: float = FIRST_MEAN
    deviation: float = FIRST_DEVIATION

    @property
    def margin(self) -> float:
        """Points on either side of the mean that are 95 % sure."""
        return SURE * self.deviation

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known yet to compare it with others."""
        return self.margin > PROVISIONAL_MARGIN

    def as_data(self) -> dict[str, Any]:
        """The rating as it is sent."""
        return {"mean": round(self.mean), "margin": round(self.margin), "provisional": self.is_provisional}


@dataclass(frozen=True)
class Participant:
    """Somebody in a rated match: a player by id, or a computer player by level. Equal ranks are ties."""

    chair: int
    rank: int
    player: str | None = None
    level: str | None = None
    is_rated: bool = True  # whether the match counts for them; never for a computer player


@dataclass(frozen=True)
class RatedMatch:
    """A rated match that has ended: all there is to know for rating it."""

    table: str
    match: int
    game: str
    at: float
    participants: tuple[Participant, ...]


NEW = Rating()


def anchor(game: str, level: str) -> Rating:
    """The fixed rating of a level."""
    return Rating(ANCHORS[game][level], ANCHOR_DEVIATION)


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a match, of all who took part; the caller leaves the fixed ones as they are."""
    model = _model()
    teams = [[model.rating(mu=each.mean, sigma=each.deviation)] for each in ratings]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(float(team[0].mu), float(team[0].sigma)) for team in rated]


def chance_before(one: Rating, other: Rating) -> float:
    """The probability that the first ranks before the second."""
    spread = math.sqrt(one.deviation**2 + other.deviation**2 + 2 * NOISE**2)
    return 1 / (1 + math.exp((other.mean - one.mean) / spread))


@cache
def _model() -> BradleyTerryFull:
    return BradleyTerryFull(mu=FIRST_MEAN, sigma=FIRST_DEVIATION, beta=NOISE, tau=DRIFT)
