"""Numbers with 95 % intervals.

The games of a deal are alike: the same cards help the same seats. So a deal is one observation, however many seatings
it was played with; intervals come from how much the deals differ, with the quantile of Student's t for their number.
From a single deal no interval can be estimated.
"""

from __future__ import annotations

import functools
import importlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rattus.extras import Extra, require

Observation = tuple[int, float]  # deal, value

FEWEST_DEALS = 2


@dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % interval."""

    value: float
    low: float | None = None
    high: float | None = None

    def as_data(self) -> dict[str, float | None]:
        """For JSON."""
        return {"value": self.value, "low": self.low, "high": self.high}


def quantile(deals: int) -> float:
    """The half-width of an interval in standard errors: the 97.5 % quantile of Student's t."""
    return float(_student_t().ppf(0.975, deals - 1))


@functools.cache
def _student_t() -> Any:
    """SciPy's distribution; imported late, since SciPy is an extra and takes a while to load."""
    require(Extra.ARENA, "an interval")
    return importlib.import_module("scipy.stats").t


def mean_of(observations: Iterable[Observation]) -> Estimate:
    """The mean of some values."""
    sums, counts = _by_deal(observations)
    mean = float(sums.sum() / counts.sum())
    if len(sums) < FEWEST_DEALS:
        return Estimate(mean)
    margin = quantile(len(sums)) * _standard_error(sums - mean * counts, float(counts.sum()))
    return Estimate(mean, mean - margin, mean + margin)


def share_of(observations: Iterable[Observation]) -> Estimate:
    """The mean of values from 0 to 1.

    One success and one failure are added, each as a deal of its own: the interval is then never empty.
    """
    sums, counts = _by_deal(observations)
    share = float(sums.sum() / counts.sum())
    if len(sums) < FEWEST_DEALS:
        return Estimate(share)
    total = float(counts.sum()) + 2
    middle = float(sums.sum() + 1) / total
    residuals = np.append(sums - middle * counts, [1 - middle, -middle])
    margin = quantile(len(sums)) * _standard_error(residuals, total)
    return Estimate(share, max(0.0, min(share, middle - margin)), min(1.0, max(share, middle + margin)))


def _by_deal(observations: Iterable[Observation]) -> tuple[np.ndarray, np.ndarray]:
    """The sum and the number of the values of each deal."""
    found: dict[int, tuple[float, int]] = {}
    for deal, value in observations:
        total, count = found.get(deal, (0.0, 0))
        found[deal] = total + value, count + 1
    sums = np.array([total for total, _ in found.values()], float)
    counts = np.array([count for _, count in found.values()], float)
    return sums, counts


def _standard_error(residuals: np.ndarray, total: float) -> float:
    deals = len(residuals)
    return math.sqrt(deals / (deals - 1) * float((residuals**2).sum())) / total
