"""Steps of games on several threads: the compiled part, which needs neither Python nor its lock.

Each worker has a share of the games, takes some of them at a time, and helps the others when its own are done. Worker 0
is who asks; the others are hands, each asked by way of a number in memory, its state.
"""

from numba import carray, types
from numba.core import cgutils
from numba.extending import intrinsic

from rattus.kernel.rule import Rule, rule

step_some: Rule  # of a game
observe_some: Rule

IDLE, ASKED, BUSY, ASLEEP, CLOSING = range(5)  # the state of a hand
OBSERVATIONS, MASKS, NEXT = 0, 1, 8  # in the job: where to write, and from NEXT on the next game of each worker's share
LINE = 8  # numbers in a cache line: what several threads change has a line each
PATIENCE = 30_000  # looks before a hand sleeps: about a fifth of a millisecond
CHUNK = 16  # games taken at a time


@intrinsic
def swap(typing, cells, old, new):
    """Change the first number from old to new in one go; whether it was the old one."""

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pair = builder.cmpxchg(array.data, arguments[1], arguments[2], "seq_cst", "seq_cst")
        return builder.extract_value(pair, 1)

    return types.boolean(cells, types.int64, types.int64), generate


@intrinsic
def add(typing, cells, place, number):
    """Add to one of these numbers in one go; what it was before."""

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.atomic_rmw("add", builder.gep(array.data, [arguments[1]]), arguments[2], "seq_cst")

    return types.int64(cells, types.int64, types.int64), generate


@intrinsic
def lies_at(typing, address):
    """The bytes that lie at an address."""

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int8)(types.int64), generate


@intrinsic
def copy_bytes(typing, source, target, number):
    """Copy bytes from an address to another: from array to array Numba copies them one by one."""

    def generate(context, builder, signature, arguments):
        there, here = (builder.inttoptr(each, cgutils.voidptr_t) for each in (arguments[1], arguments[0]))
        cgutils.raw_memcpy(builder, there, here, arguments[2], 1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@rule
def prepare(job, edges, own_moves, moves, observations, masks):
    """Write down what is to be done: these moves, and where to write what comes of them. All workers are idle."""
    own_moves[:] = moves
    job[OBSERVATIONS], job[MASKS] = observations.ctypes.data, masks.ctypes.data
    for worker in range(len(edges) - 1):
        job[NEXT + worker * LINE] = edges[worker]


@rule
def work(
    me, job, edges, width, boxes, b, tables, rngs, choices, counts, masks, to_move, moves, done, points,
    rankings, winners, kind, rewards,
):  # fmt: skip
    """Step games and look at them until none is left to take."""
    games, workers = len(to_move), len(edges) - 1
    observations = carray(lies_at(job[OBSERVATIONS]), (games, width))
    row = masks.shape[1]  # bytes
    for step in range(workers):
        owner = (me + step) % workers
        first = add(job, NEXT + owner * LINE, CHUNK)
        while first < edges[owner + 1]:
            last = min(first + CHUNK, edges[owner + 1])
            step_some(
                first, last, boxes, b, tables, rngs, choices, counts, masks, to_move, moves, done, points, rankings,
                winners, kind, rewards,
            )  # fmt: skip
            observe_some(first, last, boxes, b, tables, to_move, observations)
            copy_bytes(masks.ctypes.data + first * row, job[MASKS] + first * row, (last - first) * row)
            first = add(job, NEXT + owner * LINE, CHUNK)


@rule
def serve(
    state, me, job, edges, width, boxes, b, tables, rngs, choices, counts, masks, to_move, moves, done, points,
    rankings, winners, kind, rewards,
):  # fmt: skip
    """Work whenever asked. True at closing time, False after a while without a word."""
    looks = 0
    while True:
        if swap(state, ASKED, BUSY):
            work(
                me, job, edges, width, boxes, b, tables, rngs, choices, counts, masks, to_move, moves, done,
                points, rankings, winners, kind, rewards,
            )  # fmt: skip
            swap(state, BUSY, IDLE)
            looks = 0
        elif swap(state, CLOSING, IDLE):
            return True
        elif looks < PATIENCE:
            looks += 1
        elif swap(state, IDLE, ASLEEP):
            return False


@rule
def ask(state, what):
    """Ask something of a hand; whether it has to be woken for it."""
    return not swap(state, IDLE, what) and swap(state, ASLEEP, what)


@rule
def is_done(state):
    """Look for a while whether a hand has done what it was asked for."""
    for _ in range(PATIENCE):
        if swap(state, IDLE, IDLE) or swap(state, ASLEEP, ASLEEP):
            return True
    return False
