"""Every game at every number of players, and positions in the middle of games."""

import random

import pytest

import rattus
from rattus.envs.play import Play, make_setting

GAMES = [(name, players) for name, book in rattus.GAMES.items() for players in book.player_counts]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def table(request):
    """Name and number of players."""
    return request.param


@pytest.fixture(params=rattus.GAMES)
def name(request):
    """Each game once."""
    return request.param


@pytest.fixture
def moments():
    """Yields plays of random games, one after the other, at regular numbers of decisions."""

    def walk(name, players, every, decisions, seed=1, compiled=True, options=None):
        play, choice = Play(make_setting(name, players, options or {}, compiled)), random.Random(seed)
        play.begin(seed)
        for number in range(decisions):
            if play.is_over:
                play.begin()
            if number % every == 0:
                yield play
            play.apply(choice.choice(play.legal))

    return walk
