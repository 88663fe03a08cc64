"""What is asked, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from rattus.cli.wording import counted, listed, proper, token_name
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
    "plague": "move the plague (R25)",
    "pass": "pass",
}
QUESTIONS = {
    "witch": "You have seen {first}. Look at a second rat, or pass (R23).",
    "swap": "Swap {first} and {second}, or keep them where they are (R23).",
    "spread": "The rats spread from {plague}: {due} to place on bordering regions (R27).",
    "weigh": "Does the pawn count as two cubes in {plague} for the limits of the rats? (R22)",
    "reveal": "Which rat of {region} is turned next? (R29)",
}


def question(view: Mapping[str, Any], legal: Sequence[Move]) -> str:
    """What the player to move is to decide."""
    pending = view["pending"]
    if pending:
        return QUESTIONS[pending["ask"]].format_map(_words(view, pending))
    if view["phase"] == "settle":
        return "Settle: put two cubes into one region (R11)."
    verbs = list(dict.fromkeys(move.verb for move in legal))
    if verbs == ["plague"]:
        return "Move the plague (R25)."
    return f"You may {listed([DOINGS[verb] for verb in verbs], 'or')}."


def _words(view: Mapping[str, Any], pending: Mapping[str, Any]) -> dict[str, str]:
    ravage = view["ravage"] or {"region": view["plague"]}
    return {
        "first": token_name(pending.get("first", "")),
        "second": token_name(pending.get("second", "")),
        "due": counted(pending.get("due", 0), "token"),
        "plague": proper(view["plague"]),
        "region": proper(ravage["region"]),
    }
