"""OpenSpiel's ISMCTS as a program that plays (docs/bots.md): the measure of our search at equal time.

    rattus arena --game rattus -p 2 --players "search:0.5s,cmd:python tools/ismcts_bot.py 0.5" --games 20

It gets what any program gets, the view of its seat; its worlds are dealt from that.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from rattus.envs import openspiel
from rattus.envs.play import Play, make_setting
from rattus.match.parts import find_game, shipped_parts
from rattus.match.sight import Sight, sight_of_view

EXPLORATION = 2.0  # as in OpenSpiel's own examples


class TimedBot(ISMCTSBot):  # type: ignore[misc]
    """The bot with a time limit in seconds instead of a number of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        chance = np.random.RandomState(seed)
        super().__init__(
            game, RandomRolloutEvaluator(1, chance), EXPLORATION, 1, random_state=chance, use_observation_string=True
        )
        self.seconds = seconds
        self.simulations = 0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        """OpenSpiel's search loop, but until the time is over."""
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        self._root_node = self.create_new_node(state)
        end, self.simulations = time.perf_counter() + self.seconds, 0
        while time.perf_counter() < end or self.simulations < len(legal) + 1:
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy


def state_of(sight: Sight, game: Any) -> Any:
    """What a seat sees as a state of OpenSpiel: it has no history, and is to be resampled."""
    state = game.new_initial_state()
    play = Play(game.setting)
    engine = game.setting.engine
    play._tables = engine.pack([sight.table, sight.table])
    play._movers = play._tables["to_move"] if engine.compiled else None
    play._number = engine.legal(play._tables, 0, play._out)
    play.rng = engine.stream(0)
    state.throws, state.play = (0,) * openspiel.THROWS, play
    return state


def answer(question: dict[str, Any], seconds: float, compiled: bool = True) -> str:
    """The move for a question of the protocol."""
    view = question["view"]
    parts = shipped_parts(find_game(view["game"]))
    sight = sight_of_view(parts, view, question["seat"], question["legal"])
    options = dict(sight.box.agreed)
    setting = make_setting(view["game"], sight.box.players, options, compiled)
    parameters = {"players": sight.box.players, "options": setting.options, "compiled": compiled}
    game = pyspiel.load_game(view["game"], parameters)
    bot = TimedBot(game, seconds, abs(hash(question["seed"])) % (1 << 31))
    return str(sight.box.moves[int(bot.step(state_of(sight, game)))])


def main() -> None:
    """Answer questions, one per line."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for line in sys.stdin:
        print(json.dumps({"move": answer(json.loads(line), seconds)}), flush=True)


if __name__ == "__main__":
    main()
