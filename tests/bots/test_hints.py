"""Hints: the best moves, with chances, and a reason each that is data."""

import json

import numpy as np
import pytest

import rattus
from rattus.bots.hints import (
    PLAYOUTS_ON_LISTS,
    Hint,
    Prospect,
    Purpose,
    compared,
    explained,
    hints_for,
    prospects_of,
    reason_of,
)
from rattus.bots.net import shipped_network
from rattus.bots.net_search import NetSearch
from rattus.bots.players import make_player
from rattus.bots.protocol import Budget, Choice, Option
from rattus.match.sight import sight_of


def option(move, simulations, red, yellow):
    return Option(move, simulations, red, {"red": red, "yellow": yellow})


@pytest.fixture
def sight(advance):
    """What red sees of a game of Rattus for two."""
    game = advance("rattus", 2, 40)
    while game.to_move != "red" or len(game.legal()) < 3:
        game.play(game.legal()[0])
    return sight_of(game)


def test_a_move_that_raises_the_own_chance_gives_that_reason(sight) -> None:
    options = [option("a", 50, 0.6, 0.4), option("b", 30, 0.5, 0.5), option("c", 10, 0.1, 0.9)]
    reason = reason_of(sight, options[0], options, {})
    assert reason.purpose is Purpose.WIN
    assert reason.values == {"chance": 0.6, "other": pytest.approx(0.4)}
    assert reason.as_data() == {"key": "win", "values": {"chance": 0.6, "other": 0.4}}


def test_a_move_that_lowers_another_s_chance_names_the_seat(advance) -> None:
    game = advance("rattus", 3, 40)
    sight = sight_of(game)
    mine, rival, third = (sight.box.seats[(sight.seat + step) % 3] for step in range(3))
    first = Option("a", 50, 0.41, {mine: 0.41, rival: 0.09, third: 0.5})
    other = Option("b", 50, 0.4, {mine: 0.4, rival: 0.4, third: 0.2})
    reason = reason_of(sight, first, [first, other], {})
    assert reason.purpose is Purpose.STOP
    assert reason.values["seat"] == rival


def test_equal_moves_give_the_reason_even(sight) -> None:
    options = [option(name, 30, 0.5, 0.5) for name in "abc"]
    assert reason_of(sight, options[1], options, {}).purpose is Purpose.EVEN


def test_the_only_move_gives_the_reason_only(sight) -> None:
    only = sight.__class__(sight.parts, sight.box, sight.table, sight.seat, sight.legal[:1])
    hints = explained(only, Choice(only.moves[0]), 0, compiled=False)
    assert [hint.reason.purpose for hint in hints] == [Purpose.ONLY]


@pytest.mark.parametrize("name", rattus.GAMES)
def test_three_moves_are_named_with_chances_and_reasons(name, advance) -> None:
    game = advance(name, 3, 30)
    sight = sight_of(game)
    choice = make_player("mcts:60", compiled=False).choose(sight, 1)
    hints = explained(sight, choice, 1, compiled=False)
    assert 1 < len(hints) <= 3
    assert [hint.option.move for hint in hints] == [option.move for option in choice.options[: len(hints)]]
    for hint in hints:
        data = json.loads(json.dumps(hint.as_data()))
        assert data["reason"]["key"] in list(Purpose)
        assert set(data["chances"]) == set(game.seats)


def test_the_move_with_the_best_chances_comes_first_unless_it_was_hardly_tried(sight) -> None:
    search = NetSearch(shipped_network("rattus", 2), sight, Budget(1), 1, compiled=False)
    options = (option("a", 500, 0.30, 0.70), option("b", 400, 0.36, 0.64), option("c", 3, 0.38, 0.62))
    found = compared(search, Choice("a", options, 903))
    assert [each.move for each in found.options] == ["b", "a", "c"]
    assert found.move == "b"


@pytest.mark.parametrize("name", rattus.GAMES)
def test_the_chances_of_a_hint_are_chances_to_win(name, advance) -> None:
    """Nothing makes the values of a network for all seats add up; chances do, to one or less."""
    sight = sight_of(advance(name, 4, 40))
    search = NetSearch(shipped_network(name, 4), sight, Budget(40), 1, compiled=False)
    choice = search.run()
    found = compared(search, choice)
    assert {each.move for each in found.options} == {each.move for each in choice.options}
    for each in found.options:
        whole = sum(each.chances.values())
        assert whole <= 1.0001
        assert whole == pytest.approx(1.0) or name == "cartus"  # where it may be that nobody wins
    assert any(sum(each.chances.values()) != pytest.approx(1.0, abs=0.002) for each in choice.options)


def test_before_anything_is_compiled_hints_still_tell_moves_apart(monkeypatch) -> None:
    monkeypatch.setattr("rattus.bots.hints.are_players_compiled", lambda _: False)
    monkeypatch.setattr("rattus.bots.hints.is_warm", lambda _: False)
    monkeypatch.setattr("rattus.bots.hints.ON_LISTS", Budget(60))
    hints = hints_for(sight_of(rattus.new("rattus", 3, 4)), 3)
    assert len(hints) == 3
    assert len({tuple(hint.option.chances.values()) for hint in hints}) == 3


def test_hints_do_not_depend_on_what_is_hidden(advance, monkeypatch) -> None:
    monkeypatch.setattr("rattus.bots.hints.are_players_compiled", lambda _: False)
    monkeypatch.setattr("rattus.bots.hints.is_warm", lambda _: False)
    monkeypatch.setattr("rattus.bots.hints.ON_LISTS", make_player("mcts:40").budget)
    game = advance("cartus", 2, 40)
    first, second = (hints_for(sight_of(each), 3) for each in (game, game.resample(game.to_move, 9)))
    assert first == second
    assert all(isinstance(hint, Hint) for hint in first)


def test_prospects_are_those_of_playouts_in_the_same_worlds(sight) -> None:
    moves = list(sight.moves[:3])
    found = prospects_of(sight, moves, 5, compiled=False)
    assert set(found) == set(moves)
    again = prospects_of(sight, moves[::-1], 5, compiled=False)
    for move, prospect in found.items():
        assert prospect.points.shape == prospect.alive.shape == (PLAYOUTS_ON_LISTS, 2)
        assert (prospect.points == again[move].points).all()
        assert (prospect.points % 1 == 0).all()
        assert (prospect.alive == 1).all()  # nobody dies in Rattus


@pytest.mark.parametrize(("spread", "purpose"), [(1.0, Purpose.POINTS), (30.0, Purpose.EVEN)])
def test_a_change_that_may_be_chance_is_no_reason(sight, spread, purpose) -> None:
    """Two points more on average, in playouts that differ a little or a lot."""
    noise = spread * np.array([[1.0, 0.0], [-1.0, 0.0]] * 50)
    usual = Prospect(np.full((100, 2), 9.0), np.ones((100, 2)))
    better = Prospect(usual.points + noise + [2.0, 0.0], usual.alive)
    options = [option("a", 50, 0.5, 0.5), option("b", 50, 0.5, 0.5)]
    reason = reason_of(sight, options[0], options, {"a": better, "b": usual})
    assert reason.purpose is purpose
    if purpose is Purpose.POINTS:
        assert reason.values == {"points": pytest.approx(2.0)}


def test_a_chance_that_few_simulations_found_is_no_reason(sight) -> None:
    """Of four hundredths more after some tens of simulations nobody knows whether they are there."""
    found = []
    for simulations in (30, 3000):
        options = [option("a", simulations, 0.54, 0.46), option("b", simulations, 0.5, 0.5)]
        found.append(reason_of(sight, options[0], options, {}).purpose)
    assert found == [Purpose.EVEN, Purpose.WIN]
