"""Influence tracks (C17)."""

from rattus.kernel.rule import rule


@rule
def add_influence(table, track, seat, points):
    """Move a disc up. On its new field it lies on top, so it ranks behind those that were there before (C17)."""
    ladder, size = table.ladder[track], table.ladder_size[track]
    if table.influence[track][seat] == 0:
        table.ladder_size[track] = size + 1
        place = size
    else:
        place = 0
        while ladder[place] != seat:
            place += 1
    table.influence[track][seat] += points
    while place > 0 and table.influence[track][ladder[place - 1]] < table.influence[track][seat]:
        ladder[place] = ladder[place - 1]
        place -= 1
    ladder[place] = seat
