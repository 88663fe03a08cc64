"""Players by name, the two that do not search, and compiling them ahead of time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rattus.bots.heuristics import search_rules
from rattus.bots.levels import EASY_BLUNDERS, LEVELS
from rattus.bots.net import NetPlayer
from rattus.bots.net_search import NetSearchPlayer
from rattus.bots.program import ProgramPlayer
from rattus.bots.protocol import Budget, Choice, Option, Player, read_budget
from rattus.bots.search import Search, SearchPlayer
from rattus.errors import FormatError
from rattus.kernel.engine import Engine
from rattus.kernel.random import below, draw, stream
from rattus.kernel.rulebook import Rulebook
from rattus.kernel.warming import OnStep, compile_all, is_compiled
from rattus.match.game import new_game
from rattus.match.parts import shipped_parts
from rattus.match.sight import Sight, sight_of

KINDS = (
    "random", "greedy", "mcts:500", "mcts:1.5s", "net", "net:FILE", "search:500", "search:500@FILE", "cmd:PROGRAM",
    *LEVELS,
)  # fmt: skip
SAMPLED_WORLDS = 8  # in which `greedy` tries a move


def is_searching(name: str) -> bool:
    """Whether a player of this name searches, so that compiled rules make it stronger."""
    return LEVELS.get(name, name).startswith(("mcts:", "search:"))


def make_player(name: str, compiled: bool = True) -> Player:
    """The player of a name: `random`, `greedy`, `mcts:500`, `mcts:1.5s`, `net`, a level, or `cmd:` and a program.

    >>> make_player("mcts:500").name
    'mcts:500'
    """
    if name == "random":
        return RandomPlayer()
    if LEVELS.get(name, name) == "greedy":
        return GreedyPlayer(name, EASY_BLUNDERS if name == "easy" else 0.0, compiled)
    kind, _, rest = LEVELS.get(name, name).partition(":")
    if kind == "mcts":
        return SearchPlayer(name, read_budget(rest), compiled)
    if name == "net" or (kind == "net" and rest):
        return NetPlayer(name, Path(rest) if rest else None)
    if kind == "search":
        budget, _, file = rest.partition("@")
        return NetSearchPlayer(name, read_budget(budget), Path(file) if file else None, compiled)
    if kind == "cmd" and rest:
        return ProgramPlayer(name, rest)
    raise FormatError("player", f"no player {name!r}; there are {', '.join(KINDS)}")


class RandomPlayer:
    """Any legal move."""

    name = "random"

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """A random legal move."""
        return Choice(sight.moves[below(stream(seed), len(sight.legal))])

    def close(self) -> None:
        """There is nothing to release."""


class GreedyPlayer:
    """The move that leads to the best position one step ahead (docs/bots.md says what a position is worth).

    `blunders` is the share of moves that are made at random instead.
    """

    def __init__(self, name: str = "greedy", blunders: float = 0.0, compiled: bool = True) -> None:
        self.name = name
        self._blunders = blunders
        self._compiled = compiled

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """The best move by one step of look-ahead, averaged over several sampled worlds."""
        engine = Engine(sight.parts.rulebook, sight.box, self._compiled)
        rng = engine.stream(seed)
        if draw(rng) < self._blunders * (1 << 32):
            return Choice(sight.moves[below(rng, len(sight.legal))])
        tables, moves = engine.pack([sight.table] * 3), engine.move_buffer()
        worth = np.zeros(engine.num_actions)
        look_ahead = search_rules(sight.parts.rulebook).look_ahead(self._compiled)
        number = look_ahead(
            engine.boxes, tables, sight.seat, SAMPLED_WORLDS, rng, moves, engine.move_buffer(), engine.scratch(), worth
        )
        order = sorted(range(number), key=lambda place: -worth[place])
        options = [
            Option(sight.box.moves[moves[place]], SAMPLED_WORLDS, float(worth[place]) / SAMPLED_WORLDS, {})
            for place in order
        ]
        return Choice(options[0].move, tuple(options), SAMPLED_WORLDS * number)

    def close(self) -> None:
        """There is nothing to release."""


def are_players_compiled(rulebook: Rulebook) -> bool:
    """Whether the players of a game find their searches in the cache, so that nobody waits for the compiler."""
    return is_compiled(rulebook, "players", search_rules(rulebook).rules.values())


def compile_players(rulebook: Rulebook, on_step: OnStep) -> None:
    """Compile the searches of a game; `on_step` is called with how many rules are done, and of how many."""

    def use() -> None:
        sight = sight_of(new_game(shipped_parts(rulebook), rulebook.player_counts[0], 0, {}))
        Search(sight, Budget(1), 0).run()
        GreedyPlayer().choose(sight, 0)

    compile_all(rulebook, "players", search_rules(rulebook).rules.values(), use, on_step)
