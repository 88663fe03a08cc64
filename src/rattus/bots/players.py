"""Players by name, the two that do not search, and compiling them ahead of time."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from rattus.bots.heuristics import search_rules
from rattus.bots.levels import LEVELS, Attention
from rattus.bots.net import NetPlayer, PolicyPlayer, has_network
from rattus.bots.net_search import NetSearchPlayer, net_search_rules, use_net_search
from rattus.bots.program import ProgramPlayer
from rattus.bots.protocol import Budget, Choice, Option, Player, read_budget
from rattus.bots.python_player import Chooser, PythonPlayer, load_chooser
from rattus.bots.search import Search, SearchPlayer
from rattus.errors import FormatError
from rattus.kernel.engine import Engine
from rattus.kernel.random import below, draw, stream
from rattus.kernel.rule import Rule
from rattus.kernel.rulebook import Rulebook
from rattus.kernel.warming import OnStep, compile_all, is_compiled
from rattus.match.game import new_game
from rattus.match.parts import shipped_parts
from rattus.match.sight import Sight, sight_of

KINDS = (
    "random", "greedy", "mcts:500", "mcts:1.5s", "net", "net:FILE", "policy:1.5,0.1", "search:500", "search:500@FILE",
    "cmd:PROGRAM", "py:FILE.py:NAME", *LEVELS,
)  # fmt: skip
SAMPLED_WORLDS = 8  # worlds in which `greedy` tries a move
SEARCHING = ("mcts:", "search:")


def is_searching(name: str) -> bool:
    """Whether a player of this name may search, so that compiled rules make it stronger."""
    level = LEVELS.get(name)
    names = (name,) if level is None else (*level.with_network.values(), level.without_network)
    return any(each.startswith(SEARCHING) for each in names)


def make_player(name: str | Chooser, compiled: bool = True) -> Player:
    """Make a player by name: `random`, `greedy`, `mcts:500`, `mcts:1.5s`, `net`, a level, `cmd:` and a program.

    `py:FILE.py:NAME` is a Python object with `choose(sight)`; such an object itself will do, too.

    >>> make_player("mcts:500").name
    'mcts:500'
    """
    if not isinstance(name, str):
        return PythonPlayer(type(name).__name__, name)
    if name in LEVELS:
        return LevelPlayer(name, compiled)
    if name == "random":
        return RandomPlayer()
    if name == "greedy":
        return GreedyPlayer(name, 0.0, compiled)
    kind, _, rest = name.partition(":")
    settings, at, file = rest.partition("@")
    if at and not file and kind in ("policy", "search"):
        raise FormatError("player", f"a network file after the @ of {name!r}")
    path = Path(file) if file else None
    if kind == "mcts":
        return SearchPlayer(name, read_budget(rest), compiled)
    if name == "net" or (kind == "net" and rest):
        return NetPlayer(name, Path(rest) if rest else None)
    if kind == "policy":
        return PolicyPlayer(name, *_policy_settings(settings), path)
    if kind == "search":
        return NetSearchPlayer(name, read_budget(settings), path, compiled)
    if kind == "cmd" and rest:
        return ProgramPlayer(name, rest)
    if kind == "py" and rest:
        return PythonPlayer(name, load_chooser(rest))
    raise FormatError("player", f"no player {name!r}; there are {', '.join(KINDS)}")


def _policy_settings(text: str) -> tuple[float, float, Attention]:
    """Temperature, floor and attention, of `1.5`, `1.5,0.1`, `1.5,0.1,forgetful` or `1.5,0.1,shortsighted`."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(forgetful|shortsighted))?", text)
    if match is None or float(match[1]) <= 0 or float(match[2] or 0) > 1:
        raise FormatError(
            "player",
            f"policy:TEMPERATURE,FLOOR like policy:1.5,0.1 (or ...,forgetful or ...,shortsighted), not {text!r}",
        )
    return float(match[1]), float(match[2] or 0), Attention(match[3] or Attention.FULL)


class LevelPlayer:
    """A level: which player it is depends on whether a network is shipped for the game and the number of players.

    As long as nothing is compiled, a level that searches with a network plays by the network alone, which is strong and
    takes milliseconds; the same search on lists would take a minute.
    """

    def __init__(self, name: str, compiled: bool = True) -> None:
        self.name = name
        self._level = LEVELS[name]
        self._compiled = compiled
        self._players: dict[str, Player] = {}  # by name

    def player_for(self, sight: Sight) -> Player:
        """The player for this game and number of players."""
        level, rulebook = self._level, sight.parts.rulebook
        is_learned = has_network(rulebook, sight.box.players)
        name = level.with_network[rulebook.name] if is_learned else level.without_network
        if is_learned and not self._compiled and name.startswith(SEARCHING):
            name = "net"
        if name not in self._players:
            is_careless = not is_learned and name == "greedy"
            self._players[name] = (
                GreedyPlayer(name, level.blunders, self._compiled) if is_careless else make_player(name, self._compiled)
            )
        return self._players[name]

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """The choice of the player for this game."""
        return self.player_for(sight).choose(sight, seed)

    def stop(self) -> None:
        """Let a running search end now, with its best move so far."""
        for player in self._players.values():
            if isinstance(player, SearchPlayer):
                player.stop()

    def close(self) -> None:
        """Close the players."""
        for player in self._players.values():
            player.close()


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
    return is_compiled(rulebook, "players", _rules(rulebook))


def compile_players(rulebook: Rulebook, on_step: OnStep) -> None:
    """Compile the searches of a game; `on_step` is called with how many rules are done, and of how many."""
    compile_all(rulebook, "players", _rules(rulebook), lambda: load_players(rulebook), on_step)


def load_players(rulebook: Rulebook) -> None:
    """Call every compiled search of a game once, so that it is loaded from the cache or compiled."""
    sight = sight_of(new_game(shipped_parts(rulebook), rulebook.player_counts[0], 0, {}))
    Search(sight, Budget(1), 0).run()
    GreedyPlayer().choose(sight, 0)
    players = _learned_count(rulebook)
    if players is not None:
        use_net_search(sight_of(new_game(shipped_parts(rulebook), players, 0, {})))


def _rules(rulebook: Rulebook) -> list[Rule]:
    learned = [] if _learned_count(rulebook) is None else list(net_search_rules(rulebook).values())
    return [*search_rules(rulebook).rules.values(), *learned]


def _learned_count(rulebook: Rulebook) -> int | None:
    """A number of players that a network is shipped for."""
    return next((players for players in rulebook.player_counts if has_network(rulebook, players)), None)
