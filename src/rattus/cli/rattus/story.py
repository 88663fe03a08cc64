"""Questions and events of Rattus and Africanus in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rattus.cli.rattus.vocabulary import Phase, card_in_words, face_in_words, symbol_name, token_name
from rattus.cli.text import Event, Narrator, end_reason, join_words, plural, the
from rattus.cli.widgets import View
from rattus.games.rattus.editions import class_of
from rattus.match.move import Move
from rattus.words import display_name, has, t

UNCOVERABLE = ("majority", "all")  # no region card protects against them (A13)
SETUP_PHASES = (Phase.SETTLE, Phase.CARAVAN)


def question(view: Mapping[str, Any], legal: Sequence[Move]) -> str:
    """The question to the player to move."""
    pending = view["pending"]
    if pending and has(f"terminal.rattus.ask.{pending['ask']}"):
        return t(f"terminal.rattus.ask.{pending['ask']}", **_question_fields(view, pending, legal))
    if view["phase"] in SETUP_PHASES:
        return t(f"terminal.rattus.ask.{view['phase']}")
    verbs = list(dict.fromkeys(move.verb for move in legal))
    if verbs == ["plague"]:
        return t("terminal.rattus.ask.plague")
    return t("terminal.rattus.ask.may", what=join_words([_phrase(verb) for verb in verbs], "or"))


def _phrase(verb: str) -> str:
    """What may be done, for a sentence; a card without a text of its own is named."""
    key = f"terminal.rattus.may.{verb}"
    return t(key) if has(key) else display_name(verb)


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
        "covering": t(f"terminal.rattus.{'cover' if can_cover else 'noCover'}"),
    }


def _losing(view: Mapping[str, Any], ravage: Mapping[str, Any]) -> str:
    """What the class cards of the player to move cost against this token (R32, A5, A11)."""
    seat = view["to_move"]
    bare = [card for card, holder in view["classes"].items() if holder == seat and card not in ravage["covered"]]
    costs = [(card, ravage["token"]["symbols"].count(class_of(card))) for card in bare]
    each = [
        t("terminal.rattus.costs", card=display_name(card), cubes=plural(cubes, "cube"))
        for card, cubes in costs
        if cubes
    ]
    have = view["regions"][ravage["region"]]["cubes"][seat]
    told = join_words(each)
    more = join_words([symbol_name(symbol) for symbol in UNCOVERABLE if symbol in ravage["token"]["symbols"]])
    aside = t("terminal.rattus.aside", more=more) if more else ""
    return t("terminal.rattus.losing", told=told[:1].upper() + told[1:], aside=aside, n=str(have))


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
        "kept": join_words(known) or t("terminal.rattus.one"),
        "cards": plural(events[0].get("cards", 0), "card"),
    }


def _single_words(event: Event) -> dict[str, str]:
    """The other fields of the templates."""
    words = {name: str(event.get(name, "")) for name in ("slot", "other_slot")}
    words |= {name: display_name(event.get(name, "")) for name in ("region", "from_region", "over_region")}
    face, weight, giver = event.get("face"), event.get("weight"), event.get("from_seat")
    cubes = plural(weight, "cube") if weight else t("terminal.nothing")
    return words | {
        "the": the(event.get("card", "")),
        "cubes": plural(event.get("cubes", 0), "cube"),
        "weight": cubes,
        "weighty": t("terminal.rattus.weighty", cubes=cubes) if weight else "",
        "giver": t("terminal.rattus.from", name=display_name(giver)) if giver else t("terminal.rattus.fromBeside"),
        "face": face_in_words(face) if face else "",
        "secret": f": {face_in_words(face)}" if face else "",
        "bites": t(f"terminal.rattus.{'bites' if event.get('bites') else 'bitesNot'}"),
        "symbol": symbol_name(event.get("symbol", "")),
        "reason": end_reason(event.get("reason", "")),
    }


NARRATOR = Narrator("terminal.rattus", _event_fields, ("drew", "showed", "thrown"), _paragraphs, _is_told)
