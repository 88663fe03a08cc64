"""What a computer player would do, for a person who asks."""

from rattus.bots.players import are_players_compiled
from rattus.bots.protocol import Budget, Choice
from rattus.bots.search import Search
from rattus.match.game import Game
from rattus.match.sight import sight_of

THINKING = Budget(seconds=1.0)


def hint(game: Game) -> Choice:
    """The best moves for the seat to move, from what that seat sees."""
    return Search(sight_of(game), THINKING, f"{game.seed}/hint", are_players_compiled(game.parts.rulebook)).run()
