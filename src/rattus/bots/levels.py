"""The levels of computer players that people choose from. docs/bots.md has measurements of their strength.

Every level is one of the players by name. With a network, a weaker level plays naturally rather than carelessly: it
follows the same plans, but takes moves that are nearly as good, does not count what has been played, and the weakest
does not look at the whole table. If no network is shipped for a game and a number of players, `without_network` is
played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class Level:
    """A level: the player that stands for it in each game, and the most time that a move may take on one core."""

    with_network: Mapping[str, str]
    without_network: str
    seconds: float
    blunders: float = 0.0  # share of random moves, only without a network


# Set by tools/calibrate_levels.py: each should win 65 to 85 % of two-player games against the one below.
LEVELS = {
    "easy": Level(
        {
            "rattus": "policy:19,0.00002,shortsighted",
            "africanus": "policy:8,0.001,shortsighted",
            "cartus": "policy:14,0.00005",
        },
        "greedy", 0.02, 0.5,
    ),
    "normal": Level(
        {
            "rattus": "policy:14,0.00008,forgetful",
            "africanus": "policy:7,0.001,forgetful",
            "cartus": "policy:7,0.0007",
        },
        "greedy", 0.1,
    ),
    "hard": Level(
        {"rattus": "policy:4,0.006", "africanus": "policy:2.5,0.02", "cartus": "policy:0.3"}, "mcts:1500", 0.3
    ),
    "best": Level({"rattus": "search:6000", "africanus": "search:6000", "cartus": "search:6000"}, "mcts:12000", 1.5),
}  # fmt: skip

# Fields of an observation that stay as they were at the start of the game for a forgetful player, who does not count
# cards and tokens or remember what others have looked at.
FORGOTTEN = {
    "rattus": ("unseen", "seen"),
    "africanus": ("unseen", "seen", "discarded", "older", "cards_older"),
    "cartus": (
        "discards", "loose", "unseen", "fresh", "old", "sealed", "gone", "returned", "copies_hidden", "newest", "held",
        "most",
    ),
}  # fmt: skip

# What a shortsighted player does not look at again, besides: where the rats lie, what it has seen of them, and who
# holds the class cards. (In Cartus only forgetfulness has been tried.)
_TOKENS = ("rats", *(f"face_{what}" for what in (
    "limit", "peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty", "majority", "all", "islam",
)))  # fmt: skip
OVERLOOKED = {"rattus": (*_TOKENS, "holder"), "africanus": (*_TOKENS, "holder"), "cartus": ()}


class Attention(StrEnum):
    """How much a player takes in."""

    FULL = "full"
    FORGETFUL = "forgetful"
    SHORTSIGHTED = "shortsighted"  # forgetful, too

    def missed(self, game: str) -> tuple[str, ...]:
        """The fields of an observation that stay as they were at the start of the game."""
        match self:
            case Attention.FULL:
                return ()
            case Attention.FORGETFUL:
                return FORGOTTEN[game]
            case Attention.SHORTSIGHTED:
                return FORGOTTEN[game] + OVERLOOKED[game]
