"""Thousands of games of a network against itself, in batches: seconds on one core."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rattus.analysis.active_tables import ActiveTables
from rattus.analysis.batch_net import BatchNetwork, Ints, sampled
from rattus.bots.net import Floats
from rattus.kernel.engine import Engine

# Called before each step with the tables, the values for each seat (active tables x seats), and the moves chosen.
OnStep = Callable[[ActiveTables, Floats, Ints], None]


def play_all(
    engine: Engine, network: BatchNetwork, games: int, seed: int, on_step: OnStep | None = None
) -> ActiveTables:
    """Play games side by side, each seat by the network's own probabilities; returns the tables with their results."""
    tables, chance = ActiveTables(engine, games, f"self-play/{seed}"), np.random.default_rng([seed, 1])
    while len(tables.active):
        movers = tables.movers
        hidden = network.hidden(tables.observations)
        moves = sampled(network.probabilities(hidden, tables.masks, movers), chance)
        if on_step is not None:
            on_step(tables, network.values(hidden, movers), moves)
        tables.step(moves)
    return tables
