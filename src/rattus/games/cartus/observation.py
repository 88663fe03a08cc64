"""A game as a row of small whole numbers for a learner, made from a veiled table alone: counts, and 1 for what is true.

The observer comes first among the seats, the others follow clockwise. Places that a smaller game does not use are 0.
"""

from rattus.games.cartus.kit import KINDS, LONGEST_ROW, MOST_PLAYERS, MOST_VALUES, NUN_ROW
from rattus.games.cartus.words import BUILDINGS, CAUSES, CLASSES, HIDDEN, NUNS, OVER, PHASES, POPULATION, QUESTIONS
from rattus.kernel.encoding import INDEX, MOST, clockwise, encode_one
from rattus.kernel.rows import fill
from rattus.kernel.rule import rule

ALL_PHASES, ALL_QUESTIONS, ALL_CAUSES = len(PHASES), len(QUESTIONS), len(CAUSES)
TRACKS, BUILDING_KINDS = len(CLASSES), len(BUILDINGS)
PER_PERSON = 8 + MOST_VALUES  # numbers
PER_SEAT = PER_PERSON + 2 * TRACKS + NUN_ROW + LONGEST_ROW + 5 + KINDS  # of a player in all


@rule
def encode(box, table, seat, out):
    """Write what a seat sees on a veiled table into `out`; how many numbers that are."""
    fill(out, 0)  # most numbers are
    place = encode_standing(box, table, out, 0)
    place = encode_row(box, table, out, place)
    place = encode_cards(box, table, seat, out, place)
    encode_people(box, table, seat, out, place)
    encode_influence(box, table, seat, out, place + PER_PERSON)
    encode_entries(box, table, seat, out, place + PER_PERSON + 2 * TRACKS)
    return place + MOST_PLAYERS * PER_SEAT


@rule
def encode_standing(box, table, out, place):
    """Where the game stands: phase, question and what it needs, round, stacks and decks."""
    place = encode_one(table.phase, ALL_PHASES, out, place)
    place = encode_one(table.question, ALL_QUESTIONS, out, place)
    place = encode_one(table.by, ALL_CAUSES, out, place)
    place = encode_one(table.place, LONGEST_ROW, out, place)
    place = encode_one(table.last, KINDS, out, place) & INDEX
    out[place] = table.due
    out[place + 1] = table.round
    out[place + 2] = 1 if table.round == box.rounds else 0
    out[place + 3] = table.deck_left
    out[place + 4] = table.tokens_left
    place += 5
    for special in range(len(table.stacks)):
        out[place] = table.stacks[special]
        place += 1
    return place


@rule
def encode_row(box, table, out, place):
    """The open buildings and their supply actions; nothing after the end."""
    for building in range(box.row):
        if table.phase != OVER:
            card, here = table.row[building], (place + building * (BUILDING_KINDS + 3)) & INDEX
            out[here + box.building[card]] = 1
            out[here + BUILDING_KINDS] = box.draws[card]
            out[here + BUILDING_KINDS + 1] = box.rats[card]
            out[here + BUILDING_KINDS + 2] = box.looks[card]
    return place + LONGEST_ROW * (BUILDING_KINDS + 3)


@rule
def encode_cards(box, table, seat, out, place):
    """Own hand and cards laid; discards; what may be in the deck; the nun row; the buildings used and in the game."""
    place &= INDEX
    seat &= INDEX
    for kind in range(KINDS):
        out[place] = table.hands[seat][kind]
        out[place + 1] = table.laid[seat][kind]
        place += 2
    for kind in range(POPULATION):
        out[place] = table.discards[kind]
        out[place + 1] = table.fresh[seat + 1][kind]
        out[place + 2] = table.loose[seat + 1][kind]
        place += 3
    for nun in range(NUN_ROW):
        known = table.looked[seat][nun] == 1
        out[place] = 1 if known else 0
        out[place + 1] = table.nuns[nun] % NUNS if known else 0
        place += 2
    for card in range(table.used_count):
        out[place + 3 * box.building[table.used[card]]] += 1
    for building in range(BUILDING_KINDS):
        out[place + 1] = max(table.copies[building], 0)
        out[place + 2] = 1 if table.copies[building] == HIDDEN else 0
        place += 3
    return place


@rule
def encode_people(box, table, observer, out, place):
    """For every player, hand, rats, tokens; who began, is to move, takes and gives; the cards known to be held."""
    place &= INDEX
    observer &= INDEX
    for value in range(MOST_VALUES):
        out[place + 8 + value] = table.earned[observer][value]
    players = box.players
    for step in range(players):
        seat = clockwise(observer, step, players)
        place &= INDEX
        out[place] = min(table.hand_size[seat], MOST)
        out[place + 1] = min(table.rats[seat], MOST)
        out[place + 2] = table.earned_size[seat]
        out[place + 3] = 1 if table.first == seat else 0
        out[place + 4] = 1 if table.to_move == seat else 0
        out[place + 5] = 1 if table.to == seat else 0
        out[place + 6] = 1 if table.premium == seat else 0
        out[place + 7] = table.givers[seat]
        row = (observer + 1) * MOST_PLAYERS + seat
        for kind in range(KINDS):
            out[place + PER_SEAT - KINDS + kind] = table.held[row][kind]
        place += PER_SEAT


@rule
def encode_influence(box, table, observer, out, place):
    """For every player, influence and rank on each track: the most for the first (C17)."""
    for track in range(TRACKS):
        for rank in range(table.ladder_size[track]):
            seat = table.ladder[track][rank]
            here = (place + clockwise(seat, box.players - observer, box.players) * PER_SEAT + 2 * track) & INDEX
            out[here] = min(table.influence[track][seat], MOST)
            out[here + 1] = MOST_PLAYERS - rank


@rule
def encode_entries(box, table, observer, out, place):
    """For every player, nuns looked at; where entered, in which order, with how many cards; how strong, if known."""
    for step in range(box.players):
        seat, here = clockwise(observer, step, box.players), (place + step * PER_SEAT) & INDEX
        for nun in range(NUN_ROW):
            out[here + nun] = table.looked[seat][nun]
        here += NUN_ROW + LONGEST_ROW
        out[here + 1] = min(table.laid_size[seat], MOST)
        out[here + 2] = table.shown[seat]
        out[here + 3] = max(table.strength[seat], 0)
        out[here + 4] = 1 if table.strength[seat] != HIDDEN else 0
    for entry in range(table.entered):
        steps = clockwise(table.entry_seat[entry], box.players - observer, box.players)
        here = (place + steps * PER_SEAT + NUN_ROW) & INDEX
        out[here + table.entry_place[entry]] = 1
        out[here + LONGEST_ROW] = entry + 1
