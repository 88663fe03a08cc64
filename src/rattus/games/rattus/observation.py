"""A game as a row of numbers for a learner, made from a veiled table alone.

The observer comes first among the seats, the others follow clockwise. Places that a smaller game does not use are 0.
"""

from rattus.games.rattus.kit import CUBES, DISCS, SLOTS
from rattus.games.rattus.veil import count_unseen
from rattus.games.rattus.words import AFRICAN, DISCARDED, DRAWN, HIDDEN, IN_HAND, LAID, NO_CARD, PHASES, QUESTIONS
from rattus.kernel.encoding import encode_one
from rattus.kernel.rule import rule

PER_SEAT = 5
ALL_PHASES, ALL_QUESTIONS = len(PHASES), len(QUESTIONS)


@rule
def encode(box, table, seat, out, scratch):
    """Write what a seat sees on a veiled table into `out`, mostly between 0 and 1; how many numbers that are."""
    place = encode_standing(box, table, out, 0)
    for region in range(len(table.count)):
        place = encode_region(box, table, seat, region, out, place)
    for step in range(len(table.stock)):
        place = encode_seat(box, table, (seat + step) % box.players, step < box.players, out, place)
    for card in range(len(table.holder)):
        place = encode_card(box, table, seat, card, out, place)
    count_unseen(box, table, scratch)
    for kind in range(len(box.limit)):
        out[place] = scratch[kind] if kind < box.kinds else 0
        place += 1
    if AFRICAN:
        place = encode_region_cards(box, table, seat, out, place)
    return place


@rule
def encode_standing(box, table, out, place):
    """Where the game stands: phase, question, flags, editions, tokens left."""
    place = encode_one(table.phase, ALL_PHASES, out, place)
    place = encode_one(table.question, ALL_QUESTIONS, out, place)
    out[place] = table.taken
    out[place + 1] = table.placed
    out[place + 2] = max(table.due, 0)
    out[place + 3] = max(table.weight, 0) / 2
    out[place + 4] = table.supply_left / len(table.supply)
    out[place + 5] = table.removed_count / len(table.supply)
    out[place + 6] = table.turns / box.max_turns
    out[place + 7] = box.free_order
    out[place + 8] = box.compulsory
    return place + 9


@rule
def encode_region(box, table, seat, region, out, place):
    """Its tokens, as far as they are known, its cubes, the pawn, and whether it is in use and being ravaged."""
    in_use = region < box.regions
    for slot in range(SLOTS):
        place = encode_token(box, table, region, slot, in_use and slot < table.count[region], out, place)
    for step in range(len(table.stock)):
        there = in_use and step < box.players
        other = (seat + step) % box.players
        out[place] = table.cubes[region][other] / CUBES if there else 0
        place += 1
        if AFRICAN:
            out[place] = table.diplomat[region][other] if there else 0
            place += 1
    out[place] = 1 if in_use else 0
    out[place + 1] = 1 if in_use and table.pawn == region else 0
    out[place + 2] = 1 if in_use and table.ravaged == region else 0
    if AFRICAN:
        out[place + 3] = 1 if in_use and table.caravan == region else 0
        place += 1
    return place + 3


@rule
def encode_token(box, table, region, slot, there, out, place):
    """Whether a token is there, whether the Witch has it in hand, and its face, if known."""
    size = 3 + len(box.symbols[0])
    for number in range(size):
        out[place + number] = 0
    if there:
        out[place] = 1
        first = table.first_region == region and table.first_slot == slot
        second = table.second_region == region and table.second_slot == slot
        out[place + 1] = 1 if table.question != 0 and (first or second) else 0
        if table.rats[region][slot] != HIDDEN:
            encode_face(box, table.rats[region][slot], out, place + 2)
    return place + size


@rule
def encode_face(box, face, out, place):
    """Limit and symbols of a token."""
    out[place] = box.limit[face] / 6
    for symbol in range(len(box.symbols[face])):
        out[place + 1 + symbol] = box.symbols[face][symbol]


@rule
def encode_seat(box, table, seat, there, out, place):
    """Stock and palace; whose turn it is, who is to move, who began."""
    for number in range(PER_SEAT):
        out[place + number] = 0
    if there:
        out[place] = table.stock[seat] / CUBES
        out[place + 1] = table.palace[seat] / CUBES
        out[place + 2] = 1 if table.turn == seat else 0
        out[place + 3] = 1 if table.to_move == seat else 0
        out[place + 4] = 1 if table.first == seat else 0
    return place + PER_SEAT


@rule
def encode_card(box, table, seat, card, out, place):
    """Who holds a class card, and whether it is used; for Africanus, whether it is covered."""
    holder, players = table.holder[card], len(table.stock)
    for step in range(players):
        there = step < box.players and holder == (seat + step) % box.players
        out[place + step] = 1 if there else 0
    out[place + players] = 1 if holder == -1 else 0
    out[place + players + 1] = table.used[card]
    if AFRICAN:
        out[place + players + 2] = 0 if table.cover[card] == NO_CARD else 1
        place += 1
    return place + players + 2


@rule
def encode_region_cards(box, table, seat, out, place):
    """Hands, pile, discards, as far as they are known; diplomats off the board; the token that bites."""
    for card in range(len(table.lies)):
        lies = table.lies[card] if card < box.region_cards else HIDDEN
        out[place] = 1 if lies == IN_HAND else 0
        out[place + 1] = 1 if lies == DISCARDED or lies == LAID else 0
        out[place + 2] = 1 if lies == DRAWN else 0
        out[place + 3] = 1 if lies == HIDDEN and table.shuffled[card] != table.shuffle else 0
        place += 4
    for step in range(len(table.stock)):
        there = step < box.players
        other = (seat + step) % box.players
        cards = 0
        for held in range(table.held_count):
            cards += 1 if table.held_by[held] == other else 0
        out[place] = cards / 10 if there else 0
        out[place + 1] = table.palace_diplomats[other] / DISCS if there else 0
        place += 2
    out[place] = table.pile_left / len(table.lies)
    out[place + 1] = table.discs / DISCS
    size = 1 + len(box.symbols[0])
    for number in range(size):
        out[place + 2 + number] = 0
    if table.token != HIDDEN:
        encode_face(box, table.token, out, place + 2)
    return place + 2 + size
