"""The games as PettingZoo environments (AEC).

>>> from rattus.envs import pettingzoo
>>> env = pettingzoo.env("rattus", players=4, options={"first": "red"}, compiled=False)
>>> env.reset(seed=7)
>>> env.agents, env.agent_selection
(['red_0', 'yellow_1', 'green_2', 'blue_3'], 'red_0')
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(observation["action_mask"].argmax())
>>> env.agent_selection
'yellow_1'
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rattus.bots.python_player import Chooser
from rattus.envs.drawing import RENDER_MODES, draw
from rattus.envs.opponents import Opponents
from rattus.envs.play import SPECTATOR, Play, make_setting
from rattus.envs.rewards import find_reward, rewards_for
from rattus.errors import FormatError, RattusError
from rattus.kernel.validation import short_repr

Observation = dict[str, np.ndarray[Any, Any]]
BYTE = np.iinfo(np.int8)  # all numbers of a table are bytes, so every number of an observation fits in one


class GameEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no type hints
    """One of the games for several agents. Make one with `env`.

    An observation is a dict: `observation`, what the agent's seat can know, and `action_mask`, 1 for its legal moves:
    all 0 if it is not to move. Rewards come at the end. An illegal action raises `IllegalMove` and changes nothing;
    to lose the game by it instead, wrap the environment in PettingZoo's `TerminateIllegalWrapper`.
    """

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any] | None,
        reward: str,
        opponents: Mapping[str, str | Chooser] | None,
        render_mode: str | None,
        compiled: bool,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise FormatError("render_mode", f"one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        setting = make_setting(game, players, options, compiled)
        self.play = Play(setting)
        self.seats = setting.engine.box.seats
        self.opponents = Opponents(self.seats, opponents or {}, compiled)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game}_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2,
        }  # fmt: skip
        self._names = [f"{seat}_{number}" for number, seat in enumerate(self.seats)]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._reward = find_reward(reward)
        self.possible_agents = [name for number, name in enumerate(self._names) if number not in self.opponents]
        if not self.possible_agents:
            raise FormatError("opponents", "no seat is left for a learner")
        self.agents: list[str] = []
        self.action_spaces = {name: spaces.Discrete(setting.engine.num_actions) for name in self.possible_agents}
        self.observation_spaces = {name: self._observation_space() for name in self.possible_agents}
        self._decisions = 0
        self._seed: int | str = 0

    def _observation_space(self) -> spaces.Dict:
        engine = self.play.setting.engine
        seen = spaces.Box(BYTE.min, BYTE.max, (engine.observation_size,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (engine.num_actions,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same space at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same space at every call: a number for every move there is in the game (see `move_text`)."""
        return self.action_spaces[agent]

    def move_text(self, action: int) -> str:
        """The move of an action, as text."""
        return self.play.setting.engine.text(action)

    # ---- the course of the game

    def reset(
        self,
        seed: int | str | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # PettingZoo's; those of the game are given to `env`
    ) -> None:
        """Start a game. Without a seed it follows from the last one: the first seed decides all games."""
        if seed is None and self.play.rng is None:
            seed = secrets.randbits(63)
        if seed is not None:
            self._seed, self._decisions = seed, 0
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {name: {} for name in self.agents}
        self._skip_agent_selection = None
        self._go_on()

    def step(self, action: int | None) -> None:
        """Make the move of the selected agent, and then those of the opponents."""
        if not self.agents:
            raise RattusError("no game is going on: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.play.apply(-1 if action is None else _move(action))
        self._cumulative_rewards[agent] = 0.0
        self._decisions += 1
        self._go_on()

    def _go_on(self) -> None:
        play = self.play
        if self.opponents.names:
            self.opponents.play(play, f"{self._seed}/{self._decisions}")
        if play.is_over:
            self._finish()
        else:
            self.agent_selection = self._names[play.to_move]
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        result = self.play.result
        worth = rewards_for(self._reward, result)
        for name in self.agents:
            seat = self._numbers[name]
            self.rewards[name] = self._cumulative_rewards[name] = worth[seat]
            self.terminations[name] = True
            place = result.ranking.index(seat)
            self.infos[name] = {"points": result.points[seat], "rank": 1 if place < result.winners else place + 1}
        self.agent_selection = self.agents[0]

    # ---- observations

    def observe(self, agent: str) -> Observation:
        """What an agent's seat can know, and which moves it can make now."""
        seat = self._numbers[agent]
        return {"observation": self.play.observe(seat), "action_mask": self.play.mask(seat)}

    def render(self) -> Any:
        """The table as a spectator sees it: text, an SVG or pixels, by the render mode; `human` prints the text."""
        if self.render_mode is None:
            raise FormatError("render_mode", f"none was chosen; there are {', '.join(RENDER_MODES)}")
        return draw(self.play.view(SPECTATOR), self.render_mode)

    def close(self) -> None:
        """Close the opponents."""
        self.opponents.close()


def _move(action: Any) -> int:
    """An action as a number. A fraction is not rounded: the move would be another one."""
    try:
        return operator.index(action)
    except TypeError:
        raise FormatError("action", f"a whole number, not {short_repr(action)}") from None


def env(
    game: str = "rattus",
    players: int = 4,
    options: Mapping[str, Any] | None = None,
    reward: str = "win",
    opponents: Mapping[str, str | Chooser] | None = None,
    render_mode: str | None = None,
    compiled: bool = True,
) -> GameEnv:
    """An environment: `rattus`, `africanus` or `cartus`, with any number of players and options the game allows.

    `reward` is `win`, `rank`, `margin` or `lead`. `opponents` puts computer players into seats, `{"yellow": "greedy"}`;
    the agents are the others. Uncompiled rules need no compiler and are some thirty times slower.
    """
    return GameEnv(game, players, options, reward, opponents, render_mode, compiled)
