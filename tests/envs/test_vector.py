"""Batches: the same games as single ones, whatever the number of threads."""

import numpy as np
import pytest

from rattus.envs.play import Play, make_setting
from rattus.envs.rewards import REWARDS, find_reward, rewards_for
from rattus.envs.vector import VectorEnv
from rattus.errors import FormatError, IllegalMove
from rattus.kernel.engine import Batch


@pytest.mark.parametrize(("number", "threads"), [(5, 1), (100, 3)])
def test_a_batch_is_the_same_as_single_games(table, number, threads) -> None:
    name, players = table
    envs = VectorEnv(name, number, players, reward="rank", threads=threads)
    singles = [Play(make_setting(name, players, {})) for _ in range(number)]
    observation, info = envs.reset(seed=3)
    for place, play in enumerate(singles):
        play.begin(f"3/{place}")
    ended = 0
    for _ in range(400 if number < 10 else 30):
        for place, play in enumerate(singles):
            assert info["to_move"][place] == play.to_move
            assert (observation["observation"][place] == play.observe(play.to_move)).all()
            assert (observation["action_mask"][place] == play.mask(play.to_move)).all()
        moves = envs.sample()
        observation, reward, terminated, truncated, info = envs.step(moves)
        assert not truncated.any()
        for place, play in enumerate(singles):
            play.apply(int(moves[place]))
            assert terminated[place] == play.is_over
            expected = [0.0] * players
            if play.is_over:
                ended += 1
                expected = rewards_for(find_reward("rank"), play.result)
                play.begin()
            assert reward[place] == pytest.approx(expected)
    assert ended or number > 10
    envs.close()


@pytest.mark.bounds
@pytest.mark.parametrize("reward", REWARDS)
def test_batches_are_the_same_compiled_and_plain(name, reward) -> None:
    engines = [make_setting(name, 3, {}, compiled).engine for compiled in (True, False)]
    quick, plain = (Batch(engine, 3, seed=4, reward=find_reward(reward)) for engine in engines)
    chances, chosen = [engine.streams(1, 3) for engine in engines], [engine.numbers(3) for engine in engines]
    for _ in range(300):
        for batch, chance, moves in zip((quick, plain), chances, chosen, strict=True):
            batch.choose(chance, moves)
            assert batch.first_refused(moves) is None
            batch.step(moves)
            batch.observe()
        for what in ("masks", "counts", "to_move", "done", "points", "rankings", "winners"):
            assert getattr(quick, what).tolist() == getattr(plain, what)
        for what in ("observations", "rewards"):
            assert (getattr(quick, what) == np.array(getattr(plain, what), np.float32)).all()
        for t in range(3):
            assert sorted(plain.choices[t][: plain.counts[t]]) == np.flatnonzero(plain.masks[t]).tolist()


def test_the_arrays_of_a_step_stay_as_they_are() -> None:
    envs = VectorEnv("rattus", 64, 2, threads=2)
    observation, info = envs.reset(seed=1)
    kept = {name: array.copy() for name, array in {**observation, **info}.items()}
    envs.step(envs.sample())
    for name, array in {**observation, **info}.items():
        assert (array == kept[name]).all()
    assert envs.done.shape == envs.to_move.shape == (64,)
    assert envs.reward.shape == (64, 2)
    envs.close()


def test_a_seed_repeats_everything() -> None:
    traces = []
    for threads in (1, 2):
        envs = VectorEnv("cartus", 64, 3, threads=threads)
        envs.reset(seed=9)
        steps = [envs.step(envs.sample()) for _ in range(50)]
        traces.append([np.concatenate([step[0]["observation"].ravel(), step[1].ravel()]) for step in steps])
        first = envs.reset(seed=9)[0]["observation"]
        assert not (envs.reset()[0]["observation"] == first).all()
        envs.close()
    assert all((one == other).all() for one, other in zip(*traces, strict=True))


def test_one_illegal_move_changes_nothing() -> None:
    envs = VectorEnv("rattus", 70, 2, threads=2)
    envs.reset(seed=1)
    moves = envs.sample()
    before = envs._batch.tables.copy()
    for bad in (-1, envs.num_actions, envs.num_actions - 1):
        wrong = moves.copy()
        wrong[69] = bad
        with pytest.raises(IllegalMove, match="not legal in game 69"):
            envs.step(wrong)
    with pytest.raises(FormatError, match="70 moves"):
        envs.step(moves[1:])
    assert (envs._batch.tables == before).all()
    envs.close()


def test_misuse_is_told() -> None:
    with pytest.raises(FormatError, match="reset"):
        VectorEnv("rattus", 1, 2).step([0])
    with pytest.raises(FormatError, match="reset"):
        VectorEnv("rattus", 1, 2).sample()
    for wrong in ({"num_envs": 0}, {"threads": -1}, {"reward": "fame"}, {"players": 7}):
        with pytest.raises(FormatError):
            VectorEnv("rattus", **wrong)


def test_gymnasium_s_spaces() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="needs the extra `pettingzoo`")
    envs = VectorEnv("rattus", 3, 2)
    observation, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(observation)
    assert envs.single_action_space.n == envs.num_actions
    assert envs.action_space.contains(envs.sample().astype(np.int64))
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
