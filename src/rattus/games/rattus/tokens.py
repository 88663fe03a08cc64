"""Rat tokens on the board: how they come, go, move and are seen (R5, R6)."""

from rattus.kernel.rule import rule


@rule
def put_token(table, region, face, seen, original):
    """A token that comes to a region goes last."""
    slot = table.count[region]
    table.rats[region][slot] = face
    table.seen[region][slot] = seen
    table.original[region][slot] = original
    table.count[region] = slot + 1


@rule
def lift_token(table, region, slot):
    """Take a token away; those behind it move up. Returns its face."""
    face = table.rats[region][slot]
    last = table.count[region] - 1
    for place in range(slot, last):
        table.rats[region][place] = table.rats[region][place + 1]
        table.seen[region][place] = table.seen[region][place + 1]
        table.original[region][place] = table.original[region][place + 1]
    table.rats[region][last] = 0
    table.seen[region][last] = 0
    table.original[region][last] = 0
    table.count[region] = last
    return face


@rule
def move_token(table, region, slot, target):
    """Move a token in the open: who has seen it goes on knowing it (R6)."""
    seen = table.seen[region][slot]
    original = table.original[region][slot]
    put_token(table, target, lift_token(table, region, slot), seen, original)


@rule
def swap_tokens(table, region, slot, other, place):
    """Two tokens change places in the open (R6, R23)."""
    face, seen, original = table.rats[region][slot], table.seen[region][slot], table.original[region][slot]
    table.rats[region][slot] = table.rats[other][place]
    table.seen[region][slot] = table.seen[other][place]
    table.original[region][slot] = table.original[other][place]
    table.rats[other][place] = face
    table.seen[other][place] = seen
    table.original[other][place] = original


@rule
def look_at(table, region, slot, seat):
    """A player sees a token's face (R6, R23)."""
    table.seen[region][slot] |= 1 << seat


@rule
def forget_looks(table):
    """The Witch is done: which two tokens she looked at in this move no longer matters."""
    table.first_region = 0
    table.first_slot = 0
    table.second_region = 0
    table.second_slot = 0


@rule
def knows(table, region, slot, seat):
    """Whether a player has seen the token's face (R6)."""
    return (table.seen[region][slot] >> seat) & 1 == 1


@rule
def knows_any(table, region, seat):
    """Whether a player has seen the face of at least one token in the region."""
    for slot in range(table.count[region]):
        if knows(table, region, slot, seat):
            return True
    return False


@rule
def crowd(box, table, region):
    """The number of cubes in a region, of all colours."""
    number = 0
    for seat in range(box.players):
        number += table.cubes[region][seat]
    return number
