"""Compiling what computer players think with, ahead of time."""

from rattus.bots.budget import Budget
from rattus.bots.minds import mind_of
from rattus.bots.search import Search
from rattus.bots.simple import GreedyPlayer
from rattus.kernel.rulebook import Rulebook
from rattus.kernel.warming import OnStep, compile_all, is_compiled
from rattus.match.game import new_game
from rattus.match.parts import shipped_parts
from rattus.match.sight import sight_of


def is_mind_warm(rulebook: Rulebook) -> bool:
    """Whether computer players of a game can think at full speed at once."""
    return is_compiled(_name(rulebook))


def warm_mind(rulebook: Rulebook, on_step: OnStep) -> None:
    """Compile the searches of a game; `on_step` is told how many rules are done, and of how many."""

    def use() -> None:
        sight = sight_of(new_game(shipped_parts(rulebook), rulebook.player_counts[0], 0, {}))
        Search(sight, Budget(1), 0).run()
        GreedyPlayer().choose(sight, 0)

    compile_all(_name(rulebook), mind_of(rulebook).rules.values(), use, on_step)


def _name(rulebook: Rulebook) -> str:
    return f"{rulebook.name}.mind"
