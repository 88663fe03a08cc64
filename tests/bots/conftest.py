"""Games to think about."""

import random

import pytest

import rattus

GAMES = [(name, players) for name, book in rattus.GAMES.items() for players in (2, max(book.player_counts))]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def midway(request):
    """A game after some random moves, with a choice of several."""
    name, players = request.param
    return advanced(name, players, 45)


@pytest.fixture
def advance():
    """Makes a game after so many random moves."""
    return advanced


def advanced(name, players, moves, seed=1, options=None):
    game, choice = rattus.new(name, players, seed, options), random.Random(seed)
    for _ in range(moves):
        game.play(choice.choice(game.legal()))
    while len(game.legal()) < 3:
        game.play(choice.choice(game.legal()))
    return game
