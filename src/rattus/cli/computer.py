"""A computer player. It moves at random, the same in every game from the same seed."""

from rattus.kernel.random import below, stream
from rattus.match.game import Game
from rattus.match.move import Move


def choose(game: Game) -> Move:
    """A legal move. It depends on the seed and on how many moves were made, not on how often the game was resumed."""
    legal = game.legal()
    rng = stream(f"{game.seed}/computer/{len(game.moves)}")
    return legal[below(rng, len(legal))]
