"""What is asked, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from rattus.cli.rattus.wording import card_in_words, class_of, face_in_words, token_name
from rattus.cli.wording import counted, listed, proper
from rattus.match.move import Move

DOINGS = {
    "take": "take a class card (R14)",
    "place": "place cubes (R15)",
    "merchant": "move cubes with the Merchant (R20)",
    "monk": "move a rat with the Monk (R21)",
    "witch": "look at a rat with the Witch (R23)",
    "king": "send a cube to the palace with the King (R24)",
    "peasant": "place a cube with the Peasant (R35)",
    "knight": "move the pawn with the Knight (R35)",
    "astronomer": "draw region cards with the Astronomer (A15)",
    "explorer": "settle with the Explorer (A16)",
    "trader": "move the caravan with the Trader (A17)",
    "sultan": "send a diplomat with the Sultan (A18)",
    "plague": "move the plague (R25)",
    "pass": "pass",
}
QUESTIONS = {
    "witch": "You have seen {first}. Look at a second rat, or pass (R23).",
    "swap": "Swap {first} and {second}, or keep them where they are (R23).",
    "spread": "The rats spread from {plague}: {due} to place on bordering regions (R27).",
    "weigh": "Does the pawn count as two cubes in {plague} for the limits of the rats? (R22)",
    "reveal": "Which rat of {region} is turned next? (R29)",
    "hold": "You have drawn {cards}. Which card do you keep? The others are discarded face up (A15).",
    "explore": "The Explorer shows {cards}. Into which of these regions do you put a cube? (A16)",
    "grow": "The caravan leaves {growing}, where you have the most cubes: add one from your stock, or decline (A17).",
    "protect": "A rat bites in {region}: {face}. {losing} {covering}",
    "ravage": "Which region is ravaged next? (A22)",
}
UNCOVERABLE = ("majority", "all")  # no region card protects against them (A13)
FIRST_QUESTIONS = {
    "settle": "Settle: put two cubes into one region (R11).",
    "caravan": "Put the caravan into a region (A9).",
}


def question(view: Mapping[str, Any], legal: Sequence[Move]) -> str:
    """What the player to move is to decide."""
    pending = view["pending"]
    if pending:
        return QUESTIONS[pending["ask"]].format_map(_words(view, pending, legal))
    if view["phase"] in FIRST_QUESTIONS:
        return FIRST_QUESTIONS[view["phase"]]
    verbs = list(dict.fromkeys(move.verb for move in legal))
    if verbs == ["plague"]:
        return "Move the plague (R25)."
    return f"You may {listed([DOINGS[verb] for verb in verbs], 'or')}."


def _words(view: Mapping[str, Any], pending: Mapping[str, Any], legal: Sequence[Move]) -> dict[str, str]:
    ravage = view["ravage"] or {"region": view["plague"]}
    cards, queue, token = pending.get("cards", ()), pending.get("queue"), ravage.get("token")
    can_cover = any(move.verb == "protect" for move in legal)
    return {
        "first": token_name(pending.get("first", "")),
        "second": token_name(pending.get("second", "")),
        "due": counted(pending.get("due", 0), "token"),
        "plague": proper(view["plague"]),
        "region": proper(ravage["region"]),
        "cards": listed([card_in_words(card) for card in cards]),
        "growing": proper(queue[0][1]) if queue else "",
        "face": face_in_words(token) if token else "",
        "losing": _losing(view, ravage) if token else "",
        "covering": "Protect it with a region card, or accept (A12)." if can_cover else "No card of yours fits (A12).",
    }


def _losing(view: Mapping[str, Any], ravage: Mapping[str, Any]) -> str:
    """What the class cards of the player who is asked cost against this token (R32, A5, A11)."""
    seat = view["to_move"]
    bare = [card for card, holder in view["classes"].items() if holder == seat and card not in ravage["covered"]]
    costs = [(card, ravage["token"]["symbols"].count(class_of(card))) for card in bare]
    each = [f"your {proper(card)} costs you {counted(cubes, 'cube')}" for card, cubes in costs if cubes]
    have = view["regions"][ravage["region"]]["cubes"][seat]
    told = listed(each)
    more = listed([symbol for symbol in UNCOVERABLE if symbol in ravage["token"]["symbols"]])
    beside = f", {more} aside" if more else ""
    return f"{told[0].upper()}{told[1:]}{beside}; you have {have} there."
