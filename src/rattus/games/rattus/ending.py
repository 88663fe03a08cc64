"""The end of a turn and the end of the game (R33-R38)."""

from rattus.games.rattus.events import ENDED, LAST_CALL, NEXT, PASSED, RAVAGED, note
from rattus.games.rattus.plague import go_on_ravaging
from rattus.games.rattus.table import CUBES, EXTRA_WEIGHT
from rattus.games.rattus.tokens import crowd
from rattus.games.rattus.words import (
    CARDS,
    CUBES_OUT,
    FINAL_RAVAGE,
    KNIGHT,
    LAST_ROUND,
    NOBODY,
    NOWHERE,
    OVER,
    RUNNING,
    SUPPLY_EMPTY,
    TURN,
    TURNS_UP,
)  # fmt: skip
from rattus.kernel.rule import rule

ALL_CARDS = len(CARDS)


@rule
def end_turn(box, table, log):
    """The turn is over (R33): the next player's begins (R12), or the last round (R34)."""
    table.turns += 1
    table.taken = 0
    table.placed = 0
    unuse_cards(table)
    table.reason = end_reason(box, table)
    if table.reason == RUNNING:
        table.phase = TURN
        table.turn = (table.turn + 1) % box.players
        table.to_move = table.turn
        note(log, NEXT, table.turn)
    else:
        note(log, LAST_CALL, table.turn, table.reason)
        begin_last_round(box, table)


@rule
def end_reason(box, table):
    """The supply is empty, or some player has no cube left in stock, or the turns are up (R34)."""
    if table.supply_left == 0:
        return SUPPLY_EMPTY
    for seat in range(box.players):
        if table.stock[seat] == 0:
            return CUBES_OUT
    if table.turns >= box.max_turns:
        return TURNS_UP
    return RUNNING


@rule
def unuse_cards(table):
    """Every ability can be used again (R16)."""
    for card in range(ALL_CARDS):
        table.used[card] = 0


@rule
def begin_last_round(box, table):
    """The player to the right of the one who took the last turn acts first (R35)."""
    table.phase = LAST_ROUND
    table.to_move = (table.turn - 1) % box.players


@rule
def pass_last_round(box, table, log):
    """The next player anti-clockwise acts (R35); after the last one comes the final ravage (R36)."""
    note(log, PASSED, table.to_move)
    unuse_cards(table)
    table.to_move = (table.to_move - 1) % box.players
    if table.to_move == table.turn:
        table.phase = FINAL_RAVAGE


@rule
def go_on_with_final_ravage(box, table, log):
    """The next step of the final ravage: all regions in map order, with whoever took the last turn as mover (R36)."""
    if table.ravaged != NOWHERE and go_on_ravaging(box, table, table.turn, log):
        return
    table.ravaged += 1
    if table.ravaged < box.regions:
        table.weight = final_weight(table, table.ravaged)
        if table.count[table.ravaged] > 0 and crowd(box, table, table.ravaged) > 0:
            note(log, RAVAGED, table.turn, table.ravaged, table.weight)
    else:
        table.ravaged = NOWHERE
        table.weight = 0
        table.phase = OVER
        table.to_move = NOBODY
        note(log, ENDED, NOBODY)


@rule
def final_weight(table, region):
    """Where the pawn stands it counts as two cubes, if anyone holds the Knight (R36)."""
    return EXTRA_WEIGHT if table.pawn == region and table.holder[KNIGHT] >= 0 else 0


@rule
def score(box, table, points, ranking):
    """A point for each cube in regions and palace (R37); ties go to who would have moved sooner (R38)."""
    for seat in range(box.players):
        points[seat] = CUBES - table.stock[seat]
    for step in range(box.players):
        seat = (table.turn + 1 + step) % box.players
        place = step
        while place > 0 and points[ranking[place - 1]] < points[seat]:
            ranking[place] = ranking[place - 1]
            place -= 1
        ranking[place] = seat


@rule
def ended(box, table):
    """How many turns there were, and why the last round began (R34)."""
    return table.turns, table.reason
