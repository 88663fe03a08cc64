"""One game by numbers: the same as for people, copies, pickles, and nothing that is hidden."""

import copy
import pickle
import random

import numpy as np
import pytest

import rattus
from rattus.envs.play import SPECTATOR, Play, make_setting
from rattus.errors import FormatError, IllegalMove


@pytest.mark.parametrize("compiled", [True, False])
def test_a_play_is_the_game_that_people_play(name, compiled) -> None:
    play, game = Play(make_setting(name, 3, {}, compiled)), rattus.new(name, 3, seed=11)
    play.begin(seed=11)
    choice = random.Random(1)
    while not play.is_over:
        assert game.seats[play.to_move] == game.to_move
        assert [play.setting.engine.text(move) for move in play.legal] == [str(move) for move in game.legal()]
        assert play.view(play.to_move) == game.view(game.to_move)
        assert play.view(SPECTATOR) == game.view(None)
        move = choice.choice(play.legal)
        play.apply(move)
        game.play(play.setting.engine.text(move))
    assert game.is_over
    assert play.result.points == list(game.outcome.points.values())
    assert [game.seats[seat] for seat in play.result.ranking] == list(game.outcome.ranking)
    assert play.result.winners == len(game.outcome.winners)


def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(table, moments) -> None:
    worlds = 0
    for play in moments(*table, every=13, decisions=130):
        for seat in range(table[1]):
            world = play.imagine(seat, seed=5)
            worlds += world.table != play.table
            assert list(world.rng) != list(play.rng)
            assert (world.observe(seat) == play.observe(seat)).all()
            assert (world.mask(seat) == play.mask(seat)).all()
            assert world.view(seat) == play.view(seat)
            assert world.sight(seat) == play.sight(seat)
    assert worlds > 10


def test_the_mask_is_empty_for_all_who_are_not_to_move(table, moments) -> None:
    for play in moments(*table, every=7, decisions=60):
        for seat in range(table[1]):
            legal = np.flatnonzero(play.mask(seat)).tolist()
            assert legal == (sorted(play.legal) if seat == play.to_move else [])


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    "twin_of", [copy.deepcopy, lambda play: pickle.loads(pickle.dumps(play))], ids=["copy", "pickle"]
)
def test_copies_and_pickles_are_independent_and_continue_the_same(name, compiled, twin_of, moments) -> None:
    for play in moments(name, 3, every=29, decisions=90, compiled=compiled):
        play, twin, choice = play.copy(), twin_of(play), random.Random(3)
        for _ in range(120):
            if play.is_over:
                play.begin()
                twin.begin()
            before = twin.table
            move = choice.choice(play.legal)
            play.apply(move)
            assert twin.table == before
            twin.apply(move)
            assert twin.table == play.table
            assert twin.legal == play.legal
            assert (twin.observe(0) == play.observe(0)).all()


def test_an_illegal_move_raises_and_changes_nothing(name) -> None:
    play = Play(make_setting(name, 2, {}))
    play.begin(seed=1)
    before, legal = play.table, play.legal
    for move in (-1, play.setting.engine.num_actions, 1 << 70, next(move for move in range(1000) if move not in legal)):
        with pytest.raises(IllegalMove, match="not legal now"):
            play.apply(move)
    assert (play.table, play.legal) == (before, legal)


def test_a_bad_setting_is_refused_at_once() -> None:
    for game, players, options in (("chess", 2, {}), ("rattus", 5, {}), ("rattus", 2, {"colour": "red"})):
        with pytest.raises(FormatError):
            make_setting(game, players, options)
