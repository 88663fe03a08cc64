"""Hiding and sampling the region cards (A6, A11, A15, A16).

Everybody can count: a card that was in a shuffle is in the pile made then, or was drawn from it since; one that was not
has been in a hand since before. So a hidden card in a hand is one of those last seen going into the shuffle that the
card in hand was drawn from.
"""

from rattus.games.rattus.vocabulary import ASK_HOLD, DRAWN, HIDDEN, IN_HAND, IN_PILE, OVER
from rattus.kernel.random import STATE_WORDS, draw, shuffle
from rattus.kernel.rows import fill
from rattus.kernel.rule import rule


@rule
def veil_cards(box, table, seat):
    """Hide the pile, the hands of others, what another player has drawn, and the shuffles to come."""
    for card in range(len(table.lies)):
        table.lies[card] = HIDDEN if table.lies[card] == IN_PILE else table.lies[card]
    fill(table.pile, HIDDEN)
    for place in range(table.held_count):
        if table.held_by[place] != seat:
            table.lies[table.held[place]] = HIDDEN
            table.held[place] = HIDDEN
    if table.question == ASK_HOLD and table.to_move != seat:
        for place in range(table.drawn_count):
            table.lies[table.drawn[place]] = HIDDEN
            table.drawn[place] = HIDDEN
    fill(table.planned, 0)
    table.planned_count = 0
    fill(table.rng, 0)


@rule
def resample_cards(box, table, rng, scratch):
    """Deal the hidden cards again: hands, cards drawn, the pile, and the shuffles to come."""
    hidden = 0
    for card in range(box.region_cards):
        if table.lies[card] == HIDDEN:
            scratch[hidden] = card
            hidden += 1
    shuffle(rng, scratch, 0, hidden)
    for place in range(table.held_count):
        if table.held[place] == HIDDEN:
            table.held[place] = take_from(table, scratch, hidden, table.held_from[place])
            table.lies[table.held[place]] = IN_HAND
            hidden -= 1
    for place in range(table.drawn_count):
        if table.drawn[place] == HIDDEN:
            table.drawn[place] = take_from(table, scratch, hidden, table.drawn_from[place])
            table.lies[table.drawn[place]] = DRAWN
            hidden -= 1
    for place in range(table.pile_left):
        if table.pile[place] == HIDDEN:
            hidden -= 1
            table.pile[place] = scratch[hidden]
            table.lies[scratch[hidden]] = IN_PILE
    if table.phase != OVER:
        for word in range(STATE_WORDS):
            table.rng[word] = draw(rng)


@rule
def take_from(table, cards, number, wanted):
    """The first of the cards that was last in the wanted shuffle; the others move up."""
    place = 0
    while table.shuffled[cards[place]] != wanted:
        place += 1
    card = cards[place]
    for other in range(place, number - 1):
        cards[other] = cards[other + 1]
    return card
