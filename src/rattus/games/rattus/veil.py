"""What a player can know (R6), and worlds that agree with it.

`veil` is the one way out of the engine: views, observations and samples are all made from a veiled table, so nothing
that is hidden can be in them.
"""

from rattus.games.rattus.table import TOKENS
from rattus.games.rattus.tokens import knows
from rattus.games.rattus.words import HIDDEN, NOBODY, OVER
from rattus.kernel.random import shuffle
from rattus.kernel.rule import rule

# `resample` counts the unseen tokens of each kind in the first part of its scratch, and lists them in the others.
STARTERS, OTHERS, SCRATCH = TOKENS, 2 * TOKENS, 3 * TOKENS


@rule
def veil(box, table, seat):
    """Hide on this table what a seat cannot know (R6); NOBODY is a spectator. After the end everything is shown."""
    if table.phase == OVER:
        return
    for region in range(box.regions):
        for slot in range(table.count[region]):
            if seat == NOBODY or not knows(table, region, slot, seat):
                table.rats[region][slot] = HIDDEN
    for place in range(table.supply_left):
        table.supply[place] = HIDDEN
    for place in range(table.removed_count):
        table.removed[place] = HIDDEN


@rule
def resample(box, table, rng, scratch):
    """Fill a veiled table with one of the worlds that agree with it, all of them equally likely.

    Tokens that lie there since set-up are starting ones (R8), those that left the game at set-up are not (R9).
    """
    count_unseen(box, table, scratch)
    starters = list_unseen(box, scratch, 1, STARTERS)
    others = list_unseen(box, scratch, 0, OTHERS)
    shuffle(rng, scratch, STARTERS, starters)
    shuffle(rng, scratch, OTHERS, others)

    for region in range(box.regions):
        for slot in range(table.count[region]):
            if table.rats[region][slot] == HIDDEN and table.original[region][slot] == 1:
                starters -= 1
                table.rats[region][slot] = scratch[STARTERS + starters]
    for place in range(table.removed_count):
        if table.removed[place] == HIDDEN:
            others -= 1
            table.removed[place] = scratch[OTHERS + others]
    for place in range(starters):
        scratch[OTHERS + others] = scratch[STARTERS + place]
        others += 1
    shuffle(rng, scratch, OTHERS, others)
    for region in range(box.regions):
        for slot in range(table.count[region]):
            if table.rats[region][slot] == HIDDEN:
                others -= 1
                table.rats[region][slot] = scratch[OTHERS + others]
    for place in range(table.supply_left):
        if table.supply[place] == HIDDEN:
            others -= 1
            table.supply[place] = scratch[OTHERS + others]


@rule
def count_unseen(box, table, unseen):
    """Count, for every kind of token, those that are nowhere to be seen on this table."""
    for kind in range(box.kinds):
        unseen[kind] = box.copies[kind]
    for region in range(box.regions):
        for slot in range(table.count[region]):
            if table.rats[region][slot] != HIDDEN:
                unseen[table.rats[region][slot]] -= 1
    for place in range(table.turned_count):
        unseen[table.turned[place]] -= 1
    for place in range(table.supply_left):
        if table.supply[place] != HIDDEN:
            unseen[table.supply[place]] -= 1
    for place in range(table.removed_count):
        if table.removed[place] != HIDDEN:
            unseen[table.removed[place]] -= 1


@rule
def list_unseen(box, scratch, starting, place):
    """Write the unseen starting, or ordinary, tokens into `scratch` from a place on; how many there are."""
    number = 0
    for kind in range(box.kinds):
        if box.starting[kind] == starting:
            for _ in range(scratch[kind]):
                scratch[place + number] = kind
                number += 1
    return number
