"""How a match changes ratings."""

import itertools

import pytest

from rattus.bots.levels import LEVELS
from rattus.games import GAMES
from rattus.server.ratings.model import ANCHORS, FIRST_MEAN, NEW, Rating, anchor, chance_before, rate


def test_who_wins_rises_and_more_is_known_of_everybody() -> None:
    after = rate([NEW, NEW, NEW], [1, 2, 3])
    means = [each.mean for each in after]
    assert means == sorted(means, reverse=True)
    assert means[0] > FIRST_MEAN > means[2]
    assert all(each.deviation < NEW.deviation for each in after)


def test_equals_who_tie_stay_equal() -> None:
    one, other = rate([NEW, NEW], [1, 1])
    assert one.mean == pytest.approx(other.mean)


def test_those_who_left_share_the_last_place() -> None:
    winner, *left = rate([NEW, NEW, NEW], [1, 2, 2])
    assert left[0].mean == pytest.approx(left[1].mean)
    assert left[0].mean < FIRST_MEAN < winner.mean


def test_beating_a_stronger_level_is_worth_more() -> None:
    gains = [rate([NEW, anchor("rattus", level)], [1, 2])[0].mean for level in ("easy", "normal", "hard", "best")]
    assert gains == sorted(gains)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_an_anchor_in_every_game(game: str) -> None:
    assert list(ANCHORS[game]) == list(LEVELS)
    means = list(ANCHORS[game].values())
    assert means == sorted(means)
    assert ANCHORS[game]["normal"] == FIRST_MEAN


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    chance = chance_before(Rating(1900, 0.0), Rating(1500, 0.0))
    assert chance == pytest.approx(10 / 11)


def test_a_rating_is_provisional_until_enough_is_known() -> None:
    """Against equals: the mark goes after some matches, not after one and not never."""
    mine, played = NEW, 0
    assert mine.is_provisional
    for rank in itertools.cycle((1, 2)):
        mine = rate([mine, anchor("rattus", "normal")], [rank, 3 - rank])[0]
        played += 1
        if not mine.is_provisional:
            break
        assert played < 60
    assert played > 5
