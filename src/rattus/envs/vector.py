"""Many games at once on NumPy arrays; those that end begin anew.

>>> from rattus.envs.vector import VectorEnv
>>> envs = VectorEnv("rattus", num_envs=8, players=3)
>>> observation, info = envs.reset(seed=7)
>>> observation["observation"].shape == (8, envs.observation_size)
True
>>> observation, reward, terminated, truncated, info = envs.step(envs.sample())
>>> reward.shape, info["to_move"].shape
((8, 3), (8,))
"""

from __future__ import annotations

import functools
import os
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rattus.envs.play import make_setting
from rattus.envs.rewards import find_reward
from rattus.errors import FormatError, IllegalMove
from rattus.kernel.crew import Crew
from rattus.kernel.engine import Batch, Engine

if TYPE_CHECKING:
    from gymnasium import spaces

Observation = dict[str, NDArray[Any]]
Info = dict[str, NDArray[Any]]
Step = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]

FEWEST = 32  # games a thread: fewer are done sooner than a thread is woken


class VectorEnv:
    """Games that go on side by side, as in Gymnasium's vector environments with autoreset in the same step.

    `step` takes a move for every game and gives the observation and the mask of whoever is to move then, a reward for
    every seat, which games ended (their observation is that of the next game), and in `info` who is `to_move`. The
    same arrays can be read as `observation`, `mask`, `reward`, `done` and `to_move`. They are new ones at every step.

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
    ) -> None:
        if num_envs < 1:
            raise FormatError("num_envs", f"at least 1, not {num_envs}")
        if threads < 0:
            raise FormatError("threads", f"at least 1, or 0 for as many as there are processors, not {threads}")
        self.num_envs = num_envs
        self.engine: Engine = make_setting(game, players, options).engine
        self.num_actions, self.observation_size = self.engine.num_actions, self.engine.observation_size
        self._reward = find_reward(reward)
        self._threads = min(threads or os.cpu_count() or 1, max(1, num_envs // FEWEST))
        self._crew: Crew | None = None

    def reset(
        self,
        seed: int | str | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # Gymnasium's; those of the game are given at the start
    ) -> tuple[Observation, Info]:
        """Begin all games anew. Without a seed nobody knows which."""
        seed = secrets.randbits(63) if seed is None else seed
        self.close()
        self._batch = Batch(self.engine, self.num_envs, seed, self._reward)
        self._chance = self.engine.streams(f"{seed}/chance", self.num_envs)
        self._crew = Crew(self._batch, self._threads)
        self._make_room()
        self._batch.observe()
        self.observation[:], self.mask[:], self.to_move[:] = (
            self._batch.observations, self._batch.masks, self._batch.to_move
        )  # fmt: skip
        return self._observation, {"to_move": self.to_move}

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every game. If one is illegal, IllegalMove: nothing has changed in any game."""
        moves = np.ascontiguousarray(actions, np.int32)
        crew, batch = self._check(moves), self._batch
        self._make_room()
        crew.step(moves, self.observation, self.mask)
        self.to_move[:], self.reward[:], self.done[:] = batch.to_move, batch.rewards, batch.done
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observation, self.reward, self.done, truncated, {"to_move": self.to_move}

    def sample(self) -> NDArray[np.int32]:
        """A random legal move for every game: those of a seed are always the same."""
        if self._crew is None:
            raise FormatError("sample", "call reset() first")
        moves = np.empty(self.num_envs, np.int32)
        self._batch.choose(self._chance, moves)
        return moves

    def close(self) -> None:
        """End the threads."""
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def _make_room(self) -> None:
        number = self.num_envs
        self.observation = np.empty((number, self.observation_size), np.int8)
        self.mask = np.empty((number, self.num_actions), np.int8)
        self.reward = np.zeros((number, self.engine.box.players), np.float32)
        self.done = np.zeros(number, np.bool_)
        self.to_move = np.empty(number, np.int32)

    @property
    def _observation(self) -> Observation:
        return {"observation": self.observation, "action_mask": self.mask}

    def _check(self, moves: NDArray[np.int32]) -> Crew:
        if self._crew is None:
            raise FormatError("step", "call reset() first")
        if moves.shape != (self.num_envs,):
            raise FormatError("actions", f"{self.num_envs} moves, not an array of shape {moves.shape}")
        game = self._batch.first_refused(moves)
        if game is not None:
            raise IllegalMove(str(moves[game]), f"not legal in game {game}")
        return self._crew

    # ---- as Gymnasium has it

    @functools.cached_property
    def single_observation_space(self) -> spaces.Dict:
        """Of one game."""
        from gymnasium import spaces

        seen = spaces.Box(-128, 127, (self.observation_size,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.num_actions,), np.int8)})

    @functools.cached_property
    def single_action_space(self) -> spaces.Discrete:
        """Of one game."""
        from gymnasium import spaces

        return spaces.Discrete(self.num_actions)

    @functools.cached_property
    def observation_space(self) -> spaces.Space[Any]:
        """Of all games."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_observation_space, self.num_envs)

    @functools.cached_property
    def action_space(self) -> spaces.Space[Any]:
        """Of all games."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_action_space, self.num_envs)

    @functools.cached_property
    def metadata(self) -> dict[str, Any]:
        """How a game that ended begins anew."""
        from gymnasium.vector import AutoresetMode

        return {"autoreset_mode": AutoresetMode.SAME_STEP}
