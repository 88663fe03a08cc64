"""Search without a network, written once for all games: Monte Carlo tree search, and looking one step ahead.

Information-set MCTS: each simulation samples what the player cannot see, descends one tree that all these worlds share,
adds a node, and plays to the end of the game by the rollout policy. Every seat maximises its own result. `bind` puts a
game's own rules in the place of the names below.
"""

from math import log, sqrt

from rattus.kernel.entry_points import copy
from rattus.kernel.layout import Layout
from rattus.kernel.random import below
from rattus.kernel.rule import Rule, rule
from rattus.kernel.seats import SEATS

legal: Rule  # (box, table, out) -> number
perform: Rule  # (box, table, move, log)
advance: Rule  # (box, table, out, log) -> number
resample: Rule  # (box, table, rng, scratch)
score: Rule  # (box, table, points, ranking)
victors: Rule  # (box, table, points, ranking) -> how many of the ranking, from the first on, have won
rollout_policy: Rule  # (box, table, out, number, rng) -> move
position_value: Rule  # (box, table, seat) -> worth

NODE = Layout(
    "Node",
    {
        "move": (),
        "child": (),  # the first, 0: none
        "sibling": (),  # the next, 0: none
        "visits": (),
        "available": (),  # how often the move could have been chosen
        "worth": (len(SEATS),),  # for each seat, the sum of what the simulations through here were worth
        "wins": (len(SEATS),),  # in parts of ONE_WIN, since a win may be shared
    },
    wide=("move", "child", "sibling", "visits", "available", "worth", "wins"),
)

VIEW, WORLD, AFTER = 0, 1, 2  # the tables: what the player sees, a sampled world, and that world after a move
ROOT = 0
ONE_WIN = 60  # can be shared by two to six
DEEPEST = 60  # moves below the root that are kept in the tree
CURIOSITY = 0.7  # the weight of exploration

# The value of a finished game for a player, in millionths: mostly the win, but also the rank and the lead, so that a
# player who is behind still plays sensibly.
WIN, RANK, MARGIN = 700_000, 150_000, 150_000
WHOLE = WIN + RANK + MARGIN
HALF_MARGIN = 8  # the lead, in points, that is worth half of the maximum for leads


@rule
def search(boxes, tables, nodes, size, rng, out, lookup, path, scratch, points, ranking, worth, simulations):
    """Run simulations from the veiled table at VIEW; the tree has `size` nodes. Returns its new number of nodes."""
    box = boxes[0]
    for _ in range(simulations):
        copy(tables, VIEW, WORLD)
        table = tables[WORLD]
        resample(box, table, rng, scratch)
        number = legal(box, table, out)
        path[0] = ROOT
        depth, before = 0, size
        while number > 0 and depth < DEEPEST and size == before:
            node = choose_child(nodes, path[depth], size, table.to_move, out, number, lookup, rng)
            if node == ROOT:
                break
            if node == size:
                size += 1
            depth += 1
            path[depth] = node
            perform(box, table, nodes[node].move, None)
            number = advance(box, table, out, None)
        while number > 0:
            perform(box, table, rollout_policy(box, table, out, number, rng), None)
            number = advance(box, table, out, None)
        winners = weigh(box, table, points, ranking, worth)
        for step in range(depth + 1):
            note_result(box, nodes, path[step], worth, ranking, winners)
    return size


@rule
def choose_child(nodes, parent, size, seat, out, number, lookup, rng):
    """A move that was not tried before, as the new node `size`; or else the most promising child for the seat.

    ROOT if there is no room for a new node.
    """
    child = nodes[parent].child
    while child != ROOT:
        lookup[nodes[child].move] = child
        child = nodes[child].sibling
    best, most, untried = ROOT, -1.0, 0
    for place in range(number):
        child = lookup[out[place]]
        if child == ROOT:
            untried += 1
        else:
            nodes[child].available += 1
            if untried == 0:
                promise = worth_of(nodes, child, seat)
                if promise > most:
                    best, most = child, promise
    if untried > 0:
        best = add_child(nodes, parent, size, out, lookup, below(rng, untried))
    child = nodes[parent].child
    while child != ROOT:
        lookup[nodes[child].move] = 0
        child = nodes[child].sibling
    return best


@rule
def worth_of(nodes, child, seat):
    """The mean value of a move for a seat, plus a bonus for moves rarely tried while they were legal."""
    visits = nodes[child].visits
    return nodes[child].worth[seat] / WHOLE / visits + CURIOSITY * sqrt(log(nodes[child].available) / visits)


@rule
def add_child(nodes, parent, size, out, lookup, chosen):
    """Add one of the untried moves to the tree; ROOT if it is full."""
    if size == len(nodes):
        return ROOT
    place = -1
    while chosen >= 0:
        place += 1
        if lookup[out[place]] == ROOT:
            chosen -= 1
    nodes[size].move = out[place]
    nodes[size].child = ROOT
    nodes[size].sibling = nodes[parent].child
    nodes[size].visits = 0
    nodes[size].available = 1
    for seat in range(len(nodes[size].worth)):
        nodes[size].worth[seat] = 0
        nodes[size].wins[seat] = 0
    nodes[parent].child = size
    return size


@rule
def note_result(box, nodes, node, worth, ranking, winners):
    """Add the result of a simulation that went through this node."""
    nodes[node].visits += 1
    for seat in range(box.players):
        nodes[node].worth[seat] += worth[seat]
    for place in range(winners):
        nodes[node].wins[ranking[place]] += ONE_WIN // winners


@rule
def weigh(box, table, points, ranking, worth):
    """Write the value of the finished game for each player, from 0 to WHOLE; returns the number of winners."""
    score(box, table, points, ranking)
    for place in range(box.players):
        seat = ranking[place]
        other = ranking[1] if place == 0 else ranking[0]
        ahead = points[seat] - points[other]
        share = (ahead / (abs(ahead) + HALF_MARGIN) + 1) / 2
        worth[seat] = RANK * (box.players - 1 - place) // (box.players - 1) + int(MARGIN * share)
    winners = victors(box, table, points, ranking)
    for place in range(winners):
        worth[ranking[place]] += WIN // winners
    return winners


@rule
def look_ahead(boxes, tables, seat, worlds, rng, moves, out, scratch, worth):
    """Add up in `worth` the value of each legal move for the seat, over `worlds` worlds; returns the number of moves.

    The moves are in `moves`. They are the same in all worlds, since the seat is to move.
    """
    box = boxes[0]
    number = 0
    for world in range(worlds):
        copy(tables, VIEW, WORLD)
        resample(box, tables[WORLD], rng, scratch)
        number = legal(box, tables[WORLD], moves)
        for place in range(number):
            copy(tables, WORLD, AFTER)
            perform(box, tables[AFTER], moves[place], None)
            advance(box, tables[AFTER], out, None)
            if world == 0:
                worth[place] = 0
            worth[place] += position_value(box, tables[AFTER], seat)
    return number
