"""OpenSpiel: its own test for every game at every number of players, its search, and what must not leak."""

import pickle
import random

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")

import pyspiel
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts

from rattus.envs import openspiel
from rattus.errors import FormatError


def load(name, players, **more):
    return pyspiel.load_game(name, {"players": players, **more})


def dealt(game, seed=1):
    state, choice = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(choice.choice(state.chance_outcomes())[0])
    return state


def moments(game, every, seed=1):
    """States of a random game, to its end."""
    state, choice, number = dealt(game, seed), random.Random(seed), 0
    while not state.is_terminal():
        if number % every == 0:
            yield state
        state.apply_action(choice.choice(state.legal_actions()))
        number += 1
    yield state


def test_openspiel_s_own_test(table) -> None:
    pyspiel.random_sim_test(load(*table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
def test_openspiel_s_own_test_often(table) -> None:
    pyspiel.random_sim_test(load(*table, reward="margin"), num_sims=10, serialize=True, verbose=False)


def test_a_resampled_state_is_the_same_for_the_player(table) -> None:
    rng, different = np.random.RandomState(1), 0
    for state in moments(load(*table), every=25):
        if state.is_terminal():
            break
        for player in range(state.num_players()):
            world = state.resample_from_infostate(player, rng.rand)
            different += world.play.table != state.play.table
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.current_player() == state.current_player()
            assert world.history() == []  # the true one tells the deal
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()
                assert world.legal_actions_mask() == state.legal_actions_mask()
    assert different > 4


def test_secret_moves_of_others_are_in_no_information_state() -> None:
    secrets = 0
    for state in moments(load("cartus", 3), every=1):
        for player in range(3):
            lines = state.history_seen(player)
            for line, (seat, text) in zip(lines, state.moves, strict=True):
                is_secret = seat != player and text.startswith(("play ", "give "))
                assert line == (f"{seat} {text.split()[0]}" if is_secret else f"{seat} {text}")
                secrets += is_secret
            world = state.resample_from_infostate(player, lambda: 0.5)
            for other in range(3):
                if other != player:
                    assert all(
                        len(text.split()) == 1 for seat, text in world.moves if seat == other and text[:4] == "play"
                    )
        if state.move_number() > 60:
            break
    assert secrets > 10


def test_an_information_state_tells_all_own_moves(name) -> None:
    seen = {}
    for seed in range(4):
        for state in moments(load(name, 2), every=3, seed=seed):
            for player in range(2):
                mine = [text for seat, text in state.moves if seat == player]
                assert seen.setdefault((player, state.information_state_string(player)), mine) == mine


def test_clones_and_pickles_are_independent_and_continue_the_same(name) -> None:
    for state in moments(load(name, 3), every=31):
        if state.is_terminal():
            break
        before = state.play.table
        again = pickle.loads(pickle.dumps(state))
        _, third = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        for twin in (state.clone(), again, third):
            assert twin.history() == state.history()
            assert twin.play.table == before
            twin.apply_action(twin.legal_actions()[0])
            assert state.play.table == before


def test_returns_are_the_rewards_by_name(name) -> None:
    for reward, most in (("win", 1), ("rank", 1), ("margin", openspiel.MOST_POINTS)):
        game = load(name, 3, reward=reward)
        *_, end = moments(game, every=1000)
        assert game.max_utility() == -game.min_utility() == most
        assert max(end.returns()) > min(end.returns())
        assert dealt(game).returns() == [0, 0, 0]


def test_options_are_json() -> None:
    game = load("rattus", 2, options='{"first": "yellow"}', compiled=False)
    assert dealt(game).current_player() == 1
    with pytest.raises(FormatError):
        load("rattus", 2, options='{"colour": "yellow"}', compiled=False)


def bots(game, kind):
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if kind == "mcts":
        return [mcts.MCTSBot(game, 2.0, 2, evaluator, random_state=rng) for _ in range(game.num_players())]
    return [
        ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=2.0, max_simulations=2, random_state=rng)
        for _ in range(game.num_players())
    ]


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_openspiel_s_search_plays_to_the_end(name, kind) -> None:
    game = load(name, 2)
    state, players = dealt(game), bots(game, kind)
    while not state.is_terminal():
        state.apply_action(players[state.current_player()].step(state))
    assert max(state.returns()) <= 1


def test_our_players_play_in_openspiel(name) -> None:
    game = load(name, 2)
    players = [openspiel.SpielBot("greedy"), openspiel.SpielBot("random")]
    assert max(evaluate_bots.evaluate_bots(dealt(game), players, np.random.RandomState(2))) <= 1


def test_the_public_observer_sees_what_a_spectator_sees() -> None:
    game = load("cartus", 3)
    kind = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    observer = game.make_py_observer(kind)
    state = dealt(game)
    assert observer.tensor is None
    assert observer.string_from(state, 0) == observer.string_from(state, 1) == str(state)
