"""The entry points for machines, written once for all games.

A game's own rules take the place of the names below (`Machine` binds them). Everything comes as (array, index), since
entering compiled code with a record costs seven times as much; on lists the same calls work on lists of records.
"""

from rattus.kernel.random import below
from rattus.kernel.rule import Rule, rule, rule_on_lists

set_up: Rule  # (box, table, rng)
legal: Rule  # (box, table, out) -> number
perform: Rule  # (box, table, move, log)
advance: Rule  # (box, table, out, log) -> number
veil: Rule  # (box, table, seat)
resample: Rule  # (box, table, rng, scratch)
encode: Rule  # (box, table, seat, out, scratch) -> number
score: Rule  # (box, table, points, ranking)
victors: Rule  # (box, table, points, ranking) -> how many of the ranking, from the first on, have won
ended: Rule  # (box, table) -> turns, reason

REFUSED = -1


def copy_on_lists(tables, source, target):
    tables[target] = tables[source].copy()


@rule_on_lists(copy_on_lists)
def copy(tables, source, target):
    """Make one table equal to another."""
    tables[target] = tables[source]


@rule
def copy_often(tables, source, target, times):
    """Copy one table many times, for measuring."""
    for _ in range(times):
        copy(tables, source, target)


@rule
def begin(boxes, b, tables, t, rng, out):
    """Set a game up. Its first legal moves are then in `out`; returns how many."""
    set_up(boxes[b], tables[t], rng)
    return advance(boxes[b], tables[t], out, None)


@rule
def list_moves(boxes, b, tables, t, out):
    """Write the ids of the legal moves into `out`; returns how many."""
    return legal(boxes[b], tables[t], out)


@rule
def mask_moves(boxes, b, tables, t, out, mask):
    """Set `mask` to 1 at the ids of the legal moves, to 0 elsewhere; returns how many there are."""
    number = legal(boxes[b], tables[t], out)
    write_mask(out, number, mask)
    return number


@rule
def write_mask(out, number, mask):
    """1 at the ids listed, 0 elsewhere."""
    for move in range(len(mask)):
        mask[move] = 0
    for place in range(number):
        mask[out[place]] = 1


@rule
def is_listed(out, number, move):
    """Whether a move is among the first `number` in `out`."""
    for place in range(number):
        if out[place] == move:
            return True
    return False


@rule
def apply(boxes, b, tables, t, move, out):
    """Make a move and all that follows of itself. Returns how many legal moves are then in `out`.

    REFUSED for an illegal move: nothing has changed.
    """
    box = boxes[b]
    table = tables[t]
    if not is_listed(out, legal(box, table, out), move):
        return REFUSED
    perform(box, table, move, None)
    return advance(box, table, out, None)


@rule
def play_out(boxes, b, tables, t, rng, out):
    """Play random moves to the end of the game; returns how many decisions that took."""
    box = boxes[b]
    table = tables[t]
    decisions = 0
    number = legal(box, table, out)
    while number > 0:
        perform(box, table, out[below(rng, number)], None)
        number = advance(box, table, out, None)
        decisions += 1
    return decisions


@rule
def play_games(boxes, b, tables, t, rng, out, lengths, points, rankings, ends):
    """Play whole random games, one for each place in `lengths`; returns the number of all decisions.

    `lengths` takes the decisions, `points` and `rankings` the result, `ends` turns, reason and the number of winners
    of each game.
    """
    total = 0
    for game in range(len(lengths)):
        begin(boxes, b, tables, t, rng, out)
        lengths[game] = play_out(boxes, b, tables, t, rng, out)
        score(boxes[b], tables[t], points[game], rankings[game])
        ends[game][0], ends[game][1] = ended(boxes[b], tables[t])
        ends[game][2] = victors(boxes[b], tables[t], points[game], rankings[game])
        total += lengths[game]
    return total


@rule
def see(boxes, b, tables, source, target, seat):
    """Make one table equal to what a seat can know of another."""
    copy(tables, source, target)
    veil(boxes[b], tables[target], seat)


@rule
def observe(boxes, b, tables, t, spare, seat, out, scratch):
    """Write what a seat can know of a table as numbers into `out`. The table at `spare` is overwritten."""
    see(boxes, b, tables, t, spare, seat)
    return encode(boxes[b], tables[spare], seat, out, scratch)


@rule
def imagine(boxes, b, tables, source, target, seat, rng, scratch):
    """Make one table a world that could be the other's, as far as a seat can know."""
    see(boxes, b, tables, source, target, seat)
    resample(boxes[b], tables[target], rng, scratch)


@rule
def begin_all(boxes, b, tables, rngs, out, masks, to_move):
    """Set up a game on every table; `masks` and `to_move` are those of the first decisions."""
    for t in range(len(to_move)):
        write_mask(out, begin(boxes, b, tables, t, rngs[t], out), masks[t])
        to_move[t] = tables[t].to_move
    return REFUSED


@rule
def step_all(boxes, b, tables, rngs, out, masks, to_move, moves, done, points, rankings):
    """Make a move on every table; a game that ends is scored and a new one begins in its place.

    `masks` and `to_move` are then those of the next decisions, `done` tells which games ended, and `points` and
    `rankings` hold the results of those. Returns the first table whose move is illegal (nothing has changed then, on
    any table), or REFUSED if all were made.
    """
    box = boxes[b]
    for t in range(len(moves)):
        if moves[t] < 0 or moves[t] >= len(masks[t]) or masks[t][moves[t]] == 0:
            return t
    for t in range(len(moves)):
        perform(box, tables[t], moves[t], None)
        number = advance(box, tables[t], out, None)
        done[t] = 0
        if number == 0:
            done[t] = 1
            score(box, tables[t], points[t], rankings[t])
            number = begin(boxes, b, tables, t, rngs[t], out)
        write_mask(out, number, masks[t])
        to_move[t] = tables[t].to_move
    return REFUSED
