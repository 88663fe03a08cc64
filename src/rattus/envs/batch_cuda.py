"""`BatchEnv` on a GPU: the same games, in arrays that stay in GPU memory."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rattus
from rattus.envs.batch import Opponents, SavedGames
from rattus.envs.opponents import BatchOpponents
from rattus.envs.play import make_setting
from rattus.envs.rewards import find_reward
from rattus.errors import FormatError, IllegalMove
from rattus.kernel.cuda import CudaBatch, CudaEngine, DeviceArray, SomeGames
from rattus.kernel.validation import read_count

Observation = dict[str, DeviceArray]
Info = dict[str, Any]
Step = tuple[Observation, DeviceArray, DeviceArray, DeviceArray, Info]


@dataclass
class DecisionsOnHost:
    """What computer players are asked about, copied from the GPU."""

    tables: NDArray[Any]
    to_move: NDArray[np.int32]
    choices: NDArray[np.int16]
    counts: NDArray[np.int32]


class CudaBatchEnv(SavedGames):
    """A batch of games on an NVIDIA GPU; one that ends restarts in the same step.

    It returns what `rattus.envs.batch.BatchEnv` returns, with two differences. The arrays are on the GPU
    (`torch.from_dlpack` and the like read the same memory) and every step overwrites them: copy what you keep.
    And `info` of a step, and of `reset` if there are opponents, always has `final_obs` and `final_info`, as arrays over
    all games, valid only for the games that ended, which their masks mark.

    `opponents` are as in `BatchEnv`. A function gets arrays on the GPU, a row for each game in which it is to move, and
    may return one; the next call of any function overwrites them. Computer players think on the CPU, about copies of
    the games.

    All work is queued on `stream`, the caller's; only `step` with `check` waits for it. With opponents every step does,
    and `reset` too: the CPU has to know who is to move.
    """

    def __init__(
        self,
        game: str = "rattus",
        num_envs: int = 256,
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        reward: str = "win",
        stream: Any = None,
        opponents: Opponents | None = None,
    ) -> None:
        self._arguments = {
            "game": game, "num_envs": num_envs, "players": players, "options": dict(options or {}), "reward": reward,
            "opponents": dict(opponents) if isinstance(opponents, Mapping) else opponents,
        }  # fmt: skip
        self.num_envs = read_count(num_envs, "num_envs")
        self.setting = make_setting(game, players, options)
        self.engine: CudaEngine = self._make_engine(game, players, options)
        self.num_actions, self.observation_size = self.engine.num_actions, self.engine.observation_size
        self.opponents = None if opponents is None else BatchOpponents(self.setting, self.num_envs, opponents)
        self._stream = stream
        self._reward = find_reward(reward)
        self._everywhere = np.arange(self.num_envs, dtype=np.int32)
        self._batch: CudaBatch | None = None
        self._some_games: SomeGames | None = None
        self._seed: int | str = 0
        self._steps = 0

    def _make_engine(self, game: str, players: int, options: Mapping[str, Any] | None) -> CudaEngine:
        engine = rattus.engine(game, players, options, device="cuda")
        assert isinstance(engine, CudaEngine)  # for the type checker
        return engine

    def reset(self, seed: int | str | None = None) -> tuple[Observation, Info]:
        """Restart all games; without a seed, with a random one."""
        return self._started(self._begin(secrets.randbits(63) if seed is None else seed))

    def _started(self, batch: CudaBatch) -> tuple[Observation, Info]:
        """What is seen before the learners' first moves, after those of opponents who come before them."""
        if self.opponents is not None:
            self._answer(batch)
        return self._shown(batch, with_ends=self.opponents is not None)

    def _begin(self, seed: int | str) -> CudaBatch:
        """New games, before anybody has moved."""
        self._seed = seed
        self._steps = 0
        engine, number = self.engine, self.num_envs
        self._batch = batch = engine.new_batch(number, seed, self._reward, self._stream)
        self._chance = engine.streams(f"{seed}/chance", number)
        batch.adopt(self._chance)
        self._some_games = None if self.opponents is None else SomeGames(batch)
        self._make_room()
        return batch

    def _shown(self, batch: CudaBatch, with_ends: bool) -> tuple[Observation, Info]:
        """The observations, and what `info` has of them and of the games that ended."""
        batch.observe()
        if not with_ends:
            return self._observation, {"to_move": batch.to_move}
        batch.tell_ends(self._finals, self.ranks, self._won, self.own_rewards)
        return self._observation, self._info(batch)

    def step(self, actions: Any, check: bool = True) -> Step:
        """Make a move in every game. Raises IllegalMove, and changes no game, if any of them is illegal.

        Without `check` it does not wait for the GPU: after an illegal move no game changes, and `check` raises later.
        With opponents it waits all the same. If one of them fails or makes an illegal move, the learners' moves have
        been made: `reset` or `restore` follows.
        """
        self._check_complete()
        batch = self._current
        batch.step(actions, check)
        self._steps += 1
        if self.opponents is not None and (check or batch.first_refused() is None):
            self._answer(batch)
        observation, info = self._shown(batch, with_ends=True)
        return observation, batch.rewards, self.done, self._truncated, info

    def _answer(self, batch: CudaBatch) -> None:
        """Make the moves of the opponents until a learner is to move in every game."""
        opponents, games = self.opponents, self._some_games
        assert opponents is not None  # for the type checker
        assert games is not None
        self._is_interrupted = True
        numbers = np.zeros(self.num_envs, np.int32)  # opponents' moves in each game since the learner's
        to_move = batch.to_move.copy_to_host()
        places = opponents.waiting(to_move, self._everywhere)
        while len(places):
            self._choose(batch, opponents, games, to_move, places, numbers)
            numbers[places] += 1
            numbers[games.step()] = 0
            to_move = batch.to_move.copy_to_host()
            places = opponents.waiting(to_move, places)
        self._is_interrupted = False

    def _choose(
        self,
        batch: CudaBatch,
        opponents: BatchOpponents,
        games: SomeGames,
        to_move: NDArray[np.int32],
        places: NDArray[np.int32],
        numbers: NDArray[np.int32],
    ) -> None:
        """Let the opponents choose a move for each of these games."""
        games.begin()
        decisions, is_observed = None, False
        for number, where in opponents.asked(to_move, places):
            moves: Any
            if opponents.is_player(number):
                if decisions is None:
                    tables, choices, counts = (
                        each.copy_to_host() for each in (batch.tables, batch.choices, batch.counts)
                    )
                    decisions = DecisionsOnHost(tables, to_move, choices, counts)
                moves = opponents.moves_of(number, decisions, where, numbers, self.seed_of)
            else:
                if not is_observed:
                    batch.observe()
                    is_observed = True
                moves = opponents.ask(number, *games.look(where))
            games.choose(where, moves, "opponents")

    def check(self) -> None:
        """Raise IllegalMove if any move made without a check was illegal."""
        bad = self._current.first_refused()
        if bad is not None:
            raise IllegalMove("a move", f"not legal in game {bad}")

    def sample(self) -> DeviceArray:
        """A random legal move for every game; reproducible from the seed of `reset`."""
        self._current.choose(self._chance, self._moves)
        return self._moves

    def close(self) -> None:
        """Close the opponents; the next call starts them again. The memory is freed with the last array."""
        if self.opponents is not None:
            self.opponents.close()

    # ---- what reset and step return

    def _make_room(self) -> None:
        engine, number = self.engine, self.num_envs
        self._moves = engine.zeros((number,), np.int32)
        self._finals = engine.words(number)
        self.ranks = engine.seat_numbers(number)
        self._won = engine.zeros((number, engine.box.players), np.int8)
        self.own_rewards = engine.zeros((number,), np.float32)
        self._truncated = engine.as_bools(engine.zeros((number,), np.int8))

    @property
    def stream(self) -> Any:
        """The caller's CUDA stream, which all work is queued on. A new one waits for the one before."""
        return self._stream

    @stream.setter
    def stream(self, stream: Any) -> None:
        if self._batch is not None:
            self._batch.stream = stream
        self._stream = stream

    @property
    def observation(self) -> DeviceArray:
        """The observations of the seats to move."""
        return self._current.observations

    @property
    def mask(self) -> DeviceArray:
        """The legal moves of the seats to move."""
        masks: DeviceArray = self._current.masks
        return masks

    @property
    def to_move(self) -> DeviceArray:
        """The seats to move."""
        to_move: DeviceArray = self._current.to_move
        return to_move

    @property
    def rewards(self) -> DeviceArray:
        """The reward of every seat in the games that ended with the last step."""
        rewards: DeviceArray = self._current.rewards
        return rewards

    @property
    def done(self) -> DeviceArray:
        """Which games ended with the last step."""
        return self.engine.as_bools(self._current.done)

    @property
    def _observation(self) -> Observation:
        return {"observation": self.observation, "action_mask": self.mask}

    def _info(self, batch: CudaBatch) -> Info:
        done, engine = self.done, self.engine
        told = {"seat": batch.movers, "points": batch.points, "rank": self.ranks, "won": engine.as_bools(self._won)}
        return {
            "to_move": batch.to_move,
            "final_obs": {"observation": engine.rows_of(self._finals, self.observation_size)}, "_final_obs": done,
            "final_info": told | {f"_{name}": done for name in told}, "_final_info": done,
        }  # fmt: skip

    @property
    def _current(self) -> CudaBatch:
        if self._batch is None:
            raise FormatError("step", "call reset() first")
        return self._batch

    # ---- saving and restoring

    def save(self) -> dict[str, Any]:
        """The state of all games as NumPy arrays, for pickling, or for `restore` here or in a `BatchEnv`."""
        batch = self._current
        tables, streams, chance = batch.tables, batch.streams, self._chance
        return self._state(tables.copy_to_host(), streams.copy_to_host(), chance.copy_to_host())

    def restore(self, state: Mapping[str, Any]) -> tuple[Observation, Info]:
        """Continue from a saved state: every game, and the state of every random number generator."""
        self._check_state(state)
        batch = self._begin(state["seed"])
        self._steps = state["steps"]
        batch.restore(state["tables"], state["streams"])
        self._chance.copy_from(state["chance"])
        return self._started(batch)

    def __getstate__(self) -> dict[str, Any]:
        """The arguments and the state of all games, but no stream: that belongs to this process."""
        return {"arguments": self._arguments, "saved": None if self._batch is None else self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        CudaBatchEnv.__init__(self, **state["arguments"])
        if state["saved"] is not None:
            self.restore(state["saved"])
