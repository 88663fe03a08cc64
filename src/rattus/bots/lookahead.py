"""Looking one step ahead: what each legal move leads to, in several worlds that agree with what is seen."""

from rattus.kernel.machine import copy
from rattus.kernel.rule import Rule, rule

legal: Rule  # (box, table, out) -> number
perform: Rule  # (box, table, move, log)
advance: Rule  # (box, table, out, log) -> number
resample: Rule  # (box, table, rng, scratch)
appraise: Rule  # (box, table, seat) -> worth

VIEW, WORLD, AFTER = 0, 1, 2  # the tables: what the player sees, a world, and what a move makes of it


@rule
def look_ahead(boxes, tables, seat, worlds, rng, moves, out, scratch, worth):
    """Add up in `worth` what each legal move is worth to the seat, in so many worlds; returns how many moves there are.

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
            worth[place] += appraise(box, tables[AFTER], seat)
    return number
