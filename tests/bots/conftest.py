"""Games in the middle, and network files."""

import random

import numpy as np
import pytest

import rattus
from rattus.bots.net import common_moves, save_network, schemas_of

GAMES = [(name, players) for name, book in rattus.GAMES.items() for players in (2, max(book.player_counts))]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def midway(request):
    """A game after some random moves, with a choice of several."""
    name, players = request.param
    return advanced(name, players, 45)


@pytest.fixture
def advance():
    """Makes a game after a number of random moves."""
    return advanced


def advanced(name, players, moves, seed=1, options=None):
    game, choice = rattus.new(name, players, seed, options), random.Random(seed)
    for _ in range(moves):
        game.play(choice.choice(game.legal()))
    while len(game.legal()) < 3:
        game.play(choice.choice(game.legal()))
    return game


@pytest.fixture
def net_file(tmp_path):
    """Writes a network with random weights, made with NumPy alone."""

    def write(name, players, layers=(24, 16)):
        book = rattus.GAMES[name]
        moves = common_moves(rattus.engine(name, count, compiled=False).box for count in players)
        chance, weights = np.random.default_rng(5), {}
        size = book.observation + (len(players) if len(players) > 1 else 0)
        for number, width in enumerate(layers):
            weights[f"layer{number}.weight"] = chance.normal(0, 0.3, (size, width))
            weights |= {f"layer{number}.{kind}": chance.normal(0, 0.3, width) for kind in ("bias", "gain", "shift")}
            size = width
        for head, width in (("policy", len(moves)), ("value", max(players))):
            weights |= {f"{head}.weight": chance.normal(0, 0.3, (size, width)), f"{head}.bias": np.zeros(width)}
        path = tmp_path / f"{name}.npz"
        about = {
            "game": name, "players": list(players), "observation": book.observation,
            "schema": schemas_of(book, players), "seats": max(players), "layers": list(layers), "scale": 0.25,
            "moves": list(moves),
        }  # fmt: skip
        save_network(path, about, weights)
        return path

    return write
