"""Every move there can be in a game, numbered, with its text."""

from collections.abc import Iterator, Sequence

from rattus.games.rattus.table import EXTRA_WEIGHT, MOST_PLACED, MOST_SHIPPED, SLOTS
from rattus.games.rattus.words import (
    CARDS,
    KEEP,
    MOVE_PLAGUE,
    PASS,
    PLACE,
    REVEAL,
    SETTLE,
    SPREAD,
    SWAP,
    TAKE,
    USE_KING,
    USE_KNIGHT,
    USE_MERCHANT,
    USE_MONK,
    USE_PEASANT,
    USE_WITCH,
    VERBS,
    WEIGH,
)  # fmt: skip

# verb, source region, region, number or slot or card, text
Row = tuple[int, int, int, int, str]


def all_moves(regions: Sequence[str], borders: Sequence[tuple[int, int]]) -> Iterator[Row]:
    """The moves on a map in the order of their ids: verb by verb as in VERBS, then by their arguments."""
    yield from _at_regions(SETTLE, regions)
    for card, name in enumerate(CARDS):
        yield TAKE, 0, 0, card, f"take {name}"
    for region, name in enumerate(regions):
        for number in range(1, MOST_PLACED + 1):
            yield PLACE, 0, region, number, f"place {name} {number}"
    for source, region in borders:
        for number in range(1, MOST_SHIPPED + 1):
            yield USE_MERCHANT, source, region, number, f"merchant {regions[source]} {regions[region]} {number}"
    for source, region in borders:
        for slot in range(SLOTS):
            yield USE_MONK, source, region, slot, f"monk {regions[source]}.{slot + 1} {regions[region]}"
    for region, name in enumerate(regions):
        for slot in range(SLOTS):
            yield USE_WITCH, 0, region, slot, f"witch {name}.{slot + 1}"
    yield SWAP, 0, 0, 0, "swap"
    yield KEEP, 0, 0, 0, "keep"
    for verb in (USE_KING, USE_PEASANT, USE_KNIGHT, MOVE_PLAGUE, SPREAD):
        yield from _at_regions(verb, regions)
    for weight in (0, EXTRA_WEIGHT):
        yield WEIGH, 0, 0, weight, f"weigh {weight}"
    for slot in range(SLOTS):
        yield REVEAL, 0, 0, slot, f"reveal {slot + 1}"
    yield PASS, 0, 0, 0, "pass"


def _at_regions(verb: int, regions: Sequence[str]) -> Iterator[Row]:
    for region, name in enumerate(regions):
        yield verb, 0, region, 0, f"{VERBS[verb]} {name}"
