"""Events as sentences."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rattus.cli.wording import REASONS, counted, face_in_words, proper, symbol_name

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
}
# What happens without anybody's doing.
HAPPENINGS = {
    "ravaged": "The plague ravages {region}{weighty}",
    "turned": "A rat turns: {face}; it {bites}",
    "last_call": "The last round begins: {reason}",
    "ended": "The game is over",
}


def tell(event: Event) -> str:
    """An event as a sentence.

    >>> tell({"event": "placed", "seat": "red", "region": "gallia", "cubes": 2})
    'Red places 2 cubes in Gallia.'
    """
    return f"{_doer(event)}{_deed(event)}."


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
    for event in events:
        if event["event"] == "next":
            continue
        if doer and doer == _doer(event):
            sentences[-1] += f"; {_deed(event)}"
        else:
            sentences.append(f"{_doer(event)}{_deed(event)}")
        doer = _doer(event)
    return "".join(f"{sentence}. " for sentence in sentences).rstrip()


def _doer(event: Event) -> str:
    return f"{proper(event['seat'])} " if event["event"] in DEEDS else ""


def _deed(event: Event) -> str:
    kind = event["event"]
    return (DEEDS.get(kind) or HAPPENINGS[kind]).format_map(_words(event))


def _words(event: Event) -> dict[str, str]:
    """All that a sentence about the event may need."""
    words = {name: str(event[name]) for name in ("slot", "other_slot") if name in event}
    words |= {name: proper(event[name]) for name in ("region", "from_region", "card") if name in event}
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
