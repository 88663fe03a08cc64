"""The Astronomer: draw three region cards, keep one (A15)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rattus.games.rattus.cards.card import Borders, Card, Event, Names, Question, Row, Verb, alone
from rattus.games.rattus.region_cards import (
    cards_left,
    check_drawing,
    describe_drawn,
    discard_drawn,
    draw_cards,
    hold_card,
)
from rattus.games.rattus.sizes import AFRICANUS, DRAWN_CARDS
from rattus.games.rattus.vocabulary import ASK_HOLD, NOTHING
from rattus.kernel.events import note
from rattus.kernel.explaining import Reason, reason
from rattus.kernel.rule import UNBOUND, rule

ASTRONOMER = USE_ASTRONOMER = HOLD = DREW = HELD = UNBOUND


@rule
def astronomer_moves(box, table, out, number):
    """Region cards can be drawn while there are some (A15)."""
    if cards_left(box, table) > 0:
        out[number] = box.base[USE_ASTRONOMER]
        number += 1
    return number


@rule
def use_astronomer(box, table, log):
    """Draw three region cards, seen by the drawer only (A15)."""
    table.used[ASTRONOMER] = 1
    draw_cards(box, table, DRAWN_CARDS, DREW, log)
    table.question = ASK_HOLD


@rule
def holding_moves(box, table, out):
    """One of the cards drawn (A15)."""
    for place in range(table.drawn_count):
        out[place] = box.base[HOLD] + table.drawn[place]
    return table.drawn_count


@rule
def hold(box, table, number, log):
    """Keep one card, discard the others face up (A15)."""
    for place in range(table.drawn_count):
        if table.drawn[place] == number:
            hold_card(table, table.to_move, number, table.drawn_from[place])
    note(log, HELD, table.to_move, number)
    discard_drawn(table, log)
    table.question = NOTHING


def region_card_rows(names: Names, _: Borders) -> Iterator[Row]:
    """A move for each region card."""
    for card, region_card in enumerate(names.region_cards):
        yield 0, 0, card, region_card.name


def useless(box: Any, table: Any, _: int) -> Reason:
    """Without cards to draw."""
    return reason("noRatFits" if cards_left(box.record, table) else "noCards", "A15")


def read_drawn(box: Any, table: Any, _: Mapping[str, Any]) -> None:
    """Check that the Astronomer is being used."""
    check_drawing(box, table, CARD.name, "hold", True)


CARD = Card(
    name="astronomer",
    class_name="islam",
    rule="A15",
    editions=(AFRICANUS,),
    moves=astronomer_moves,
    verbs=(
        Verb("astronomer", "USE_ASTRONOMER", alone, use_astronomer, "astronomer", "draw three region cards", "A15", (),
             is_final=True),
        Verb("hold", "HOLD", region_card_rows, hold, "hold CARD", "keep one of them", "A15", ("region_card",),
             is_final=True, is_secret=True),
    ),
    questions=(Question("hold", holding_moves, fields=("cards",), describe=describe_drawn, read=read_drawn),),
    events=(
        Event("drew", "A15", ("secret region_card",), is_revealing=True),
        Event("held", "A15", ("secret region_card",)),
    ),
    useless=useless,
)  # fmt: skip
