"""The observation of a game for a learner: a row of small integers, which are counts and flags.

The observer is the first seat, the others follow clockwise. Positions that a smaller game does not use are 0.

It is written from the true table, and reads nothing that the observer does not know: the veiled table, and every world
that the observer cannot distinguish from this one, give the same row.
"""

from rattus.games.cartus.counting import PUBLIC
from rattus.games.cartus.editions import QUESTION_WORDS
from rattus.games.cartus.resolving import strongest
from rattus.games.cartus.sizes import KINDS, LONGEST_ROW, MOST_PLAYERS, MOST_VALUES, NUN_ROW, PLAYER_COUNTS
from rattus.games.cartus.veil import sees_last
from rattus.games.cartus.vocabulary import (
    ASK_ACT,
    BUILDING_KINDS,
    CAUSES,
    CLASSES,
    FLUTE,
    HIDDEN,
    JOKER,
    NUNS,
    OVER,
    PHASES,
    POPULATION,
    SPECIALS,
    SWORD,
)
from rattus.kernel.encoding import INDEX, MAX_BYTE, clockwise, encode_one
from rattus.kernel.rows import fill
from rattus.kernel.rule import rule

ALL_PHASES, ALL_QUESTIONS, ALL_CAUSES = len(PHASES), len(QUESTION_WORDS), len(CAUSES)
FEWEST, COUNTS = PLAYER_COUNTS[0], len(PLAYER_COUNTS)
TRACKS, SPECIAL_KINDS = len(CLASSES), len(SPECIALS)
HALVES = 2  # of a nun: what is expected of the nun row is seldom a whole number

# Numbers of a player, in this order.
PER_PERSON = 10 + MOST_VALUES
PER_TRACK = 4
PER_ENTRY = NUN_ROW + LONGEST_ROW + 5 + TRACKS + 3
PER_SEAT = PER_PERSON + TRACKS * PER_TRACK + PER_ENTRY + KINDS + SPECIAL_KINDS
PER_BUILDING = 8  # in the row, beside which building it is


@rule
def encode(box, table, seat, out):
    """Write the observation of a seat into `out`; returns how many numbers it has."""
    fill(out, 0)  # most numbers stay 0
    place = encode_progress(box, table, seat, out, 0)
    place = encode_row(box, table, seat, out, place)
    place = encode_cards(box, table, seat, out, place)
    place = encode_nuns(box, table, seat, out, place)
    place = encode_buildings(box, table, out, place)
    encode_people(box, table, seat, out, place)
    encode_influence(box, table, seat, out, place + PER_PERSON)
    encode_entries(box, table, seat, out, place + PER_PERSON + TRACKS * PER_TRACK)
    encode_counted(box, table, seat, out, place + PER_PERSON + TRACKS * PER_TRACK + PER_ENTRY)
    return place + MOST_PLAYERS * PER_SEAT


@rule
def encode_progress(box, table, seat, out, place):
    """The progress of the game: phase, question with its details, players, round, stacks and decks."""
    place = encode_one(table.phase, ALL_PHASES, out, place)
    place = encode_one(table.question, ALL_QUESTIONS, out, place)
    place = encode_one(table.by, ALL_CAUSES, out, place)
    place = encode_one(table.place, LONGEST_ROW, out, place)
    place = encode_one(table.last if sees_last(table, seat) else HIDDEN, KINDS, out, place)
    place = encode_one(box.players - FEWEST, COUNTS, out, place) & INDEX
    out[place] = table.due
    out[place + 1] = table.round
    out[place + 2] = box.rounds - table.round
    out[place + 3] = 1 if table.round == box.rounds else 0
    out[place + 4] = table.deck_left
    out[place + 5] = table.shuffled
    out[place + 6] = table.tokens_left
    place += 7
    for special in range(SPECIAL_KINDS):
        out[place + special] = table.stacks[special]
    return place + SPECIAL_KINDS


@rule
def encode_row(box, table, seat, out, place):
    """The open buildings: supply actions; own cards of the class, influence on its track, who is in it with how many.

    Nothing after the end.
    """
    seat &= INDEX
    size = BUILDING_KINDS + PER_BUILDING
    for building in range(box.row):
        if table.phase != OVER:
            card, here = table.row[building], (place + building * size) & INDEX
            track = box.track[card]
            out[here + box.building[card]] = 1
            here += BUILDING_KINDS
            out[here] = box.draws[card]
            out[here + 1] = box.rats[card]
            out[here + 2] = box.looks[card]
            out[here + 3] = count_class(table.hands[seat], track)
            out[here + 4] = min(table.influence[track][seat], MAX_BYTE)
            for other in range(box.players):
                if other != seat:
                    out[here + 5] = max(out[here + 5], min(table.influence[track][other], MAX_BYTE))
            for entry in range(table.entered):
                if table.entry_place[entry] == building:
                    out[here + 6] += 1
                    if table.entry_seat[entry] != seat:
                        out[here + 7] = max(out[here + 7], min(table.laid_size[table.entry_seat[entry]], MAX_BYTE))
    return place + LONGEST_ROW * size


@rule
def encode_cards(box, table, seat, out, place):
    """Own hand, by kind and by class; of every population card, the discards and what can be counted of the others.

    Those are: in the hands of others and no longer known whose; seen nowhere; and, once the discards have become the
    deck, at most in the deck, outside it then, and at most in the nun row.
    """
    place &= INDEX
    seat &= INDEX
    watcher = seat + 1
    for kind in range(KINDS):
        out[place + kind] = table.hands[seat][kind]
    place += KINDS
    for track in range(TRACKS):
        out[place + track] = count_class(table.hands[seat], track)
    place += TRACKS
    for kind in range(POPULATION):
        out[place + kind] = table.discards[kind]
        out[place + POPULATION + kind] = table.loose[watcher][kind]
    place += 2 * POPULATION
    encode_unseen(box, table, seat, out, place)
    place += POPULATION
    if table.shuffled == 1:
        for kind in range(POPULATION):
            out[place + kind] = table.fresh[watcher][kind]
            out[place + POPULATION + kind] = table.old[watcher][kind]
            out[place + 2 * POPULATION + kind] = table.sealed[watcher][kind]
    return place + 3 * POPULATION


@rule
def count_class(cards, track):
    """How many of these cards are population cards of a class."""
    number = 0
    for nuns in range(NUNS):
        number += cards[track * NUNS + nuns]
    return number


@rule
def encode_unseen(box, table, seat, out, place):
    """How many population cards of each kind the observer cannot tell the place of (see `counting.unlocated`)."""
    watcher = seat + 1
    for kind in range(POPULATION):
        located = table.discards[kind] + table.loose[watcher][kind] + table.hands[seat][kind] + table.laid[seat][kind]
        out[place + kind] = box.population[kind] - located
    for other in range(box.players):
        if other != seat:
            for kind in range(POPULATION):
                out[place + kind] -= table.held[watcher * MOST_PLAYERS + other][kind]
            if table.shown[other] == 1:
                for kind in range(POPULATION):
                    out[place + kind] -= table.laid[other][kind]
    for nun in range(NUN_ROW):
        if table.looked[seat][nun] == 1:
            out[(place + table.nuns[nun]) & INDEX] -= 1


@rule
def encode_nuns(box, table, seat, out, place):
    """The nun row as far as it is seen, and how many nuns are to be expected in all of it, in halves (C35)."""
    place &= INDEX
    # What the cards that were not looked at may be: after a shuffle less than all that was not seen.
    maybe = place - (POPULATION if table.shuffled == 1 else 4 * POPULATION)
    nuns, unseen = 0, 0
    for nun in range(NUN_ROW):
        if table.looked[seat][nun] == 1:
            out[place] = 1
            out[place + 1] = table.nuns[nun] % NUNS
            nuns += table.nuns[nun] % NUNS
        else:
            unseen += 1
        place += 2
    cards, printed = 0, 0
    for kind in range(POPULATION):
        left = int(out[maybe + kind])
        cards += left
        printed += left * (kind % NUNS)
    expected = HALVES * unseen * printed // max(cards, 1)
    out[place] = min(max(HALVES * nuns + expected, 0), MAX_BYTE)
    return place + 1


@rule
def encode_buildings(box, table, out, place):
    """Of every building, how many cards are used, known to be under the replacements, in the game, or hidden if so."""
    place &= INDEX
    for card in range(table.used_count):
        out[place + 4 * box.building[table.used[card]]] += 1
    for card in range(table.returned):
        out[place + 4 * box.building[table.replacement[card]] + 1] += 1
    for building in range(BUILDING_KINDS):
        out[place + 2] = max(table.copies[building], 0)
        out[place + 3] = 1 if table.copies[building] == HIDDEN else 0
        place += 4
    return place


@rule
def encode_people(box, table, observer, out, place):
    """For every player, hand, rats, tokens; who began, is to move, takes, gives, has the premium action; own tokens."""
    place &= INDEX
    observer &= INDEX
    premium = strongest(box, table) if table.question == ASK_ACT and box.players > 2 else table.premium
    for value in range(MOST_VALUES):
        out[place + 10 + value] = table.earned[observer][value]
    for step in range(box.players):
        seat = clockwise(observer, step, box.players)
        here = (place + step * PER_SEAT) & INDEX
        out[here] = min(table.hand_size[seat], MAX_BYTE)
        out[here + 1] = min(table.rats[seat], MAX_BYTE)
        out[here + 2] = table.earned_size[seat]
        out[here + 3] = 1 if table.first == seat else 0
        out[here + 4] = 1 if table.to_move == seat else 0
        out[here + 5] = 1 if table.to == seat else 0
        out[here + 6] = 1 if premium == seat else 0
        out[here + 7] = table.givers[seat]
        out[here + 8] = table.newest[seat]
        # out[here + 9]: points on the tracks, see `encode_influence`


@rule
def encode_influence(box, table, observer, out, place):
    """For every player, on each track: influence, and whether first, second, third (C17); the points for it (C31)."""
    for track in range(TRACKS):
        for rank in range(table.ladder_size[track]):
            seat = table.ladder[track][rank]
            start = (place + clockwise(seat, box.players - observer, box.players) * PER_SEAT) & INDEX
            here = start + PER_TRACK * track
            out[here] = min(table.influence[track][seat], MAX_BYTE)
            if rank < 3:
                out[here + 1 + rank] = 1
                points = start - PER_PERSON + 9
                out[points] += 10 if rank == 0 else (5 if rank == 1 else 2)


@rule
def encode_entries(box, table, observer, out, place):
    """For every player, nuns looked at; where entered, in which order; cards laid, and what they are if known."""
    for step in range(box.players):
        seat, here = clockwise(observer, step, box.players), (place + step * PER_SEAT) & INDEX
        for nun in range(NUN_ROW):
            out[here + nun] = table.looked[seat][nun]
        here += NUN_ROW + LONGEST_ROW
        out[here + 1] = min(table.laid_size[seat], MAX_BYTE)
        out[here + 2] = table.shown[seat]
        if seat == observer or table.shown[seat] == 1:
            out[here + 3] = table.strength[seat]
            out[here + 4] = 1
            here += 5
            if table.laid_size[seat] > 0:
                for track in range(TRACKS):
                    out[here + track] = count_class(table.laid[seat], track)
                out[here + TRACKS] = table.laid[seat][JOKER]
                out[here + TRACKS + 1] = table.laid[seat][SWORD]
                out[here + TRACKS + 2] = table.laid[seat][FLUTE]
    for entry in range(table.entered):
        steps = clockwise(table.entry_seat[entry], box.players - observer, box.players)
        here = (place + steps * PER_SEAT + NUN_ROW) & INDEX
        out[here + table.entry_place[entry]] = 1
        out[here + LONGEST_ROW] = entry + 1


@rule
def encode_counted(box, table, observer, out, place):
    """For every player, the cards known to be held, and how many special cards may be: of the observer, by all."""
    for step in range(box.players):
        seat, here = clockwise(observer, step, box.players), (place + step * PER_SEAT) & INDEX
        row = ((PUBLIC if step == 0 else observer + 1) * MOST_PLAYERS + seat) & INDEX
        for kind in range(KINDS):
            out[here + kind] = table.held[row][kind]
        here += KINDS
        for special in range(SPECIAL_KINDS):
            out[here + special] = min(table.most[row][special], MAX_BYTE)
