"""How the values of a network become chances to win."""

import numpy as np
import pytest

from calibrate_chances import fitted_curve
from rattus.bots.chances import Calibration, calibration_for, chances_of, worth_of
from rattus.bots.net import shipped_network
from rattus.games import GAMES

VALUES = np.array([[0.2, -0.4, -0.6], [-0.9, -0.8, -1.0]])


def test_chances_add_up_to_one_where_somebody_always_wins():
    chances = chances_of(VALUES, Calibration(1.5))
    np.testing.assert_allclose(chances.sum(axis=1), 1.0)
    assert (np.argmax(chances, axis=1) == [0, 1]).all()


def test_chances_add_up_to_the_chance_that_somebody_wins():
    """The shares stay the same, and the sum of the values says how much there is to share."""
    begin, slope = -4.0, 6.0
    plain, chances = (chances_of(VALUES, Calibration(1.5, curve)) for curve in (None, (begin, slope)))
    total = chances.sum(axis=1)
    np.testing.assert_allclose(total, 1 / (1 + np.exp(-(begin + slope * worth_of(VALUES).sum(axis=1)))))
    np.testing.assert_allclose(chances / total[:, None], plain)
    assert 0 < total[1] < 0.1 < 0.9 < total[0] < 1  # in the second position all are about to die


def test_only_cartus_may_end_without_a_winner():
    for name, rulebook in GAMES.items():
        for players in rulebook.player_counts:
            calibration = calibration_for(shipped_network(name, players), players)
            assert (calibration.somebody is not None) == (name == "cartus"), (name, players)
            if calibration.somebody is not None:
                assert calibration.somebody[1] > 0  # higher values: a winner is more likely


def test_an_unknown_number_of_players_has_a_plain_calibration():
    assert calibration_for(shipped_network("cartus", 2), 99) == Calibration(1.0, None)


@pytest.mark.parametrize("curve", [(-5.0, 9.0), (-1.0, 2.0)])
def test_a_curve_is_found_again_from_its_results(curve):
    chance = np.random.default_rng(5)
    sums = chance.uniform(0.1, 1.2, 20_000)
    likely = 1 / (1 + np.exp(-(curve[0] + curve[1] * sums)))
    won = chance.random(len(sums)) < likely
    begin, slope = fitted_curve(sums, won)
    np.testing.assert_allclose((begin, slope), curve, rtol=0.1)
    np.testing.assert_allclose((1 / (1 + np.exp(-(begin + slope * sums)))).mean(), won.mean(), atol=1e-3)
