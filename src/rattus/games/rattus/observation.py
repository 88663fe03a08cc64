"""A game as a row of small whole numbers for a learner, made from a veiled table alone: counts, and 1 for what is true.

The observer comes first among the seats, the others follow clockwise. Places that a smaller game does not use are 0.

What is of one kind stands together, in loops without conditions: the compiler then writes many numbers at once, and the
processor has nothing to guess. That takes two thirds of the time.
"""

from rattus.games.rattus.kit import SLOTS
from rattus.games.rattus.words import (
    AFRICAN,
    DISCARDED,
    DRAWN,
    HIDDEN,
    IN_HAND,
    LAID,
    NO_CARD,
    NOTHING,
    NOWHERE,
    PHASES,
    QUESTIONS,
)
from rattus.kernel.encoding import INDEX, MOST, clockwise, encode_one
from rattus.kernel.rows import fill
from rattus.kernel.rule import rule

PER_SEAT = 5  # numbers
ALL_PHASES, ALL_QUESTIONS = len(PHASES), len(QUESTIONS)


@rule
def encode(box, table, seat, out):
    """Write what a seat sees on a veiled table into `out`; how many numbers that are."""
    fill(out, 0)  # most numbers are
    place = encode_standing(box, table, out, 0)
    place = encode_tokens(box, table, out, place)
    place = encode_people(box, table, seat, out, place)
    place = encode_seats(box, table, seat, out, place)
    place = encode_cards(box, table, seat, out, place)
    if AFRICAN:
        place = encode_region_cards(box, table, seat, out, place)
    return place


@rule
def encode_standing(box, table, out, place):
    """Where the game stands: phase, question, flags, editions, tokens left."""
    place = encode_one(table.phase, ALL_PHASES, out, place)
    place = encode_one(table.question, ALL_QUESTIONS, out, place) & INDEX
    out[place] = table.taken
    out[place + 1] = table.placed
    out[place + 2] = max(table.due, 0)
    out[place + 3] = max(table.weight, 0)
    out[place + 4] = table.supply_left
    out[place + 5] = table.removed_count
    out[place + 6] = min(table.turns, MOST)
    out[place + 7] = box.free_order
    out[place + 8] = box.compulsory
    return place + 9


@rule
def encode_tokens(box, table, out, place):
    """Tokens of each kind that are nowhere to be seen; tokens in each region, their faces, and what the Witch holds."""
    unseen = place & INDEX
    for kind in range(len(box.copies)):
        out[unseen + kind] = box.copies[kind]
    for turned in range(table.turned_count):
        out[(unseen + table.turned[turned]) & INDEX] -= 1
    place = (unseen + len(box.copies)) & INDEX
    for region in range(len(table.count)):
        out[place + region] = table.count[region]
    place += len(table.count)
    size = 1 + len(box.symbols[0])
    for region in range(box.regions):
        for slot in range(SLOTS):
            face = table.rats[region][slot]
            if face != HIDDEN and slot < table.count[region]:
                encode_face(box, face, out, place + (region * SLOTS + slot) * size)
                out[(unseen + face) & INDEX] -= 1
    place += len(table.count) * SLOTS * size
    if table.question != NOTHING:
        first, second = table.first_region, table.second_region
        out[place + first * SLOTS + table.first_slot] = table.first_slot < table.count[first]
        out[place + second * SLOTS + table.second_slot] = table.second_slot < table.count[second]
    return place + len(table.count) * SLOTS


@rule
def encode_face(box, face, out, place):
    """Limit and symbols of a token."""
    face &= INDEX
    place &= INDEX
    out[place] = box.limit[face]
    for symbol in range(len(box.symbols[face])):
        out[place + 1 + symbol] = box.symbols[face][symbol]


@rule
def encode_people(box, table, seat, out, place):
    """The cubes, and diplomats, of each player in each region; the regions in use; pawn, caravan, what is ravaged."""
    regions = len(table.count)
    for other in range(box.players):
        here = (place + clockwise(other, box.players - seat, box.players) * regions) & INDEX
        for region in range(regions):
            out[here + region] = table.cubes[region][other]
    place += len(table.stock) * regions
    if AFRICAN:
        for other in range(box.players):
            here = (place + clockwise(other, box.players - seat, box.players) * regions) & INDEX
            for region in range(regions):
                out[here + region] = table.diplomat[region][other]
        place += len(table.stock) * regions
    place &= INDEX
    for region in range(box.regions):
        out[place + region] = 1
    out[place + regions + table.pawn] = 1
    if table.ravaged != NOWHERE:
        out[place + 2 * regions + table.ravaged] = 1
    place += 3 * regions
    if AFRICAN:
        if table.caravan != NOWHERE:
            out[place + table.caravan] = 1
        place += regions
    return place


@rule
def encode_seats(box, table, seat, out, place):
    """For every player, stock and palace; whose turn it is, who is to move, who began."""
    for step in range(box.players):
        other = clockwise(seat, step, box.players)
        here = (place + step * PER_SEAT) & INDEX
        out[here] = table.stock[other]
        out[here + 1] = table.palace[other]
        out[here + 2] = 1 if table.turn == other else 0
        out[here + 3] = 1 if table.to_move == other else 0
        out[here + 4] = 1 if table.first == other else 0
    return place + len(table.stock) * PER_SEAT


@rule
def encode_cards(box, table, seat, out, place):
    """For every class card, who holds it, that nobody does, or that it is not in the game; which are used, covered."""
    players, cards = len(table.stock), len(table.holder)
    for card in range(cards):
        holder = table.holder[card]
        there = players - 1 - holder if holder < 0 else clockwise(holder, box.players - seat, box.players)
        out[(place + there) & INDEX] = 1
        place += players + 2
    place &= INDEX
    for card in range(cards):
        out[place + card] = table.used[card]
    place += cards
    if AFRICAN:
        for card in range(cards):
            out[place + card] = table.cover[card] != NO_CARD
        place += cards
    return place


@rule
def encode_region_cards(box, table, seat, out, place):
    """Hands, pile, discards, as far as they are known; diplomats off the board; the token that bites."""
    cards, shuffle = len(table.lies), table.shuffle
    place &= INDEX
    for card in range(cards):
        out[place + card] = table.lies[card] == IN_HAND
    place += cards
    for card in range(cards):
        out[place + card] = (table.lies[card] == DISCARDED) | (table.lies[card] == LAID)
    place += cards
    for card in range(cards):
        out[place + card] = table.lies[card] == DRAWN
    place += cards
    for card in range(cards):
        out[place + card] = (table.lies[card] == HIDDEN) & (table.shuffled[card] != shuffle)
    place += cards
    for held in range(table.held_count):
        out[(place + clockwise(table.held_by[held], box.players - seat, box.players)) & INDEX] += 1
    place += len(table.stock)
    for step in range(box.players):
        out[place + step] = table.palace_diplomats[clockwise(seat, step, box.players)]
    place += len(table.stock)
    out[place] = table.pile_left
    out[place + 1] = table.discs
    if table.token != HIDDEN:
        encode_face(box, table.token, out, place + 2)
    return place + 3 + len(box.symbols[0])
