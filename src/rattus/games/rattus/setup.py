"""Setting the game up (R7-R12)."""

from rattus.games.rattus.events import NEXT, SETTLED, note
from rattus.games.rattus.table import CUBES, SETTLERS, SLOTS, TOKENS
from rattus.games.rattus.tokens import forget_looks, put_token
from rattus.games.rattus.words import CARDS, NOBODY, NOTHING, NOWHERE, RUNNING, SETTLE, SETTLING, TURN
from rattus.kernel.random import below, shuffle
from rattus.kernel.rule import rule

ALL_CARDS = len(CARDS)


@rule
def set_up(box, table, rng):
    """Lay everything out on an empty table, before the first cube is settled."""
    lay_out_cards(table)
    lay_out_tokens(box, table, rng)
    lay_out_players(box, table, rng)


@rule
def lay_out_cards(table):
    """All class cards lie beside the board (R4, R7)."""
    for card in range(ALL_CARDS):
        table.holder[card] = NOBODY
        table.used[card] = 0


@rule
def lay_out_tokens(box, table, rng):
    """A starting token on each region (R3, R8), and the supply (R9)."""
    clear_tokens(box, table)
    starters = list_tokens(box, table.turned, 1)
    shuffle(rng, table.turned, 0, starters)
    ordinary = list_tokens(box, table.supply, 0)
    shuffle(rng, table.supply, 0, ordinary)

    table.removed_count = box.removed
    for place in range(box.removed):
        ordinary -= 1
        table.removed[place] = table.supply[ordinary]
        table.supply[ordinary] = 0
    for place in range(starters):
        if place < box.regions:
            put_token(table, place, table.turned[place], 0, 1)
        else:
            table.supply[ordinary] = table.turned[place]
            ordinary += 1
        table.turned[place] = 0
    shuffle(rng, table.supply, 0, ordinary)
    table.supply_left = ordinary
    table.turned_count = 0


@rule
def clear_tokens(box, table):
    """No token anywhere. What is not in use is always zero, so that equal tables are equal number by number."""
    for region in range(box.regions):
        table.count[region] = 0
        for slot in range(SLOTS):
            table.rats[region][slot] = 0
            table.seen[region][slot] = 0
            table.original[region][slot] = 0
    for place in range(TOKENS):
        table.supply[place] = 0
        table.turned[place] = 0
        table.removed[place] = 0


@rule
def list_tokens(box, out, starting):
    """Write the faces of all starting, or all ordinary, tokens into `out`; how many there are (R3)."""
    number = 0
    for kind in range(box.kinds):
        if box.starting[kind] == starting:
            for _ in range(box.copies[kind]):
                out[number] = kind
                number += 1
    return number


@rule
def lay_out_players(box, table, rng):
    """All cubes are in stock (R2), the pawn is somewhere (R10), somebody is first (R11)."""
    for seat in range(box.players):
        table.stock[seat] = CUBES
        table.palace[seat] = 0
        for region in range(box.regions):
            table.cubes[region][seat] = 0
    table.pawn = below(rng, box.regions)
    first = below(rng, box.players)
    if box.first != NOBODY:
        first = box.first
    table.first = first
    table.turn = first
    table.to_move = first
    table.phase = SETTLING
    table.turns = 0
    table.taken = 0
    table.placed = 0
    table.reason = RUNNING
    table.question = NOTHING
    forget_looks(table)
    table.due = 0
    table.ravaged = NOWHERE
    table.weight = 0


@rule
def settling_moves(box, table, out):
    """Any region in use may be chosen, twice the same too (R11)."""
    for region in range(box.regions):
        out[region] = box.base[SETTLE] + region
    return box.regions


@rule
def settle(box, table, region, log):
    """Put two cubes into one region (R11)."""
    seat = table.to_move
    table.cubes[region][seat] += SETTLERS
    table.stock[seat] -= SETTLERS
    note(log, SETTLED, seat, region, SETTLERS)
    step = settling_steps(box, table)
    if step < 2 * box.players:
        table.to_move = settler(box, table.first, step)
    else:
        table.phase = TURN  # the first player begins (R12)
        table.to_move = table.first
        note(log, NEXT, table.first)


@rule
def settling_steps(box, table):
    """How many times somebody has settled."""
    steps = 0
    for seat in range(box.players):
        steps += (CUBES - table.stock[seat]) // SETTLERS
    return steps


@rule
def settler(box, first, step):
    """Who settles in a step: clockwise from the first player, then back again from the last (R11)."""
    if step >= box.players:
        step = 2 * box.players - 1 - step
    return (first + step) % box.players
