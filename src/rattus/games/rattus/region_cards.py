"""Region cards: the pile and the hands (A6), and drawing from it (A15, A16)."""

from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.events import THROWN, note_shuffle
from rattus.games.rattus.sizes import DEALT
from rattus.games.rattus.vocabulary import DISCARDED, DRAWN, GONE, HIDDEN, IN_HAND, IN_PILE, NO_CARD
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


def describe_drawn(box: Any, table: Any) -> dict[str, Any]:
    """The cards that Astronomer or Explorer has drawn, or how many, if they are hidden."""
    cards = table.drawn[: table.drawn_count]
    return {"cards": len(cards) if HIDDEN in cards else [box.region_card_names[card] for card in cards]}


def check_drawing(box: Any, table: Any, name: str, asks: str, is_possible: bool) -> None:
    """Check in a position that a card with which region cards are drawn is being used (A15, A16)."""
    card = box.cards.index(name)
    if table.holder[card] != table.to_move or not table.used[card] or not is_possible:
        raise FormatError("pending", f"`{asks}` is asked only of who is using the {name.title()}")
