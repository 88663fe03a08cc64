"""The games in OpenSpiel: importing this module registers `rattus`, `africanus` and `cartus`.

>>> import pyspiel
>>> from rattus.envs import openspiel
>>> game = pyspiel.load_game("rattus", {"players": 3, "reward": "rank", "compiled": False})
>>> game.num_players(), game.new_initial_state().is_chance_node()
(3, True)

Chance is explicit: four chance nodes with 256 outcomes each form the seed of the deal, and all later shuffles follow
from it. Options of the game are given as JSON: `{"options": '{"phase_order": "free"}'}`.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pyspiel

from rattus.bots.players import make_player
from rattus.bots.protocol import legal_choice
from rattus.envs.play import SPECTATOR, Play, make_setting
from rattus.envs.rewards import find_reward, rewards_for
from rattus.games import GAMES
from rattus.kernel import entry_points
from rattus.kernel.rulebook import Rulebook

SIDES, THROWS = 256, 4
CHANCES = [(side, 1 / SIDES) for side in range(SIDES)]
MAX_DECISIONS = 10_000  # decisions in a game, at most
MOST_POINTS = 500.0
SAMPLES = 1 << 30
DEFAULTS: dict[str, Any] = {"options": "{}", "reward": "win", "compiled": True}


def game_type(rulebook: Rulebook) -> pyspiel.GameType:
    """OpenSpiel's description of a game, which it needs before a game is created."""
    return pyspiel.GameType(
        short_name=rulebook.name,
        long_name=rulebook.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rulebook.player_counts),
        min_num_players=min(rulebook.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(rulebook.player_counts), **DEFAULTS},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, with a number of players and options."""

    rulebook: Rulebook

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        rulebook = self.rulebook
        given = {"players": min(rulebook.player_counts), **DEFAULTS, **(parameters or {})}
        self.setting = make_setting(
            rulebook.name, given["players"], json.loads(given["options"]), bool(given["compiled"])
        )
        self.undealt = Play(self.setting)  # shared by all states before their deal: OpenSpiel creates many of them
        self.reward = find_reward(given["reward"])
        most = MOST_POINTS if self.reward == entry_points.MARGIN else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.engine.num_actions,
            max_chance_outcomes=SIDES,
            num_players=self.setting.players,
            min_utility=-most,
            max_utility=most,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(game_type(rulebook), info, given)

    def new_initial_state(self) -> SpielState:
        """The state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The number of chance nodes, all before the deal."""
        return THROWS

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:  # noqa: ARG002  # OpenSpiel's
        """The observer that OpenSpiel makes observations and information states with."""
        return SpielObserver(kind or pyspiel.IIGObservationType(perfect_recall=False), self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. Cloning and serialising use only the attributes set here."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = game.undealt
        self.throws: tuple[int, ...] = ()
        self.moves: tuple[tuple[int, str], ...] = ()  # the seat and the text of each move
        self.reward = game.reward

    @property
    def _is_dealt(self) -> bool:
        return len(self.throws) == THROWS

    def current_player(self) -> int:
        """The player to decide next: a seat, chance, or OpenSpiel's terminal player."""
        if not self._is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.play.is_over else self.play.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._is_dealt and self.play.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of a chance node, equally probable."""
        return CHANCES

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # OpenSpiel asks for nobody but the mover
        return sorted(self.play.legal)

    def _apply_action(self, action: int) -> None:
        if not self._is_dealt:
            self.throws += (action,)
            if self._is_dealt:
                self.play = Play(self.play.setting)
                self.play.begin("/".join(map(str, self.throws)))
            return
        mover = self.play.to_move
        self.play.apply(action)
        self.moves += ((mover, self.play.setting.engine.text(action)),)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {action}"
        return self.play.setting.engine.text(action)

    def returns(self) -> list[float]:
        """The reward of each player; 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return rewards_for(self.reward, self.play.result)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that the player cannot tell from this one.

        It has no history: the true one would reveal the deal. The moves of others are kept as the player saw them.
        """
        world: SpielState = self.get_game().new_initial_state()
        world.throws = (0,) * THROWS
        world.moves = tuple((seat, self._seen(seat, text, player)) for seat, text in self.moves)
        world.play = self.play.imagine(player, math.floor(sampler() * SAMPLES))
        return world

    def _seen(self, seat: int, text: str, player: int) -> str:
        verb = text.partition(" ")[0]
        return verb if seat != player and verb in GAMES[self.play.setting.game].secret_verbs else text

    def history_seen(self, player: int) -> list[str]:
        """All moves as a player saw them, from the first on."""
        return [f"{seat} {self._seen(seat, text, player)}" for seat, text in self.moves]

    def view_text(self, player: int) -> str:
        """What a player sees now, as JSON; an empty text before the deal."""
        return json.dumps(self.play.view(player), separators=(",", ":")) if self._is_dealt else ""

    def __str__(self) -> str:
        return self.view_text(SPECTATOR) or f"{self.play.setting.game} before the deal {self.throws}"


class SpielObserver:
    """Observations are what a player sees now; information states have all moves so far, as seen, before that.

    The tensor is the same for both: it holds what was seen and counted before, where that still matters.
    """

    def __init__(self, kind: Any, game: SpielGame) -> None:
        self._has_history = kind.perfect_recall
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = None if self._is_public else np.zeros(game.setting.engine.observation_size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor for a player's view of a state."""
        if self.tensor is not None:
            self.tensor[:] = state.play.observe(player) if state._is_dealt else 0

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation or information state string of a player."""
        viewer = SPECTATOR if self._is_public else player
        view = state.view_text(viewer)
        return "\n".join([*state.history_seen(viewer), view]) if self._has_history else view


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A computer player of ours for OpenSpiel, by its name. It sees what its seat sees."""

    def __init__(self, name: str, seed: int | str = 0, compiled: bool = True) -> None:
        super().__init__()
        self._player = make_player(name, compiled)
        self._seed = seed

    def step(self, state: SpielState) -> int:
        """The player's move in this state."""
        sight = state.play.sight(state.play.to_move)
        text = legal_choice(self._player, sight, f"{self._seed}/{len(state.moves)}").move
        return state.play.setting.engine.id(text)

    def restart(self) -> None:
        """Nothing is kept from move to move."""

    def restart_at(self, state: SpielState) -> None:
        """Nothing is kept from move to move."""

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        """Do nothing: the next state contains the action."""


# OpenSpiel releases the game's factory only after Python has shut down, and crashes unless the factory is a class.
MAKERS = {name: type(f"{name.title()}Game", (SpielGame,), {"rulebook": book}) for name, book in GAMES.items()}

for _name, _maker in MAKERS.items():
    if _name not in pyspiel.registered_names():
        pyspiel.register_game(game_type(GAMES[_name]), _maker)
