"""Players that do not search: at random, and one step ahead."""

from __future__ import annotations

import numpy as np

from rattus.bots.choice import Choice, Option
from rattus.bots.minds import mind_of
from rattus.kernel.engine import Engine
from rattus.kernel.random import below, draw, stream
from rattus.match.sight import Sight

WORLDS = 8  # in which a move is looked at


class RandomPlayer:
    """Any legal move."""

    name = "random"

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """A move by chance."""
        return Choice(sight.moves[below(stream(seed), len(sight.legal))])

    def close(self) -> None:
        """Nothing is kept."""


class GreedyPlayer:
    """The move that leads to the best table, as far as one step shows (see docs/bots.md for what makes one good).

    `blunders` is the share of moves that are made at random instead.
    """

    def __init__(self, name: str = "greedy", blunders: float = 0.0, compiled: bool = True) -> None:
        self.name = name
        self._blunders = blunders
        self._compiled = compiled

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """The best move by one step of look-ahead in several worlds."""
        engine = Engine(sight.parts.rulebook, sight.box, self._compiled)
        rng = engine.stream(seed)
        if draw(rng) < self._blunders * (1 << 32):
            return Choice(sight.moves[below(rng, len(sight.legal))])
        tables, moves = engine.pack([sight.table] * 3), engine.move_buffer()
        worth = np.zeros(engine.num_actions)
        look_ahead = mind_of(sight.parts.rulebook).look_ahead(self._compiled)
        number = look_ahead(
            engine.boxes, tables, sight.seat, WORLDS, rng, moves, engine.move_buffer(), engine.scratch(), worth
        )
        order = sorted(range(number), key=lambda place: -worth[place])
        options = [Option(sight.box.moves[moves[place]], WORLDS, float(worth[place]) / WORLDS, {}) for place in order]
        return Choice(options[0].move, tuple(options), WORLDS * number)

    def close(self) -> None:
        """Nothing is kept."""
