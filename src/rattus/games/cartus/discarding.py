"""Hand cards that go with rats (C28)."""

from rattus.games.cartus.cards import discard_from_hand, free_rats, hand_moves
from rattus.games.cartus.sizes import KINDS
from rattus.games.cartus.vocabulary import ASK_DISCARD, DISCARD, NONE, NOTHING
from rattus.kernel.rule import rule


@rule
def begin_discarding(table, seat, number):
    """Some hand cards may go, each with a rat; no more cards than rats (C28)."""
    table.due = min(number, table.rats[seat])
    if table.due > 0:
        table.question = ASK_DISCARD


@rule
def discarding_moves(box, table, out):
    """Cards of any kind, or no more (C28)."""
    return hand_moves(box, table, DISCARD, KINDS, out)


@rule
def discard(box, table, kind, log):
    """A card goes, face up, and a rat with it (C28)."""
    discard_from_hand(box, table, table.to_move, kind, log)
    free_rats(table, table.to_move, 1, log)
    table.due -= 1
    table.last = kind
    if table.due == 0:
        end_discarding(table)


@rule
def end_discarding(table):
    """No more cards go (C28)."""
    table.question = NOTHING
    table.due = 0
    table.last = NONE
