"""Region cards: the pile and the hands (A6), and how they protect in a ravage (A11-A14)."""

from rattus.games.rattus.editions import DEALT
from rattus.games.rattus.events import ACCEPTED, COVERED, THROWN, note_shuffle
from rattus.games.rattus.vocabulary import (
    ACCEPT,
    ASK_PROTECT,
    DISCARDED,
    DRAWN,
    FINAL_RAVAGE,
    GONE,
    HIDDEN,
    IN_HAND,
    IN_PILE,
    KNIGHT,
    LAID,
    NO_CARD,
    NOTHING,
)  # fmt: skip
from rattus.kernel.events import note
from rattus.kernel.random import STATE_WORDS, draw, shuffle
from rattus.kernel.rule import rule


@rule
def deal_region_cards(box, table, rng):
    """The cards of the regions in use are shuffled, and each player gets three (A6)."""
    for card in range(len(table.lies)):
        table.lies[card] = IN_PILE if card < box.region_cards else GONE
        table.pile[card] = card if card < box.region_cards else 0
        table.held[card] = 0
        table.held_by[card] = 0
        table.held_from[card] = 0
        table.shuffled[card] = 0
        table.planned[card] = 0
    shuffle(rng, table.pile, 0, box.region_cards)
    table.pile_left = box.region_cards
    table.planned_count = 0
    table.held_count = 0
    table.shuffle = 0
    table.drawn_count = 0
    for place in range(len(table.drawn)):
        table.drawn[place] = 0
        table.drawn_from[place] = 0
    for card in range(len(table.cover)):
        table.cover[card] = NO_CARD
    table.token = HIDDEN
    table.asking = 0
    for place in range(2):
        table.grow_regions[place] = 0
        for seat in range(box.players):
            table.growing[place][seat] = 0
    for seat in range(box.players):
        for _ in range(DEALT):
            hold_card(table, seat, draw_card(table), 0)  # the deal never empties the pile
    for word in range(STATE_WORDS):
        table.rng[word] = draw(rng)


@rule
def cards_left(box, table):
    """How many cards can be drawn: pile and discards together (A15, A16)."""
    return table.pile_left + discards_left(box, table)


@rule
def discards_left(box, table):
    """How many cards are discarded."""
    number = 0
    for card in range(box.region_cards):
        if table.lies[card] == DISCARDED:
            number += 1
    return number


@rule
def refill_pile(box, table, log):
    """If the pile is empty, the discards become the new one (A6)."""
    if table.pile_left == 0 and discards_left(box, table) > 0:
        shuffle_discards(box, table, log)


@rule
def draw_card(table):
    """The top card of the pile."""
    table.pile_left -= 1
    card = table.pile[table.pile_left]
    table.pile[table.pile_left] = 0
    return card


@rule
def shuffle_discards(box, table, log):
    """The discards become the pile (A6). All see which cards these are, and so where the others cannot be."""
    table.shuffle = unused_shuffle(table)
    for card in range(box.region_cards):
        if table.lies[card] == DISCARDED:
            table.lies[card] = IN_PILE
            table.shuffled[card] = table.shuffle
            table.pile[table.pile_left] = card
            table.pile_left += 1
    shuffle(table.rng, table.pile, 0, table.pile_left)
    if table.planned_count > 0:
        follow_plan(table)
    note_shuffle(log, table)


@rule
def follow_plan(table):
    """Put the pile into the order of a record, if it consists of the same cards."""
    fits = table.planned_count == table.pile_left
    for place in range(table.planned_count):
        card = table.planned[place]
        fits = fits and table.lies[card] == IN_PILE
        table.lies[card] = DRAWN if fits else table.lies[card]  # so that a card named twice does not fit
    for place in range(table.pile_left):
        table.lies[table.pile[place]] = IN_PILE
    for place in range(table.planned_count):
        if fits:
            table.pile[place] = table.planned[place]
        table.planned[place] = 0
    table.planned_count = 0


@rule
def unused_shuffle(table):
    """A number for a new shuffle: one from which nobody holds a card, so that they differ."""
    number = 0
    used = True
    while used:
        used = False
        for place in range(table.held_count):
            if table.held_from[place] == number:
                used = True
        for place in range(table.drawn_count):
            if table.drawn_from[place] == number:
                used = True
        if used:
            number += 1
    return number


@rule
def hold_card(table, seat, card, shuffled):
    """A card comes into a hand. All hands lie in one row, seat by seat."""
    place = table.held_count
    while place > 0 and table.held_by[place - 1] > seat:
        table.held[place] = table.held[place - 1]
        table.held_by[place] = table.held_by[place - 1]
        table.held_from[place] = table.held_from[place - 1]
        place -= 1
    table.held[place] = card
    table.held_by[place] = seat
    table.held_from[place] = shuffled
    table.held_count += 1
    table.lies[card] = IN_HAND


@rule
def play_card(table, card):
    """A card leaves the hand it is in."""
    place = 0
    while table.held[place] != card:
        place += 1
    table.held_count -= 1
    for other in range(place, table.held_count):
        table.held[other] = table.held[other + 1]
        table.held_by[other] = table.held_by[other + 1]
        table.held_from[other] = table.held_from[other + 1]
    table.held[table.held_count] = 0
    table.held_by[table.held_count] = 0
    table.held_from[table.held_count] = 0


@rule
def hand_size(table, seat):
    """How many region cards a player holds; everybody can see that."""
    number = 0
    for place in range(table.held_count):
        if table.held_by[place] == seat:
            number += 1
    return number


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
def protect(box, table, card, region_card, log):
    """Lay a region card on a class card, until the ravage of this region is over (A11).

    In the final ravage a covered Knight no longer makes the pawn count, from the next token on (A14).
    """
    play_card(table, region_card)
    table.lies[region_card] = LAID
    table.cover[card] = region_card
    if card == KNIGHT and table.phase == FINAL_RAVAGE:
        table.weight = 0
    table.question = NOTHING
    note(log, COVERED, table.to_move, card, region_card)


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


@rule
def draw_cards(box, table, number, kind, log):
    """Draw cards one by one, to be looked at (A15, A16); an empty pile is refilled at once (A6)."""
    for place in range(min(number, cards_left(box, table))):
        refill_pile(box, table, log)
        card = draw_card(table)
        table.drawn_from[place] = table.shuffle
        table.drawn[place] = card
        table.drawn_count = place + 1
        table.lies[card] = DRAWN
        note(log, kind, table.to_move, card)
        refill_pile(box, table, log)


@rule
def discard_drawn(table, log):
    """The cards drawn that nobody kept are discarded (A15, A16)."""
    for place in range(table.drawn_count):
        if table.lies[table.drawn[place]] == DRAWN:
            table.lies[table.drawn[place]] = DISCARDED
            note(log, THROWN, table.to_move, table.drawn[place])
        table.drawn[place] = 0
        table.drawn_from[place] = 0
    table.drawn_count = 0
