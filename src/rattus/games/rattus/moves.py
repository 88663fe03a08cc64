"""All possible moves of a game, in the order of their ids, with their text."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from rattus.games.rattus.components import RegionCard
from rattus.games.rattus.editions import EXTRA_WEIGHT, MOST_PLACED, MOST_SHIPPED, SLOTS, Edition
from rattus.games.rattus.vocabulary import (
    ACCEPT,
    CROWN_DIPLOMAT,
    DECLINE,
    EXPLORE,
    GROW,
    HOLD,
    KEEP,
    MOVE_PLAGUE,
    PASS,
    PLACE,
    PROTECT,
    PUT_CARAVAN,
    RAVAGE,
    REVEAL,
    SETTLE,
    SHIP_DIPLOMAT,
    SPREAD,
    SWAP,
    TAKE,
    USE_ASTRONOMER,
    USE_EXPLORER,
    USE_KING,
    USE_KNIGHT,
    USE_MERCHANT,
    USE_MONK,
    USE_PEASANT,
    USE_SULTAN,
    USE_TRADER,
    USE_WITCH,
    VERBS,
    WEIGH,
    class_of,
)  # fmt: skip

# verb, source region or class card, region, number or slot or card, text
Row = tuple[int, int, int, int, str]
Borders = Sequence[tuple[int, int]]


class Names(Protocol):
    """The names that moves refer to."""

    cards: tuple[str, ...]
    regions: tuple[str, ...]
    region_cards: tuple[RegionCard, ...]


def all_moves(edition: Edition, names: Names, borders: Borders) -> Iterator[Row]:
    """All moves in the order of their ids: by verb as in VERBS, then by their arguments."""
    regions = names.regions
    yield from _at_regions(SETTLE, regions)
    for card, name in enumerate(names.cards):
        yield TAKE, 0, 0, card, f"take {name}"
    for region, name in enumerate(regions):
        for number in range(1, MOST_PLACED + 1):
            yield PLACE, 0, region, number, f"place {name} {number}"
    yield from _over_borders(USE_MERCHANT, regions, borders, "")
    for source, region in borders:
        for slot in range(SLOTS):
            yield USE_MONK, source, region, slot, f"monk {regions[source]}.{slot + 1} {regions[region]}"
    for region, name in enumerate(regions):
        for slot in range(SLOTS):
            yield USE_WITCH, 0, region, slot, f"witch {name}.{slot + 1}"
    yield _alone(SWAP)
    yield _alone(KEEP)
    for verb in (USE_KING, USE_PEASANT, USE_KNIGHT, MOVE_PLAGUE, SPREAD):
        yield from _at_regions(verb, regions)
    for weight in (0, EXTRA_WEIGHT):
        yield WEIGH, 0, 0, weight, f"weigh {weight}"
    for slot in range(SLOTS):
        yield REVEAL, 0, 0, slot, f"reveal {slot + 1}"
    yield _alone(PASS)
    if edition.african:
        yield from _african_moves(names, borders)


def _african_moves(names: Names, borders: Borders) -> Iterator[Row]:
    regions = names.regions
    yield from _at_regions(PUT_CARAVAN, regions)
    yield from _over_borders(SHIP_DIPLOMAT, regions, borders, " diplomat")
    yield from _at_regions(CROWN_DIPLOMAT, regions, " diplomat")
    yield _alone(USE_ASTRONOMER)
    for card, region_card in enumerate(names.region_cards):
        yield HOLD, 0, 0, card, f"hold {region_card.name}"
    yield _alone(USE_EXPLORER)
    yield from _at_regions(EXPLORE, regions)
    for source, region in borders:
        yield USE_TRADER, source, region, 0, f"trader {regions[source]} {regions[region]}"
    for verb in (GROW, DECLINE, USE_SULTAN):
        yield from _at_regions(verb, regions)
    for class_card, name in enumerate(names.cards):
        for card, region_card in enumerate(names.region_cards):
            if class_of(class_card) in region_card.classes:
                yield PROTECT, class_card, 0, card, f"protect {name} {region_card.name}"
    yield _alone(ACCEPT)
    yield from _at_regions(RAVAGE, regions)


def _alone(verb: int) -> Row:
    return verb, 0, 0, 0, VERBS[verb]


def _at_regions(verb: int, regions: Sequence[str], more: str = "") -> Iterator[Row]:
    for region, name in enumerate(regions):
        yield verb, 0, region, 0, f"{VERBS[verb]} {name}{more}"


def _over_borders(verb: int, regions: Sequence[str], borders: Borders, more: str) -> Iterator[Row]:
    for source, region in borders:
        for number in range(1, MOST_SHIPPED + 1):
            text = f"{VERBS[verb]} {regions[source]} {regions[region]} {number}{more}"
            yield verb, source, region, number, text
