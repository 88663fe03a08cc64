"""Population cards and special cards: deck, discards, stacks, hands, tokens (C1, C4, C7, C25)."""

from rattus.games.cartus.counting import count_draw, count_gain, count_gift, count_loss, count_shuffle
from rattus.games.cartus.events import DISCARDED, DREW, EARNED, FREED, GAVE, TOOK, note_shuffle
from rattus.games.cartus.vocabulary import DONE, POPULATION
from rattus.kernel.events import note
from rattus.kernel.random import shuffle
from rattus.kernel.rule import rule


@rule
def can_draw(table):
    """Whether there is a card in the deck or among the discards (C4)."""
    if table.deck_left > 0:
        return True
    for kind in range(POPULATION):
        if table.discards[kind] > 0:
            return True
    return False


@rule
def draw_cards(box, table, seat, number, log):
    """Draw population cards one by one, as many as there are; an empty deck is refilled at once (C4)."""
    for _ in range(number):
        refill_deck(box, table, log)
        if table.deck_left > 0:
            table.deck_left -= 1
            kind = table.deck[table.deck_left]
            table.deck[table.deck_left] = 0
            take_in_hand(table, seat, kind)
            count_draw(table, seat, kind)
            note(log, DREW, seat, kind)
            refill_deck(box, table, log)


@rule
def refill_deck(box, table, log):
    """If the deck is empty, the discards become the new one (C4)."""
    if table.deck_left == 0 and can_draw(table):
        shuffle_discards(box, table, log)


@rule
def shuffle_discards(box, table, log):
    """The shuffled discards become the new deck (C4)."""
    count_shuffle(box, table)
    for kind in range(POPULATION):
        for _ in range(table.discards[kind]):
            table.deck[table.deck_left] = kind
            table.deck_left += 1
    shuffle(table.rng, table.deck, 0, table.deck_left)
    if table.planned_count > 0:
        follow_plan(table)
    for kind in range(POPULATION):
        table.discards[kind] = 0
    note_shuffle(log, table)


@rule
def follow_plan(table):
    """Put the deck into the order of a record, if it consists of the same cards."""
    fits = table.planned_count == table.deck_left
    for place in range(table.planned_count):
        table.discards[table.planned[place]] -= 1
    for kind in range(POPULATION):
        fits = fits and table.discards[kind] == 0
    for place in range(table.planned_count):
        if fits:
            table.deck[place] = table.planned[place]
        table.planned[place] = 0
    table.planned_count = 0


@rule
def take_in_hand(table, seat, kind):
    """A card comes into a hand, at once (C21)."""
    table.hands[seat][kind] += 1
    table.hand_size[seat] += 1


@rule
def take_from_hand(table, seat, kind):
    """A card leaves a hand."""
    table.hands[seat][kind] -= 1
    table.hand_size[seat] -= 1


@rule
def put_away(table, kind):
    """A card goes where it belongs: to the discards, or to its stack (C25)."""
    if kind < POPULATION:
        table.discards[kind] += 1
    else:
        table.stacks[kind - POPULATION] += 1


@rule
def take_specials(box, table, seat, kind, number, log):
    """Take special cards of a kind, as many as the stack has (C7)."""
    for _ in range(min(number, table.stacks[kind - POPULATION])):
        table.stacks[kind - POPULATION] -= 1
        take_in_hand(table, seat, kind)
        count_gain(box, table, seat, kind)
        note(log, TOOK, seat, kind)


@rule
def has_specials(table, kind):
    """Whether a stack has special cards of a kind left (C7)."""
    return table.stacks[kind - POPULATION] > 0


@rule
def discard_from_hand(box, table, seat, kind, log):
    """A card is put away from a hand, face up (C28)."""
    take_from_hand(table, seat, kind)
    put_away(table, kind)
    count_loss(box, table, seat, kind)
    note(log, DISCARDED, seat, kind)


@rule
def hand_over(box, table, giver, taker, kind, log):
    """A card goes from hand to hand, seen by the two only (C19, C29)."""
    take_from_hand(table, giver, kind)
    take_in_hand(table, taker, kind)
    count_gift(box, table, giver, taker, kind)
    note(log, GAVE, giver, taker, kind, table.by)


@rule
def take_tokens(box, table, seat, number, log):
    """Draw victory point tokens, as many as there are, and keep them secret (C7)."""
    for _ in range(min(number, table.tokens_left)):
        table.tokens_left -= 1
        value = table.tokens[table.tokens_left]
        table.tokens[table.tokens_left] = 0
        table.earned[seat][value] += 1
        table.earned_size[seat] += 1
        note(log, EARNED, seat, value)


@rule
def free_rats(table, seat, number, log):
    """Discard rats, if there are any (C2, C10, C28)."""
    fewer = min(number, table.rats[seat])
    if fewer > 0:
        table.rats[seat] -= fewer
        note(log, FREED, seat, fewer)


@rule
def hand_moves(box, table, verb, kinds, out):
    """The moves that take a card of one of the first kinds from the hand, in the order of the card list; or `done`."""
    number = 0
    hand = table.hands[table.to_move]
    for kind in range(max(table.last, 0), kinds):
        if hand[kind] > 0:
            out[number] = box.base[verb] + kind
            number += 1
    out[number] = box.base[DONE]
    return number + 1
