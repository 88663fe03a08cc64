"""Phase C: entering buildings and playing cards face down (C11-C13)."""

from rattus.games.cartus.cards import hand_moves, put_away, take_from_hand
from rattus.games.cartus.counting import count_loss
from rattus.games.cartus.events import ANNOUNCED, ENTERED, LAID, PASSED
from rattus.games.cartus.vocabulary import (
    ASK_PLAY,
    ENTER_BUILDING,
    JOKER,
    NONE,
    NOTHING,
    PASS,
    PASS_CARD,
    PLAY,
    PLAYABLE,
    RESOLVE,
    SHOWING,
)
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def entering_moves(box, table, out):
    """Any open building (C11), or a pass card instead (C13)."""
    for place in range(box.row):
        out[place] = box.base[ENTER_BUILDING] + place
    if table.hands[table.to_move][PASS_CARD] == 0:
        return box.row
    out[box.row] = box.base[PASS]
    return box.row + 1


@rule
def has_entered(table, seat):
    """Whether a player has entered a building in this round."""
    for entry in range(table.entered):
        if table.entry_seat[entry] == seat:
            return True
    return False


@rule
def go_to_next(box, table):
    """The turn goes to the next player clockwise who has not entered: it may be the same one (C11, C13)."""
    table.to_move = (table.to_move + 1) % box.players
    while has_entered(table, table.to_move):
        table.to_move = (table.to_move + 1) % box.players


@rule
def play_pass(box, table, log):
    """The pass card goes back to its stack at once (C13)."""
    take_from_hand(table, table.to_move, PASS_CARD)
    put_away(table, PASS_CARD)
    count_loss(box, table, table.to_move, PASS_CARD)
    note(log, PASSED, table.to_move)
    go_to_next(box, table)


@rule
def enter_building(box, table, place, log):
    """Take the next free place of a building (C11)."""
    table.entry_seat[table.entered] = table.to_move
    table.entry_place[table.entered] = place
    table.entered += 1
    table.question = ASK_PLAY
    note(log, ENTERED, table.to_move, place)


@rule
def playing_moves(box, table, out):
    """Population cards, jokers, swords and flutes (C12); or no more cards."""
    return hand_moves(box, table, PLAY, PLAYABLE, out)


@rule
def play_card(box, table, kind, log):
    """A card is laid down, out of hand from now on (C11)."""
    seat = table.to_move
    take_from_hand(table, seat, kind)
    table.laid[seat][kind] += 1
    table.laid_size[seat] += 1
    if kind <= JOKER:
        table.strength[seat] += 1
    table.last = kind
    note(log, LAID, seat, kind)


@rule
def end_playing(box, table, log):
    """How many cards are played is announced (C11); after the last player phase D begins (C14)."""
    note(log, ANNOUNCED, table.to_move, table.laid_size[table.to_move])
    table.question = NOTHING
    table.last = NONE
    if table.entered < box.players:
        go_to_next(box, table)
    else:
        table.phase = RESOLVE
        table.place = 0
        table.step = SHOWING
