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
import itertools
import os
import secrets
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rattus.envs.play import make_setting
from rattus.envs.rewards import find_reward
from rattus.errors import FormatError, IllegalMove
from rattus.kernel.crew import Hand
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
        self._shares: list[_Share] = []
        self._hands: list[Hand] = []  # of all shares but the first, which the caller's thread does
        weakref.finalize(self, _send_home, self._hands)

    def reset(
        self,
        seed: int | str | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # Gymnasium's; those of the game are given at the start
    ) -> tuple[Observation, Info]:
        """Begin all games anew. Without a seed nobody knows which."""
        seed = secrets.randbits(63) if seed is None else seed
        edges = [self.num_envs * number // self._threads for number in range(self._threads + 1)]
        self._shares = [
            _Share(self.engine, seed, self._reward, slice(low, high)) for low, high in itertools.pairwise(edges)
        ]
        _send_home(self._hands)
        self._hands += [Hand(share.batch) for share in self._shares[1:]]
        self._make_room()
        for share in self._shares:
            share.look(self)
            share.tell(self)
        return self._observation, {"to_move": self.to_move}

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every game. If one is illegal, IllegalMove: nothing has changed in any game."""
        moves = np.ascontiguousarray(actions, np.int32)
        self._check(moves)
        self._make_room()
        own, *others = self._shares
        for hand, share in zip(self._hands, others, strict=True):
            hand.start_step(moves[share.place], self.observation[share.place], self.mask[share.place])
        own.batch.step(moves[own.place])
        own.look(self)
        for hand in self._hands:
            hand.wait()
        for share in self._shares:
            share.tell(self)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observation, self.reward, self.done, truncated, {"to_move": self.to_move}

    def sample(self) -> NDArray[np.int32]:
        """A random legal move for every game: those of a seed are always the same."""
        moves = np.empty(self.num_envs, np.int32)
        for share in self._shares:
            share.batch.choose(share.chance, moves[share.place])
        return moves

    def close(self) -> None:
        """End the threads."""
        _send_home(self._hands)

    def _make_room(self) -> None:
        number = self.num_envs
        self.observation = np.empty((number, self.observation_size), np.float32)
        self.mask = np.empty((number, self.num_actions), np.int8)
        self.reward = np.zeros((number, self.engine.box.players), np.float32)
        self.done = np.zeros(number, np.bool_)
        self.to_move = np.empty(number, np.int32)

    @property
    def _observation(self) -> Observation:
        return {"observation": self.observation, "action_mask": self.mask}

    def _check(self, moves: NDArray[np.int32]) -> None:
        if not self._shares:
            raise FormatError("step", "call reset() first")
        if moves.shape != (self.num_envs,):
            raise FormatError("actions", f"{self.num_envs} moves, not an array of shape {moves.shape}")
        for share in self._shares:
            refused = share.batch.first_refused(moves[share.place])
            if refused is not None:
                game = share.place.start + refused
                raise IllegalMove(str(moves[game]), f"not legal in game {game}")

    # ---- as Gymnasium has it

    @functools.cached_property
    def single_observation_space(self) -> spaces.Dict:
        """Of one game."""
        from gymnasium import spaces

        seen = spaces.Box(-128, 127, (self.observation_size,), np.float32)
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


class _Share:
    """The games of one thread, and where in the arrays of all they stand."""

    def __init__(self, engine: Engine, seed: int | str, reward: int, place: slice) -> None:
        self.place = place
        number = place.stop - place.start
        engine = Engine(engine.rulebook, engine.box)  # a box of its own: threads that share one wait for each other
        self.batch = Batch(engine, number, seed, reward, place.start)
        self.chance = engine.streams(f"{seed}/chance", number, place.start)

    def look(self, envs: VectorEnv) -> None:
        self.batch.observations = envs.observation[self.place]  # written where it is read: no need to copy it
        self.batch.observe()
        envs.mask[self.place] = self.batch.masks

    def tell(self, envs: VectorEnv) -> None:
        batch, place = self.batch, self.place
        envs.to_move[place], envs.reward[place], envs.done[place] = batch.to_move, batch.rewards, batch.done


def _send_home(hands: list[Hand]) -> None:
    while hands:
        hands.pop().close()
