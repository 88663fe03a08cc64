"""The observation of a game for a learner: a row of small integers, which are counts and flags.

The observer is the first seat, the others follow clockwise. Positions that a smaller game does not use are 0.

It is written from the true table, and reads nothing that the observer does not know: the veiled table, and every world
that the observer cannot distinguish from this one, give the same row.

Numbers of one kind are written together, in loops without branches, which the compiler can vectorise.
"""

from rattus.games.rattus.sizes import SLOTS
from rattus.games.rattus.tokens import knows
from rattus.games.rattus.vocabulary import (
    ALL_QUESTIONS,
    ASK_GROW,
    ASK_HOLD,
    ASK_SWAP,
    ASK_WITCH,
    DISCARDED,
    DRAWN,
    GONE,
    HIDDEN,
    LAID,
    NO_CARD,
    NOWHERE,
    PHASES,
    WITH_REGION_CARDS,
)
from rattus.kernel.encoding import INDEX, MAX_BYTE, clockwise, encode_one
from rattus.kernel.rows import fill
from rattus.kernel.rule import rule

PER_SEAT = 6  # numbers
ALL_PHASES = len(PHASES)


@rule
def encode(box, table, seat, out):
    """Write the observation of a seat into `out`; returns how many numbers it has."""
    fill(out, 0)  # most numbers stay 0
    place = encode_progress(box, table, out, 0)
    looked = anybody_looked(table)
    place = encode_tokens(box, table, seat, looked, out, place)
    place = encode_looks(box, table, seat, looked, out, place)
    place = encode_people(box, table, seat, out, place)
    place = encode_seats(box, table, seat, out, place)
    place = encode_cards(box, table, seat, out, place)
    if WITH_REGION_CARDS:
        place = encode_region_cards(box, table, seat, out, place)
        place = encode_african(box, table, seat, out, place)
    return place


@rule
def encode_progress(box, table, out, place):
    """The progress of the game: phase, question, players, flags, options, tokens and turns left."""
    place = encode_one(table.phase, ALL_PHASES, out, place)
    place = encode_one(table.question, ALL_QUESTIONS, out, place)
    place = encode_one(box.players - 2, len(table.stock) - 1, out, place) & INDEX
    out[place] = table.taken
    out[place + 1] = table.placed
    out[place + 2] = max(table.due, 0)
    out[place + 3] = max(table.weight, 0)
    out[place + 4] = table.supply_left
    out[place + 5] = table.removed_count
    out[place + 6] = min(table.turns, MAX_BYTE)
    out[place + 7] = min(box.max_turns - table.turns, MAX_BYTE)
    out[place + 8] = box.free_order
    out[place + 9] = box.compulsory
    return place + 10


@rule
def encode_tokens(box, table, seat, looked, out, place):
    """Unseen tokens of each kind; tokens in each region, and the faces that the seat knows."""
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
    if (looked >> seat) & 1 == 1:
        for region in range(len(table.count)):
            for slot in range(SLOTS):
                if knows(table, region, slot, seat):
                    face = table.rats[region][slot]
                    encode_face(box, face, out, place + (region * SLOTS + slot) * size)
                    out[(unseen + face) & INDEX] -= 1
    return place + len(table.count) * SLOTS * size


@rule
def anybody_looked(table):
    """Who has looked at any token on the board: one bit for each seat."""
    watchers = 0
    for region in range(len(table.seen)):
        for slot in range(SLOTS):
            watchers |= table.seen[region][slot]
    return watchers


@rule
def encode_face(box, face, out, place):
    """Limit and symbols of a token."""
    face &= INDEX
    place &= INDEX
    out[place] = box.limit[face]
    for symbol in range(len(box.symbols[face])):
        out[place + 1 + symbol] = box.symbols[face][symbol]


@rule
def encode_looks(box, table, seat, looked, out, place):
    """For every token, whether it lies there since set-up, who has looked at it, and whether the Witch looks now."""
    regions = len(table.count)
    size = regions * SLOTS
    place &= INDEX
    for region in range(regions):
        for slot in range(SLOTS):
            out[place + region * SLOTS + slot] = table.original[region][slot]
    place += size
    if looked != 0:
        for step in range(box.players):
            bit, here = 1 << clockwise(seat, step, box.players), (place + step * size) & INDEX
            for region in range(regions):
                for slot in range(SLOTS):
                    out[here + region * SLOTS + slot] = 1 if table.seen[region][slot] & bit != 0 else 0
    place += len(table.stock) * size
    if table.question == ASK_WITCH or table.question == ASK_SWAP:
        out[(place + table.first_region * SLOTS + table.first_slot) & INDEX] = 1
    if table.question == ASK_SWAP:
        out[(place + table.second_region * SLOTS + table.second_slot) & INDEX] = 1
    return place + size


@rule
def encode_people(box, table, seat, out, place):
    """The cubes of each player in each region; the regions in use; where the pawn is, and what is ravaged."""
    regions = len(table.count)
    for other in range(box.players):
        here = (place + clockwise(other, box.players - seat, box.players) * regions) & INDEX
        for region in range(regions):
            out[here + region] = table.cubes[region][other]
    place += len(table.stock) * regions
    place &= INDEX
    for region in range(box.regions):
        out[place + region] = 1
    out[place + regions + table.pawn] = 1
    if table.ravaged != NOWHERE:
        out[place + 2 * regions + table.ravaged] = 1
    return place + 3 * regions


@rule
def encode_seats(box, table, seat, out, place):
    """For every player, stock and palace; whose turn and last round it is, who is to move, who began."""
    for step in range(box.players):
        other = clockwise(seat, step, box.players)
        here = (place + step * PER_SEAT) & INDEX
        out[here] = table.stock[other]
        out[here + 1] = table.palace[other]
        out[here + 2] = 1 if table.turn == other else 0
        out[here + 3] = 1 if table.acting == other else 0
        out[here + 4] = 1 if table.to_move == other else 0
        out[here + 5] = 1 if table.first == other else 0
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
    if WITH_REGION_CARDS:
        for card in range(cards):
            out[place + card] = 1 if table.cover[card] != NO_CARD else 0
        place += cards
    return place


@rule
def encode_region_cards(box, table, seat, out, place):
    """For every region card, whether it is in the own hand, discarded or laid, drawn, or hidden outside the pile.

    Then, for every player, the cards in hand, and how many of these were drawn before the discards last became the
    pile.
    """
    cards, shuffle = len(table.lies), table.shuffle
    sees_drawn = table.question != ASK_HOLD or table.to_move == seat
    own = place & INDEX
    thrown, drawn, older, hands = own + cards, own + 2 * cards, own + 3 * cards, own + 4 * cards
    for card in range(cards):
        lies = table.lies[card]
        is_thrown, is_drawn = (lies == DISCARDED) | (lies == LAID), (lies == DRAWN) & sees_drawn
        is_hidden = (is_thrown | is_drawn | (lies == GONE)) == 0
        out[thrown + card] = 1 if is_thrown else 0
        out[drawn + card] = 1 if is_drawn else 0
        out[older + card] = 1 if is_hidden & (table.shuffled[card] != shuffle) else 0
    for held in range(table.held_count):
        owner = table.held_by[held]
        here = (hands + 2 * clockwise(owner, box.players - seat, box.players)) & INDEX
        out[here] += 1
        if table.held_from[held] != shuffle:
            out[here + 1] += 1
        if owner == seat:
            card = table.held[held] & INDEX
            out[own + card] = 1
            out[older + card] = 0
    return hands + 2 * len(table.stock)


@rule
def encode_african(box, table, seat, out, place):
    """Diplomats, caravan, the token that bites; who is still asked to add a cube, and the two regions it is about."""
    regions, players = len(table.count), len(table.stock)
    for other in range(box.players):
        here = (place + clockwise(other, box.players - seat, box.players) * regions) & INDEX
        for region in range(regions):
            out[here + region] = table.diplomat[region][other]
    place += players * regions
    place &= INDEX
    for step in range(box.players):
        out[place + step] = table.palace_diplomats[clockwise(seat, step, box.players)]
    place += players
    out[place] = table.pile_left
    out[place + 1] = table.drawn_count
    out[place + 2] = table.discs
    if table.token != HIDDEN:
        encode_face(box, table.token, out, place + 3)
    place += 4 + len(box.symbols[0])
    if table.caravan != NOWHERE:
        out[(place + table.caravan) & INDEX] = 1
    place += regions
    if table.question == ASK_GROW:
        for which in range(2):
            out[(place + which * regions + table.grow_regions[which]) & INDEX] = 1
            for step in range(box.players):
                other = clockwise(seat, step, box.players)
                is_asked = (table.growing[which][other] == 1) & (table.stock[other] > 0)
                out[(place + 2 * regions + which * players + step) & INDEX] = 1 if is_asked else 0
    return place + 2 * regions + 2 * players
