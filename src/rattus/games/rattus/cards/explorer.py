"""The Explorer: show three region cards, put a cube on one of their regions (A16)."""

from collections.abc import Mapping
from typing import Any

from rattus.games.rattus.cards.card import Card, Event, Question, Verb, alone, always, at_regions
from rattus.games.rattus.region_cards import cards_left, check_drawing, describe_drawn, discard_drawn, draw_cards
from rattus.games.rattus.sizes import AFRICANUS, DRAWN_CARDS
from rattus.games.rattus.vocabulary import NOTHING
from rattus.kernel.events import note
from rattus.kernel.explaining import Reason, reason
from rattus.kernel.rule import UNBOUND, rule

EXPLORER = USE_EXPLORER = EXPLORE = ASK_EXPLORE = SHOWED = EXPLORED = UNBOUND


@rule
def explorer_moves(box, table, out, number):
    """Region cards can be shown while there are some, and a cube in stock (A16)."""
    if cards_left(box, table) > 0 and table.stock[table.to_move] > 0:
        out[number] = box.base[USE_EXPLORER]
        number += 1
    return number


@rule
def use_explorer(box, table, log):
    """Draw three region cards and show them to all (A16)."""
    table.used[EXPLORER] = 1
    draw_cards(box, table, DRAWN_CARDS, SHOWED, log)
    table.question = ASK_EXPLORE


@rule
def exploring_moves(box, table, out):
    """One of the regions shown (A16)."""
    number = 0
    for region in range(box.regions):
        if is_shown(box, table, region):
            out[number] = box.base[EXPLORE] + region
            number += 1
    return number


@rule
def is_shown(box, table, region):
    """Whether a card drawn shows this region."""
    for place in range(table.drawn_count):
        if box.card_region[table.drawn[place]] == region:
            return True
    return False


@rule
def explore(box, table, region, log):
    """Put a cube from stock on a region shown; all cards drawn are discarded (A16)."""
    seat = table.to_move
    table.stock[seat] -= 1
    table.cubes[region][seat] += 1
    note(log, EXPLORED, seat, region)
    discard_drawn(table, log)
    table.question = NOTHING


def useless(box: Any, table: Any, seat: int) -> Reason:
    """Without a cube in stock, or cards to draw."""
    if not table.stock[seat]:
        return reason("noStock", "A16")
    return reason("noRatFits" if cards_left(box.record, table) else "noCards", "A16")


def read_drawn(box: Any, table: Any, _: Mapping[str, Any]) -> None:
    """Check that the Explorer is being used."""
    check_drawing(box, table, CARD.name, "explore", bool(table.stock[table.to_move]))


CARD = Card(
    name="explorer",
    class_name="islam",
    rule="A16",
    editions=(AFRICANUS,),
    moves=explorer_moves,
    verbs=(
        Verb("explorer", "USE_EXPLORER", alone, use_explorer, "explorer", "draw three region cards and show them",
             "A16", (), is_final=True),
        Verb("explore", "EXPLORE", at_regions, explore, "explore REGION", "put a cube on a region shown", "A16",
             ("region",), explain=always("notShown", "A16")),
    ),
    questions=(Question("explore", exploring_moves, fields=("cards",), describe=describe_drawn, read=read_drawn),),
    events=(
        Event("showed", "A16", ("region_card",), is_revealing=True),
        Event("explored", "A16", ("region",)),
    ),
    useless=useless,
)  # fmt: skip
