"""How the events of Rattus and Africanus are told."""

from collections.abc import Iterable, Iterator, Sequence

from rattus.cli.rattus.wording import card_in_words, face_in_words, symbol_name
from rattus.cli.story import Event, Teller
from rattus.cli.wording import REASONS, counted, listed, proper

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
HAPPENINGS = {
    "ravaged": "The plague ravages {region}{weighty}",
    "turned": "A rat turns: {face}; it {bites}",
    "last_call": "The last round begins: {reason}",
    "ended": "The game is over",
    "shuffled": "The discards become a new pile of {cards}",
}


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


def _is_told(event: Event) -> bool:
    return bool(event["event"] != "next")  # a new paragraph tells that


def _words(events: Sequence[Event]) -> dict[str, str]:
    return _single_words(events[0]) | _cards(events)


def _cards(events: Sequence[Event]) -> dict[str, str]:
    """The region cards of a deed: their names, or how many there are."""
    known = [card_in_words(event["region_card"]) for event in events if event.get("region_card")]
    return {
        "drawn": listed(known) or counted(len(events), "region card"),
        "kept": listed(known) or "one",
        "cards": counted(events[0].get("cards", 0), "card"),
    }


def _single_words(event: Event) -> dict[str, str]:
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


TELLER = Teller(DEEDS, HAPPENINGS, _words, ("drew", "showed", "thrown"), _parts, _is_told)
