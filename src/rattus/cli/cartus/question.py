"""What is asked, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from rattus.cli.cartus.labels import RAT, entered
from rattus.cli.cartus.panel import is_last_round
from rattus.cli.cartus.wording import ACTIONS, building_at, class_of, several, the
from rattus.cli.look import View
from rattus.cli.wording import proper
from rattus.match.move import Move

QUESTIONS = {
    "peek": "Look at {looks} of the nun row ({look_rule}).",
    "play": "Lay cards face down in {entered}, in the order of the list: each but swords and flutes gives 1 influence "
    f"in {{class}}, {RAT} also a rat (C16).",
    "rob": "You have played the most swords in {building}. Whom do you rob? (C19)",
    "infest": "You have played the most flutes in {building}. To whom do you give a rat? (C20)",
    "act": "{Building}: will you use your {kind} action? ({rule})",
    "discard": "The Hospital: discard up to {due}, each with a rat, in the order of the list (C28).",
}
GIVING = {
    "sword": "{taker} robs you: give {due}, in the order of the list (C19).",
    "tower": "{taker}'s Watchtower: give {due}, in the order of the list (C29).",
}
# Asked although there is one answer: that it is not asked would tell the others what is in the hand.
NOTHING_TO_LAY = "None of your cards can be laid in {entered} (C12): enter with none."
NOTHING_FOLLOWS = {
    "play": "None of your other cards can follow in {entered}, in the order of the list (C11).",
    "discard": "None of your other cards can follow, in the order of the list (C28).",
}


def question(view: View, legal: Sequence[Move]) -> str:
    """What the player to move is to decide."""
    pending = view["pending"]
    if pending:
        return _asked(pending, legal).format_map(_words(view))
    if view["phase"] == "supply":
        return "Use the supply action of an open building (C10)."
    instead = ", or play a pass instead (C13)" if any(move.verb == "pass" for move in legal) else " (C11)"
    last = " In this last round there are no building actions (C24)." if is_last_round(view) else ""
    return f"Enter an open building{instead}.{last}"


def _asked(pending: Mapping[str, Any], legal: Sequence[Move]) -> str:
    ask = pending["ask"]
    if ask == "give":
        return GIVING[pending["by"]]
    if all(move.verb == "done" for move in legal):
        if pending.get("last") is not None:
            return NOTHING_FOLLOWS[ask]
        if ask == "play":
            return NOTHING_TO_LAY
    return QUESTIONS[ask]


def _words(view: View) -> dict[str, str]:
    pending = view["pending"]
    words = {"due": several(pending.get("due", 0), "card"), "taker": proper(pending.get("to", ""))}
    words |= {"looks": words["due"], "look_rule": "C30" if pending["place"] else "C10"}
    if pending["ask"] == "play":
        words |= {"entered": the(entered(view)), "class": proper(class_of(entered(view)))}
    if pending["place"]:
        name = building_at(view, pending["place"])
        kind = "premium" if pending.get("premium") else "standard"
        words |= {"building": the(name), "Building": proper(name), "kind": kind, "rule": ACTIONS[name].rule}
    return words
