"""Tree search with a network, written once for all games: the policy guides the search, the values replace playouts.

As in `tree`, each simulation samples what the player cannot see and walks down a tree that all these worlds share. At
a new node the network is evaluated instead of a playout: the value of the table for every seat, and the probability of
each move, from what the seat to move can know.

In games with secret moves every seat has its own tree, which branches by what that seat sees: a card played face down
is the same branch for the others whichever card it is, so no seat reacts to what it cannot know. A simulation descends
all trees at once. `bind` puts a game's own rules in the place of the names below.
"""

from math import exp, sqrt, tanh
from typing import no_type_check

import numpy as np

from rattus.kernel.entry_points import LEAD, RANK, WIN, copy, reward
from rattus.kernel.half import number_of
from rattus.kernel.layout import Layout
from rattus.kernel.rule import Rule, rule, rule_on_lists
from rattus.kernel.seats import SEATS

legal: Rule  # (box, table, out) -> number
perform: Rule  # (box, table, move, log)
advance: Rule  # (box, table, out, log) -> number
resample: Rule  # (box, table, rng, scratch)
encode: Rule  # (box, table, seat, out) -> number
score: Rule  # (box, table, points, ranking)
victors: Rule  # (box, table, points, ranking) -> how many of the ranking, from the first on, have won
survivors: Rule  # (box, table) -> how many of the ranking, from the first on, are alive at the end

NODE = Layout(
    "NetNode",
    {
        "move": (),  # of the tree's own seat; or what it sees of another's (see `as_seen`)
        "child": (),  # the first, 0: none
        "sibling": (),  # the next, 0: none
        "visits": (),
        "available": (),  # how often the move could have been chosen
        "prior": (),  # how likely the network thought the move when it was first met, in millionths
        "worth": (len(SEATS),),  # for each seat, the sum of what the simulations through here were worth
    },
    wide=("move", "child", "sibling", "visits", "available", "prior", "worth"),
)

VIEW, WORLD = 0, 1  # the tables: what the player sees, and the world that is being played
NONE = 0  # "no node": the first node is a root, so no link points to it
DEEPEST = 100  # moves below the root that are kept in the tree
WHOLE = 1_000_000  # the value of the best result
CURIOSITY = 1.25  # the weight of the priors against the values found
CAUTION = 0.1  # how much worse than its parent an untried move is assumed to be
LANES = 32  # sums of a product that are independent
EPSILON = 1e-5  # of layer normalisation, as in `net`
# In `shape`: how many inputs, how many of them are the observation, which one is 1 for the number of players (or -1),
# how many layers, moves, seats; from WIDTHS on the width of each layer.
INPUTS, OBSERVATION, COUNT, LAYERS, MOVES, VALUES, WIDTHS = range(7)
# In `scales`: what numbers of an observation are multiplied by; the shares of win, rank and lead in the reward.
SCALE, WIN_SHARE, RANK_SHARE, LEAD_SHARE = range(4)
STRANGE = 1e-4  # the probability of a move that the network does not know, if the best has 1


@rule
def search(
    boxes, tables, nodes, size, rng, out, lookup, paths, scratch, points, ranking, rewards, worth, row, secrets,
    columns, shape, scales, weights, hidden, used, chances, values, simulations,
):  # fmt: skip
    """Run simulations from the veiled table at VIEW; there are `size` nodes. Returns the new number of nodes.

    There are as many trees as `paths`: one for each seat, or one for all. The roots are the first nodes. Trees that
    have no more room stop growing, and go on counting.
    """
    box, trees = boxes[0], len(paths)
    for _ in range(simulations):
        copy(tables, VIEW, WORLD)
        table = tables[WORLD]
        resample(box, table, rng, scratch)
        number = legal(box, table, out)
        for tree in range(trees):
            paths[tree][0] = tree
        depth = 0
        while number > 0:
            mover = table.to_move
            own = mover if trees > 1 else 0
            parent = paths[own][depth]
            known = look_up(nodes, parent, out, number, lookup)
            has_room = size + number + trees <= len(nodes)
            is_leaf = nodes[parent].visits == 0 or depth == DEEPEST or (known == 0 and not has_room)
            is_asked = is_leaf or (known < number and has_room)
            if is_asked:
                encode(box, table, mover, row)
                ask(row, shape, scales, weights, columns[mover], out, number, hidden, used, chances, values)
                size = add_children(nodes, parent, size, out, number, lookup, chances)
            if not has_room:
                leave_out(nodes, paths, own, depth, out, number, lookup, secrets)
            best = NONE if is_leaf else choose_child(nodes, parent, mover, out, number, lookup)
            forget(nodes, parent, lookup)
            if best == NONE and not is_asked:
                encode(box, table, mover, row)
                ask(row, shape, scales, weights, columns[mover], out, number, hidden, used, chances, values)
            if best == NONE:  # nothing is known below here, or there is no room for it
                for step in range(box.players):
                    worth[(mover + step) % box.players] = int((values[step] + 1) / 2 * WHOLE)
                break
            move = nodes[best].move
            for tree in range(trees):
                if tree == own:
                    paths[tree][depth + 1] = best
                else:
                    size = follow(nodes, size, paths[tree], depth, as_seen(move, secrets))
            depth += 1
            perform(box, table, move, None)
            number = advance(box, table, out, None)
        if number == 0:
            weigh(box, table, points, ranking, rewards, scales, worth)
        for tree in range(trees):
            for step in range(depth + 1):
                node = paths[tree][step]
                nodes[node].visits += 1
                for seat in range(box.players):
                    nodes[node].worth[seat] += worth[seat]
    return size


@rule
def transplant(nodes, roots, fresh):
    """Copy what grows below some nodes, one for each tree, to other nodes, where they are the roots; returns how many.

    Nodes that do not fit are left out; the search will add them again.
    """
    for tree in range(len(roots)):
        copy_node(nodes, roots[tree], fresh, tree)
    size, place = len(roots), 0
    while place < size:
        source = fresh[place].child  # still a node of the old ones
        fresh[place].child = NONE
        last = NONE
        while source != NONE and size < len(fresh):
            copy_node(nodes, source, fresh, size)
            fresh[size].sibling = NONE
            if last == NONE:
                fresh[place].child = size
            else:
                fresh[last].sibling = size
            last = size
            size += 1
            source = nodes[source].sibling
        place += 1
    return size


@rule
def copy_node(nodes, source, fresh, target):
    """Make one node equal to another, links included."""
    fresh[target].move = nodes[source].move
    fresh[target].child = nodes[source].child
    fresh[target].sibling = NONE
    fresh[target].visits = nodes[source].visits
    fresh[target].available = nodes[source].available
    fresh[target].prior = nodes[source].prior
    for seat in range(len(nodes[source].worth)):
        fresh[target].worth[seat] = nodes[source].worth[seat]


@rule
def as_seen(move, secrets):
    """What the others see of a move, as a negative number: the move, or only its verb if it is secret."""
    return -1 - move if secrets[move] == 0 else -1 - len(secrets) - secrets[move]


@rule
def follow(nodes, size, path, depth, seen):
    """Descend in a seat's tree by what it sees of another's move; returns the new number of nodes."""
    parent = path[depth]
    child = nodes[parent].child
    while child != NONE and nodes[child].move != seen:
        child = nodes[child].sibling
    if child == NONE:
        child = size
        add_child(nodes, parent, child, seen, 0)
        size += 1
    path[depth + 1] = child
    return size


@rule
def leave_out(nodes, paths, own, depth, out, number, lookup, secrets):
    """Take moves out of the lookup that another seat's tree has no node for, where there is no room for one."""
    for place in range(number):
        if lookup[out[place]] != NONE and not can_follow(nodes, paths, own, depth, out[place], secrets):
            lookup[out[place]] = NONE


@rule
def can_follow(nodes, paths, own, depth, move, secrets):
    """Whether the other seats' trees have a node for what they see of a move."""
    seen = as_seen(move, secrets)
    for tree in range(len(paths)):
        if tree != own:
            child = nodes[paths[tree][depth]].child
            while child != NONE and nodes[child].move != seen:
                child = nodes[child].sibling
            if child == NONE:
                return False
    return True


@rule
def look_up(nodes, parent, out, number, lookup):
    """Write the node of each child at its move; returns how many of the legal moves have one."""
    child = nodes[parent].child
    while child != NONE:
        if nodes[child].move >= 0:
            lookup[nodes[child].move] = child
        child = nodes[child].sibling
    known = 0
    for place in range(number):
        if lookup[out[place]] != NONE:
            known += 1
    return known


@rule
def forget(nodes, parent, lookup):
    """Clear the lookup."""
    child = nodes[parent].child
    while child != NONE:
        if nodes[child].move >= 0:
            lookup[nodes[child].move] = NONE
        child = nodes[child].sibling


@rule
def add_children(nodes, parent, size, out, number, lookup, chances):
    """Add the legal moves that the node does not have yet, if there is room; returns the new number of nodes."""
    if size + number > len(nodes):
        return size
    for place in range(number):
        if lookup[out[place]] == NONE:
            add_child(nodes, parent, size, out[place], int(chances[place] * WHOLE))
            lookup[out[place]] = size
            size += 1
    return size


@rule
def add_child(nodes, parent, node, move, prior):
    """Make a node the first child of another."""
    nodes[node].move = move
    nodes[node].child = NONE
    nodes[node].sibling = nodes[parent].child
    nodes[node].visits = 0
    nodes[node].available = 0
    nodes[node].prior = prior
    for seat in range(len(nodes[node].worth)):
        nodes[node].worth[seat] = 0
    nodes[parent].child = node


@rule
def choose_child(nodes, parent, seat, out, number, lookup):
    """The most promising legal move for a seat: by its mean value, and by its prior while it has few visits (PUCT)."""
    visits = nodes[parent].visits
    usual = nodes[parent].worth[seat] / WHOLE / visits - CAUTION if visits > 0 else 0.5
    best, most = NONE, -1.0e9
    for place in range(number):
        child = lookup[out[place]]
        if child != NONE:
            nodes[child].available += 1
            tried = nodes[child].visits
            found = nodes[child].worth[seat] / WHOLE / tried if tried > 0 else usual
            prior = nodes[child].prior / WHOLE
            promise = found + CURIOSITY * prior * sqrt(nodes[child].available) / (1 + tried)
            if promise > most:
                best, most = child, promise
    return best


@rule
def weigh(box, table, points, ranking, rewards, scales, worth):
    """The value of the finished game for each seat, by the reward that the network was trained on, from 0 to WHOLE."""
    score(box, table, points, ranking)
    winners, alive = victors(box, table, points, ranking), survivors(box, table)
    reward(WIN, points, ranking, winners, alive, rewards)
    for seat in range(box.players):
        worth[seat] = int((rewards[seat] * scales[WIN_SHARE] + 1) / 2 * WHOLE)
    if scales[RANK_SHARE] > 0:
        reward(RANK, points, ranking, winners, alive, rewards)
        for seat in range(box.players):
            worth[seat] += int(rewards[seat] * scales[RANK_SHARE] / 2 * WHOLE)
    if scales[LEAD_SHARE] > 0:
        reward(LEAD, points, ranking, winners, alive, rewards)
        for seat in range(box.players):
            worth[seat] += int(rewards[seat] * scales[LEAD_SHARE] / 2 * WHOLE)


@no_type_check
def ask_with_numpy(row, shape, scales, weights, columns, out, number, hidden, used, chances, values):
    weights = weights.view(np.float16).astype(np.float32)
    numbers = np.zeros(shape[INPUTS], np.float32)
    numbers[: shape[OBSERVATION]] = np.array(row, np.float32) * scales[SCALE]
    if shape[COUNT] >= 0:
        numbers[shape[COUNT]] = 1
    start = 0

    def take(*sizes):
        nonlocal start
        part = weights[start : start + int(np.prod(sizes))].reshape(sizes)
        start += part.size
        return part

    for layer in range(shape[LAYERS]):
        width = shape[WIDTHS + layer]
        numbers = numbers @ take(len(numbers), width) + take(width)
        numbers = (numbers - numbers.mean()) / np.sqrt(numbers.var() + EPSILON)
        numbers = np.maximum(numbers * take(width) + take(width), 0)
    logits = take(shape[MOVES], len(numbers)) @ numbers + take(shape[MOVES])
    found = np.tanh(take(shape[VALUES], len(numbers)) @ numbers + take(shape[VALUES]))
    kept = [columns[move] for move in out[:number]]
    top = max((float(logits[column]) for column in kept if column >= 0), default=0.0)
    likely = [exp(float(logits[column]) - top) if column >= 0 else STRANGE for column in kept]
    for place in range(number):
        chances[place] = likely[place] / sum(likely)
    for seat in range(shape[VALUES]):
        values[seat] = float(found[seat])


@rule_on_lists(ask_with_numpy)
@no_type_check
def ask(row, shape, scales, weights, columns, out, number, hidden, used, chances, values):
    """Evaluate the network: the probability of each legal move, and the value for each seat, the mover first.

    Most inputs are zero, and so are half of the numbers after a ReLU: only the rows of the others are read. The weights
    are 16-bit numbers, as in the file: reading them takes most of the time. `columns` has the network's move for each
    of the engine's, or -1 for one that it does not know.
    """
    source, size, start = hidden[0], shape[INPUTS], 0
    for place in range(size):
        source[place] = 0
    for place in range(shape[OBSERVATION]):
        source[place] = row[place] * scales[SCALE]
    if shape[COUNT] >= 0:
        source[shape[COUNT]] = 1
    for layer in range(shape[LAYERS]):
        width = shape[WIDTHS + layer]
        target = hidden[1 + layer % 2]
        full_layer(source, size, width, weights[start : start + (size + 3) * width], target, used)
        start += (size + 3) * width
        source, size = target, width
    top = -1.0e30
    for place in range(number):
        column = columns[out[place]]
        if column >= 0:
            bias = number_of(weights[start + shape[MOVES] * size + column])
            row_of_move = weights[start + column * size : start + (column + 1) * size]
            chances[place] = bias + product(source, row_of_move, hidden[0])
            top = max(top, chances[place])
    whole = 0.0
    for place in range(number):
        chances[place] = exp(chances[place] - top) if columns[out[place]] >= 0 else STRANGE
        whole += chances[place]
    for place in range(number):
        chances[place] /= whole
    start += shape[MOVES] * (size + 1)
    for seat in range(shape[VALUES]):
        bias = number_of(weights[start + shape[VALUES] * size + seat])
        row_of_seat = weights[start + seat * size : start + (seat + 1) * size]
        values[seat] = tanh(bias + product(source, row_of_seat, hidden[0]))


@rule
def full_layer(source, size, width, weights, target, used):
    """A dense layer with layer normalisation and ReLU: a row of weights for each input, then bias, gain and shift.

    Four rows at a time, so that the target is read and written a quarter as often. The order of the sums is the same.
    """
    bias = weights[size * width : (size + 1) * width]
    gain, shift = weights[(size + 1) * width : (size + 2) * width], weights[(size + 2) * width : (size + 3) * width]
    for place in range(width):
        target[place] = number_of(bias[place])
    count = 0
    for place in range(size):
        if source[place] != 0:
            used[count] = place
            count += 1
    for group in range(0, count - 3, 4):
        first, second, third, fourth = used[group], used[group + 1], used[group + 2], used[group + 3]
        one, two, three, four = source[first], source[second], source[third], source[fourth]
        row_one = weights[first * width : (first + 1) * width]
        row_two = weights[second * width : (second + 1) * width]
        row_three = weights[third * width : (third + 1) * width]
        row_four = weights[fourth * width : (fourth + 1) * width]
        for place in range(width):
            target[place] = (
                target[place]
                + one * number_of(row_one[place])
                + two * number_of(row_two[place])
                + three * number_of(row_three[place])
                + four * number_of(row_four[place])
            )
    for group in range(count - count % 4, count):
        number = source[used[group]]
        row = weights[used[group] * width : (used[group] + 1) * width]
        for place in range(width):
            target[place] += number * number_of(row[place])
    mean = 0.0
    for place in range(width):
        mean += target[place]
    mean /= width
    spread = 0.0
    for place in range(width):
        spread += (target[place] - mean) ** 2
    scale = 1 / sqrt(spread / width + EPSILON)
    for place in range(width):
        target[place] = max((target[place] - mean) * scale * number_of(gain[place]) + number_of(shift[place]), 0)


@rule
def product(numbers, row, sums):
    """A dot product, as LANES independent sums that the CPU computes together. `sums` is where it keeps them."""
    for lane in range(LANES):
        sums[lane] = 0
    rest = len(row) % LANES
    for first in range(0, len(row) - rest, LANES):
        for lane in range(LANES):
            sums[lane] += numbers[first + lane] * number_of(row[first + lane])
    whole = 0.0
    for lane in range(LANES):
        whole += sums[lane]
    for place in range(len(row) - rest, len(row)):
        whole += numbers[place] * number_of(row[place])
    return whole
