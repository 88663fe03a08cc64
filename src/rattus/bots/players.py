"""Players by name."""

from __future__ import annotations

from pathlib import Path

from rattus.bots.budget import read_budget
from rattus.bots.command import CommandPlayer
from rattus.bots.net import NetPlayer
from rattus.bots.net_search import NetSearchPlayer
from rattus.bots.player import Player
from rattus.bots.searching import SearchingPlayer
from rattus.bots.simple import GreedyPlayer, RandomPlayer
from rattus.errors import FormatError

# How well the levels play is measured: docs/bots.md.
LEVELS = {"easy": "greedy", "normal": "greedy", "hard": "mcts:1500", "best": "mcts:12000"}
BLUNDERS = 0.5  # the share of random moves of `easy`
KINDS = (
    "random", "greedy", "mcts:500", "mcts:1.5s", "net", "net:FILE", "search:500", "search:500@FILE", "cmd:PROGRAM",
    *LEVELS,
)  # fmt: skip


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
        return GreedyPlayer(name, BLUNDERS if name == "easy" else 0.0, compiled)
    kind, _, rest = LEVELS.get(name, name).partition(":")
    if kind == "mcts":
        return SearchingPlayer(name, read_budget(rest), compiled)
    if name == "net" or (kind == "net" and rest):
        return NetPlayer(name, Path(rest) if rest else None)
    if kind == "search":
        budget, _, file = rest.partition("@")
        return NetSearchPlayer(name, read_budget(budget), Path(file) if file else None, compiled)
    if kind == "cmd" and rest:
        return CommandPlayer(name, rest)
    raise FormatError("player", f"no player {name!r}; there are {', '.join(KINDS)}")
