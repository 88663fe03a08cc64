"""The Explorer: show three region cards, put a cube on one of their regions (A16)."""

from rattus.games.rattus.editions import DRAWN_CARDS
from rattus.games.rattus.events import EXPLORED, SHOWED
from rattus.games.rattus.region_cards import discard_drawn, draw_cards
from rattus.games.rattus.vocabulary import ASK_EXPLORE, EXPLORE, EXPLORER, NOTHING
from rattus.kernel.events import note
from rattus.kernel.rule import rule


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
