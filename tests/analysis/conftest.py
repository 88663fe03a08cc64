"""Games to be analysed."""

import random

import pytest

import rattus
from rattus.bots.players import make_player
from rattus.match.sight import sight_of


@pytest.fixture
def played():
    """Plays games by computer players, one for each seat in turn; `moves` is where it stops."""

    def played(name, players, who=("random",), seed=1, moves=10_000, compiled=False):
        game = rattus.new(name, players, seed)
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
