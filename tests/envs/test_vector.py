"""Many games as a vector environment of Gymnasium: its spaces, its wrappers, its conventions."""

import pickle
import sys

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra `gymnasium`")

from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import ClipReward, DictInfoToList, NormalizeReward, RecordEpisodeStatistics  # noqa: E402

from rattus.envs import batch_cuda  # noqa: E402
from rattus.envs.batch import BatchEnv  # noqa: E402
from rattus.envs.vector import VectorEnv, make_games  # noqa: E402
from rattus.errors import FormatError  # noqa: E402
from rattus.kernel.cuda import NoDevice  # noqa: E402


def legal(observation):
    return observation["action_mask"].argmax(axis=1)


def test_it_is_a_vector_environment_with_its_spaces() -> None:
    envs = VectorEnv("rattus", 3, 2)
    observation, _ = envs.reset(seed=1)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.observation_space.contains(observation)
    assert envs.single_action_space.n == envs.games.num_actions
    assert envs.action_space.contains(envs.sample().astype(np.int64))
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, reward, terminated, truncated, _ = envs.step(envs.sample())
    assert envs.observation_space.contains(observation)
    assert reward.shape == terminated.shape == truncated.shape == (3,)
    envs.close()
    assert envs.closed
    envs.reset(seed=1)
    envs.step(envs.sample())


def test_the_reward_is_that_of_the_learner_who_moved() -> None:
    envs, batch = VectorEnv("rattus", 40, 3, reward="rank"), BatchEnv("rattus", 40, 3, reward="rank")
    envs.reset(seed=6)
    batch.reset(seed=6)
    ended = 0
    for _ in range(100):
        movers, moves = batch.to_move.copy(), batch.sample()
        _, reward, terminated, _, info = envs.step(moves)
        _, rewards, _, _, _ = batch.step(moves)
        assert (info["rewards"] == rewards).all()
        assert (reward == rewards[np.arange(40), movers]).all()
        ended += int(terminated.sum())
    assert ended > 10


def test_episodes_are_recorded() -> None:
    envs = RecordEpisodeStatistics(VectorEnv("rattus", 16, 2, opponents="random"), buffer_length=1000)
    _, info = envs.reset(seed=3)
    games, since = 0, np.zeros(16, int)
    for _ in range(150):
        _, reward, terminated, _, info = envs.step(envs.unwrapped.sample())
        since += 1
        if terminated.any():
            assert (info["episode"]["r"][terminated] == reward[terminated]).all()
            assert (info["episode"]["l"][terminated] == since[terminated]).all()
            since[terminated] = 0
        games += int(terminated.sum())
    assert games > 20
    assert envs.episode_count == games == len(envs.return_queue)


def test_other_wrappers_work() -> None:
    envs = DictInfoToList(VectorEnv("cartus", 5, 2))
    observation, infos = envs.reset(seed=1)
    told = 0
    for _ in range(200):
        observation, _, terminated, _, infos = envs.step(legal(observation))
        for info, over in zip(infos, terminated, strict=True):
            assert ("final_info" in info) == ("final_obs" in info) == over
            told += over
            if over:
                assert len(info["final_info"]["points"]) == 2
    assert told


@pytest.mark.parametrize("wrap", [NormalizeReward, lambda envs: ClipReward(envs, -0.5, 0.5)])
def test_wrappers_of_rewards_work(wrap) -> None:
    envs = RecordEpisodeStatistics(wrap(VectorEnv("rattus", 8, 2, opponents="random")))
    envs.reset(seed=1)
    ended = 0
    for _ in range(80):
        _, reward, terminated, _, info = envs.step(envs.unwrapped.sample())
        assert not reward[~terminated].any()
        assert (info["episode"]["r"][terminated] == reward[terminated]).all() if terminated.any() else not reward.any()
        ended += int(terminated.sum())
    assert envs.episode_count == ended > 3
    assert any(envs.return_queue)


def test_devices_that_are_not_there_are_refused() -> None:
    for wrong, why in (
        ({"device": "tpu"}, "device: cpu or cuda, not 'tpu'"),
        ({"device": "cuda", "num_envs": 0}, "num_envs: a whole number of at least 1, not 0"),
    ):
        with pytest.raises(FormatError, match=why):
            VectorEnv("rattus", **wrong)


def test_opponents_are_those_of_the_games_on_a_gpu(monkeypatch) -> None:
    given = {}
    monkeypatch.setattr(batch_cuda, "CudaBatchEnv", lambda *_, opponents: given.update(opponents))
    make_games("cuda", "rattus", 4, 2, None, "win", 0, {"red": "greedy"})
    assert given == {"red": "greedy"}


def test_a_missing_gpu_is_told_by_the_environment(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    with pytest.raises(NoDevice, match=r"pip install 'rattus\[cuda\]'"):
        VectorEnv("rattus", device="cuda")


def test_it_can_be_saved_and_pickled() -> None:
    envs = VectorEnv("rattus", 6, 2, opponents="random")
    envs.reset(seed=2)
    for _ in range(5):
        envs.step(envs.sample())
    saved, twin = envs.save(), pickle.loads(pickle.dumps(envs))
    expected = [envs.step(envs.sample())[0]["observation"].tobytes() for _ in range(20)]
    assert [twin.step(twin.sample())[0]["observation"].tobytes() for _ in range(20)] == expected
    observation, info = envs.restore(saved)
    assert envs.observation_space.contains(observation)
    assert info["to_move"].shape == (6,)
    assert [envs.step(envs.sample())[0]["observation"].tobytes() for _ in range(20)] == expected
