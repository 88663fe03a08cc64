"""Everybody's chance to win, from the values of a network.

A network's values are what it was trained on, which need not be the chance to win (rank or lead may have a share), and
nothing makes those of all seats add up. So each value is raised to a power and divided by their sum. The powers are
fitted on games of the shipped networks by `tools/calibrate_chances.py`, and kept in `data/nets/chances.json`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.bots.net import SHIPPED, Floats, Network

LEAST = 1e-4  # no seat's chance is nil before the end
FILE = SHIPPED / "chances.json"


def power_for(network: Network, players: int) -> float:
    """The power for a network: a fitted one, or 1 if there is none for its game and number of players."""
    fitted = _fitted().get(network.game, {})
    return float(fitted.get(str(players), 1.0))


@functools.cache
def _fitted() -> Mapping[str, Mapping[str, float]]:
    data: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    powers: Mapping[str, Mapping[str, float]] = data.get("powers", {})
    return powers


def chances_of(values: Floats, power: float) -> NDArray[np.float64]:
    """The chance of each seat (column) on each table (row)."""
    worth = np.clip((np.asarray(values, np.float64) + 1) / 2, LEAST, 1.0) ** power
    return np.asarray(worth / worth.sum(axis=1, keepdims=True))
