"""The Trader: move the caravan, and let cubes grow where it started and passed (A17)."""

from rattus.games.rattus.class_cards import actor
from rattus.games.rattus.events import DECLINED, GREW, TRAVELLED
from rattus.games.rattus.vocabulary import ASK_GROW, DECLINE, GROW, NOTHING, TRADER, USE_TRADER
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def trader_moves(box, table, out, number):
    """Exactly two steps, over a bordering region, and not back to where the caravan started (A17)."""
    for place in range(box.degree[table.caravan]):
        passed = box.neighbours[table.caravan][place]
        for step in range(box.degree[passed]):
            if box.neighbours[passed][step] != table.caravan:
                out[number] = box.base[USE_TRADER] + box.first_border[passed] + step
                number += 1
    return number


@rule
def use_trader(box, table, passed, region, log):
    """The caravan moves; who had the most cubes where it started and where it passed is asked to grow (A17)."""
    table.used[TRADER] = 1
    note(log, TRAVELLED, table.to_move, table.caravan, passed, region)
    table.grow_regions[0] = table.caravan
    table.grow_regions[1] = passed
    table.caravan = region
    for place in range(2):
        mark_growing(box, table, place)
    ask_to_grow(box, table)


@rule
def mark_growing(box, table, place):
    """All who have the most cubes in the region, before any is added (A17)."""
    region, most = table.grow_regions[place], 1
    for seat in range(box.players):
        most = max(most, table.cubes[region][seat])
    for seat in range(box.players):
        table.growing[place][seat] = 1 if table.cubes[region][seat] == most else 0


@rule
def ask_to_grow(box, table):
    """Ask the next player who may add a cube: where the caravan started first, clockwise from its mover (A17)."""
    mover = actor(table)
    for place in range(2):
        for step in range(box.players):
            seat = (mover + step) % box.players
            if table.growing[place][seat] == 1:
                if table.stock[seat] > 0:
                    table.question = ASK_GROW
                    table.to_move = seat
                    return
                table.growing[place][seat] = 0
    table.grow_regions[0] = 0
    table.grow_regions[1] = 0
    table.question = NOTHING
    table.to_move = mover


@rule
def growing_place(box, table):
    """Which of the two regions the question is about."""
    for seat in range(box.players):
        if table.growing[0][seat] == 1:
            return 0
    return 1


@rule
def growing_moves(box, table, out):
    """Add the cube, or not (A17)."""
    region = table.grow_regions[growing_place(box, table)]
    out[0] = box.base[GROW] + region
    out[1] = box.base[DECLINE] + region
    return 2


@rule
def grow(box, table, region, log):
    """Add a cube from stock (A17)."""
    seat = table.to_move
    table.stock[seat] -= 1
    table.cubes[region][seat] += 1
    note(log, GREW, seat, region)
    table.growing[growing_place(box, table)][seat] = 0
    ask_to_grow(box, table)


@rule
def decline(box, table, region, log):
    """Add no cube (A17)."""
    note(log, DECLINED, table.to_move, region)
    table.growing[growing_place(box, table)][table.to_move] = 0
    ask_to_grow(box, table)
