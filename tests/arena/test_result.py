import random
from dataclasses import replace

import pytest

import rattus
from rattus.arena.result import ranks, read_result, result_of
from rattus.arena.schedule import Fixture
from rattus.errors import FormatError
from rattus.match.game import Game, Outcome

SEATS = ("red", "yellow", "green")


def finished(name: str) -> Game:
    game, chance = rattus.new(name, 3, 1), random.Random(1)
    while not game.is_over:
        game.play(chance.choice(game.legal()))
    return game


@pytest.mark.parametrize("name", ["rattus", "africanus", "cartus"])
def test_results_of_all_games(name: str) -> None:
    game = finished(name)
    found = result_of(Fixture(7, 2, ("a", "b", "a")), game, (0, 1, 0), ("", "oh", ""))
    assert (found.number, found.deal, found.seating, found.faults) == (7, 2, ("a", "b", "a"), (0, 1, 0))
    assert game.outcome is not None
    assert found.points == tuple(game.outcome.points.values())
    assert found.moves == len(game.moves)
    assert SEATS[found.first] == game.record()["start"]["first"] == game.moves[0][0]
    assert read_result(found.as_data() | {"points": list(found.points)}, "here") == found


def test_class_cards_are_those_held_at_the_end() -> None:
    game = finished("rattus")
    held = {card: seat for card, seat in game.position()["classes"].items() if seat is not None}
    found = result_of(Fixture(0, 0, ("a", "b", "c")), game, (0, 0, 0), ("", "", ""))
    assert {card: SEATS[seat] for card, seat in found.cards.items()} == held
    assert held


def test_categories_add_up_to_the_points() -> None:
    found = result_of(Fixture(0, 0, ("a", "b", "c")), finished("cartus"), (0, 0, 0), ("", "", ""))
    assert tuple(map(sum, zip(*found.categories.values(), strict=True))) == found.points


def outcome(points: tuple[int, ...], rats: tuple[int, ...], ranking: tuple[str, ...], winners: int = 1) -> Outcome:
    return Outcome(
        dict(zip(SEATS, points, strict=True)), ranking, ranking[:winners], "rounds", (),
        {"rats": dict(zip(SEATS, rats, strict=True))},
    )  # fmt: skip


def test_ties_share_the_mean_of_their_ranks() -> None:
    assert ranks(outcome((5, 9, 5), (1, 2, 1), ("yellow", "red", "green")), SEATS) == (2.5, 1, 2.5)
    assert ranks(outcome((9, 9, 9), (1, 1, 1), SEATS, 3), SEATS) == (2, 2, 2)
    assert ranks(outcome((5, 9, 5), (1, 2, 3), ("yellow", "red", "green")), SEATS) == (2, 1, 3)


def test_the_dead_do_not_tie_with_the_living() -> None:
    tied = outcome((9, 5, 5), (0, 1, 1), SEATS)
    assert ranks(replace(tied, dead=("green",)), SEATS) == (1, 2, 3)


def test_equal_points_do_not_tie_in_rattus() -> None:
    tied = replace(outcome((5, 5, 5), (0, 0, 0), ("green", "red", "yellow")), details={})
    assert ranks(tied, SEATS) == (2, 3, 1)


@pytest.mark.parametrize("change", [{"points": [1]}, {"number": "1"}, {"categories": 3}, {"points": 3}, {"extra": 1}])
def test_broken_results(change: dict[str, object]) -> None:
    data = result_of(Fixture(0, 0, ("a", "b", "c")), finished("rattus"), (0, 0, 0), ("", "", "")).as_data()
    with pytest.raises(FormatError, match="line 3"):
        read_result(data | change, "line 3")
