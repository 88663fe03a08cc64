"""Ratings: Bradley-Terry, fitted by maximum likelihood to who ranks before whom.

A game is taken apart into its pairs of seats with different players. Under the model of Bradley and Terry, and also
under that of Plackett and Luce for whole rankings, the odds of ranking before another depend on the difference of two
ratings: 400 points are odds of ten to one, as in Elo. A tie counts half for each. The mean of all players is 0.

Every player gets one win and one loss more against every other, so that ratings stay finite where one always wins.

The pairs of a game depend on each other, and so do the games of a deal. Intervals therefore do not trust the curvature
of the likelihood alone: they come from the sandwich estimator with deals as clusters, the added wins and losses being
clusters of their own, and Student's t (see `estimate`). They are for a rating against the mean of the field; whether
one player is better than another is said by their duel.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from rattus.arena.estimate import FEWEST_DEALS, Estimate, quantile
from rattus.arena.result import MatchResult

UNIT = 400 / math.log(10)  # rating points for odds of e to one
ROUNDS = 200


@dataclass(frozen=True)
class Fit:
    """Strengths in natural logarithms, with mean 0, and their covariance; None if there are too few deals."""

    strengths: np.ndarray
    covariance: np.ndarray | None
    deals: int


@dataclass(frozen=True)
class Duel:
    """How often one player ranked before another, of all times that they met; ties count half."""

    share: Estimate
    meetings: int


def rate(results: Iterable[MatchResult], players: Sequence[str]) -> dict[str, Estimate]:
    """The rating of each player."""
    if not players:
        return {}
    fitted = fit(beaten(results, players))
    values = [float(strength) * UNIT for strength in fitted.strengths]
    if fitted.covariance is None:
        return {player: Estimate(value) for player, value in zip(players, values, strict=True)}
    margins = quantile(fitted.deals) * UNIT * np.sqrt(np.maximum(np.diag(fitted.covariance), 0))
    return {
        player: Estimate(value, value - float(margin), value + float(margin))
        for player, value, margin in zip(players, values, margins, strict=True)
    }


def duels(results: Sequence[MatchResult], players: Sequence[str]) -> dict[tuple[str, str], Duel]:
    """All pairs of players that met, both ways round. The interval is that of a rating of the two alone."""
    found = {}
    for one, other in combinations(players, 2):
        counts = beaten(results, (one, other))
        total = counts.sum(axis=0)
        meetings = float(total.sum())
        if not meetings:
            continue
        low, high = _odds(fit(counts))
        share = float(total[0][1]) / meetings
        found[one, other] = Duel(_around(share, low, high), round(meetings))
        swapped = (None, None) if low is None or high is None else (1 - high, 1 - low)
        found[other, one] = Duel(_around(1 - share, *swapped), round(meetings))
    return found


def beaten(results: Iterable[MatchResult], players: Sequence[str]) -> np.ndarray:
    """For each deal in which some of these players met: how often each ranked before each other."""
    numbers = {player: number for number, player in enumerate(players)}
    found: dict[int, np.ndarray] = {}
    for result in results:
        for better, worse, worth in _meetings(result, numbers):
            counts = found.setdefault(result.deal, np.zeros((len(players), len(players))))
            counts[better][worse] += worth
    return np.array([found[deal] for deal in sorted(found)]).reshape(len(found), len(players), len(players))


def _meetings(result: MatchResult, numbers: dict[str, int]) -> Iterator[tuple[int, int, float]]:
    seats = [seat for seat, name in enumerate(result.seating) if name in numbers]
    for one, other in combinations(seats, 2):
        first, second = numbers[result.seating[one]], numbers[result.seating[other]]
        if first == second:
            continue
        ahead = result.ranks[other] - result.ranks[one]
        worth = 0.5 if ahead == 0 else 1.0 if ahead > 0 else 0.0
        yield first, second, worth
        yield second, first, 1 - worth


def fit(counts: np.ndarray) -> Fit:
    """The maximum-likelihood strengths for these rankings."""
    deals, players = counts.shape[0], counts.shape[1]
    added = np.ones((players, players)) - np.eye(players)
    wins = counts.sum(axis=0) + added
    strengths = np.zeros(players)
    for _ in range(ROUNDS):
        chances = _chances(strengths)
        step = np.linalg.pinv(_curvature(wins, chances)) @ _pull(wins, chances)
        strengths = strengths + np.clip(step, -1, 1)
        if np.abs(step).max(initial=0) < 1e-10:
            break
    strengths -= strengths.mean()
    if deals < FEWEST_DEALS:
        return Fit(strengths, None, deals)
    chances = _chances(strengths)
    inverse = np.linalg.pinv(_curvature(wins, chances))
    return Fit(strengths, inverse @ _scatter(counts, added, chances) @ inverse, deals)


def _chances(strengths: np.ndarray) -> np.ndarray:
    """For each pair, the probability that the first ranks before the second."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _pull(wins: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Each player's wins minus expected wins: the gradient of the log-likelihood."""
    return np.asarray((wins - (wins + np.swapaxes(wins, -1, -2)) * chances).sum(axis=-1))


def _curvature(wins: np.ndarray, chances: np.ndarray) -> np.ndarray:
    weights = (wins + wins.T) * chances * chances.T
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _scatter(counts: np.ndarray, added: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """The scatter matrix of the gradient over deals; each added win counts as a deal of its own."""
    deals = len(counts)
    pulls = _pull(counts, chances)
    surprise = added * chances.T**2  # the squared gradient of an added win of the row over the column
    both = surprise + surprise.T
    return np.asarray(deals / (deals - 1) * pulls.T @ pulls + np.diag(both.sum(axis=1)) - both)


def _odds(fitted: Fit) -> tuple[float | None, float | None]:
    """The interval of the first of two players' chance."""
    if fitted.covariance is None:
        return None, None
    difference = float(fitted.strengths[0] - fitted.strengths[1])
    spread = np.array([1, -1])
    margin = quantile(fitted.deals) * math.sqrt(max(0.0, float(spread @ fitted.covariance @ spread)))
    return _chance(difference - margin), _chance(difference + margin)


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, logit))))


def _around(share: float, low: float | None, high: float | None) -> Estimate:
    """Widen an interval to contain the observed value, since the added wins pull it towards the middle."""
    if low is None or high is None:
        return Estimate(share)
    return Estimate(share, min(share, low), max(share, high))
