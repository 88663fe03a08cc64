"""Rewards at the end of a game."""

import itertools

import pytest

from rattus.envs.play import GameEnd, Play, make_setting
from rattus.envs.rewards import REWARDS, find_reward, rewards_for
from rattus.errors import FormatError


@pytest.mark.parametrize(
    ("name", "points", "ranking", "winners", "expected"),
    [
        ("win", [3, 9, 5], [1, 2, 0], 1, [-1, 1, -1]),
        ("win", [9, 9], [0, 1], 2, [0, 0]),
        ("win", [9, 9, 1, 9], [0, 1, 3, 2], 3, [-1 / 3, -1 / 3, -1, -1 / 3]),
        ("rank", [3, 9, 5], [1, 2, 0], 1, [-1, 1, 0]),
        ("rank", [9, 9, 1], [0, 1, 2], 2, [0.5, 0.5, -1]),
        ("rank", [9, 9], [0, 1], 2, [0, 0]),
        ("margin", [3, 9, 5], [1, 2, 0], 1, [-6, 4, -4]),
        ("margin", [9, 9], [0, 1], 2, [0, 0]),
        ("lead", [3, 9, 5], [1, 2, 0], 1, [-6 / 14, 4 / 12, -4 / 12]),
        ("lead", [9, 9], [0, 1], 2, [0, 0]),
    ],
)
def test_rewards_where_all_live(name, points, ranking, winners, expected) -> None:
    assert rewards_for(REWARDS[name], GameEnd(points, ranking, winners, len(points))) == pytest.approx(expected)


@pytest.mark.rules("C35", "C36", "C37")
@pytest.mark.parametrize(
    ("name", "points", "ranking", "winners", "survivors", "expected"),
    [
        # One survivor with few points beside the rich who died.
        ("win", [30, 5, 40], [1, 2, 0], 1, 1, [-1, 1, -1]),
        ("rank", [30, 5, 40], [1, 2, 0], 1, 1, [-1, 1, -1]),
        ("margin", [30, 5, 40], [1, 2, 0], 1, 1, [-5, 5, -5]),
        ("lead", [30, 5, 40], [1, 2, 0], 1, 1, [-1, 5 / 13, -1]),
        # Two survivors.
        ("lead", [30, 5, 40, 9], [3, 1, 2, 0], 1, 2, [-1, -4 / 12, -1, 4 / 12]),
        ("rank", [30, 5, 40, 9], [3, 1, 2, 0], 1, 2, [-1, 1 / 3, -1, 1]),
        ("margin", [30, 5, 40, 9], [3, 1, 2, 0], 1, 2, [-9, -4, -9, 4]),
        # All have died: nobody has won.
        ("win", [30, 5, 40], [1, 2, 0], 0, 0, [-1, -1, -1]),
        ("rank", [30, 5, 40], [1, 2, 0], 0, 0, [-1, -1, -1]),
        ("margin", [30, 5, 40], [1, 2, 0], 0, 0, [-40, -40, -40]),
        ("lead", [30, 5, 40], [1, 2, 0], 0, 0, [-1, -1, -1]),
    ],
)
def test_points_of_the_dead_are_not_rewarded(name, points, ranking, winners, survivors, expected) -> None:
    assert rewards_for(REWARDS[name], GameEnd(points, ranking, winners, survivors)) == pytest.approx(expected)


@pytest.mark.rules("C35", "C36")
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_follow_who_outlived_whom(reward) -> None:
    """In random games: never more for a lower rank, and the same for all of the dead."""
    dead = alive = 0
    for players in (2, 3, 4, 5):
        play = Play(make_setting("cartus", players, {}, compiled=False))
        for number in range(15):
            play.begin(f"{players}/{number}")
            engine = play.setting.engine
            engine.play_out(play._tables, 0, play.rng, play._out)
            result = play.result
            worth = rewards_for(find_reward(reward), result)
            down = [worth[seat] for seat in result.ranking]
            assert all(better >= worse for better, worse in itertools.pairwise(down))
            view = play.view(0)
            living = [seat for seat, rats in enumerate(view["rats"].values()) if rats <= nuns(view)]
            assert len(living) == result.survivors
            assert set(result.ranking[: len(living)]) == set(living)
            assert len(set(down[len(living) :])) <= 1
            dead, alive = dead + players - len(living), alive + len(living)
    assert dead > 20
    assert alive > 20


def nuns(view) -> int:
    return sum(int(card[-1]) for card in view["nuns"])


@pytest.mark.parametrize("reward", REWARDS)
def test_surviving_is_never_worth_less_than_dying(reward) -> None:
    """Whatever the points: the last of the living would have had no more by dying, with the same points."""
    kind = find_reward(reward)
    for points in itertools.product((0, 3, 20), repeat=3):
        for survivors in (1, 2, 3):
            ranking = [*sorted(range(survivors), key=lambda seat: -points[seat]), *range(survivors, 3)]
            winners = 1 if survivors > 1 else 0
            alive = rewards_for(kind, GameEnd(list(points), ranking, 1, survivors))
            dead = rewards_for(kind, GameEnd(list(points), ranking, winners, survivors - 1))
            last = ranking[survivors - 1]
            assert alive[last] >= dead[last]


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(FormatError, match="one of win, rank, margin, lead, not 'fame'"):
        find_reward("fame")
