"""Region cards protect class cards in a ravage (A11-A14)."""

from rattus.games.rattus.cards.knight import is_knight
from rattus.games.rattus.events import ACCEPTED, COVERED, THROWN
from rattus.games.rattus.region_cards import hand_size, play_card
from rattus.games.rattus.vocabulary import (
    ACCEPT,
    ASK_PROTECT,
    DISCARDED,
    FINAL_RAVAGE,
    LAID,
    NO_CARD,
    NOTHING,
)  # fmt: skip
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def exposed(box, table, seat, card):
    """Whether the turned token shows the class of a card that the player holds and has not covered (A12)."""
    return (
        table.holder[card] == seat and table.cover[card] == NO_CARD and box.symbols[table.token][box.symbol[card]] > 0
    )


@rule
def may_protect(box, table, seat):
    """Whether, by what everybody knows, a card can matter: then the player is asked, fitting card or not (A12)."""
    if table.cubes[table.ravaged][seat] == 0 or hand_size(table, seat) == 0:
        return False
    for card in range(len(table.holder)):
        if exposed(box, table, seat, card):
            return True
    return False


@rule
def ask_to_protect(box, table, mover):
    """Ask the next player, in turn order from the mover (A12). False when all have answered."""
    while table.asking < box.players:
        seat = (mover + table.asking) % box.players
        if may_protect(box, table, seat):
            table.question = ASK_PROTECT
            table.to_move = seat
            return True
        table.asking += 1
    table.asking = 0
    table.to_move = table.turn
    return False


@rule
def protecting_moves(box, table, out):
    """Lay a card on an exposed class card of one of its classes (A11, A13), or accept what comes (A12)."""
    seat, number = table.to_move, 0
    for card in range(len(table.holder)):
        if exposed(box, table, seat, card):
            for place in range(table.held_count):
                if table.held_by[place] == seat and box.protects[card][table.held[place]] > 0:
                    out[number] = box.protects[card][table.held[place]]
                    number += 1
    out[number] = box.base[ACCEPT]
    return number + 1


@rule
def protect(box, table, source, number, log):
    """Lay a region card on a class card, until the ravage of this region is over (A11).

    In the final ravage a covered Knight no longer makes the pawn count, from the next token on (A14).
    """
    play_card(table, number)
    table.lies[number] = LAID
    table.cover[source] = number
    if is_knight(source) and table.phase == FINAL_RAVAGE:
        table.weight = 0
    table.question = NOTHING
    note(log, COVERED, table.to_move, source, number)


@rule
def accept(box, table, log):
    """The player plays no more cards against this token (A12)."""
    table.asking += 1
    table.question = NOTHING
    note(log, ACCEPTED, table.to_move)


@rule
def uncover_cards(box, table, log):
    """The ravage of the region is over: the cards laid are discarded (A11)."""
    for card in range(len(table.cover)):
        if table.cover[card] != NO_CARD:
            table.lies[table.cover[card]] = DISCARDED
            note(log, THROWN, table.holder[card], table.cover[card])
            table.cover[card] = NO_CARD
