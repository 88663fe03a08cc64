"""Steps of games on several threads: the compiled part, which needs neither Python nor its lock.

A hand is a thread that steps some of the games. It is asked by way of a few numbers in memory, its cells.
"""

from numba import carray, float32, int8, types
from numba.extending import intrinsic

from rattus.kernel.rule import Rule, rule

step_all: Rule  # of a game
observe_all: Rule

IDLE, ASKED, BUSY, ASLEEP = range(4)  # the state of a hand
CLOSING, OBSERVATIONS, MASKS = 8, 9, 10  # cells besides the state, which is the first and has a cache line of its own
CELLS = 16
PATIENCE = 30_000  # looks before it sleeps: about a fifth of a millisecond


@intrinsic
def swap(typing, cells, old, new):
    """Change the state from old to new in one go; whether it was the old one."""

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pair = builder.cmpxchg(array.data, arguments[1], arguments[2], "seq_cst", "seq_cst")
        return builder.extract_value(pair, 1)

    return types.boolean(cells, types.int64, types.int64), generate


@intrinsic
def lies_at(typing, address, kind):
    """The numbers of a kind that lie at an address."""

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(kind.dtype)(types.int64, kind), generate


@rule
def serve(
    cells, width, scratch, boxes, b, tables, rngs, choices, counts, masks, to_move, moves, done, points, rankings,
    winners, kind, rewards,
):  # fmt: skip
    """Step these games and look at them whenever asked. True at closing time, False after a while without a word."""
    looks = 0
    while True:
        if swap(cells, ASKED, BUSY):
            if cells[CLOSING] == 1:
                return True
            step_all(
                boxes, b, tables, rngs, choices, counts, masks, to_move, moves, done, points, rankings, winners, kind,
                rewards,
            )  # fmt: skip
            observations = carray(lies_at(cells[OBSERVATIONS], float32), (len(to_move), width))
            observe_all(boxes, b, tables, to_move, observations, scratch)
            carray(lies_at(cells[MASKS], int8), masks.shape)[:] = masks
            swap(cells, BUSY, IDLE)
            looks = 0
        elif looks < PATIENCE:
            looks += 1
        elif swap(cells, IDLE, ASLEEP):
            return False


@rule
def ask(cells):
    """Give a hand something to do; whether it has to be woken for it."""
    return not swap(cells, IDLE, ASKED) and swap(cells, ASLEEP, ASKED)


@rule
def is_done(cells):
    """Look for a while whether a hand has done what it was asked for."""
    for _ in range(PATIENCE):
        if swap(cells, IDLE, IDLE) or swap(cells, ASLEEP, ASLEEP):
            return True
    return False
