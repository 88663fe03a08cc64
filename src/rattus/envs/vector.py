"""Many games at once as a vector environment of Gymnasium.

>>> from rattus.envs.vector import VectorEnv
>>> envs = VectorEnv("rattus", num_envs=8, players=3, opponents="random")
>>> observation, info = envs.reset(seed=7)
>>> observation, reward, terminated, truncated, info = envs.step(envs.sample())
>>> reward.shape, info["rewards"].shape
((8,), (8, 3))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from rattus.envs.batch import BatchEnv, Info, Observation, Opponents, Step, read_threads
from rattus.errors import FormatError

BYTE = np.iinfo(np.int8)


def make_games(
    device: str, game: str, num_envs: int, players: int, options: Mapping[str, Any] | None, reward: str, threads: int,
    opponents: Opponents | None,
) -> Any:  # fmt: skip
    """Games on the CPU or on a GPU."""
    if device == "cpu":
        return BatchEnv(game, num_envs, players, options, reward, threads, opponents)
    if device != "cuda":
        raise FormatError("device", f"cpu or cuda, not {device!r}")
    read_threads(threads)  # which a GPU does without
    from rattus.envs.batch_cuda import CudaBatchEnv  # imported late, since it is an extra

    return CudaBatchEnv(game, num_envs, players, options, reward, opponents=opponents)


class VectorEnv(GymnasiumVectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """A `BatchEnv` with one reward per game: that of the learner who made the move.

    In self-play every seat gets a reward at the end of a game, not only the one that moved last: these are in
    `info["rewards"]`, with a column for every seat. For everything else see `BatchEnv`. Games that end restart in the
    same step (`AutoresetMode.SAME_STEP`), which Gymnasium's wrappers for episodes, rewards and infos know.

    With `device="cuda"` it is a `CudaBatchEnv`: the games are played on an NVIDIA GPU, and all arrays that `step` takes
    and returns stay there, as do those of opponents that are functions. Wrappers that compute with NumPy do not work
    with them.
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
        device: str = "cpu",
    ) -> None:
        self.games: Any = make_games(device, game, num_envs, players, options, reward, threads, opponents)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        size, actions = self.games.observation_size, self.games.num_actions
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(BYTE.min, BYTE.max, (size,), np.int8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | str | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # Gymnasium's; those of the game are given at the start
    ) -> tuple[Observation, Info]:
        """Restart all games; without a seed, with a random one."""
        self.closed = False
        begun: tuple[Observation, Info] = self.games.reset(seed)
        return begun

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every game. Raises IllegalMove, and changes no game, if any of them is illegal.

        If an opponent fails or makes an illegal move, the learners' moves have been made: `reset` or `restore` follows.
        """
        observation, rewards, terminated, truncated, info = self.games.step(actions)
        if self.games.engine.device == "cuda":
            return observation, self.games.own_rewards, terminated, truncated, info | {"rewards": rewards}
        reward = np.zeros(self.num_envs, np.float32)
        over = np.flatnonzero(terminated)
        if len(over):
            reward[over] = rewards[over, info["final_info"]["seat"][over]]
        return observation, reward, terminated, truncated, info | {"rewards": rewards}

    def sample(self) -> NDArray[np.int32]:
        """A random legal move for every game; reproducible from the seed of `reset`."""
        moves: NDArray[np.int32] = self.games.sample()
        return moves

    def save(self) -> dict[str, Any]:
        """The state of all games; see `BatchEnv.save`."""
        state: dict[str, Any] = self.games.save()
        return state

    def restore(self, state: Mapping[str, Any]) -> tuple[Observation, Info]:
        """Continue from a saved state; see `BatchEnv.restore`."""
        begun: tuple[Observation, Info] = self.games.restore(state)
        return begun

    def close_extras(self, **_: Any) -> None:
        """End the threads and close the opponents."""
        self.games.close()
