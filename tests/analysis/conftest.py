"""Games to be analysed."""

import random

import pytest

import rattus
from rattus.bots.players import make_player
from rattus.match.sight import sight_of


@pytest.fixture
def played():
    """Plays games by computer players, one for each seat in turn, from `start` until so many `moves` were made."""

    def played(name, players, who=("random",), seed=1, moves=10_000, compiled=False, start=None):
        game = rattus.new(name, players, seed) if start is None else start
        seated = [make_player(who[place % len(who)], compiled) for place in range(players)]
        while not game.is_over and len(game.moves) < moves:
            player = seated[game.seats.index(game.to_move)]
            game.play(player.choose(sight_of(game), f"{seed}/{len(game.moves)}").move)
        return game

    return played


@pytest.fixture
def advanced():
    """Makes games after a number of random moves."""

    def advanced(name, players, moves, seed=1):
        game, choice = rattus.new(name, players, seed), random.Random(seed)
        for _ in range(moves):
            game.play(choice.choice(game.legal()))
        return game

    return advanced


@pytest.fixture
def late():
    """Makes games that begin in the last quarter of a random one, so that little is left to analyse."""

    def late(name, players, seed=1):
        game, choice = rattus.new(name, players, seed), random.Random(seed)
        positions = []
        while not game.is_over:
            positions.append(game.position())
            game.play(choice.choice(game.legal()))
        return rattus.from_position(positions[len(positions) * 3 // 4], seed=seed)

    return late
