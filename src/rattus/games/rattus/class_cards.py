"""Class cards: who may use which, and when (R16, R17)."""

from rattus.games.rattus.vocabulary import LAST_ROUND
from rattus.kernel.rule import rule


@rule
def usable(table, card):
    """Abilities are the holder's, in the holder's own turn, once a turn (R16, R17)."""
    return table.holder[card] == table.to_move and table.used[card] == 0


@rule
def reset_used_cards(table):
    """All abilities can be used again (R16)."""
    for card in range(len(table.used)):
        table.used[card] = 0


@rule
def actor(table):
    """Whose turn, or whose last round, it is, even while another player is asked something."""
    return table.acting if table.phase == LAST_ROUND else table.turn


@rule
def turn_card_moves(box, table, out, number):
    """The moves of the cards that are used alike in a turn (R18) and in the last round (R35, A21).

    `dispatch` writes this rule for each edition, from its cards.
    """
    return number


@rule
def last_round_card_moves(box, table, out, number):
    """The moves of the cards that have one only in the last round (R35). Written by `dispatch` as well."""
    return number
