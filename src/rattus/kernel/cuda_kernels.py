"""CUDA kernels, written once for all games: one thread for each game, running the rules of the CPU.

The threads of a warp run in parallel only while they execute the same code, and games differ: one settles, one
ravages, one is over. So the games of a block are sorted by their next step before every step, and a thread works on
a different game each time (what this gains is in `bench/results/gpu.md`).

The names below stand for the rules of a game and the sizes of its arrays; `rattus.kernel.cuda` binds them. Like
rules, kernels carry no types: Numba infers them.
"""

from typing import no_type_check

import numpy as np
from numba import cuda, types

from rattus.kernel.entry_points import reward
from rattus.kernel.random import below
from rattus.kernel.rule import Rule, rule

set_up: Rule  # of a game; see `rattus.kernel.entry_points`
legal: Rule
perform: Rule
proceed: Rule
is_evident: Rule
encode: Rule
score: Rule
victors: Rule
survivors: Rule
ended: Rule

BLOCK = 512  # threads in a block; its games are sorted together
MAX_MOVES = 512  # size of the buffer for the ids of legal moves
MAX_STEPS = 4  # automatic steps that a thread takes before the games are sorted again
OBSERVATION_WORDS = 128  # 64-bit words of an observation

KEYS = 64  # sort keys are below this
OVER, IDLE = 62, 63  # the keys of games that are over, and of those with nothing to do in this step
KEYS_PER_PHASE = 8
LANES = 32  # threads that copy a row together: neighbours read neighbouring words
SETUP_BATCH = 24  # finished games wait until this many can be set up together, which is the slowest step

# The next step of a game, in place of a move.
ADVANCE, BEGIN, DONE = -1, -2, -3


@rule
def sort_key(table):
    """A key for the next step of a game: games with the same key run the same rules."""
    return (table.phase * KEYS_PER_PHASE + table.question) & (KEYS - 1)


@no_type_check
def sort_games(key, game, thread, counts, starts, order):
    """Sort the games of a block by their keys; returns the game that this thread works on from now on.

    Numba has to inline it. LLVM may duplicate a call into both branches of a condition, and with it the barriers
    that all threads must reach together.
    """
    cuda.syncthreads()
    for each in range(thread, KEYS, BLOCK):
        counts[each] = 0
    cuda.syncthreads()
    place = cuda.atomic.add(counts, key, 1)
    cuda.syncthreads()
    for each in range(thread, KEYS, BLOCK):
        start = types.int32(0)
        for before in range(each):
            start += counts[before]
        starts[each] = start
    cuda.syncthreads()
    order[starts[key] + place] = game
    cuda.syncthreads()
    return order[thread]


@no_type_check
def play_games(boxes, tables, rngs, lengths, points, rankings, ends, following):
    """Play whole random games, one for each random stream; results as in `entry_points.play_games`.

    A thread that has finished a game takes the next one; `following` counts the games that were taken.
    """
    counts = cuda.shared.array(KEYS, types.int32)
    starts = cuda.shared.array(KEYS, types.int32)
    order = cuda.shared.array(BLOCK, types.int32)
    todo = cuda.shared.array(BLOCK, types.int32)
    number_of = cuda.shared.array(BLOCK, types.int32)
    out = cuda.local.array(MAX_MOVES, types.int16)
    thread = types.int32(cuda.threadIdx.x)
    first = cuda.blockIdx.x * BLOCK
    box = boxes[0]
    game = thread
    number_of[game] = cuda.atomic.add(following, 0, 1)
    todo[game] = BEGIN if number_of[game] < len(lengths) else DONE
    is_early = True
    while cuda.syncthreads_or(types.int32(todo[game] != DONE)):
        table = tables[first + game]
        if todo[game] >= 0:
            perform(box, table, todo[game], None)
            todo[game] = ADVANCE
        elif todo[game] == BEGIN and (is_early or counts[OVER] >= SETUP_BATCH or counts[IDLE] > BLOCK // 2):
            set_up(box, table, rngs[number_of[game]])
            lengths[number_of[game]] = 0
            todo[game] = ADVANCE
        is_early = False
        key = IDLE
        if todo[game] == ADVANCE:
            key = sort_key(table)
        game = sort_games(key, game, thread, counts, starts, order)
        key = IDLE
        if todo[game] == BEGIN:
            key = OVER
        elif todo[game] == ADVANCE:
            table = tables[first + game]
            steps = 0
            while steps < MAX_STEPS and proceed(box, table, None):
                steps += 1
            if steps < MAX_STEPS:
                number = legal(box, table, out)
                which = number_of[game]
                if number == 0:
                    score(box, table, points[which], rankings[which])
                    ends[which][0], ends[which][1] = ended(box, table)
                    ends[which][2] = victors(box, table, points[which], rankings[which])
                    number_of[game] = cuda.atomic.add(following, 0, 1)
                    todo[game] = BEGIN if number_of[game] < len(lengths) else DONE
                    key = OVER if todo[game] == BEGIN else IDLE
                else:
                    move = out[0]
                    if number != 1 or not is_evident(box, table):
                        move = out[below(rngs[which], number)]
                        lengths[which] += 1
                    todo[game] = move
                    key = box.verb[move]
        game = sort_games(key, game, thread, counts, starts, order)


@no_type_check
def step_games(
    boxes, tables, rngs, choices, numbers, masks, to_move, moves, done, points, rankings, winners, kind, rewards,
    movers, last, refused,
):  # fmt: skip
    """Make a move on every table, as `entry_points.step_some` does.

    `movers` receives the seats that moved, and `last` the final tables of the games that ended. In place of a move,
    BEGIN begins a new game on a table, and ADVANCE lists its legal moves. If a move was refused, no table changes.
    """
    counts = cuda.shared.array(KEYS, types.int32)
    starts = cuda.shared.array(KEYS, types.int32)
    order = cuda.shared.array(BLOCK, types.int32)
    todo = cuda.shared.array(BLOCK, types.int32)
    thread = types.int32(cuda.threadIdx.x)
    first = cuda.blockIdx.x * BLOCK
    if refused[0] < len(to_move):
        return
    box = boxes[0]
    game = thread
    key = IDLE
    todo[game] = DONE
    if first + game < len(to_move):
        t = first + game
        for place in range(numbers[t]):
            masks[t][choices[t][place]] = 0
        done[t] = 0
        for seat in range(rewards.shape[1]):
            rewards[t][seat] = 0
        todo[game] = moves[t]
        movers[t] = to_move[t]
        if moves[t] >= 0:
            key = box.verb[moves[t]]
        elif moves[t] == BEGIN:
            key = OVER
        else:
            key = sort_key(tables[t])
    game = sort_games(key, game, thread, counts, starts, order)
    while cuda.syncthreads_or(types.int32(todo[game] != DONE)):
        t = first + game
        key = IDLE
        if todo[game] != DONE:
            table = tables[t]
            if todo[game] >= 0:
                perform(box, table, todo[game], None)
            elif todo[game] == BEGIN:
                set_up(box, table, rngs[t])
            todo[game] = ADVANCE
            key = sort_key(table)
        game = sort_games(key, game, thread, counts, starts, order)
        t = first + game
        key = IDLE
        if todo[game] == ADVANCE:
            table = tables[t]
            steps = 0
            while steps < MAX_STEPS and proceed(box, table, None):
                steps += 1
            if steps < MAX_STEPS:
                row = choices[t]
                number = legal(box, table, row)
                if number == 0:
                    done[t] = 1
                    score(box, table, points[t], rankings[t])
                    winners[t] = victors(box, table, points[t], rankings[t])
                    reward(kind, points[t], rankings[t], winners[t], survivors(box, table), rewards[t])
                    last[t] = table
                    todo[game] = BEGIN
                    key = OVER
                elif number == 1 and is_evident(box, table):
                    todo[game] = row[0]
                    key = box.verb[row[0]]
                else:
                    for place in range(number):
                        masks[t][row[place]] = 1
                    numbers[t] = number
                    to_move[t] = table.to_move
                    todo[game] = DONE
        game = sort_games(key, game, thread, counts, starts, order)


@no_type_check
def check_moves(masks, given, moves, refused):
    """Copy the given moves, which may be wider, to `moves`; the first table with an illegal one goes to `refused`."""
    t = cuda.grid(1)
    if t < len(moves):
        move = given[t]
        if move < 0 or move >= masks.shape[1] or masks[t][move] == 0:
            cuda.atomic.min(refused, 0, t)
        else:
            moves[t] = move


@no_type_check
def check_some_moves(places, masks, given, moves, refused):
    """`check_moves` for the tables at `places`: there is a given move for each of these."""
    t = cuda.grid(1)
    if t < len(places):
        game, move = places[t], given[t]
        if move < 0 or move >= masks.shape[1] or masks[game][move] == 0:
            cuda.atomic.min(refused, 0, game)
        else:
            moves[game] = move


@no_type_check
def gather_games(places, observations, masks, to_move, some_observations, some_masks, some_to_move):
    """Copy the rows of the tables at `places`, one below the other."""
    thread = cuda.grid(1)
    t, lane = thread // LANES, thread % LANES
    if t < len(places):
        game = places[t]
        for place in range(lane, OBSERVATION_WORDS, LANES):
            some_observations[t][place] = observations[game][place]
        for place in range(lane, masks.shape[1], LANES):
            some_masks[t][place] = masks[game][place]
        if lane == 0:
            some_to_move[t] = to_move[game]


@no_type_check
def add_ends(ended, gained, done, rewards):
    """Add the games that ended, and what their seats gained, to those that had ended before."""
    t = cuda.grid(1)
    if t < len(done) and ended[t] != 0:
        done[t] = 1
        for seat in range(rewards.shape[1]):
            rewards[t][seat] = gained[t][seat]


@no_type_check
def observe_games(boxes, tables, to_move, observations):
    """Write the observation of the seat to move of every table, eight bytes at a time."""
    t = cuda.grid(1)
    if t < len(to_move):
        words = cuda.local.array(OBSERVATION_WORDS, types.int64)
        encode(boxes[0], tables[t], to_move[t], words.view(np.int8))
        for place in range(OBSERVATION_WORDS):
            observations[t][place] = words[place]


@no_type_check
def choose_moves(choices, numbers, rngs, moves):
    """Choose a random legal move on every table."""
    t = cuda.grid(1)
    if t < len(moves):
        moves[t] = choices[t][below(rngs[t], numbers[t])]


@no_type_check
def tell_ends(boxes, last, movers, done, rankings, winners, rewards, finals, ranks, won, own_rewards):
    """For games that ended: the last observation of who made the last move, the rank of every seat, and who won.

    `own_rewards` are the rewards of those who moved; 0 if the game goes on.
    """
    t = cuda.grid(1)
    if t < len(done):
        own_rewards[t] = 0
        if done[t] != 0:
            words = cuda.local.array(OBSERVATION_WORDS, types.int64)
            encode(boxes[0], last[t], movers[t], words.view(np.int8))
            for place in range(OBSERVATION_WORDS):
                finals[t][place] = words[place]
            own_rewards[t] = rewards[t][movers[t]]
            for place in range(rankings.shape[1]):
                has_won = place < winners[t]
                ranks[t][rankings[t][place]] = 1 if has_won else place + 1
                won[t][rankings[t][place]] = 1 if has_won else 0
