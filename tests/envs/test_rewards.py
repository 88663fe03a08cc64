"""What the end of a game is worth."""

import pytest

from rattus.envs.rewards import REWARDS, find_reward, rewards_for
from rattus.errors import FormatError


@pytest.mark.parametrize(
    ("name", "points", "ranking", "winners", "expected"),
    [
        ("win", [3, 9, 5], [1, 2, 0], 1, [-1, 1, -1]),
        ("win", [9, 9], [0, 1], 2, [0, 0]),
        ("win", [9, 9, 1, 9], [0, 1, 3, 2], 3, [-1 / 3, -1 / 3, -1, -1 / 3]),
        ("win", [3, 9], [1, 0], 0, [-1, -1]),
        ("rank", [3, 9, 5], [1, 2, 0], 1, [-1, 1, 0]),
        ("rank", [9, 9, 1], [0, 1, 2], 2, [0.5, 0.5, -1]),
        ("rank", [9, 9], [0, 1], 2, [0, 0]),
        ("rank", [3, 9], [1, 0], 0, [-1, 1]),
        ("margin", [3, 9, 5], [1, 2, 0], 1, [-6, 4, -4]),
        ("margin", [9, 9], [0, 1], 2, [0, 0]),
    ],
)
def test_rewards(name, points, ranking, winners, expected) -> None:
    assert rewards_for(REWARDS[name], points, ranking, winners) == pytest.approx(expected)


def test_an_unknown_reward_is_told() -> None:
    with pytest.raises(FormatError, match="one of win, rank, margin, not 'fame'"):
        find_reward("fame")
