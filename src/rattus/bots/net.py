"""A player that asks a network and does not search."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rattus.bots.choice import Choice, Option
from rattus.bots.net_file import Floats, Network, load_network, shipped_network
from rattus.bots.net_moves import relative
from rattus.match.sight import Sight


class NetPlayer:
    """The legal move that a network likes best. It needs NumPy alone: no compiler, no PyTorch.

    Without a file it takes the network that is shipped for the game.
    """

    def __init__(self, name: str = "net", path: Path | None = None) -> None:
        self.name = name
        self._network = None if path is None else load_network(path)

    def choose(self, sight: Sight, seed: int | str) -> Choice:  # noqa: ARG002  # it leaves nothing to chance
        """The best move, and all others in order with their probabilities."""
        logits, values = evaluate_sight(self._network_for(sight), sight)
        order = np.argsort(-logits, kind="stable")
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        moves, seats = sight.moves, sight.box.seats
        hopes = {seats[(sight.seat + step) % len(seats)]: float(value + 1) / 2 for step, value in enumerate(values)}
        options = tuple(Option(moves[place], 0, float(chances[place]), hopes) for place in order)
        return Choice(options[0].move, options)

    def _network_for(self, sight: Sight) -> Network:
        rulebook, players = sight.parts.rulebook, sight.box.players
        network = shipped_network(rulebook.name, players) if self._network is None else self._network
        network.check(rulebook, players)
        return network

    def close(self) -> None:
        """Nothing is kept that has to be ended."""


def observe_sight(sight: Sight) -> list[int]:
    """What a seat sees as numbers, made without compiled rules."""
    row = [0] * sight.parts.rulebook.observation
    sight.parts.rulebook.rules["encode"](sight.box.record, sight.table, sight.seat, row)
    return row


def evaluate_sight(network: Network, sight: Sight) -> tuple[Floats, Floats]:
    """The logits of the legal moves, and what the game is worth to each seat, the observer first."""
    logits, values = network.evaluate(observe_sight(sight), sight.box.players)
    places = network.places
    rows = [places.get(relative(text, sight.box.seats, sight.seat)) for text in sight.moves]
    # A move that it never saw, of an option that it was not trained with, comes last.
    unknown = float(logits.min()) - 1
    return np.array([unknown if row is None else logits[row] for row in rows], np.float32), values
