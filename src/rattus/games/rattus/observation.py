"""A game as a row of numbers for a learner, made from a veiled table alone.

The observer comes first among the seats, the others follow clockwise. Places that a smaller game does not use are 0.
"""

from rattus.games.rattus.table import CUBES, PLAYERS, REGIONS, SLOTS, TOKENS
from rattus.games.rattus.veil import count_unseen
from rattus.games.rattus.words import CARDS, HIDDEN, PHASES, QUESTIONS, SYMBOLS
from rattus.kernel.rule import rule

ALL_CARDS, ALL_PHASES, ALL_QUESTIONS, ALL_SYMBOLS = len(CARDS), len(PHASES), len(QUESTIONS), len(SYMBOLS)
FACE = 2 + ALL_SYMBOLS  # a token is there; its limit and symbols, if known
PER_REGION = SLOTS * (FACE + 1) + PLAYERS + 3
PER_SEAT = 5
OBSERVATION = (
    ALL_PHASES + ALL_QUESTIONS + REGIONS * PER_REGION + PLAYERS * PER_SEAT + ALL_CARDS * (PLAYERS + 2) + TOKENS + 9
)


@rule
def encode(box, table, seat, out, scratch):
    """Write what a seat sees on a veiled table into `out`, OBSERVATION numbers, mostly between 0 and 1."""
    place = encode_standing(box, table, out, 0)
    for region in range(REGIONS):
        place = encode_region(box, table, seat, region, out, place)
    for step in range(PLAYERS):
        place = encode_seat(box, table, (seat + step) % box.players, step < box.players, out, place)
    for card in range(ALL_CARDS):
        place = encode_card(box, table, seat, card, out, place)
    count_unseen(box, table, scratch)
    for kind in range(TOKENS):
        out[place] = scratch[kind] if kind < box.kinds else 0
        place += 1
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
    out[place + 4] = table.supply_left / TOKENS
    out[place + 5] = table.removed_count / TOKENS
    out[place + 6] = table.turns / box.max_turns
    out[place + 7] = box.free_order
    out[place + 8] = box.compulsory
    return place + 9


@rule
def encode_one(value, size, out, place):
    """One of `size` numbers is 1."""
    for number in range(size):
        out[place + number] = 1 if number == value else 0
    return place + size


@rule
def encode_region(box, table, seat, region, out, place):
    """Its tokens, as far as they are known, its cubes, the pawn, and whether it is in use and being ravaged."""
    in_use = region < box.regions
    for slot in range(SLOTS):
        place = encode_token(box, table, region, slot, in_use and slot < table.count[region], out, place)
    for step in range(PLAYERS):
        there = in_use and step < box.players
        out[place] = table.cubes[region][(seat + step) % box.players] / CUBES if there else 0
        place += 1
    out[place] = 1 if in_use else 0
    out[place + 1] = 1 if in_use and table.pawn == region else 0
    out[place + 2] = 1 if in_use and table.ravaged == region else 0
    return place + 3


@rule
def encode_token(box, table, region, slot, there, out, place):
    """Whether a token is there, whether the Witch has it in hand, and its face, if known."""
    for number in range(FACE + 1):
        out[place + number] = 0
    if there:
        out[place] = 1
        first = table.first_region == region and table.first_slot == slot
        second = table.second_region == region and table.second_slot == slot
        out[place + 1] = 1 if table.question != 0 and (first or second) else 0
        face = table.rats[region][slot]
        if face != HIDDEN:
            out[place + 2] = box.limit[face] / 6
            for symbol in range(ALL_SYMBOLS):
                out[place + 3 + symbol] = box.symbols[face][symbol]
    return place + FACE + 1


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
    """Who holds a class card, and whether it is used."""
    holder = table.holder[card]
    for step in range(PLAYERS):
        there = step < box.players and holder == (seat + step) % box.players
        out[place + step] = 1 if there else 0
    out[place + PLAYERS] = 1 if holder < 0 else 0
    out[place + PLAYERS + 1] = table.used[card]
    return place + PLAYERS + 2
