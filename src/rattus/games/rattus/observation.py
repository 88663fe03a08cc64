"""A game as a row of small whole numbers for a learner, made from a veiled table alone: counts, and 1 for what is true.

The observer comes first among the seats, the others follow clockwise. Places that a smaller game does not use are 0.
"""

from rattus.games.rattus.kit import SLOTS
from rattus.games.rattus.veil import count_unturned
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
    OVER,
    PHASES,
    QUESTIONS,
)
from rattus.kernel.encoding import INDEX, MOST, clear, clockwise, encode_one
from rattus.kernel.rule import rule

PER_SEAT, PER_TOKEN = 5, 3  # numbers; a token has its symbols besides
ALL_PHASES, ALL_QUESTIONS = len(PHASES), len(QUESTIONS)


@rule
def encode(box, table, seat, out, scratch):
    """Write what a seat sees on a veiled table into `out`; how many numbers that are."""
    clear(out)
    place = encode_standing(box, table, out, 0)
    token = PER_TOKEN + len(box.symbols[0])
    people = 2 * len(table.stock) + 4 if AFRICAN else len(table.stock) + 3
    count_unturned(box, table, scratch)
    encode_tokens(box, table, out, scratch, place, token, SLOTS * token + people)
    encode_people(box, table, seat, out, place + SLOTS * token, SLOTS * token + people)
    place += len(table.count) * (SLOTS * token + people)
    place = encode_seats(box, table, seat, out, place)
    place = encode_cards(box, table, seat, out, place)
    for kind in range(box.kinds if table.phase != OVER else 0):  # after the end nothing is hidden
        out[place + kind] = scratch[kind]
    place += len(box.limit)
    if AFRICAN:
        place = encode_region_cards(box, table, seat, out, scratch, place)
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
def encode_tokens(box, table, out, unseen, place, size, step):
    """For every token on the board, that it is there, whether the Witch has it in hand, and its face, if known.

    A token takes `size` numbers, a region `step`. What is known here is no longer `unseen`.
    """
    for region in range(box.regions):
        for slot in range(table.count[region]):
            here = (place + region * step + slot * size) & INDEX
            out[here] = 1
            face = table.rats[region][slot]
            if face != HIDDEN:
                encode_face(box, face, out, here + 2)
                unseen[face] -= 1
    if table.question != NOTHING:
        first = place + table.first_region * step + table.first_slot * size
        second = place + table.second_region * step + table.second_slot * size
        out[first + 1] = table.first_slot < table.count[table.first_region]
        out[second + 1] = table.second_slot < table.count[table.second_region]


@rule
def encode_people(box, table, seat, out, place, step):
    """For every region in use, the cubes of each player, the pawn, and whether it is being ravaged.

    A region takes `step` numbers.
    """
    for other in range(box.players):
        here = (place + clockwise(other, box.players - seat, box.players) * (2 if AFRICAN else 1)) & INDEX
        for region in range(box.regions):
            here &= INDEX
            out[here] = table.cubes[region][other]
            if AFRICAN:
                out[here + 1] = table.diplomat[region][other]
            here += step
    place += len(table.stock) * (2 if AFRICAN else 1)
    for region in range(box.regions):
        out[place + region * step] = 1
    out[place + table.pawn * step + 1] = 1
    if table.ravaged != NOWHERE:
        out[place + table.ravaged * step + 2] = 1
    if AFRICAN and table.caravan != NOWHERE:
        out[place + table.caravan * step + 3] = 1


@rule
def encode_face(box, face, out, place):
    """Limit and symbols of a token."""
    face &= INDEX
    place &= INDEX
    out[place] = box.limit[face]
    for symbol in range(len(box.symbols[face])):
        out[place + 1 + symbol] = box.symbols[face][symbol]


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
    """For every class card, who holds it, and whether it is used; for Africanus, whether it is covered."""
    players = len(table.stock)
    for card in range(len(table.holder)):
        holder = table.holder[card]
        if holder >= 0:
            out[place + clockwise(holder, box.players - seat, box.players)] = 1
        out[place + players] = 1 if holder == -1 else 0
        out[place + players + 1] = table.used[card]
        place += players + 2
        if AFRICAN:
            out[place] = 0 if table.cover[card] == NO_CARD else 1
            place += 1
    return place


@rule
def encode_region_cards(box, table, seat, out, scratch, place):
    """Hands, pile, discards, as far as they are known; diplomats off the board; the token that bites."""
    place &= INDEX
    for card in range(box.region_cards):
        out[place + card] = 1 if table.lies[card] == IN_HAND else 0
    place += len(table.lies)
    for card in range(box.region_cards):
        out[place + card] = 1 if table.lies[card] == DISCARDED or table.lies[card] == LAID else 0
    place += len(table.lies)
    for card in range(box.region_cards):
        out[place + card] = 1 if table.lies[card] == DRAWN else 0
    place += len(table.lies)
    for card in range(box.region_cards):
        out[place + card] = 1 if table.lies[card] == HIDDEN and table.shuffled[card] != table.shuffle else 0
    place += len(table.lies)
    for other in range(box.players):
        scratch[other] = 0
    for held in range(table.held_count):
        scratch[table.held_by[held]] += 1
    for step in range(box.players):
        other = clockwise(seat, step, box.players)
        out[place + 2 * step] = scratch[other]
        out[place + 2 * step + 1] = table.palace_diplomats[other]
    place += 2 * len(table.stock)
    out[place] = table.pile_left
    out[place + 1] = table.discs
    if table.token != HIDDEN:
        encode_face(box, table.token, out, place + 2)
    return place + 3 + len(box.symbols[0])
