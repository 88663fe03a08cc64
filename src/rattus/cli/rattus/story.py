"""Questions and events of Rattus and Africanus in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rattus.cli.rattus.vocabulary import Phase, card_in_words, class_of, face_in_words, symbol_name, token_name
from rattus.cli.text import END_REASONS, Event, Narrator, display_name, join_words, plural
from rattus.cli.widgets import View
from rattus.match.move import Move

VERB_PHRASES = {
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
SETUP_QUESTIONS = {
    Phase.SETTLE: "Settle: put two cubes into one region (R11).",
    Phase.CARAVAN: "Put the caravan into a region (A9).",
}


def question(view: Mapping[str, Any], legal: Sequence[Move]) -> str:
    """The question to the player to move."""
    pending = view["pending"]
    if pending:
        return QUESTIONS[pending["ask"]].format_map(_question_fields(view, pending, legal))
    if view["phase"] in SETUP_QUESTIONS:
        return SETUP_QUESTIONS[view["phase"]]
    verbs = list(dict.fromkeys(move.verb for move in legal))
    if verbs == ["plague"]:
        return "Move the plague (R25)."
    return f"You may {join_words([VERB_PHRASES[verb] for verb in verbs], 'or')}."


def labels(_: View, __: Sequence[Move]) -> Mapping[Move, str]:
    """Menu texts that replace the moves' own: none, since these moves read well enough."""
    return {}


def _question_fields(view: Mapping[str, Any], pending: Mapping[str, Any], legal: Sequence[Move]) -> dict[str, str]:
    ravage = view["ravage"] or {"region": view["plague"]}
    cards, queue, token = pending.get("cards", ()), pending.get("queue"), ravage.get("token")
    can_cover = any(move.verb == "protect" for move in legal)
    return {
        "first": token_name(pending.get("first", "")),
        "second": token_name(pending.get("second", "")),
        "due": plural(pending.get("due", 0), "token"),
        "plague": display_name(view["plague"]),
        "region": display_name(ravage["region"]),
        "cards": join_words([card_in_words(card) for card in cards]),
        "growing": display_name(queue[0][1]) if queue else "",
        "face": face_in_words(token) if token else "",
        "losing": _losing(view, ravage) if token else "",
        "covering": "Protect it with a region card, or accept (A12)." if can_cover else "No card of yours fits (A12).",
    }


def _losing(view: Mapping[str, Any], ravage: Mapping[str, Any]) -> str:
    """What the class cards of the player to move cost against this token (R32, A5, A11)."""
    seat = view["to_move"]
    bare = [card for card, holder in view["classes"].items() if holder == seat and card not in ravage["covered"]]
    costs = [(card, ravage["token"]["symbols"].count(class_of(card))) for card in bare]
    each = [f"your {display_name(card)} costs you {plural(cubes, 'cube')}" for card, cubes in costs if cubes]
    have = view["regions"][ravage["region"]]["cubes"][seat]
    told = join_words(each)
    more = join_words([symbol for symbol in UNCOVERABLE if symbol in ravage["token"]["symbols"]])
    beside = f", {more} aside" if more else ""
    return f"{told[0].upper()}{told[1:]}{beside}; you have {have} there."


SEAT_EVENTS = {
    "forced": "has no choice",
    "settled": "settles {cubes} in {region}",
    "took": "takes the {card} {giver}",
    "placed": "places {cubes} in {region}",
    "shipped": "ships {cubes} from {from_region} to {region}",
    "carried": "carries rat {slot} of {from_region} to {region}",
    "looked": "looks at rat {slot} of {region}{secret}",
    "swapped": "swaps rat {slot} of {from_region} with rat {other_slot} of {region}",
    "kept": "leaves the two rats where they are",
    "crowned": "sends a cube from {region} to the palace",
    "farmed": "puts a cube into {region}",
    "rode": "rides the plague from {from_region} to {region}",
    "moved": "moves the plague from {from_region} to {region}",
    "infested": "puts a rat into {region}",
    "weighed": "lets the pawn count for {weight}",
    "lost": "loses {cubes} ({symbol})",
    "passed": "passes",
    "next": "is next",
    "camped": "puts the caravan into {region}",
    "shipped_diplomat": "ships {cubes} with the diplomat from {from_region} to {region}",
    "crowned_diplomat": "sends a cube with its diplomat from {region} to the palace",
    "drew": "draws {drawn}",
    "held": "keeps {kept}",
    "showed": "shows {drawn}",
    "explored": "puts a cube into {region}",
    "travelled": "leads the caravan from {from_region} over {over_region} to {region}",
    "grew": "adds a cube in {region}",
    "declined": "adds nothing in {region}",
    "appointed": "sends a diplomat to {region}",
    "dismissed": "loses the diplomat in {region}",
    "covered": "covers the {card} with {drawn}",
    "accepted": "accepts",
    "thrown": "discards {drawn}",
}
GAME_EVENTS = {
    "ravaged": "The plague ravages {region}{weighty}",
    "turned": "A rat turns: {face}; it {bites}",
    "last_call": "The last round begins: {reason}",
    "ended": "The game is over",
    "shuffled": "The discards become a new pile of {cards}",
}


def _paragraphs(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of set-up, of each turn, of the last round, and of each region ravaged after it."""
    part: list[Event] = []
    is_ending = False
    for event in events:
        if event["event"] in ("next", "last_call") or (is_ending and event["event"] == "ravaged"):
            yield part
            part = []
        part.append(event)
        is_ending = is_ending or event["event"] == "last_call"
    yield part


def _is_told(event: Event) -> bool:
    return bool(event["event"] != "next")  # each turn is a new paragraph


def _event_fields(events: Sequence[Event]) -> dict[str, str]:
    return _single_words(events[0]) | _cards(events)


def _cards(events: Sequence[Event]) -> dict[str, str]:
    """The region cards of some events: their names, or how many there are."""
    known = [card_in_words(event["region_card"]) for event in events if event.get("region_card")]
    return {
        "drawn": join_words(known) or plural(len(events), "region card"),
        "kept": join_words(known) or "one",
        "cards": plural(events[0].get("cards", 0), "card"),
    }


def _single_words(event: Event) -> dict[str, str]:
    """The other fields of the templates."""
    words = {name: str(event[name]) for name in ("slot", "other_slot") if name in event}
    words |= {
        name: display_name(event[name]) for name in ("region", "from_region", "over_region", "card") if name in event
    }
    face, weight, giver = event.get("face"), event.get("weight"), event.get("from_seat")
    return words | {
        "cubes": plural(event.get("cubes", 0), "cube"),
        "weight": plural(weight, "cube") if weight else "nothing",
        "weighty": f"; the pawn counts for {plural(weight, 'cube')}" if weight else "",
        "giver": f"from {display_name(giver)}" if giver else "from beside the board",
        "face": face_in_words(face) if face else "",
        "secret": f": {face_in_words(face)}" if face else "",
        "bites": "bites" if event.get("bites") else "does not bite",
        "symbol": symbol_name(event.get("symbol", "")),
        "reason": END_REASONS.get(event.get("reason", ""), ""),
    }


NARRATOR = Narrator(SEAT_EVENTS, GAME_EVENTS, _event_fields, ("drew", "showed", "thrown"), _paragraphs, _is_told)
