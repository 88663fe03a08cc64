"""Many random games at once."""

import numpy as np
import pytest

LONGEST = 5000  # decisions in a game


@pytest.fixture
def play_crowd():
    """Play random games side by side in the compiled engine, and look at all tables after every step."""

    def play(engine, number, games, check) -> None:
        batch, chance = engine.new_batch(number, "crowd"), np.random.default_rng(number)
        lengths, ended = np.zeros(number, int), 0
        while ended < games:
            assert batch.masks.any(axis=1).all(), "a game without a legal move"
            batch.step((chance.random(batch.masks.shape, np.float32) * batch.masks).argmax(axis=1))
            lengths = np.where(batch.done == 1, 0, lengths + 1)
            assert lengths.max() < LONGEST, "a game that does not end"
            check(batch.tables)
            ended += int(batch.done.sum())

    return play
