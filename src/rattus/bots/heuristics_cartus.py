"""Heuristics of Rattus Cartus: the value of a position, and the rollout policy."""

from math import exp

from rattus.games.cartus.sizes import NUN_ROW
from rattus.games.cartus.vocabulary import (
    ASK_ACT,
    ASK_PLAY,
    CLASSES,
    GOLD,
    JOKER,
    NUNS,
    PLAY,
    POPULATION,
)
from rattus.kernel.random import below
from rattus.kernel.rule import rule

TRACKS = len(CLASSES)


@rule
def cartus_value(box, table, seat):
    """The value of a table for a seat: the expected points, times the chance to survive."""
    points = 10.0
    for track in range(TRACKS):
        points += track_worth(box, table, track, seat)
    points += hand_worth(box, table, seat)
    for value in range(box.values):
        points += table.earned[seat][value] * box.value[value]
    return points * survival(box, table, seat)


@rule
def influence_to_be(box, table, track, seat):
    """A seat's influence on a track, including cards laid down for it."""
    number = table.influence[track][seat]
    if table.shown[seat] == 0 and place_track(box, table, seat) == track:
        number += table.strength[seat]
    return number


@rule
def place_track(box, table, seat):
    """The class of the building that a seat has entered, or -1."""
    for entry in range(table.entered):
        if table.entry_seat[entry] == seat:
            return box.track[table.row[table.entry_place[entry]]]
    return -1


@rule
def track_worth(box, table, track, seat):
    """The prize for the current rank on a track, plus a little for every point of influence."""
    mine = influence_to_be(box, table, track, seat)
    if mine == 0:
        return 0.0
    better = 0
    for other in range(box.players):
        if other != seat:
            theirs = influence_to_be(box, table, track, other)
            if theirs > mine or (theirs == mine and other < seat):
                better += 1
    prize = 10.0 if better == 0 else 5.0 if better == 1 else 2.0 if better == 2 else 0.0
    return prize + 0.3 * mine


@rule
def hand_worth(box, table, seat):
    """The value of the cards in hand; those that fit the building just entered are worth more."""
    worth, here = 0.0, -1
    if table.question == ASK_PLAY and table.to_move == seat:
        here = place_track(box, table, seat)
    for kind in range(POPULATION):
        worth += table.hands[seat][kind] * (0.7 if kind // NUNS == here else 0.5)
    worth += 0.9 * table.hands[seat][JOKER]
    for kind in range(JOKER + 1, GOLD):
        worth += 0.6 * table.hands[seat][kind]
    return worth + 1.2 * table.hands[seat][GOLD]


@rule
def survival(box, table, seat):
    """An estimate of the chance to have no more rats than nuns at the end."""
    nuns = 0
    for place in range(NUN_ROW):
        nuns += table.nuns[place] % NUNS if table.looked[seat][place] == 1 else 2
    rats = float(table.rats[seat])
    track = place_track(box, table, seat)
    if track >= 0 and table.shown[seat] == 0:
        for kind in range(POPULATION):
            if kind // NUNS != track:
                rats += table.laid[seat][kind]
    return 1 / (1 + exp((rats - nuns + 1.5) / 1.5))


@rule
def cartus_rollout_policy(box, table, out, number, rng):
    """Carry out actions, and mostly play cards of the building's class; otherwise choose at random."""
    if table.question == ASK_ACT:
        return out[0]
    move = out[below(rng, number)]
    if table.question == ASK_PLAY and box.verb[move] == PLAY:
        kind = box.number[move]
        track = place_track(box, table, table.to_move)
        if kind < POPULATION and kind // NUNS != track and below(rng, 4) > 0:
            for place in range(number):
                other = out[place]
                if box.verb[other] == PLAY and box.number[other] // NUNS == track:
                    return other
            return out[number - 1]
    return move
