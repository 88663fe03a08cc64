"""A game as a row of numbers for a learner, made from a veiled table alone.

The observer comes first among the seats, the others follow clockwise. Places that a smaller game does not use are 0.
"""

from rattus.games.cartus.kit import DECK, IN_GAME, KINDS, LONGEST_ROW, MOST_PLAYERS, MOST_TOKENS, NUN_ROW, RATS
from rattus.games.cartus.words import BUILDINGS, CAUSES, CLASSES, HIDDEN, NUNS, OVER, PHASES, POPULATION, QUESTIONS
from rattus.kernel.encoding import encode_one
from rattus.kernel.rule import rule

ALL_PHASES, ALL_QUESTIONS, ALL_CAUSES = len(PHASES), len(QUESTIONS), len(CAUSES)
TRACKS, BUILDING_KINDS = len(CLASSES), len(BUILDINGS)


@rule
def encode(box, table, seat, out, scratch):
    """Write what a seat sees on a veiled table into `out`, mostly between 0 and 1; how many numbers that are."""
    place = encode_standing(box, table, out, 0)
    for building in range(LONGEST_ROW):
        place = encode_open(box, table, building, out, place)
    place = encode_cards(box, table, seat, out, place)
    for step in range(MOST_PLAYERS):
        place = encode_seat(box, table, seat, step, out, place)
    return place


@rule
def encode_standing(box, table, out, place):
    """Where the game stands: phase, question and what it needs, round, stacks and decks."""
    place = encode_one(table.phase, ALL_PHASES, out, place)
    place = encode_one(table.question, ALL_QUESTIONS, out, place)
    place = encode_one(table.by, ALL_CAUSES, out, place)
    place = encode_one(table.place, LONGEST_ROW, out, place)
    place = encode_one(table.last, KINDS, out, place)
    out[place] = table.due / 5
    out[place + 1] = table.round / box.rounds
    out[place + 2] = 1 if table.round == box.rounds else 0
    out[place + 3] = table.deck_left / DECK
    out[place + 4] = table.tokens_left / MOST_TOKENS
    place += 5
    for special in range(len(table.stacks)):
        out[place] = table.stacks[special] / 15
        place += 1
    return place


@rule
def encode_open(box, table, building, out, place):
    """An open building and its supply action; nothing after the end."""
    there = building < box.row and table.phase != OVER
    card = table.row[building]
    place = encode_one(box.building[card] if there else HIDDEN, BUILDING_KINDS, out, place)
    out[place] = box.draws[card] / 4 if there else 0
    out[place + 1] = box.rats[card] / 2 if there else 0
    out[place + 2] = box.looks[card] / 2 if there else 0
    return place + 3


@rule
def encode_cards(box, table, seat, out, place):
    """Own hand and cards laid; discards; what may be in the deck; the nun row; the buildings used and in the game."""
    for kind in range(KINDS):
        out[place] = table.hands[seat][kind] / 4
        out[place + 1] = table.laid[seat][kind] / 4
        place += 2
    for kind in range(POPULATION):
        out[place] = table.discards[kind] / 4
        out[place + 1] = table.fresh[seat + 1][kind] / 4
        out[place + 2] = table.loose[seat + 1][kind] / 4
        place += 3
    for nun in range(NUN_ROW):
        known = table.looked[seat][nun] == 1
        out[place] = 1 if known else 0
        out[place + 1] = (table.nuns[nun] % NUNS) / 4 if known else 0
        place += 2
    for building in range(BUILDING_KINDS):
        used = 0
        for card in range(IN_GAME):
            if card < table.used_count and box.building[table.used[card]] == building:
                used += 1
        out[place] = used / 5
        out[place + 1] = max(table.copies[building], 0) / 5
        out[place + 2] = 1 if table.copies[building] == HIDDEN else 0
        place += 3
    return place


@rule
def encode_seat(box, table, observer, step, out, place):
    """A player: hand, rats, tokens, influence and rank, looks, entry, cards known to be held."""
    there = step < box.players
    seat = (observer + step) % box.players
    out[place] = table.hand_size[seat] / 10 if there else 0
    out[place + 1] = table.rats[seat] / RATS if there else 0
    out[place + 2] = table.earned_size[seat] / 10 if there else 0
    out[place + 3] = 1 if there and table.first == seat else 0
    out[place + 4] = 1 if there and table.to_move == seat else 0
    out[place + 5] = 1 if there and table.to == seat else 0
    out[place + 6] = 1 if there and table.premium == seat else 0
    out[place + 7] = table.givers[seat] if there else 0
    place += 8
    for value in range(len(table.earned[0])):
        out[place] = table.earned[seat][value] / 10 if there and step == 0 else 0
        place += 1
    for track in range(TRACKS):
        out[place] = table.influence[track][seat] / 20 if there else 0
        out[place + 1] = encode_rank(table, track, seat) if there else 0
        place += 2
    for nun in range(NUN_ROW):
        out[place] = table.looked[seat][nun] if there else 0
        place += 1
    place = encode_entry(box, table, seat, there, out, place)
    row = (observer + 1) * MOST_PLAYERS + seat
    for kind in range(KINDS):
        out[place] = table.held[row][kind] / 4 if there else 0
        place += 1
    return place


@rule
def encode_rank(table, track, seat):
    """1 for the first on a track, less for those behind, 0 for who is not on it (C17)."""
    for place in range(table.ladder_size[track]):
        if table.ladder[track][place] == seat:
            return 1 - place / MOST_PLAYERS
    return 0.0


@rule
def encode_entry(box, table, seat, there, out, place):
    """Where a player entered, in which order, with how many cards, and how strong, if that is known."""
    for number in range(LONGEST_ROW + 5):
        out[place + number] = 0
    if there:
        for entry in range(table.entered):
            if table.entry_seat[entry] == seat:
                out[place + table.entry_place[entry]] = 1
                out[place + LONGEST_ROW] = (entry + 1) / MOST_PLAYERS
        out[place + LONGEST_ROW + 1] = table.laid_size[seat] / 10
        out[place + LONGEST_ROW + 2] = table.shown[seat]
        out[place + LONGEST_ROW + 3] = max(table.strength[seat], 0) / 10
        out[place + LONGEST_ROW + 4] = 1 if table.strength[seat] != HIDDEN else 0
    return place + LONGEST_ROW + 5
