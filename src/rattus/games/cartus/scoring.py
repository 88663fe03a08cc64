"""The end of the game: points, the plague, and who wins (C31-C37)."""

from rattus.games.cartus.events import DIED, TURNED
from rattus.games.cartus.sizes import IN_GAME, NUN_ROW
from rattus.games.cartus.vocabulary import (
    CLASSES,
    FLUTE,
    FLUTES,
    GOLD,
    GOLDS,
    HAND,
    JOKER,
    NUNS,
    PASS_CARD,
    PASSES,
    ROUNDS_UP,
    SWORD,
    SWORDS,
    TOKENS,
)
from rattus.kernel.events import note
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY

TRACKS = len(CLASSES)


@rule
def score(box, table, points, ranking):
    """Points of all players, and their ranking: survivors first (C36, C37)."""
    for seat in range(box.players):
        points[seat] = 0
        for category in range(TOKENS + 1):
            points[seat] += points_for(box, table, seat, category)
        ranking[seat] = seat
    for place in range(1, box.players):
        seat, other = ranking[place], place
        while other > 0 and is_before(box, table, points, seat, ranking[other - 1]):
            ranking[other] = ranking[other - 1]
            other -= 1
        ranking[other] = seat


@rule
def is_before(box, table, points, seat, other):
    """Whether a player ranks before another: survivors by points, then by fewer rats (C36); behind them so do the dead.

    If all have died those with the fewest rats take the place of survivors (C37).
    """
    behind, behind_other = is_behind(box, table, seat), is_behind(box, table, other)
    if behind != behind_other:
        return behind_other
    if points[seat] != points[other]:
        return points[seat] > points[other]
    return table.rats[seat] < table.rats[other]


@rule
def is_behind(box, table, seat):
    """Whether a player ranks behind others whatever the points.

    The dead do (C36); where all died, those with more than the fewest rats (C37).
    """
    return table.rats[seat] > fewest_rats(box, table) if all_dead(box, table) else is_dead(table, seat)


@rule
def fewest_rats(box, table):
    """The fewest rats that somebody has."""
    fewest = table.rats[0]
    for seat in range(1, box.players):
        fewest = min(fewest, table.rats[seat])
    return fewest


@rule
def victors(box, table, points, ranking):
    """The survivor with the most points, and who is equal in points and rats (C36); nobody, if all have died (C37)."""
    return 0 if all_dead(box, table) else equals(box, table, points, ranking)


@rule
def survivors(box, table):
    """How many have survived the plague (C35): they are the first of the ranking (C36)."""
    number = 0
    for seat in range(box.players):
        if not is_dead(table, seat):
            number += 1
    return number


@rule
def equals(box, table, points, ranking):
    """How many have as many points and rats as the first of the ranking, himself included."""
    number = 1
    while number < box.players and not is_before(box, table, points, ranking[0], ranking[number]):
        number += 1
    return number


@rule
def nuns_in_row(table):
    """How many nuns there are in the nun row (C35)."""
    number = 0
    for place in range(NUN_ROW):
        number += table.nuns[place] % NUNS
    return number


@rule
def is_dead(table, seat):
    """More rats than nuns: dead of the plague (C35)."""
    return table.rats[seat] > nuns_in_row(table)


@rule
def all_dead(box, table):
    """Whether nobody survives (C37)."""
    for seat in range(box.players):
        if not is_dead(table, seat):
            return False
    return True


@rule
def points_for(box, table, seat, category):
    """The points of a player in one category; the dead count too (C31-C35)."""
    if category < TRACKS:
        return track_points(box, table, seat, category)
    if category == HAND:
        return most_points(box, table, seat, category)
    if category == SWORDS:
        return most_points(box, table, seat, category) if is_given(box, table, SWORD) else 0
    if category == FLUTES:
        return most_points(box, table, seat, category) if is_given(box, table, FLUTE) else 0
    if category == PASSES:
        return most_points(box, table, seat, category) if is_given(box, table, PASS_CARD) else 0
    if category == GOLDS:
        return gold_points(box, table, seat) if is_given(box, table, GOLD) else 0
    return token_points(box, table, seat)


@rule
def track_points(box, table, seat, track):
    """10, 5 and 2 points for the first three on a track; with two players 10 and 5 (C31)."""
    for place in range(table.ladder_size[track]):
        if table.ladder[track][place] == seat:
            if place == 0:
                return 10
            if place == 1:
                return 5
            return 2 if place == 2 else 0
    return 0


@rule
def number_of(table, seat, category):
    """How many hand cards a player has for a category (C32, C33)."""
    hand = table.hands[seat]
    if category == SWORDS:
        return hand[SWORD]
    if category == FLUTES:
        return hand[FLUTE]
    if category == PASSES:
        return hand[PASS_CARD]
    if category == GOLDS:
        return hand[GOLD]
    number = 0
    for kind in range(JOKER + 1):
        number += hand[kind]
    return number


@rule
def best_number(box, table, category, below):
    """The most cards that somebody has for a category, of the numbers below this one."""
    best = 0
    for seat in range(box.players):
        number = number_of(table, seat, category)
        if number < below:
            best = max(best, number)
    return best


@rule
def count_with(box, table, category, number):
    """How many players have exactly this number of cards for a category."""
    found = 0
    for seat in range(box.players):
        if number_of(table, seat, category) == number:
            found += 1
    return found


@rule
def most_points(box, table, seat, category):
    """2 points for the most cards, 1 each if tied; nothing for none (C32)."""
    best = best_number(box, table, category, 127)
    if best == 0 or number_of(table, seat, category) < best:
        return 0
    return 2 if count_with(box, table, category, best) == 1 else 1


@rule
def gold_points(box, table, seat):
    """6 points for the most golds, 3 for the second most (C33).

    Tied for most: a share of 9 and no second prize; tied for second: a share of 3. With two players no second prize.
    """
    golds, best = table.hands[seat][GOLD], best_number(box, table, GOLDS, 127)
    if golds == 0:
        return 0
    leaders = count_with(box, table, GOLDS, best)
    if golds == best:
        return 6 if leaders == 1 else 9 // leaders
    if leaders > 1 or box.players == 2 or golds < best_number(box, table, GOLDS, best):
        return 0
    return 3 // count_with(box, table, GOLDS, golds)


@rule
def token_points(box, table, seat):
    """Victory point tokens count their value (C34)."""
    points = 0
    for value in range(box.values):
        points += table.earned[seat][value] * box.value[value]
    return points


@rule
def is_given(box, table, kind):
    """Whether a building that gives these special cards is among those of the game (C3, C32, C33)."""
    for place in range(IN_GAME):
        if place < table.used_count and box.special[table.used[place]] == kind:
            return True
        if place < table.replacement_left and box.special[table.replacement[place]] == kind:
            return True
    return False


@rule
def note_plague(box, table, log):
    """The nun row is turned up, and who has more rats than there are nuns dies (C35)."""
    for place in range(NUN_ROW):
        note(log, TURNED, NOBODY, place, table.nuns[place])
    for seat in range(box.players):
        if is_dead(table, seat):
            note(log, DIED, seat, table.rats[seat], nuns_in_row(table))


@rule
def ended(box, table):
    """How many rounds were played, and why the game ended (C8)."""
    return table.round, ROUNDS_UP
