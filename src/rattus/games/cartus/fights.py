"""Swords and flutes: who played the most of them in a building, and who the fewest (C18-C20)."""

from rattus.games.cartus.events import INFESTED, ROBBED
from rattus.games.cartus.gifts import rob
from rattus.games.cartus.vocabulary import ASK_INFEST, ASK_ROB, FLUTE, INFEST, NOTHING, ROB, SWORD
from rattus.kernel.events import note
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY


@rule
def leader(table, kind):
    """Who played the most cards of a kind in the building, of those tied the earlier to enter (C19).

    NOBODY if all in it played the same number.
    """
    best, most, fewest = NOBODY, -1, 127
    for entry in range(table.entered):
        if table.entry_place[entry] == table.place:
            number = table.laid[table.entry_seat[entry]][kind]
            if number > most:
                best, most = table.entry_seat[entry], number
            fewest = min(fewest, number)
    return best if most > fewest else NOBODY


@rule
def is_last(table, kind, seat):
    """Whether a player is in the building and nobody in it played fewer cards of a kind (C19)."""
    inside = False
    for entry in range(table.entered):
        if table.entry_place[entry] == table.place:
            other = table.entry_seat[entry]
            if other == seat:
                inside = True
            if table.laid[other][kind] < table.laid[seat][kind]:
                return False
    return inside


@rule
def victims(box, table, kind, verb, out):
    """The moves that choose one of those with the fewest cards of a kind."""
    number = 0
    for seat in range(box.players):
        if is_last(table, kind, seat):
            out[number] = box.base[verb] + seat
            number += 1
    return number


@rule
def fight_with_swords(table):
    """Once a building, the one with the most swords robs the one with the fewest (C19)."""
    taker = leader(table, SWORD)
    if taker != NOBODY:
        table.to_move = taker
        table.question = ASK_ROB


@rule
def robbing_moves(box, table, out):
    """Tied for fewest: the taker chooses, also those with fewer than two cards (C19)."""
    return victims(box, table, SWORD, ROB, out)


@rule
def choose_robbed(box, table, victim, log):
    """The taker robs this one (C19)."""
    table.question = NOTHING
    note(log, ROBBED, table.to_move, victim, table.hand_size[victim] // 2)
    rob(table, table.to_move, victim)


@rule
def play_flutes(table):
    """Once a building, the one with the most flutes gives a rat to the one with the fewest, if there is one (C20)."""
    giver = leader(table, FLUTE)
    if giver != NOBODY and table.rats[giver] > 0:
        table.to_move = giver
        table.question = ASK_INFEST


@rule
def infesting_moves(box, table, out):
    """Tied for fewest: the giver chooses (C20)."""
    return victims(box, table, FLUTE, INFEST, out)


@rule
def infest(box, table, victim, log):
    """One of his own rats goes to the victim (C20)."""
    table.question = NOTHING
    table.rats[table.to_move] -= 1
    table.rats[victim] += 1
    note(log, INFESTED, table.to_move, victim)
