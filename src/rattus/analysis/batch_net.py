"""A network on many tables at once, with NumPy alone: matrix products instead of one row after the other."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.bots.net import EPSILON, Floats, Network, shipped_network
from rattus.bots.net_search import weights_for

UNKNOWN = -20.0  # the logit, below the best, of a move that the network does not know
Ints = NDArray[np.int32]
Bytes = NDArray[np.int8]


class BatchNetwork:
    """A network for one box. Rows are tables; seats and moves are numbered as the engine numbers them."""

    def __init__(self, network: Network, box: Any) -> None:
        self.network = network
        self.players = box.players
        self._columns = weights_for(network, box).columns  # by seat and move: the network's move, or -1
        self._count = network.players.index(box.players) if len(network.players) > 1 else None
        self._order = (np.arange(box.players) - np.arange(box.players)[:, None]) % box.players

    def hidden(self, observations: Bytes) -> Floats:
        """The numbers before the heads, a row for each observation."""
        network, weights = self.network, self.network.weights
        row = np.asarray(observations, np.float32) * np.float32(network.meta["scale"])
        for number in range(len(network.meta["layers"])):
            layer = f"layer{number}"
            weight, bias = weights[f"{layer}.weight"], weights[f"{layer}.bias"]
            if number == 0 and self._count is not None:
                size = network.meta["observation"]
                weight, bias = weight[:size], bias + weight[size + self._count]
            row = row @ weight
            row += bias
            row -= row.mean(axis=1, keepdims=True)
            row /= np.sqrt((row * row).mean(axis=1, keepdims=True) + EPSILON)
            row *= weights[f"{layer}.gain"]
            row += weights[f"{layer}.shift"]
            np.maximum(row, 0, out=row)
        return row

    def values(self, hidden: Floats, movers: Ints) -> Floats:
        """What the game is worth to each seat, from -1 to 1, if `movers` observed it; a column for each seat."""
        weights = self.network.weights
        worth = np.tanh(hidden @ weights["value.weight"] + weights["value.bias"])
        return np.take_along_axis(worth, self._order[movers], axis=1).astype(np.float32)

    def probabilities(self, hidden: Floats, masks: Bytes, movers: Ints) -> Floats:
        """The probability of each of the engine's moves: 0 for the illegal ones."""
        weights = self.network.weights
        known = hidden @ weights["policy.weight"] + weights["policy.bias"]
        columns = self._columns[movers]
        logits = np.take_along_axis(known, np.maximum(columns, 0), axis=1)
        legal = masks != 0
        logits[~legal | (columns < 0)] = -np.inf
        top = logits.max(axis=1, keepdims=True)
        top[~np.isfinite(top)] = 0
        chances: Floats = np.exp(logits - top)
        chances[legal & (columns < 0)] = np.exp(UNKNOWN)
        chances /= chances.sum(axis=1, keepdims=True)
        return chances


@functools.lru_cache(maxsize=32)
def batch_network(network: Network, box: Any) -> BatchNetwork:
    """The network for a box; the most recent ones are kept."""
    return BatchNetwork(network, box)


def network_for(game: str, box: Any) -> BatchNetwork:
    """The shipped network for a game."""
    return batch_network(shipped_network(game, box.players), box)


def sampled(probabilities: Floats, chance: np.random.Generator) -> Ints:
    """A move for each row, drawn by its probability."""
    return picked_by(probabilities, chance.random(len(probabilities)))


def picked_by(probabilities: Floats, draws: NDArray[np.float64]) -> Ints:
    """A move for each row by a number from 0 to 1: the same number picks alike moves from alike probabilities."""
    sums = np.cumsum(probabilities, axis=1, dtype=np.float64)
    picked = (sums <= draws[:, None] * sums[:, -1:]).sum(axis=1)
    # Rounding may lead past the last move that is possible.
    last = probabilities.shape[1] - 1 - np.argmax(probabilities[:, ::-1] > 0, axis=1)
    moves: Ints = np.minimum(picked, last).astype(np.int32)
    return moves
