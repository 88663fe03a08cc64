"""Everybody's chance to win, from the values of a network.

A network's values are what it was trained on, which need not be the chance to win (rank or lead may have a share), and
nothing makes those of all seats add up. So each value is raised to a power and divided by their sum. Where a game may
end without a winner (C37), they add up to the chance that somebody wins, which follows from the sum of the values. Both
are fitted on games of the shipped networks by `tools/calibrate_chances.py`, and kept in `data/nets/chances.json`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.bots.net import SHIPPED, Floats, Network
from rattus.bots.protocol import Choice

LEAST = 1e-4  # no seat's chance is nil before the end
FILE = SHIPPED / "chances.json"


@dataclass(frozen=True)
class Calibration:
    """How the values of a network become chances: the power, and a logistic curve of the chance that somebody wins."""

    power: float = 1.0
    somebody: tuple[float, float] | None = None  # where it begins and how steep it is; None: somebody always wins


def calibration_for(network: Network, players: int) -> Calibration:
    """The one for a network: a fitted one, or a plain one if there is none for its game and number of players."""
    fitted = _fitted()
    power = fitted.get("powers", {}).get(network.game, {}).get(str(players), 1.0)
    somebody = fitted.get("somebody", {}).get(network.game, {}).get(str(players))
    return Calibration(float(power), None if somebody is None else (float(somebody[0]), float(somebody[1])))


@functools.cache
def _fitted() -> Mapping[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    return data


def worth_of(values: Floats) -> NDArray[np.float64]:
    """Values as parts of a win, from 0 to 1."""
    return np.clip((np.asarray(values, np.float64) + 1) / 2, LEAST, 1.0)


def chances_of(values: Floats, calibration: Calibration) -> NDArray[np.float64]:
    """The chance of each seat (column) on each table (row)."""
    worth = worth_of(values)
    shares = worth**calibration.power
    shares /= shares.sum(axis=1, keepdims=True)
    if calibration.somebody is not None:
        begin, slope = calibration.somebody
        shares /= 1 + np.exp(-(begin + slope * worth.sum(axis=1, keepdims=True)))
    return np.asarray(shares)


def with_chances(choice: Choice, network: Network, players: int) -> Choice:
    """A choice of a player with a network: the chances of its options are chances to win, not the network's values."""
    calibration, options = calibration_for(network, players), []
    for option in choice.options:
        values = np.array([[2 * chance - 1 for chance in option.chances.values()]], np.float32)
        chances = chances_of(values, calibration)[0].tolist()
        options.append(replace(option, chances=dict(zip(option.chances, chances, strict=True))))
    return replace(choice, options=tuple(options))
