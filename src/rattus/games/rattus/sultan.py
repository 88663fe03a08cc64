"""The Sultan and the diplomats (A10, A18-A20)."""

from rattus.games.rattus.editions import DISCS
from rattus.games.rattus.events import APPOINTED, DISMISSED
from rattus.games.rattus.vocabulary import SULTAN, USE_SULTAN
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
    return table.cubes[region][seat] - table.diplomat[region][seat]


@rule
def sultan_moves(box, table, out, number):
    """A diplomat under an own cube, where the player has none yet (A18)."""
    seat = table.to_move
    if table.discs == 0:
        return number
    for region in range(box.regions):
        if table.cubes[region][seat] > 0 and table.diplomat[region][seat] == 0:
            out[number] = box.base[USE_SULTAN] + region
            number += 1
    return number


@rule
def use_sultan(box, table, region, log):
    """Put a diplomat from the stock under an own cube (A18)."""
    table.used[SULTAN] = 1
    table.discs -= 1
    table.diplomat[region][table.to_move] = 1
    note(log, APPOINTED, table.to_move, region)


@rule
def dismiss_diplomat(table, region, seat, log):
    """Plain cubes go first; with the last cube its diplomat goes back to the stock (A19)."""
    if table.cubes[region][seat] < table.diplomat[region][seat]:
        table.diplomat[region][seat] = 0
        table.discs += 1
        note(log, DISMISSED, seat, region)
