"""Cards that go from hand to hand, by a sword (C19) or to a tower (C29)."""

from rattus.games.cartus.cards import hand_over
from rattus.games.cartus.sizes import KINDS, TOWER_GIFT
from rattus.games.cartus.vocabulary import ASK_GIVE, BY_SWORD, BY_TOWER, GIVE, NONE, NOTHING
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY


@rule
def begin_giving(table, giver, taker, number, by):
    """A player must hand over a number of cards of their choice."""
    table.due = number
    table.by = by
    table.to = taker
    table.to_move = giver
    table.question = ASK_GIVE


@rule
def giving_moves(box, table, out):
    """Any card in hand after which the cards still due can follow in the order of the card list."""
    hand = table.hands[table.to_move]
    number, left = 0, 0
    for kind in range(max(table.last, 0), KINDS):
        left += hand[kind]
    for kind in range(max(table.last, 0), KINDS):
        if hand[kind] > 0 and left >= table.due:
            out[number] = box.base[GIVE] + kind
            number += 1
        left -= hand[kind]
    return number


@rule
def give(box, table, kind, log):
    """A card passes to the taker (C19, C29)."""
    hand_over(box, table, table.to_move, table.to, kind, log)
    table.due -= 1
    table.given += 1
    table.last = kind
    if table.due == 0:
        end_giving(box, table)


@rule
def end_giving(box, table):
    """The next one gives to the tower, or the building is resolved further."""
    table.question = NOTHING
    table.given = 0
    table.last = NONE
    if table.by == BY_TOWER:
        table.givers[table.to_move] = 0
        if ask_next_giver(box, table):
            return
    table.by = 0
    table.to = NOBODY


@rule
def rob(table, taker, victim):
    """Half of the victim's hand, rounded down, goes to the taker (C19)."""
    number = table.hand_size[victim] // 2
    if number > 0:
        begin_giving(table, victim, taker, number, BY_SWORD)


@rule
def ask_next_giver(box, table):
    """The givers act in turn order from the first player (C29). False when all have given."""
    for step in range(box.players):
        seat = (table.first + step) % box.players
        if table.givers[seat] == 1:
            begin_giving(table, seat, table.to, min(TOWER_GIFT, table.hand_size[seat]), BY_TOWER)
            return True
    return False
