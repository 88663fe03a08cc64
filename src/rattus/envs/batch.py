"""Many games at once on NumPy arrays, for self-play and against opponents; a game that ends restarts.

>>> from rattus.envs.batch import BatchEnv
>>> envs = BatchEnv("rattus", num_envs=8, players=3)
>>> observation, info = envs.reset(seed=7)
>>> observation["observation"].shape == (8, envs.observation_size)
True
>>> observation, rewards, terminated, truncated, info = envs.step(envs.sample())
>>> rewards.shape, info["to_move"].shape
((8, 3), (8,))
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rattus.envs.opponents import BatchOpponents, Opponent
from rattus.envs.play import Setting, make_setting
from rattus.envs.rewards import find_reward
from rattus.errors import FormatError
from rattus.kernel.engine import Batch, Engine, as_moves
from rattus.kernel.seats import NOBODY
from rattus.kernel.threads import Work, WorkerPool, processors
from rattus.kernel.validation import read_count, short_repr

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]
Step = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]
Opponents = Mapping[str, Opponent] | Opponent

SPARE = 6  # arrays kept for reuse: a step takes two
CHUNK = 256  # games that a thread takes at a time: stepping fewer is faster than waking a thread


def read_threads(threads: Any) -> int:
    """A number of threads; 0 stands for as many as there are processors."""
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 0:
        why = f"a whole number of at least 1, or 0 for as many as there are processors, not {short_repr(threads)}"
        raise FormatError("threads", why)
    return int(threads)


class ArrayPool:
    """A pool of byte arrays, reused once the caller has dropped them: allocating takes longer than stepping a game.

    An array that is still referenced, also by a view, is never reused.
    """

    def __init__(self) -> None:
        self._arrays: list[NDArray[np.int8]] = []

    def take(self, shape: tuple[int, int]) -> NDArray[np.int8]:
        """An array of this shape, uninitialised."""
        for place in range(len(self._arrays)):
            # Two references: the list's, and the argument of getrefcount.
            if self._arrays[place].shape == shape and sys.getrefcount(self._arrays[place]) <= 2:
                return self._arrays[place]
        array = np.empty(shape, np.int8)
        if len(self._arrays) < SPARE:
            self._arrays.append(array)
        return array


class SavedGames:
    """What environments on the CPU and on a GPU have in common: either can restore what the other saved."""

    setting: Setting
    engine: Engine
    num_envs: int
    _seed: int | str
    _steps: int
    _is_interrupted = False  # an opponent has failed, before all opponents' moves were made

    @property
    def _made_with(self) -> dict[str, Any]:
        return {"setting": self.setting, "num_envs": self.num_envs, "rules": self.engine.rulebook.version}

    def _state(self, tables: Any, streams: Any, chance: Any) -> dict[str, Any]:
        progress = {"seed": self._seed, "steps": self._steps}
        return {**self._made_with, **progress, "tables": tables, "streams": streams, "chance": chance}

    def _check_complete(self) -> None:
        if self._is_interrupted:
            raise FormatError("step", "an opponent failed before: call reset() or restore()")

    def seed_of(self, game: int) -> str:
        """The seed for computer players' moves in a game, until the next step."""
        return f"{self._seed}/{game}/{self._steps}"

    def _check_state(self, state: Mapping[str, Any]) -> None:
        """FormatError if a state was saved by an environment that was made differently."""
        for name, value in self._made_with.items():
            if name not in state or state[name] != value:
                raise FormatError(f"state.{name}", f"{value!r}, not {state.get(name)!r}")


class BatchEnv(SavedGames):
    """A batch of games; one that ends restarts in the same step.

    `step` takes a move for every game and returns the observation and mask of the seat to move next, a reward for every
    seat, which games ended (their observation is that of the next game), and in `info` the seat `to_move`. The
    same arrays can be read as `observation`, `mask`, `rewards`, `done` and `to_move`. They are new ones at every step.

    If games ended, `info` describes them as Gymnasium's vector environments do, each entry with a mask of its games:
    `final_obs`, the last observation, and `final_info` with the `points` and the `rank` of every seat (1
    is the first), which of them `won`, and the `seat` that the final observation is for: that of the learner who moved
    last.

    Opponents are computer players by name, or functions (see `opponents`): by seat, or one for all seats but that of
    the learner, which is then seat i modulo the number of players in game i. `step` asks for the moves of the learners
    only, and makes those of the opponents.

    Game number i with seed s is the game that `rattus.envs.pettingzoo` plays with the seed "s/i", and so are those
    that follow it there. Neither the number of games nor that of threads changes a game.
    """

    def __init__(
        self,
        game: str = "rattus",
        num_envs: int = 256,
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        reward: str = "win",
        threads: int = 0,
        opponents: Opponents | None = None,
    ) -> None:
        self.num_envs = num_envs = read_count(num_envs, "num_envs")
        threads = read_threads(threads)
        self.setting = make_setting(game, players, options)
        self.engine: Engine = self.setting.engine
        self.num_actions, self.observation_size = self.engine.num_actions, self.engine.observation_size
        self.opponents = None if opponents is None else BatchOpponents(self.setting, num_envs, opponents)
        self._reward = find_reward(reward)
        self._threads = threads
        self._pool = WorkerPool(threads or processors())
        self._everywhere = np.arange(num_envs, dtype=np.int32)
        self._rows = ArrayPool()
        self._batch: Batch | None = None
        self._seed: int | str = 0
        self._steps = 0

    # ---- the course of the games

    def reset(self, seed: int | str | None = None) -> tuple[Observation, Info]:
        """Restart all games; without a seed, with a random one."""
        self._seed = secrets.randbits(63) if seed is None else seed
        self._steps = 0
        self._batch = self._new_batch(self._seed)
        self._chance = self.engine.streams(f"{self._seed}/chance", self.num_envs)
        self._make_room()
        self._show(self._batch)
        self._answer(self._batch)
        return self._observation, self._info()

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every game. Raises IllegalMove, and changes no game, if any of them is illegal.

        If an opponent fails or makes an illegal move, the learners' moves have been made: `reset` or `restore` follows.
        """
        self._check_complete()
        batch, moves = self._current, as_moves(actions, self.num_envs)
        self._check(batch, self._everywhere, moves, np.asarray(actions))
        self._steps += 1
        self._make_room()
        batch.watchers[:] = batch.to_move
        self._go(batch, self._everywhere, moves)
        self._answer(batch)
        return self._observation, self.rewards, self.done, np.zeros(self.num_envs, np.bool_), self._info()

    def sample(self) -> NDArray[np.int32]:
        """A random legal move for every game; reproducible from the seed of `reset`."""
        moves = np.empty(self.num_envs, np.int32)
        self._current.choose(self._chance, moves)
        return moves

    def close(self) -> None:
        """End threads and close opponents; the next call starts them again."""
        self._pool.close()
        if self.opponents is not None:
            self.opponents.close()

    def _new_batch(self, seed: int | str) -> Batch:
        return Batch(self.engine, self.num_envs, seed, self._reward)

    @property
    def _current(self) -> Batch:
        if self._batch is None:
            raise FormatError("step", "call reset() first")
        return self._batch

    def _check(self, batch: Batch, places: NDArray[np.int32], moves: NDArray[np.int32], given: NDArray[Any]) -> None:
        """IllegalMove if one of these moves is illegal; it names the move as it was given."""
        game = batch.first_refused(moves, places)
        if game is not None:
            raise self.engine.illegal(int(given[game]), f"not legal in game {game}")

    def _go(self, batch: Batch, places: NDArray[np.int32], moves: NDArray[np.int32]) -> None:
        """Make legal moves in these games, observe them, and note which ended."""
        self._run(batch.step_work(places, moves, self.observation, self.mask), len(places))
        over = places[batch.done[places] != 0]
        if len(over):
            self.done[over] = True
            self.rewards[over] = batch.rewards[over]
            self._note_ends(batch, over)

    def _show(self, batch: Batch) -> None:
        self._run(batch.show_work(self._everywhere, self.observation, self.mask), self.num_envs)

    def _run(self, work: Work, total: int) -> None:
        self._pool.run(work, total, CHUNK if self._pool.workers > 1 else total)

    def _answer(self, batch: Batch) -> None:
        """Make the moves of the opponents until a learner is to move in every game."""
        opponents = self.opponents
        self.to_move[:] = batch.to_move
        if opponents is None:
            return
        self._is_interrupted = True
        numbers = np.zeros(self.num_envs, np.int32)  # opponents' moves in each game since the learner's
        places = opponents.waiting(batch.to_move, self._everywhere)
        while len(places):
            moves = opponents.choose(batch, places, numbers, self._observation, self.seed_of)
            self._check(batch, places, moves, moves)
            numbers[places] += 1
            self._go(batch, places, moves)
            self.to_move[:] = batch.to_move
            numbers[places[batch.done[places] != 0]] = 0
            places = opponents.waiting(batch.to_move, places)
        self._is_interrupted = False

    # ---- what reset and step return

    def _make_room(self) -> None:
        number = self.num_envs
        self.observation = self._rows.take((number, self.observation_size))
        self.mask = self._rows.take((number, self.num_actions))
        self.rewards = np.zeros((number, self.engine.box.players), np.float32)
        self.done = np.zeros(number, np.bool_)
        self.to_move = np.empty(number, np.int32)
        self._finals: dict[str, Any] | None = None

    @property
    def _observation(self) -> Observation:
        return {"observation": self.observation, "action_mask": self.mask}

    def _note_ends(self, batch: Batch, over: NDArray[np.int32]) -> None:
        number, players = self.num_envs, self.engine.box.players
        if self._finals is None:
            self._finals = {
                "obs": np.full(number, None, object), "seat": np.full(number, NOBODY, np.int32),
                "points": np.zeros((number, players), np.int32), "rank": np.zeros((number, players), np.int32),
                "won": np.zeros((number, players), np.bool_),
            }  # fmt: skip
        finals, rows = self._finals, batch.finals[over]
        masks = np.zeros((len(over), self.num_actions), np.int8)
        for place, game in enumerate(over.tolist()):
            finals["obs"][game] = {"observation": rows[place], "action_mask": masks[place]}
        places = np.arange(players)
        winners = batch.winners[over][:, None]
        finals["seat"][over] = batch.watchers[over]
        finals["points"][over] = batch.points[over]
        finals["rank"][over[:, None], batch.rankings[over]] = np.where(places < winners, 1, places + 1)
        finals["won"][over[:, None], batch.rankings[over]] = places < winners

    def _info(self) -> Info:
        info: Info = {"to_move": self.to_move}
        if self._finals is not None:
            told = {name: array for name, array in self._finals.items() if name != "obs"}
            masks = {f"_{name}": self.done for name in told}
            info |= {"final_obs": self._finals["obs"], "_final_obs": self.done}
            info |= {"final_info": told | masks, "_final_info": self.done}
        return info

    # ---- saving and restoring

    def save(self) -> dict[str, Any]:
        """The state of all games, for pickling, or for `restore` of an environment made with the same arguments."""
        batch = self._current
        return self._state(batch.tables.copy(), batch.streams.copy(), self._chance.copy())

    def restore(self, state: Mapping[str, Any]) -> tuple[Observation, Info]:
        """Continue from a saved state: every game, and the state of every random number generator."""
        self._check_state(state)
        self._seed, self._steps = state["seed"], state["steps"]
        batch = self._new_batch(0)
        batch.restore(state["tables"], state["streams"])
        self._batch, self._chance = batch, state["chance"].copy()
        self._make_room()
        batch.watchers[:] = batch.to_move
        self._show(batch)
        self._answer(batch)
        return self._observation, self._info()

    def __getstate__(self) -> dict[str, Any]:
        """Leave out threads and compiled code, which cannot be pickled."""
        kept = ("num_envs", "setting", "num_actions", "observation_size", "opponents", "_reward", "_threads")
        saved = None if self._batch is None else self.save()
        return {name: self.__dict__[name] for name in kept} | {"saved": saved}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state.pop("saved")
        self.__dict__.update(state)
        self.engine = self.setting.engine
        self._pool = WorkerPool(self._threads or processors())
        self._everywhere = np.arange(self.num_envs, dtype=np.int32)
        self._rows = ArrayPool()
        self._batch, self._seed, self._steps = None, 0, 0
        if saved is not None:
            self.restore(saved)
