"""PettingZoo: its own tests for every game at every number of players, and ours."""

import copy
import pickle
import random
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra `pettingzoo`")

from gymnasium.utils.env_checker import data_equivalence

with (
    warnings.catch_warnings()
):  # where pygame is installed, PettingZoo warns of the way in which it makes its own games
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

import rattus
from rattus.envs.pettingzoo import env as make
from rattus.errors import FormatError, IllegalMove, RattusError

# `api_test` knows by name which environments may have observations that are dicts with a mask, and warns of others;
# and it warns of the empty mask of a finished game, which PettingZoo's own games have too.
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "ignore:Action mask numpy array is all zeros",
)


def play_on(env, choice, steps=10**6):
    """Play random moves."""
    for _ in env.agent_iter(steps):
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
        else:
            env.step(choice.choice(np.flatnonzero(observation["action_mask"]).tolist()))


@DICTS
def test_api(table, capsys) -> None:
    api_test(make(*table), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def test_seeds(table) -> None:
    seed_test(lambda: make(*table), num_cycles=60)


def test_rendering(table, capsys) -> None:
    pytest.importorskip("PIL", reason="needs the extra `pettingzoo`")
    render_test(
        lambda render_mode: make(*table, render_mode=render_mode), {"svg": lambda text: text.startswith("<svg")}
    )
    assert "player" in capsys.readouterr().out


@pytest.mark.parametrize(
    "twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_copies_and_pickles_in_the_middle_of_a_game_continue_the_same(table, twin_of) -> None:
    env = make(*table)
    env.reset(seed=4)
    play_on(env, random.Random(1), 33)
    twin, choice = twin_of(env), random.Random(2)
    for agent in env.agent_iter():
        assert twin.agent_selection == agent
        assert data_equivalence(env.last(), twin.last())
        observation, _, termination, _, _ = env.last()
        action = None if termination else choice.choice(np.flatnonzero(observation["action_mask"]).tolist())
        env.step(action)
        assert twin.play.table != env.play.table or termination
        twin.step(action)
    assert not twin.agents
    for one in (env, twin):
        one.reset()
    assert data_equivalence(env.last(), twin.last())


def test_a_seed_deals_the_game_of_that_seed(name) -> None:
    env = make(name, 3)
    env.reset(seed=5)
    assert env.play.view(0) == rattus.new(name, 3, seed=5).view("red")
    env.reset()
    assert env.play.view(0) != rattus.new(name, 3, seed=5).view("red")
    again = make(name, 3)
    again.reset(seed=5)
    again.reset()
    assert again.play.table == env.play.table


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_rewards_come_at_the_end(name, reward) -> None:
    env, totals = make(name, 3, reward=reward), {}
    env.reset(seed=6)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        play_on(env, random.Random(len(totals)), 1)
    points, winners = env.play.result.points, env.play.result.winners
    ranking = env.play.result.ranking
    for agent in env.agent_iter():
        _, totals[agent], _, _, info = env.last()
        place = ranking.index(len(totals) - 1)
        assert info == {"points": points[len(totals) - 1], "rank": 1 if place < winners else place + 1}
        env.step(None)
    assert list(totals) == ["red_0", "yellow_1", "green_2"]
    if reward == "margin":
        alive = ranking[: env.play.result.survivors]
        best = max(points[seat] for seat in alive or ranking)
        others = [max([0, *(points[other] for other in alive if other != seat)]) for seat in range(3)]
        expected = [points[seat] - others[seat] if seat in alive else -best for seat in range(3)]
        assert list(totals.values()) == expected
    else:
        assert max(totals.values()) <= 1
        assert min(totals.values()) == -1


def test_opponents_make_their_moves(name) -> None:
    env = make(name, 3, opponents={"yellow": "greedy", "green": "random"})
    assert env.possible_agents == ["red_0"]
    env.reset(seed=7)
    lengths = [0, 0]
    for length in range(2):
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            assert env.play.is_over or env.play.to_move == 0
            lengths[length] += 1
            env.step(None if termination else int(observation["action_mask"].argmax()))
        env.reset(seed=7)
    assert lengths[0] == lengths[1] > 2
    env.close()


def test_opponents_see_only_what_their_seat_sees(monkeypatch) -> None:
    env = make("cartus", 3, opponents={"yellow": "random", "green": "random"})
    seen = []
    choose = type(env.opponents._players[1]).choose
    monkeypatch.setattr(
        "rattus.bots.players.RandomPlayer.choose",
        lambda self, sight, seed: seen.append(sight) or choose(self, sight, seed),
    )
    env.reset(seed=8)
    play_on(env, random.Random(1), 20)
    assert len(seen) > 10
    for sight in seen:
        hands = sight.view["hands"]
        assert [type(hands[seat]) for seat in ("red", "yellow", "green") if sight.box.seats[sight.seat] != seat] == [
            int
        ] * 2


def test_a_faulty_opponent_makes_a_random_move() -> None:
    env = make("rattus", 2, options={"first": "red"}, opponents={"yellow": "cmd:false"}, compiled=False)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="a random move is made in place of a fault: cmd:false"):
        env.step(int(env.observe("red_0")["action_mask"].argmax()))
    assert env.agent_selection == "red_0"
    env.close()


def test_misuse_raises_errors() -> None:
    env = make("rattus", 2, compiled=False)
    with pytest.raises(RattusError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(env.play.setting.engine.num_actions - 1)
    with pytest.raises(IllegalMove):
        env.step(None)
    for no_number in (0.5, "0", [0]):
        with pytest.raises(FormatError, match="action: a whole number, not"):
            env.step(no_number)
    with pytest.raises(FormatError, match="none was chosen"):
        env.render()
    for wrong in ({"render_mode": "smell"}, {"reward": "fame"}, {"opponents": {"pink": "random"}}, {"players": 9}):
        with pytest.raises(FormatError):
            make("rattus", **{"players": 2, **wrong})
    with pytest.raises(FormatError, match="no seat is left"):
        make("rattus", 2, opponents={"red": "random", "yellow": "random"})


@DICTS
def test_uncompiled_rules_work_too(name) -> None:
    api_test(make(name, 2, compiled=False), num_cycles=20)
