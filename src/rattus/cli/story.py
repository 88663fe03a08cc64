"""Events as sentences."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rattus.cli.wording import REASONS, card_in_words, counted, face_in_words, listed, proper, symbol_name

Event = Mapping[str, Any]

# What the seat of an event does; the names in braces are made by `_words`.
DEEDS = {
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
# What happens without anybody's doing.
HAPPENINGS = {
    "ravaged": "The plague ravages {region}{weighty}",
    "turned": "A rat turns: {face}; it {bites}",
    "last_call": "The last round begins: {reason}",
    "ended": "The game is over",
    "shuffled": "The discards become a new pile of {cards}",
}
DEALINGS = ("drew", "showed", "thrown")  # several of one kind in a row are one deed


def tell(event: Event) -> str:
    """An event as a sentence.

    >>> tell({"event": "placed", "seat": "red", "region": "gallia", "cubes": 2})
    'Red places 2 cubes in Gallia.'
    """
    return f"{_doer(event)}{_deed([event])}."


def paragraphs(events: Iterable[Event]) -> list[str]:
    """A story: a paragraph a turn. A doer who goes on doing is not named again."""
    told = [_paragraph(part) for part in _parts(events)]
    return [text for text in told if text]


def _parts(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of set-up, of each turn, of the last round, and of each region that is ravaged after it."""
    part: list[Event] = []
    is_ending = False
    for event in events:
        if event["event"] in ("next", "last_call") or (is_ending and event["event"] == "ravaged"):
            yield part
            part = []
        part.append(event)
        is_ending = is_ending or event["event"] == "last_call"
    yield part


def _paragraph(events: Iterable[Event]) -> str:
    sentences: list[str] = []
    doer = ""
    for deed in _deeds(events):
        if doer and doer == _doer(deed[0]):
            sentences[-1] += f"; {_deed(deed)}"
        else:
            sentences.append(f"{_doer(deed[0])}{_deed(deed)}")
        doer = _doer(deed[0])
    return "".join(f"{sentence}. " for sentence in sentences).rstrip()


def _deeds(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events that are told: cards that are drawn, shown or discarded one after the other are told at once."""
    told = enumerate(event for event in events if event["event"] != "next")
    for _, deed in itertools.groupby(told, lambda numbered: _sameness(*numbered)):
        yield [event for _, event in deed]


def _sameness(number: int, event: Event) -> object:
    return (event["event"], event["seat"]) if event["event"] in DEALINGS else number


def _doer(event: Event) -> str:
    return f"{proper(event['seat'])} " if event["event"] in DEEDS else ""


def _deed(events: Sequence[Event]) -> str:
    kind = events[0]["event"]
    return (DEEDS.get(kind) or HAPPENINGS[kind]).format_map(_words(events[0]) | _cards(events))


def _cards(events: Sequence[Event]) -> dict[str, str]:
    """The region cards of a deed: their names, or how many there are."""
    known = [card_in_words(event["region_card"]) for event in events if event.get("region_card")]
    return {
        "drawn": listed(known) or counted(len(events), "region card"),
        "kept": listed(known) or "one",
        "cards": counted(events[0].get("cards", 0), "card"),
    }


def _words(event: Event) -> dict[str, str]:
    """All else that a sentence about an event may need."""
    words = {name: str(event[name]) for name in ("slot", "other_slot") if name in event}
    words |= {name: proper(event[name]) for name in ("region", "from_region", "over_region", "card") if name in event}
    face, weight, giver = event.get("face"), event.get("weight"), event.get("from_seat")
    return words | {
        "cubes": counted(event.get("cubes", 0), "cube"),
        "weight": counted(weight, "cube") if weight else "nothing",
        "weighty": f"; the pawn counts for {counted(weight, 'cube')}" if weight else "",
        "giver": f"from {proper(giver)}" if giver else "from beside the board",
        "face": face_in_words(face) if face else "",
        "secret": f": {face_in_words(face)}" if face else "",
        "bites": "bites" if event.get("bites") else "does not bite",
        "symbol": symbol_name(event.get("symbol", "")),
        "reason": REASONS.get(event.get("reason", ""), ""),
    }
