"""Many random games at once, and everything that the engine returns for a seat."""

import numpy as np
import pytest

import rattus

MAX_DECISIONS = 5000  # in a game


@pytest.fixture
def play_crowd():
    """Play random games in parallel in the compiled engine, and check all tables after every step."""

    def play(engine, number, games, check) -> None:
        batch, chance = engine.new_batch(number, "crowd"), np.random.default_rng(number)
        lengths, ended = np.zeros(number, int), 0
        while ended < games:
            assert batch.masks.any(axis=1).all(), "a game without a legal move"
            batch.step((chance.random(batch.masks.shape, np.float32) * batch.masks).argmax(axis=1))
            lengths = np.where(batch.done == 1, 0, lengths + 1)
            assert lengths.max() < MAX_DECISIONS, "a game that does not end"
            check(batch.tables)
            ended += int(batch.done.sum())

    return play


@pytest.fixture
def observed():
    """Gives the veiled table and the observation of a seat; None is a spectator, who has none."""

    def observe(game, player):
        engine = rattus.Engine(game.parts.rulebook, game.box, compiled=False)
        tables, out = engine.pack([game._table] * 2), engine.observation()
        seat = -1 if player is None else game.seats.index(player)
        engine.see(tables, 0, 1, seat)
        veiled = engine.unpack(tables, 1)
        if seat >= 0:
            engine.observe(tables, 0, seat, out)
        return veiled, out

    return observe
