"""Moving the plague: the pawn moves, rats spread, and the plague ravages a region (R22, R25-R33)."""

from rattus.games.rattus.cards.knight import rides
from rattus.games.rattus.diplomats import dismiss_diplomat
from rattus.games.rattus.events import INFESTED, LOST, MOVED, RAVAGED, TURNED, WEIGHED
from rattus.games.rattus.protection import ask_to_protect, uncover_cards
from rattus.games.rattus.sizes import SLOTS
from rattus.games.rattus.tokens import crowd, knows_any, lift_token, put_token
from rattus.games.rattus.vocabulary import (
    ALL,
    ASK_REVEAL,
    ASK_SPREAD,
    ASK_WEIGH,
    HIDDEN,
    MAJORITY,
    MOVE_PLAGUE,
    NO_CARD,
    NOTHING,
    NOWHERE,
    PLAGUE,
    REVEAL,
    SPREAD,
    UNDECIDED,
    WEIGH,
    WITH_DIPLOMATS,
    WITH_REGION_CARDS,
)  # fmt: skip
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def plague_moves(box, table, out, number):
    """One step over a border (R25); with the Knight one or two, but not back to where it stood (R22)."""
    first = box.base[MOVE_PLAGUE]
    pawn = table.pawn
    if rides(table):
        for region in range(box.regions):
            if box.near[pawn][region] == 1:
                out[number] = first + region
                number += 1
    else:
        for place in range(box.degree[pawn]):
            out[number] = first + box.neighbours[pawn][place]
            number += 1
    return number


@rule
def move_plague(box, table, region, log):
    """The pawn moves: phase 3 begins (R25)."""
    note(log, MOVED, table.turn, table.pawn, region)
    table.pawn = region
    table.phase = PLAGUE
    table.due = UNDECIDED
    table.weight = UNDECIDED


@rule
def continue_plague(box, table, log):
    """The next automatic step of phase 3, or the next question. True when the turn is over (R33)."""
    if table.due == UNDECIDED:
        table.due = tokens_due(box, table)
    elif table.due > 0 and room_nearby(box, table):
        table.question = ASK_SPREAD
    elif table.ravaged == NOWHERE:
        table.due = 0
        return not begin_ravage(box, table, log)
    elif not continue_ravage(box, table, table.turn, log):
        table.ravaged = NOWHERE
        table.weight = 0
        return True
    return False


@rule
def tokens_due(box, table):
    """With one token in the plague region one spreads, with more two (R27), if the supply has them (R28)."""
    return min(table.count[table.pawn], 2, table.supply_left)


@rule
def room_nearby(box, table):
    """Whether a region that borders the plague region can take a token (R28)."""
    for place in range(box.degree[table.pawn]):
        if table.count[box.neighbours[table.pawn][place]] < SLOTS:
            return True
    return False


@rule
def spreading_moves(box, table, out):
    """Any region that borders the plague region and holds fewer than three (R27, R28)."""
    number = 0
    for place in range(box.degree[table.pawn]):
        region = box.neighbours[table.pawn][place]
        if table.count[region] < SLOTS:
            out[number] = box.base[SPREAD] + region
            number += 1
    return number


@rule
def spread(box, table, region, log):
    """Put a token from the supply on a region, unseen (R27)."""
    table.supply_left -= 1
    put_token(table, region, table.supply[table.supply_left], 0, 0)
    table.supply[table.supply_left] = 0
    table.due -= 1
    table.question = NOTHING
    note(log, INFESTED, table.to_move, region)


@rule
def begin_ravage(box, table, log):
    """The plague region is ravaged if it holds rats (R26) and cubes (R29); the Knight's holder is asked first (R22)."""
    if table.count[table.pawn] == 0 or crowd(box, table, table.pawn) == 0:
        table.weight = 0
        return False
    if table.weight == UNDECIDED and rides(table):
        table.question = ASK_WEIGH
        return True
    if table.weight == UNDECIDED:
        table.weight = 0
    table.ravaged = table.pawn
    note(log, RAVAGED, table.turn, table.pawn, table.weight)
    return True


@rule
def weighing_moves(box, table, out):
    """The pawn counts for nothing, or as two cubes (R22)."""
    out[0] = box.base[WEIGH]
    out[1] = box.base[WEIGH] + 1
    return 2


@rule
def weigh(box, table, number, log):
    """The mover decides what the pawn counts for in this turn (R22)."""
    table.weight = number
    table.question = NOTHING
    note(log, WEIGHED, table.to_move, number)


@rule
def continue_ravage(box, table, mover, log):
    """Turn the next token of the ravaged region, or ask which (R29). False when nothing is left to do there."""
    region = table.ravaged
    if WITH_REGION_CARDS and table.token != HIDDEN:
        if not ask_to_protect(box, table, mover):  # all answers come before any cube is removed (A12)
            bite(box, table, region, table.token, log)
            table.token = HIDDEN
        return True
    if table.count[region] == 0 or crowd(box, table, region) == 0:
        if WITH_REGION_CARDS:
            uncover_cards(box, table, log)
        return False
    if table.count[region] > 1 and knows_any(table, region, mover):
        table.question = ASK_REVEAL
    else:
        turn_token(box, table, 0, log)
    return True


@rule
def revealing_moves(box, table, out):
    """Any token of the ravaged region (R29)."""
    for slot in range(table.count[table.ravaged]):
        out[slot] = box.base[REVEAL] + slot
    return table.count[table.ravaged]


@rule
def reveal(box, table, number, log):
    """The mover says which token is turned next (R29)."""
    table.question = NOTHING
    turn_token(box, table, number, log)


@rule
def turn_token(box, table, slot, log):
    """Turn a token; it bites or not, and leaves the game (R29)."""
    region = table.ravaged
    biting = bites(box, table, region, table.rats[region][slot])
    face = lift_token(table, region, slot)
    table.turned[table.turned_count] = face
    table.turned_count += 1
    note(log, TURNED, table.turn, region, slot, face, 1 if biting else 0)
    if biting and WITH_REGION_CARDS:
        table.token = face  # it waits for those who may protect themselves (A12)
    elif biting:
        bite(box, table, region, face, log)


@rule
def bites(box, table, region, face):
    """A turned token bites a crowd of at least its limit; the pawn may count for two (R22, R30)."""
    return crowd(box, table, region) + table.weight >= box.limit[face]


@rule
def bite(box, table, region, face, log):
    """First every M (R31), then the rest (R32)."""
    bite_majority(box, table, region, box.symbols[face][MAJORITY], log)
    bite_classes(box, table, region, face, log)
    bite_all(box, table, region, box.symbols[face][ALL], log)


@rule
def bite_majority(box, table, region, times, log):
    """For each M, all who had the most cubes when the token was turned lose one (R31)."""
    if times == 0:
        return
    most = 0
    for seat in range(box.players):
        most = max(most, table.cubes[region][seat])
    for seat in range(box.players):
        if table.cubes[region][seat] == most:
            lose(table, region, seat, times, MAJORITY, log)


@rule
def bite_classes(box, table, region, face, log):
    """For each class symbol the holder of a card of that class loses a cube (R32), for each card (A5)."""
    for card in range(len(table.holder)):
        symbol = box.symbol[card]
        covered = WITH_REGION_CARDS and table.cover[card] != NO_CARD  # the player counts as not holding it (A11)
        if box.symbols[face][symbol] > 0 and table.holder[card] >= 0 and not covered:
            lose(table, region, table.holder[card], box.symbols[face][symbol], symbol, log)


@rule
def bite_all(box, table, region, times, log):
    """For each A everybody loses a cube (R32)."""
    if times == 0:
        return
    for seat in range(box.players):
        lose(table, region, seat, times, ALL, log)


@rule
def lose(table, region, seat, cubes, symbol, log):
    """Cubes go back to their owner's stock, as many as there are (R32)."""
    lost = min(cubes, table.cubes[region][seat])
    if lost > 0:
        table.cubes[region][seat] -= lost
        table.stock[seat] += lost
        note(log, LOST, seat, region, lost, symbol)
        if WITH_DIPLOMATS:
            dismiss_diplomat(table, region, seat, log)
