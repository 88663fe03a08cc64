"""Leaf counts by depth from named positions: a changed rule changes a number."""

import random

import pytest

import rattus
from rattus.testing import perft

OTHERS = {"buildings": ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]}
FREE = {"phase_order": "free", "placing": "compulsory"}


def of(name, moves, players, seed, options=None):
    """A game after a number of random moves."""
    game, choice = rattus.new(name, players, seed, options), random.Random(seed)
    for _ in range(moves):
        game.play(choice.choice(game.legal()))
    return game


def last_round(players, seed):
    """A game in its last round, with somebody to act."""
    game, choice = rattus.new("rattus", players, seed), random.Random(seed)
    while game.position()["phase"] != "last_round":
        game.play(choice.choice(game.legal()))
    return game


POSITIONS = {
    "two players, set-up": (of("rattus", 0, 2, 1), (8, 64, 512, 4096)),
    "two players, first turn": (of("rattus", 4, 2, 1), (16, 145, 1282, 6335)),
    "two players, midway": (of("rattus", 45, 2, 2), (40, 888, 10340, 141999)),
    "three players, midway": (of("rattus", 50, 3, 3), (33, 663, 9309, 110150)),
    "four players, midway": (of("rattus", 60, 4, 4), (2, 32, 376, 4128)),
    "four players, free order, compulsory": (of("rattus", 60, 4, 5, FREE), (15, 236, 3158, 22139)),
    "Africanus, two players": (of("africanus", 50, 2, 3), (2, 2, 43, 468)),
    "Africanus, four players": (of("africanus", 70, 4, 1), (17, 225, 3029, 27360)),
    "Africanus, six players": (of("africanus", 90, 6, 2), (18, 261, 596, 2464)),
    "Cartus, two players": (of("cartus", 30, 2, 1), (2, 4, 8, 16, 32)),
    "Cartus, three players, mixed": (of("cartus", 60, 3, 2, {"buildings": "mixed"}), (6, 18, 45, 123, 348)),
    "Cartus, four players": (of("cartus", 90, 4, 3), (7, 24, 57, 114, 219)),
    "Cartus, five players, other buildings": (of("cartus", 150, 5, 4, OTHERS), (6, 19, 67, 307, 1237)),
    "four players, last round": (last_round(4, 1), (31, 403, 22971, 0)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_leaf_counts_are_unchanged(name: str) -> None:
    game, leaves = POSITIONS[name]
    assert tuple(perft(game, depth) for depth in range(1, len(leaves) + 1)) == leaves


def test_compiled_and_plain_rules_count_the_same() -> None:
    for game, leaves in POSITIONS.values():
        assert perft(game, 2, compiled=False) == leaves[1]


def test_a_finished_game_has_one_leaf() -> None:
    game = of("rattus", 0, 2, 1)
    choice = random.Random(1)
    while not game.is_over:
        game.play(choice.choice(game.legal()))
    assert (perft(game, 0), perft(game, 3)) == (1, 0)
