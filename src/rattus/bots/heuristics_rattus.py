"""Heuristics of Rattus and Africanus: the value of a position, and the rollout policy."""

from rattus.games.rattus.vocabulary import MOVE_PLAGUE, NOTHING, PLACE, TURN, WITH_DIPLOMATS
from rattus.kernel.random import below
from rattus.kernel.rule import rule


@rule
def rattus_value(box, table, seat):
    """The value of a table for a seat: its own standing minus half of the best opponent's."""
    best = 0.0
    for other in range(box.players):
        if other != seat:
            best = max(best, standing(box, table, other))
    return standing(box, table, seat) - 0.5 * best


@rule
def standing(box, table, seat):
    """Cubes on the map, less for rats in their region, cubes in the palace, class cards and diplomats, weighted."""
    worth, held = 1.2 * table.palace[seat], 0
    for card in range(len(table.holder)):
        held += 1 if table.holder[card] == seat else 0
    for region in range(box.regions):
        danger = 0.05 * table.count[region] * (1 + 0.4 * held)
        worth += table.cubes[region][seat] * (1 - danger)
    if WITH_DIPLOMATS:
        worth += 0.4 * table.palace_diplomats[seat]
        for region in range(box.regions):
            worth += 0.4 * table.diplomat[region][seat]
    return worth + 0.7 * min(held, 3)


@rule
def rattus_rollout_policy(box, table, out, number, rng):
    """Place cubes before the plague moves, and move it where it hurts others more; otherwise choose at random."""
    move = out[below(rng, number)]
    if table.question != NOTHING or table.phase != TURN or box.verb[move] != MOVE_PLAGUE:
        return move
    first, last = find_verb(box, out, number, PLACE)
    if first < last:
        return out[first + below(rng, last - first)]
    best = move
    for _ in range(2):
        other = out[below(rng, number)]
        if box.verb[other] == MOVE_PLAGUE and harm(box, table, box.region[other]) > harm(box, table, box.region[best]):
            best = other
    return best


@rule
def find_verb(box, out, number, verb):
    """The range of indices at which the moves of a verb are in the list."""
    first = 0
    while first < number and box.verb[out[first]] != verb:
        first += 1
    last = first
    while last < number and box.verb[out[last]] == verb:
        last += 1
    return first, last


@rule
def harm(box, table, region):
    """The number of cubes that the others have more than the mover in a region; 0 if it has no rat."""
    if table.count[region] == 0:
        return 0
    cubes = 0
    for seat in range(box.players):
        cubes += table.cubes[region][seat]
    return cubes - 2 * table.cubes[region][table.turn]
