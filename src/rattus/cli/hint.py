"""What a computer player would do, for a person who asks."""

from rattus.bots.budget import Budget
from rattus.bots.choice import Choice
from rattus.bots.search import Search
from rattus.bots.warming import is_mind_warm
from rattus.match.game import Game
from rattus.match.sight import sight_of

THINKING = Budget(seconds=1.0)


def hint(game: Game) -> Choice:
    """The best moves for the seat to move, from what that seat sees."""
    return Search(sight_of(game), THINKING, f"{game.seed}/hint", is_mind_warm(game.parts.rulebook)).run()
