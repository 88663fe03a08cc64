"""The Astronomer: draw three region cards, keep one (A15)."""

from rattus.games.rattus.editions import DRAWN_CARDS
from rattus.games.rattus.events import DREW, HELD
from rattus.games.rattus.region_cards import discard_drawn, draw_cards, hold_card
from rattus.games.rattus.vocabulary import ASK_HOLD, ASTRONOMER, HOLD, NOTHING
from rattus.kernel.events import note
from rattus.kernel.rule import rule


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
def hold(box, table, card, log):
    """Keep one card, discard the others face up (A15)."""
    for place in range(table.drawn_count):
        if table.drawn[place] == card:
            hold_card(table, table.to_move, card, table.drawn_from[place])
    note(log, HELD, table.to_move, card)
    discard_drawn(table, log)
    table.question = NOTHING
