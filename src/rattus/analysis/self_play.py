"""Thousands of games of a network against itself, in batches: seconds on one core."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rattus.analysis.active_tables import ActiveTables
from rattus.analysis.batch_net import BatchNetwork, Bytes, Ints, sampled
from rattus.bots.net import Floats
from rattus.kernel.engine import Engine

# Called before each step with the tables, the values for each seat (active tables x seats), and the moves chosen.
OnStep = Callable[[ActiveTables, Floats, Ints], None]
Allowed = Callable[[ActiveTables, Bytes], Bytes]


def play_all(
    engine: Engine,
    network: BatchNetwork,
    games: int,
    seed: int,
    on_step: OnStep | None = None,
    keeps_ends: bool = False,
    temperature: float = 1.0,
    allowed: Allowed | None = None,
) -> ActiveTables:
    """Play games side by side, each seat by the network's own probabilities; returns the tables with their results.

    A temperature above 1 makes play more varied than the network's own. `allowed` may take legal moves away.
    """
    tables = ActiveTables(engine, games, f"self-play/{seed}", keeps_ends)
    chance = np.random.default_rng([seed, 1])
    while len(tables.active):
        movers = tables.movers
        hidden = network.hidden(tables.observations)
        masks = tables.masks if allowed is None else allowed(tables, tables.masks)
        probabilities = network.probabilities(hidden, masks, movers)
        if temperature != 1.0:
            probabilities **= 1 / temperature
        moves = sampled(probabilities, chance)
        if on_step is not None:
            on_step(tables, network.values(hidden, movers), moves)
        tables.step(moves)
    return tables
