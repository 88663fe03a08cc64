"""The functions that the engine calls, written once for all games.

The names below stand for a game's own rules; `Rulebook` binds them. Tables are passed as (array, index), since passing
a single record to compiled code costs seven times as much; in list mode the array is a list of records.
"""

from typing import Any

from rattus.kernel.events import FORCED, note
from rattus.kernel.random import below
from rattus.kernel.rows import fill
from rattus.kernel.rule import Rule, rule, rule_on_lists
from rattus.kernel.seats import NOBODY

set_up: Rule  # (box, table, rng)
legal: Rule  # (box, table, out) -> number
perform: Rule  # (box, table, move, log)
proceed: Rule  # (box, table, log) -> whether an automatic step was taken
is_evident: Rule  # (box, table) -> whether the number of legal moves is public
veil: Rule  # (box, table, seat)
resample: Rule  # (box, table, rng, scratch)
encode: Rule  # (box, table, seat, out) -> number
score: Rule  # (box, table, points, ranking)
victors: Rule  # (box, table, points, ranking) -> how many of the ranking have won, the first ones
survivors: Rule  # (box, table) -> how many of the ranking are alive at the end, the first ones
ended: Rule  # (box, table) -> turns, reason

REFUSED = -1
LARGE_TABLE = False  # bound to True for a game with large tables
WIN, RANK, MARGIN, LEAD = range(4)  # kinds of rewards
HALF_LEAD = 8  # points ahead of the best opponent that earn half of the most that LEAD gives


@rule
def advance(box, table, out, log):
    """Play on to the next decision. Its legal moves are then in `out`; returns how many, 0 after the end.

    A single legal move is made without asking, but only if everybody can see that it is the only one. Players see who
    is asked, so skipping a question because of the cards in a hand would reveal that hand.
    """
    while True:
        if proceed(box, table, log):
            continue
        number = legal(box, table, out)
        if number != 1 or not is_evident(box, table):
            return number
        note(log, FORCED, table.to_move, out[0])
        perform(box, table, out[0], log)


def copy_on_lists(tables: list[Any], source: int, target: int) -> None:
    tables[target] = tables[source].copy()


@rule_on_lists(copy_on_lists)
def copy(tables: Any, source: int, target: int) -> None:
    """Copy one table over another."""
    tables[target] = tables[source]


def load_table_on_lists(tables: list[Any], t: int, buffer: list[Any]) -> None:
    buffer[0] = tables[t]


@rule_on_lists(load_table_on_lists)
def load_table(tables: Any, t: int, buffer: Any) -> None:
    """Copy a table into a buffer of one: a copy of the whole is faster than many scattered reads from memory."""
    buffer[0] = tables[t]


@rule
def copy_often(tables, source, target, times):
    """Copy one table many times, for benchmarks."""
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
    """Make a move and the automatic steps after it. Returns how many legal moves are then in `out`.

    Returns REFUSED for an illegal move, which changes nothing.
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

    `lengths` receives the number of decisions of each game, `points` and `rankings` its score, and `ends` its turns,
    end reason and number of winners.
    """
    total = 0
    for game in range(len(lengths)):
        lengths[game] = play_game(boxes, b, tables, t, rng, out, points[game], rankings[game], ends[game])
        total += lengths[game]
    return total


@rule
def play_each(boxes, b, tables, t, rngs, out, lengths, points, rankings, ends):
    """`play_games` with a random stream for each game."""
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
    """Copy a table, without what a seat cannot know."""
    copy(tables, source, target)
    veil(boxes[b], tables[target], seat)


@rule
def observe(boxes, b, tables, t, seat, out):
    """Write the observation of a seat into `out`; returns how many numbers it has."""
    return encode(boxes[b], tables[t], seat, out)


@rule
def imagine(boxes, b, tables, source, target, seat, rng, scratch):
    """Copy a table, with everything that a seat cannot know replaced by a consistent random sample."""
    see(boxes, b, tables, source, target, seat)
    resample(boxes[b], tables[target], rng, scratch)


@rule
def reward(kind, points, ranking, winners, alive, rewards):
    """The reward of each seat for a finished game. The first `alive` of the ranking survived (C35).

    WIN: 1 for a sole winner, -1 for a loser, in between for a shared win. RANK: from 1 for the first to -1 for the last
    in equal steps; those who share the win get the mean of their places, all who died are last. MARGIN: the points
    minus those of the best opponent. The points of the dead count for nothing: they lose by the points of the best
    survivor, or, if nobody survived, by the most points of all. LEAD: the margin of survivors, squashed to between -1
    and 1; -1 for the dead.
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
    """The most points among the first `number` of the ranking, without this seat; 0 if there is nobody else."""
    best = 0
    for place in range(number):
        if ranking[place] != seat:
            best = max(best, points[ranking[place]])
    return best


@rule
def begin_all(boxes, b, tables, rngs, choices, counts, masks, to_move):
    """Set up a game on every table, and write its first decision to `choices`, `counts`, `masks` and `to_move`."""
    for t in range(len(to_move)):
        counts[t] = begin(boxes, b, tables, t, rngs[t], choices[t])
        write_mask(choices[t], counts[t], masks[t])
        to_move[t] = tables[t].to_move


@rule
def resume_all(boxes, b, tables, choices, counts, masks, to_move):
    """Write the current decision of every table, as `begin_all` does."""
    for t in range(len(to_move)):
        counts[t] = legal(boxes[b], tables[t], choices[t])
        write_mask(choices[t], counts[t], masks[t])
        to_move[t] = tables[t].to_move


@rule
def first_refused(places, choices, counts, moves):
    """The first of these tables whose move is illegal, or REFUSED if all are legal."""
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
    """Make a legal move on the tables `places[first:last]`; a game that ends is scored, and a new one begins there.

    `choices`, `counts` and `to_move` are then those of the next decision, and `done` is 1 for games that ended. For
    those, `points`, `rankings` and `winners` (how many of the ranking) are written, and `finals` has the last
    observation of the seat in `watchers`. The other games have rewards of 0.
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
def show_some(first, last, places, boxes, b, tables, buffer, choices, counts, to_move, observations, masks):
    """Write observation and legal moves of the seat to move, for the tables `places[first:last]`.

    `buffer` is room for one table.
    """
    box = boxes[b]
    for place in range(first, last):
        t = places[place]
        if LARGE_TABLE:
            load_table(tables, t, buffer)
            encode(box, buffer[0], to_move[t], observations[t])
        else:
            encode(box, tables[t], to_move[t], observations[t])
        write_mask(choices[t], counts[t], masks[t])


@rule
def observe_all(boxes, b, tables, to_move, observations):
    """Write the observation of the seat to move of every table."""
    for t in range(len(to_move)):
        encode(boxes[b], tables[t], to_move[t], observations[t])


@rule
def mask_all(choices, counts, masks):
    """Write the mask of legal moves of every table."""
    for t in range(len(counts)):
        write_mask(choices[t], counts[t], masks[t])


@rule
def choose_all(choices, counts, rngs, moves):
    """Choose a random legal move on every table."""
    for t in range(len(moves)):
        moves[t] = choices[t][below(rngs[t], counts[t])]
