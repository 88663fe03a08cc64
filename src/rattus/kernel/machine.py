"""The entry points for machines, written once for all games.

A game's own rules take the place of the names below (`Machine` binds them). Everything comes as (array, index), since
entering compiled code with a record costs seven times as much; on lists the same calls work on lists of records.
"""

from rattus.kernel.events import FORCED, note
from rattus.kernel.random import below
from rattus.kernel.rows import fill
from rattus.kernel.rule import Rule, rule, rule_on_lists
from rattus.kernel.seats import NOBODY

set_up: Rule  # (box, table, rng)
legal: Rule  # (box, table, out) -> number
perform: Rule  # (box, table, move, log)
proceed: Rule  # (box, table, log) -> whether there was a step to take that is nobody's choice
is_evident: Rule  # (box, table) -> whether everybody can see how many answers the question has
veil: Rule  # (box, table, seat)
resample: Rule  # (box, table, rng, scratch)
encode: Rule  # (box, table, seat, out) -> number
score: Rule  # (box, table, points, ranking)
victors: Rule  # (box, table, points, ranking) -> how many of the ranking, from the first on, have won
survivors: Rule  # (box, table) -> how many of the ranking, from the first on, are alive at the end
ended: Rule  # (box, table) -> turns, reason

REFUSED = -1
FEW = 16  # tables
LARGE = False  # of a game with large tables it is bound to True
WIN, RANK, MARGIN, LEAD = range(4)  # what learners are rewarded for
HALF_LEAD = 8  # points ahead of the best of the others that are worth half of the most that LEAD gives


@rule
def advance(box, table, out, log):
    """Go on until somebody is to be asked. The legal moves are then in `out`; returns how many, 0 after the end.

    This is the one place that gives an answer without asking. It does so only where there is one answer and everybody
    can see that: players see whether a question is asked, so to leave it out because of a hand would tell that hand.
    """
    while True:
        if proceed(box, table, log):
            continue
        number = legal(box, table, out)
        if number != 1 or not is_evident(box, table):
            return number
        note(log, FORCED, table.to_move, out[0])
        perform(box, table, out[0], log)


def copy_on_lists(tables, source, target):
    tables[target] = tables[source].copy()


@rule_on_lists(copy_on_lists)
def copy(tables, source, target):
    """Make one table equal to another."""
    tables[target] = tables[source]


def bring_on_lists(tables, t, spares):
    spares[0] = tables[t]


@rule_on_lists(bring_on_lists)
def bring(tables, t, spares):
    """Have a table at hand: to copy it as a whole is quicker than to fetch it from memory here and there."""
    spares[0] = tables[t]


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
    fill(mask, 0)
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
        lengths[game] = play_game(boxes, b, tables, t, rng, out, points[game], rankings[game], ends[game])
        total += lengths[game]
    return total


@rule
def play_each(boxes, b, tables, t, rngs, out, lengths, points, rankings, ends):
    """The same with a stream of random numbers for each game."""
    total = 0
    for game in range(len(lengths)):
        lengths[game] = play_game(boxes, b, tables, t, rngs[game], out, points[game], rankings[game], ends[game])
        total += lengths[game]
    return total


@rule
def play_game(boxes, b, tables, t, rng, out, points, ranking, end):
    """Play a whole random game; returns how many decisions that took."""
    begin(boxes, b, tables, t, rng, out)
    decisions = play_out(boxes, b, tables, t, rng, out)
    score(boxes[b], tables[t], points, ranking)
    end[0], end[1] = ended(boxes[b], tables[t])
    end[2] = victors(boxes[b], tables[t], points, ranking)
    return decisions


@rule
def see(boxes, b, tables, source, target, seat):
    """Make one table equal to what a seat can know of another."""
    copy(tables, source, target)
    veil(boxes[b], tables[target], seat)


@rule
def observe(boxes, b, tables, t, seat, out):
    """Write what a seat can know of a table as numbers into `out`; how many these are."""
    return encode(boxes[b], tables[t], seat, out)


@rule
def imagine(boxes, b, tables, source, target, seat, rng, scratch):
    """Make one table a world that could be the other's, as far as a seat can know."""
    see(boxes, b, tables, source, target, seat)
    resample(boxes[b], tables[target], rng, scratch)


@rule
def reward(kind, points, ranking, winners, alive, rewards):
    """What a finished game is worth to each seat. The first `alive` of the ranking outlived the others (C35).

    WIN: from 1 for who wins alone to -1 for who does not, a shared win in between by its share. RANK: from 1 for the
    first to -1 for the last in equal steps, the mean of their places for those who share the win; all who died are
    last. MARGIN: the points more, or less, than the best of the others, where the points of the dead count for nothing:
    they lose by as many as the best survivor has, or where nobody survived, by the most that anybody has. LEAD: the
    margin of survivors, squashed to between -1 and 1; -1 for the dead.
    """
    players = len(ranking)
    for place in range(players):
        seat = ranking[place]
        if kind == WIN:
            rewards[seat] = 2 / winners - 1 if place < winners else -1
        elif (kind == RANK or kind == LEAD) and place >= alive:
            rewards[seat] = -1
        elif kind == RANK:
            rewards[seat] = 1 - (winners - 1 if place < winners else 2 * place) / (players - 1)
        elif kind == LEAD:
            lead = points[seat] - best_of(points, ranking, alive, seat)
            rewards[seat] = lead / (abs(lead) + HALF_LEAD)
        elif place >= alive:
            rewards[seat] = -best_of(points, ranking, alive if alive > 0 else players, NOBODY)
        else:
            rewards[seat] = points[seat] - best_of(points, ranking, alive, seat)


@rule
def best_of(points, ranking, number, seat):
    """The most points of the first so many of the ranking, this seat left out; 0 if there are no others."""
    best = 0
    for place in range(number):
        if ranking[place] != seat:
            best = max(best, points[ranking[place]])
    return best


@rule
def begin_all(boxes, b, tables, rngs, choices, counts, masks, to_move):
    """Set up a game on every table; `choices`, `counts`, `masks` and `to_move` are those of the first decisions."""
    for t in range(len(to_move)):
        counts[t] = begin(boxes, b, tables, t, rngs[t], choices[t])
        write_mask(choices[t], counts[t], masks[t])
        to_move[t] = tables[t].to_move


@rule
def resume_all(boxes, b, tables, choices, counts, masks, to_move):
    """The same for games that are going on."""
    for t in range(len(to_move)):
        counts[t] = legal(boxes[b], tables[t], choices[t])
        write_mask(choices[t], counts[t], masks[t])
        to_move[t] = tables[t].to_move


@rule
def first_refused(places, choices, counts, moves):
    """The first of the tables at these places whose move is illegal, or REFUSED if all are legal."""
    for place in range(len(places)):
        t = places[place]
        if not is_listed(choices[t], counts[t], moves[t]):
            return t
    return REFUSED


@rule
def step_some(
    first, last, places, boxes, b, tables, rngs, choices, counts, to_move, moves, done, points, rankings, winners, kind,
    rewards, watchers, finals,
):  # fmt: skip
    """Make a legal move on the tables at some of these places; a game that ends is scored, and a new one begins there.

    `choices`, `counts` and `to_move` are then those of the next decisions, and `done` tells which games ended. Of those
    `points`, `rankings` and `winners` (how many of the ranking, from the first on) are the results, and `finals` what
    the watcher of the game sees at its end. `rewards` are 0 for all others.
    """
    box = boxes[b]
    for place in range(first, last):
        t = places[place]
        table, row = tables[t], choices[t]
        perform(box, table, moves[t], None)
        number = advance(box, table, row, None)
        done[t] = 0
        for seat in range(box.players):
            rewards[t][seat] = 0
        if number == 0:
            done[t] = 1
            score(box, table, points[t], rankings[t])
            winners[t] = victors(box, table, points[t], rankings[t])
            reward(kind, points[t], rankings[t], winners[t], survivors(box, table), rewards[t])
            encode(box, table, watchers[t], finals[t])
            number = begin(boxes, b, tables, t, rngs[t], row)
        counts[t] = number
        to_move[t] = table.to_move


@rule
def show_some(first, last, places, boxes, b, tables, spares, choices, counts, to_move, observations, masks):
    """Write what the seat to move can know, and its legal moves, for the tables at some of these places.

    The first of `spares` is overwritten.
    """
    box = boxes[b]
    for place in range(first, last):
        t = places[place]
        if LARGE:
            bring(tables, t, spares)
            encode(box, spares[0], to_move[t], observations[t])
        else:
            encode(box, tables[t], to_move[t], observations[t])
        write_mask(choices[t], counts[t], masks[t])


@rule
def step_and_show(
    first, last, places, boxes, b, tables, rngs, choices, counts, to_move, moves, done, points, rankings, winners, kind,
    rewards, watchers, finals, spares, observations, masks,
):  # fmt: skip
    """`step_some` and then `show_some`, a few tables at a time: those are still in the processor's cache then."""
    while first < last:
        end = min(first + FEW, last)
        step_some(
            first, end, places, boxes, b, tables, rngs, choices, counts, to_move, moves, done, points, rankings,
            winners, kind, rewards, watchers, finals,
        )  # fmt: skip
        show_some(first, end, places, boxes, b, tables, spares, choices, counts, to_move, observations, masks)
        first = end


@rule
def observe_all(boxes, b, tables, to_move, observations):
    """Write what the seat to move can know into a row of `observations`, for every table."""
    for t in range(len(to_move)):
        encode(boxes[b], tables[t], to_move[t], observations[t])


@rule
def mask_all(choices, counts, masks):
    """Write the legal moves of every table as a mask."""
    for t in range(len(counts)):
        write_mask(choices[t], counts[t], masks[t])


@rule
def choose_all(choices, counts, rngs, moves):
    """Choose a random legal move on every table."""
    for t in range(len(moves)):
        moves[t] = choices[t][below(rngs[t], counts[t])]
