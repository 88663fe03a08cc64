"""Hiding what a player cannot know (R6), and sampling worlds that are consistent with the rest.

Views and samples are made from a veiled table, so they cannot leak. Observations read only what the observer knows, so
they are the same from the veiled table and from the true one.
"""

from typing import Any

from rattus.games.rattus.secret_cards import resample_cards, veil_cards
from rattus.games.rattus.sizes import MOST_TOKENS, SLOTS
from rattus.games.rattus.vocabulary import HIDDEN, OVER, STARTERS_MAY_LEAVE, WITH_REGION_CARDS
from rattus.kernel.random import shuffle
from rattus.kernel.rows import fill
from rattus.kernel.rule import rule, rule_on_lists
from rattus.kernel.seats import NOBODY

# `resample` counts the unseen tokens of each kind in the first part of its scratch, and lists them in the others.
PART = MOST_TOKENS
STARTERS, OTHERS, SCRATCH = PART, 2 * PART, 3 * PART


@rule
def veil(box, table, seat):
    """Hide on this table what a seat cannot know (R6); NOBODY is a spectator. After the end everything is shown."""
    if table.phase == OVER:
        return
    bit = 0 if seat == NOBODY else 1 << seat
    veil_rats(table.rats, table.seen, bit)
    fill(table.supply, HIDDEN)
    fill(table.removed, HIDDEN)
    if WITH_REGION_CARDS:
        veil_cards(box, table, seat)


def veil_rats_on_lists(rats: list[list[int]], seen: list[list[int]], bit: int) -> None:
    rats[:] = [
        [face if watchers & bit else HIDDEN for face, watchers in zip(faces, who, strict=True)]
        if any(who)
        else [HIDDEN] * SLOTS
        for faces, who in zip(rats, seen, strict=True)
    ]


@rule_on_lists(veil_rats_on_lists)
def veil_rats(rats: Any, seen: Any, bit: int) -> None:
    """Hide the faces of the tokens that these seats have not looked at. On lists each region gets a new row."""
    for region in range(len(rats)):
        for slot in range(SLOTS):
            rats[region][slot] = rats[region][slot] if seen[region][slot] & bit != 0 else HIDDEN


@rule
def resample(box, table, rng, scratch):
    """Fill a veiled table with a random world that is consistent with it, all worlds equally likely.

    Tokens that lie there since set-up are starting ones (R8); in Rattus those that left the game then are not (R9), in
    Africanus they may be (A3).
    """
    if WITH_REGION_CARDS:
        resample_cards(box, table, rng, scratch)
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
    if not STARTERS_MAY_LEAVE:
        others = resample_removed(table, scratch, others)
    for place in range(starters):
        scratch[OTHERS + others] = scratch[STARTERS + place]
        others += 1
    shuffle(rng, scratch, OTHERS, others)
    if STARTERS_MAY_LEAVE:
        others = resample_removed(table, scratch, others)
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
def resample_removed(table, scratch, others):
    """Tokens that left the game unseen; how many are left for elsewhere."""
    for place in range(table.removed_count):
        if table.removed[place] == HIDDEN:
            others -= 1
            table.removed[place] = scratch[OTHERS + others]
    return others


@rule
def count_unseen(box, table, unseen):
    """Count, for every kind of token, those that are nowhere to be seen on this table."""
    for kind in range(box.kinds):
        unseen[kind] = box.copies[kind]
    for place in range(table.turned_count):
        unseen[table.turned[place]] -= 1
    for region in range(box.regions):
        for slot in range(table.count[region]):
            if table.rats[region][slot] != HIDDEN:
                unseen[table.rats[region][slot]] -= 1
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
