import math
import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from rattus.arena.ratings import UNIT, duels, rate
from rattus.arena.result import MatchResult
from rattus.arena.schedule import Schedule

MakeResult = Callable[..., MatchResult]
STRENGTHS = {"a": 150.0, "b": 40.0, "c": -190.0}  # points, with mean 0


def ranked(seating: Sequence[str], rng: random.Random) -> list[int]:
    """Ranks by the model of Plackett and Luce: who is next is drawn by strength."""
    times = [rng.expovariate(math.exp(STRENGTHS[name] / UNIT)) for name in seating]
    order = sorted(range(len(seating)), key=times.__getitem__)
    return [order.index(seat) + 1 for seat in range(len(seating))]


def simulated(make: MakeResult, games: int, seats: int, rng: random.Random) -> Iterator[MatchResult]:
    schedule = Schedule("abc", seats)
    for number in range(games):
        fixture = schedule.fixture(number)
        yield make(number, fixture.deal, fixture.seating, ranked(fixture.seating, rng))


@pytest.mark.parametrize("seats", [2, 4])
def test_known_strengths_are_found(make_result: MakeResult, seats: int) -> None:
    found = rate(simulated(make_result, 12_000, seats, random.Random(1)), "abc")
    assert sum(rating.value for rating in found.values()) == pytest.approx(0, abs=1e-6)
    for name, strength in STRENGTHS.items():
        assert found[name].value == pytest.approx(strength, abs=15)


@pytest.mark.parametrize(("seats", "games"), [(2, 120), (4, 360)])
def test_coverage(make_result: MakeResult, seats: int, games: int) -> None:
    """Of all intervals 95 % hold the true strength, and the true share of the duels."""
    rng = random.Random(2)
    rated, won, times = 0, 0, 200
    for _ in range(times):
        results = list(simulated(make_result, games, seats, rng))
        found, met = rate(results, "abc"), duels(results, "abc")
        for name, strength in STRENGTHS.items():
            rated += _low(found[name].low) <= strength <= _low(found[name].high)
        for one, other in ("ab", "bc", "ac"):
            chance = 1 / (1 + math.exp((STRENGTHS[other] - STRENGTHS[one]) / UNIT))
            share = met[one, other].share
            won += _low(share.low) <= chance <= _low(share.high)
    assert 0.92 <= rated / times / 3 <= 0.98
    assert 0.92 <= won / times / 3 <= 0.985


def _low(number: float | None) -> float:
    assert number is not None
    return number


def test_equal_games_of_one_deal_count_once(make_result: MakeResult) -> None:
    """Otherwise intervals would become narrower with the number of seatings of a deal."""
    rng = random.Random(3)
    deals = [ranked("ab", rng) for _ in range(200)]
    once = rate([make_result(deal, deal, "ab", ranks) for deal, ranks in enumerate(deals)], "ab")
    often = rate([make_result(deal, deal, "ab", ranks) for deal, ranks in enumerate(deals) for _ in range(9)], "ab")
    width = [_low(found["a"].high) - _low(found["a"].low) for found in (once, often)]
    assert width[1] == pytest.approx(width[0], rel=0.05)


def test_a_player_that_always_wins_has_a_finite_rating_and_a_wide_interval(make_result: MakeResult) -> None:
    results = [make_result(number, number, "ab", (1, 2)) for number in range(100)]
    found = rate(results, "ab")
    assert found["a"].value - found["b"].value == pytest.approx(400 * math.log10(101))
    assert _low(found["a"].high) - _low(found["a"].low) > 200
    duel = duels(results, "ab")["a", "b"]
    assert (duel.share.value, duel.share.high, duel.meetings) == (1, 1, 100)
    assert 0.8 < _low(duel.share.low) < 1


def test_ties_count_half(make_result: MakeResult) -> None:
    results = [make_result(number, number, "ab", (1.5, 1.5)) for number in range(20)]
    assert rate(results, "ab")["a"].value == pytest.approx(0)
    assert duels(results, "ab")["b", "a"].share.value == 0.5
    mixed = [*results, make_result(20, 20, "ab", (1, 2))]
    assert duels(mixed, "ab")["a", "b"].share.value == pytest.approx(11 / 21)


def test_copies_of_a_player_do_not_meet(make_result: MakeResult) -> None:
    results = [make_result(number, number, "abb", (1, 2, 3)) for number in range(4)]
    met = duels(results, "ab")
    assert met["a", "b"].meetings == 8
    assert set(met) == {("a", "b"), ("b", "a")}
    assert duels(results, "a") == {}


def test_one_player_alone_and_one_deal_alone(make_result: MakeResult) -> None:
    alone = rate([make_result(number, number, "aa", (1, 2)) for number in range(4)], "a")
    assert alone["a"].value == 0
    one_deal = rate([make_result(number, 0, "ab", (1, 2)) for number in range(4)], "ab")
    assert one_deal["a"].value > 0
    assert one_deal["a"].low is None


def test_the_interval_of_a_duel_is_the_same_both_ways_round(make_result: MakeResult) -> None:
    met = duels(list(simulated(make_result, 200, 2, random.Random(5))), "abc")
    there, back = met["a", "c"].share, met["c", "a"].share
    assert there.value + back.value == pytest.approx(1)
    assert _low(there.low) + _low(back.high) == pytest.approx(1)
    assert 0 < _low(there.low) < there.value < _low(there.high) < 1
