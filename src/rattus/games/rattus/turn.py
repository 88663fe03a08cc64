"""The turn: taking a class card and placing cubes, and what else can be done before the plague moves (R13-R19)."""

from rattus.games.rattus.cards.peasant import extra_cubes
from rattus.games.rattus.class_cards import turn_card_moves
from rattus.games.rattus.events import PLACED, TOOK
from rattus.games.rattus.plague import plague_moves
from rattus.games.rattus.sizes import MOST_PLACED
from rattus.games.rattus.vocabulary import OUT_OF_PLAY, PLACE, TAKE
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def turn_moves(box, table, out):
    """Phases 1 and 2 and the abilities in any order that the options allow (R13, R18), then phase 3."""
    number = taking_moves(box, table, out, 0)
    before = number
    number = placing_moves(box, table, out, number)
    may_place = number > before
    number = turn_card_moves(box, table, out, number)
    if box.compulsory == 1 and may_place:
        return number  # phase 3 opens only after phase 2 (R13)
    return plague_moves(box, table, out, number)


@rule
def taking_moves(box, table, out, number):
    """Any class card that is not the mover's own, once a turn (R14), before placing in the fixed order (R13)."""
    if table.taken == 1 or (table.placed == 1 and box.free_order == 0):
        return number
    for card in range(len(table.holder)):
        if table.holder[card] != table.turn and table.holder[card] != OUT_OF_PLAY:
            out[number] = box.base[TAKE] + card
            number += 1
    return number


@rule
def take(box, table, number, log):
    """Take one class card from beside the board or from another player (R14)."""
    note(log, TOOK, table.turn, number, table.holder[number])
    table.holder[number] = table.turn
    table.taken = 1


@rule
def placing_moves(box, table, out, number):
    """As many cubes as there are rats in the region (R15); with the Peasant, if wanted, one more (R19)."""
    stock = table.stock[table.turn]
    if table.placed == 1 or stock == 0:
        return number
    extra = extra_cubes(table)
    first = box.base[PLACE] - 1
    for region in range(box.regions):
        rats = table.count[region]
        if rats > 0:
            out[number] = first + region * MOST_PLACED + min(rats, stock)
            number += 1
        if extra == 1 and rats < stock:
            out[number] = first + region * MOST_PLACED + rats + 1
            number += 1
    return number


@rule
def place(box, table, region, number, log):
    """Put cubes from stock into a region (R15)."""
    seat = table.turn
    table.cubes[region][seat] += number
    table.stock[seat] -= number
    table.placed = 1
    note(log, PLACED, seat, region, number)
