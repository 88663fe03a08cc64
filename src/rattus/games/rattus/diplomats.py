"""Diplomats, which lie under cubes (A10, A19, A20)."""

from rattus.games.rattus.events import DISMISSED
from rattus.games.rattus.sizes import DISCS
from rattus.games.rattus.vocabulary import WITH_DIPLOMATS
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def lay_out_diplomats(box, table):
    """All diplomats are beside the board (A10)."""
    table.discs = DISCS
    for seat in range(box.players):
        table.palace_diplomats[seat] = 0
        for region in range(box.regions):
            table.diplomat[region][seat] = 0


@rule
def plain_cubes(table, region, seat):
    """A player's cubes in a region without a diplomat under them (A19)."""
    if WITH_DIPLOMATS:
        return table.cubes[region][seat] - table.diplomat[region][seat]
    return table.cubes[region][seat]


@rule
def dismiss_diplomat(table, region, seat, log):
    """Plain cubes go first; with the last cube its diplomat goes back to the stock (A19)."""
    if table.cubes[region][seat] < table.diplomat[region][seat]:
        table.diplomat[region][seat] = 0
        table.discs += 1
        note(log, DISMISSED, seat, region)
