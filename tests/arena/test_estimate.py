import random

import pytest

from rattus.arena.estimate import Estimate, mean_of, quantile, share_of


@pytest.mark.parametrize(
    ("deals", "expected"), [(2, 12.706), (3, 4.303), (4, 3.182), (6, 2.571), (11, 2.228), (31, 2.042), (10_000, 1.960)]
)
def test_quantiles_are_those_of_student(deals: int, expected: float) -> None:
    assert quantile(deals) == pytest.approx(expected, rel=0.002)


def test_one_deal_has_no_interval() -> None:
    assert mean_of([(0, 1.0), (0, 3.0)]) == Estimate(2.0)
    assert share_of([(5, 1.0), (5, 0.0)]) == Estimate(0.5)


def test_equal_games_of_a_deal_count_once() -> None:
    values = [float(value) for value in (3, 5, 4, 8, 6)]
    once = mean_of(enumerate(values))
    often = mean_of((deal, value) for deal, value in enumerate(values) for _ in range(10))
    assert (often.value, often.low, often.high) == pytest.approx((once.value, once.low, once.high))


def test_shares_stay_between_0_and_1_and_are_never_certain() -> None:
    always = share_of((deal, 1.0) for deal in range(50))
    assert always.value == always.high == 1
    assert always.low is not None
    assert always.low == pytest.approx(0.942, abs=0.002)
    never = share_of((deal, 0.0) for deal in range(50))
    assert never.low == 0
    assert never.high == pytest.approx(1 - always.low)


@pytest.mark.parametrize("chance", [0.03, 0.25, 0.5])
def test_coverage_of_shares(chance: float) -> None:
    """Of all intervals 95 % hold the truth, also where the games of a deal go alike."""
    rng = random.Random(4)
    covered = 0
    for _ in range(600):
        deals = [[rng.random() < chance] * 3 if rng.random() < 0.3 else [rng.random() < chance for _ in range(3)]
                 for _ in range(60)]  # fmt: skip
        found = share_of((deal, float(won)) for deal, games in enumerate(deals) for won in games)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= chance <= found.high
    assert 0.92 <= covered / 600 <= 0.99


def test_coverage_of_means_with_few_deals() -> None:
    rng = random.Random(9)
    covered = 0
    for _ in range(1000):
        observations = [(deal, shift + rng.gauss(0, 1)) for deal in range(5) for shift in [rng.gauss(10, 2)]
                        for _ in range(4)]  # fmt: skip
        found = mean_of(observations)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 10 <= found.high
    assert 0.925 <= covered / 1000 <= 0.975
