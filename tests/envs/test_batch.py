"""Batches: the same games as single ones, whatever the number of threads."""

import pickle

import numpy as np
import pytest

from rattus.bots.players import make_player
from rattus.envs import batch as batch_module
from rattus.envs.batch import BatchEnv
from rattus.envs.play import Play, make_setting
from rattus.envs.rewards import REWARDS, find_reward, rewards_for
from rattus.errors import FormatError, IllegalMove
from rattus.kernel.engine import Batch


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch) -> None:
    """Small chunks, so that even a few games are split among threads."""
    monkeypatch.setattr(batch_module, "CHUNK", 16)


@pytest.mark.parametrize(("number", "threads"), [(5, 1), (100, 3)])
def test_a_batch_is_the_same_as_single_games(table, number, threads) -> None:
    name, players = table
    envs = BatchEnv(name, number, players, reward="rank", threads=threads)
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
        observation, rewards, terminated, truncated, info = envs.step(moves)
        assert not truncated.any()
        assert ("final_obs" in info) == ("final_info" in info) == terminated.any()
        for place, play in enumerate(singles):
            seat = play.to_move
            play.apply(int(moves[place]))
            assert terminated[place] == play.is_over
            expected = [0.0] * players
            if play.is_over:
                ended += 1
                expected = rewards_for(find_reward("rank"), play.result)
                check_end(info, place, play, seat)
                play.begin()
            assert rewards[place] == pytest.approx(expected)
    assert ended or number > 10
    envs.close()


def check_end(info, place, play, seat) -> None:
    """Check the `info` about a game that ended."""
    final, result = info["final_info"], play.result
    assert info["_final_obs"][place]
    assert info["_final_info"][place]
    assert (info["final_obs"][place]["observation"] == play.observe(seat)).all()
    assert not info["final_obs"][place]["action_mask"].any()
    assert final["seat"][place] == seat
    assert final["points"][place].tolist() == result.points
    places = [result.ranking.index(each) for each in range(play.setting.players)]
    ranks = [1 if each < result.winners else each + 1 for each in places]
    assert final["rank"][place].tolist() == ranks
    assert np.flatnonzero(final["won"][place]).tolist() == sorted(result.ranking[: result.winners])


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
        for what in ("masks", "counts", "to_move", "done", "points", "rankings", "winners", "watchers", "finals"):
            assert getattr(quick, what).tolist() == getattr(plain, what)
        for what in ("observations", "rewards"):
            assert (getattr(quick, what) == np.array(getattr(plain, what), np.float32)).all()
        for t in range(3):
            assert sorted(plain.choices[t][: plain.counts[t]]) == np.flatnonzero(plain.masks[t]).tolist()


def test_the_arrays_of_a_step_stay_as_they_are() -> None:
    envs = BatchEnv("rattus", 64, 2, threads=2)
    observation, info = envs.reset(seed=1)
    kept = {name: array.copy() for name, array in {**observation, **info}.items()}
    envs.step(envs.sample())
    for name, array in {**observation, **info}.items():
        assert (array == kept[name]).all()
    assert envs.done.shape == envs.to_move.shape == (64,)
    assert envs.rewards.shape == (64, 2)
    envs.close()


def test_arrays_are_reused_only_when_nobody_references_them() -> None:
    envs = BatchEnv("rattus", 8, 2)
    row = envs.reset(seed=1)[0]["observation"][3]  # a view is enough
    kept, places = row.copy(), set()
    for _ in range(30):
        observation, *_ = envs.step(envs.sample())
        assert not np.shares_memory(observation["observation"], row)
        places.add(observation["observation"].ctypes.data)
    assert (row == kept).all()
    assert len(places) < 6


def test_a_seed_repeats_everything() -> None:
    traces = []
    for threads in (1, 2):
        envs = BatchEnv("cartus", 64, 3, threads=threads)
        envs.reset(seed=9)
        steps = [envs.step(envs.sample()) for _ in range(50)]
        traces.append([np.concatenate([step[0]["observation"].ravel(), step[1].ravel()]) for step in steps])
        first = envs.reset(seed=9)[0]["observation"]
        assert not (envs.reset()[0]["observation"] == first).all()
        envs.close()
    assert all((one == other).all() for one, other in zip(*traces, strict=True))


def test_one_illegal_move_changes_nothing() -> None:
    envs = BatchEnv("rattus", 70, 2, threads=2)
    envs.reset(seed=1)
    moves = envs.sample()
    before = envs._batch.tables.copy()
    for bad in (-1, envs.num_actions, envs.num_actions - 1):
        wrong = moves.copy()
        wrong[69] = bad
        with pytest.raises(IllegalMove, match="not legal in game 69"):
            envs.step(wrong)
    for misfit, why in (
        (moves[1:], "70 moves"), (moves[:, None], "70 moves"), (None, "70 moves"), ([[0], 1], "70 moves"),
        (moves + 0.0, "whole numbers"), (["0"] * 70, "whole numbers"), (moves == 0, "whole numbers"),
    ):  # fmt: skip
        with pytest.raises(FormatError, match=why):
            envs.step(misfit)
    with pytest.raises(IllegalMove, match=f"'{int(moves[0]) + (1 << 32)}': not legal in game 0"):
        envs.step(moves.astype(np.int64) + (1 << 32))  # in 32 bits they would be legal
    assert (envs._batch.tables == before).all()
    envs.close()


def test_misuse_raises_errors() -> None:
    with pytest.raises(FormatError, match="reset"):
        BatchEnv("rattus", 1, 2).step([0])
    with pytest.raises(FormatError, match="reset"):
        BatchEnv("rattus", 1, 2).sample()
    for wrong in (
        {"num_envs": 0},
        {"num_envs": 2.5},
        {"num_envs": "many"},
        {"threads": -1},
        {"threads": 1.5},
        {"threads": None},
        {"players": 2.0},
        {"reward": "fame"},
        {"players": 7},
    ):
        with pytest.raises(FormatError):
            BatchEnv("rattus", **wrong)


# ---- opponents


def first_legal(observation, info):
    assert (observation["action_mask"].sum(axis=1) > 0).all()
    assert len(info["game"]) == len(info["to_move"]) == len(observation["observation"])
    return observation["action_mask"].argmax(axis=1)


def test_games_against_players_are_those_of_pettingzoo(name) -> None:
    pettingzoo = pytest.importorskip("rattus.envs.pettingzoo", reason="needs the extra `pettingzoo`")
    opponents = {"red": "random", "green": "random"}
    envs = BatchEnv(name, 3, 3, opponents=opponents)
    singles = [pettingzoo.env(name, 3, opponents=opponents) for _ in range(3)]
    observation, info = envs.reset(seed=5)
    for place, env in enumerate(singles):
        env.reset(seed=f"5/{place}")
    ended = 0
    for _ in range(120):
        assert (info["to_move"] == 1).all()
        for place, env in enumerate(singles):
            seen = env.observe("yellow_1")
            assert (observation["observation"][place] == seen["observation"]).all()
            assert (observation["action_mask"][place] == seen["action_mask"]).all()
        moves = envs.sample()
        observation, rewards, terminated, _, info = envs.step(moves)
        for place, env in enumerate(singles):
            env.step(int(moves[place]))
            assert terminated[place] == env.terminations["yellow_1"]
            if terminated[place]:
                ended += 1
                assert rewards[place][1] == env.rewards["yellow_1"]
                assert info["final_info"]["seat"][place] == 1
                assert info["final_info"]["points"][place][1] == env.infos["yellow_1"]["points"]
                assert (info["final_obs"][place]["observation"] == env.observe("yellow_1")["observation"]).all()
                env.reset()
    assert ended


def test_an_opponent_for_all_other_seats_meets_the_learner_in_each() -> None:
    envs = BatchEnv("rattus", 64, 4, opponents=first_legal)
    _, info = envs.reset(seed=2)
    ended = 0
    for _ in range(80):
        assert (info["to_move"] == np.arange(64) % 4).all()
        _, _, terminated, _, info = envs.step(envs.sample())
        if terminated.any():
            assert (info["final_info"]["seat"][terminated] == (np.arange(64) % 4)[terminated]).all()
        ended += int(terminated.sum())
    assert ended > 20


def test_a_function_sees_what_its_seat_sees() -> None:
    """The rows that a function gets belong to the games and seats named in `info`."""
    asked = []

    def watching(observation, info):
        engine, batch = envs.engine, envs._batch
        for row, mask, game, seat in zip(*observation.values(), info["game"], info["to_move"], strict=True):
            seen = engine.observation()
            engine.observe(batch.tables, int(game), int(seat), seen)
            assert (seen == row).all()
            assert sorted(batch.choices[game][: batch.counts[game]]) == np.flatnonzero(mask).tolist()
            asked.append(int(seat))
        return first_legal(observation, info)

    envs = BatchEnv("cartus", 20, 3, opponents={"yellow": watching})
    envs.reset(seed=1)
    for _ in range(30):
        envs.step(envs.sample())
    assert set(asked) == {1}
    assert len(asked) > 100


def test_a_learner_beats_chance_less_often_against_a_better_player() -> None:
    """Named players are what they claim to be: `greedy` nearly always wins against random moves."""
    assert make_player("greedy").name == "greedy"
    won = {}
    for opponent in ("random", "greedy"):
        envs = BatchEnv("rattus", 32, 2, opponents=opponent)
        envs.reset(seed=4)
        games, wins = 0, 0
        while games < 60:
            _, rewards, terminated, _, info = envs.step(envs.sample())
            if terminated.any():
                seats = info["final_info"]["seat"]
                wins += int((rewards[terminated, seats[terminated]] > 0).sum())
                games += int(terminated.sum())
        won[opponent] = wins / games
    assert won["greedy"] < 0.2 < 0.3 < won["random"]


def test_bad_answers_of_a_function_raise_errors() -> None:
    with pytest.raises(FormatError, match="moves, not an array of shape"):
        BatchEnv("rattus", 4, 2, opponents=lambda _, info: [0] * (len(info["game"]) + 1)).reset(seed=1)
    with pytest.raises(IllegalMove, match="not legal in game"):
        BatchEnv("rattus", 4, 2, opponents=lambda _, info: np.full(len(info["game"]), 200)).reset(seed=1)


@pytest.mark.parametrize(
    "opponents", [{"pink": "random"}, {"red": "random", "yellow": "random"}, "nobody:7", 5, ["random"], {"red": None}]
)
def test_impossible_opponents_are_refused(opponents) -> None:
    with pytest.raises(FormatError):
        BatchEnv("rattus", 4, 2, opponents=opponents)


# ---- saving and restoring


def trace(envs, steps):
    """Everything that random moves return."""
    told = []
    for _ in range(steps):
        moves = envs.sample()
        observation, rewards, terminated, _, info = envs.step(moves)
        told.append([each.tobytes() for each in (moves, *observation.values(), rewards, terminated, info["to_move"])])
    return told


def test_after_an_opponent_failed_only_its_moves_can_follow() -> None:
    """A learner must not play an opponent's seat."""
    mood = {"fails": False}

    def moody(observation, info):
        if mood["fails"]:
            raise KeyboardInterrupt
        return first_legal(observation, info)

    envs = BatchEnv("rattus", 6, 2, opponents=moody)
    envs.reset(seed=4)
    mood["fails"] = True
    with pytest.raises(KeyboardInterrupt):
        envs.step(envs.sample())
    mood["fails"] = False
    with pytest.raises(FormatError, match="an opponent failed before: call reset"):
        envs.step(envs.sample())
    learners = np.arange(6) % 2
    assert (envs.to_move != learners).any()
    envs.restore(envs.save())
    assert (envs.to_move == learners).all()
    envs.step(envs.sample())


def test_opponents_move_first_in_a_state_that_waits_for_them() -> None:
    alone, against = BatchEnv("rattus", 20, 2), BatchEnv("rattus", 20, 2, opponents=first_legal)
    alone.reset(seed=4)
    alone.step(alone.sample())
    assert (alone.to_move != np.arange(20) % 2).any()
    _, info = against.restore(alone.save())
    assert (info["to_move"] == np.arange(20) % 2).all()


@pytest.mark.parametrize("opponents", [None, {"yellow": "random"}, first_legal])
def test_a_restored_state_continues_the_same(name, opponents) -> None:
    envs = BatchEnv(name, 20, 3, opponents=opponents)
    observation, _ = envs.reset(seed=8)
    trace(envs, 25)
    saved = pickle.loads(pickle.dumps(envs.save()))
    now = {key: array.copy() for key, array in envs._observation.items()}
    expected = trace(envs, 60)
    other = BatchEnv(name, 20, 3, opponents=opponents, threads=2)
    for again in (envs, other):
        observation, info = again.restore(saved)
        assert all((observation[key] == now[key]).all() for key in now)
        assert (info["to_move"] == again.to_move).all()
        assert trace(again, 60) == expected


def test_environments_can_be_pickled(name) -> None:
    envs = BatchEnv(name, 12, 3, opponents={"green": "random"}, reward="margin")
    fresh = pickle.loads(pickle.dumps(envs))
    with pytest.raises(FormatError, match="reset"):
        fresh.sample()
    envs.reset(seed=3)
    trace(envs, 10)
    twin = pickle.loads(pickle.dumps(envs))
    assert trace(twin, 40) == trace(envs, 40)


def test_a_state_of_another_environment_is_refused() -> None:
    envs = BatchEnv("rattus", 4, 2)
    envs.reset(seed=1)
    for other in (BatchEnv("rattus", 5, 2), BatchEnv("rattus", 4, 3), BatchEnv("africanus", 4, 2)):
        with pytest.raises(FormatError, match=r"state\."):
            other.restore(envs.save())
    with pytest.raises(FormatError, match=r"state\.setting"):
        envs.restore({})
