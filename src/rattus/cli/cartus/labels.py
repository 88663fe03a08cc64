"""The moves in the words of a menu."""

from collections.abc import Mapping, Sequence

from rattus.cli.cartus.wording import ACTIONS, brings_rat, building_at, class_of, several, supply_in_words
from rattus.cli.look import View
from rattus.cli.piles import size_of
from rattus.cli.wording import counted, proper
from rattus.match.move import Move

RAT = "●"  # a card that brings one


def labels(view: View, legal: Sequence[Move]) -> Mapping[Move, str]:
    """What a menu says of each move: without the verb where it has arguments, since that stands before it."""
    return {move: _label(view, move) for move in legal}


def _label(view: View, move: Move) -> str:
    if not move.arguments:
        return f"{move.verb}: {_meaning(view, move.verb)}"
    about = move.arguments[0]
    if move.verb == "supply":
        return f"{proper(building_at(view, int(about)))}: {supply_in_words(view['row'][int(about) - 1]['supply'])}"
    if move.verb == "enter":
        name = building_at(view, int(about))
        return f"{proper(name)} ({proper(class_of(name))})"
    if move.verb == "peek":
        return f"card {about}"
    if move.verb == "rob":
        cards = size_of(view["hands"][about])
        return f"{about}: {cards // 2} of {counted(cards, 'card')}"
    if move.verb == "infest":
        return f"{about}: has {several(view['rats'][about], 'rat')}"
    return f"{about} {RAT}" if move.verb == "play" and brings_rat(about, entered(view)) else about


def _meaning(view: View, verb: str) -> str:
    pending = view["pending"]
    if verb == "pass":
        return "play a pass card"
    if verb == "skip":
        return "decline it"
    if verb == "act":
        action = ACTIONS[building_at(view, pending["place"])]
        return action.premium if pending["premium"] else action.standard
    if pending["ask"] == "discard":
        return "discard no more"
    return f"with {counted(size_of(view['entered'][-1]['cards']), 'card')}"


def entered(view: View) -> str:
    """The building that was entered last."""
    return building_at(view, view["entered"][-1]["building"])
