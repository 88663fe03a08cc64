"""The row of buildings: how a round begins and ends (C8, C9, C15)."""

from rattus.games.cartus.events import ENDED, NEXT, OPENED, REPLACED
from rattus.games.cartus.scoring import note_plague
from rattus.games.cartus.vocabulary import NOWHERE, OVER, SUPPLY
from rattus.kernel.events import note
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY


@rule
def begin_round(box, table, log):
    """Phase A, and the supply phase begins with the first player (C9, C10)."""
    for place in range(box.row):
        table.buildings_left -= 1
        table.row[place] = table.buildings[table.buildings_left]
        table.buildings[table.buildings_left] = 0
        note(log, OPENED, NOBODY, place, table.row[place])
    while all_alike(box, table) and has_other(box, table):
        replace_last(box, table, log)
    table.phase = SUPPLY
    table.to_move = table.first


@rule
def all_alike(box, table):
    """Whether all cards of the row show the same building (C9)."""
    for place in range(1, box.row):
        if box.building[table.row[place]] != box.building[table.row[0]]:
            return False
    return True


@rule
def has_other(box, table):
    """Whether the replacement deck holds another building than the row (C9)."""
    for place in range(table.replacement_left):
        if box.building[table.replacement[place]] != box.building[table.row[0]]:
            return True
    return False


@rule
def replace_last(box, table, log):
    """The last card goes under the replacement deck, the top card of it takes its place (C9)."""
    last, top = box.row - 1, table.replacement_left - 1
    note(log, REPLACED, NOBODY, last, table.row[last])
    drawn = table.replacement[top]
    for place in range(top, 0, -1):
        table.replacement[place] = table.replacement[place - 1]
    table.replacement[0] = table.row[last]
    table.returned = min(table.returned + 1, table.replacement_left)
    table.row[last] = drawn
    note(log, OPENED, NOBODY, last, drawn)


@rule
def end_round(box, table, log):
    """Phase E: the cards of the row are discarded, the next player is first (C15); the last round is the end (C8)."""
    for place in range(box.row):
        table.used[table.used_count] = table.row[place]
        table.used_count += 1
        table.row[place] = 0
    for entry in range(table.entered):
        seat = table.entry_seat[entry]
        table.entry_seat[entry] = 0
        table.entry_place[entry] = 0
        table.shown[seat] = 0
        table.strength[seat] = 0
    table.entered = 0
    table.premium = NOBODY
    table.place = NOWHERE
    table.step = 0
    table.first = (table.first + 1) % box.players
    if table.round == box.rounds:
        table.phase = OVER
        table.to_move = NOBODY
        note_plague(box, table, log)
        note(log, ENDED, NOBODY)
    else:
        table.round += 1
        note(log, NEXT, table.first, table.round)
        begin_round(box, table, log)
