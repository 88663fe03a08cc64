"""The Sultan: a diplomat goes under an own cube (A18)."""

from collections.abc import Iterator
from typing import Any

from rattus.games.rattus.cards.card import Card, Event, Verb, at_regions, has_cubes
from rattus.games.rattus.sizes import AFRICANUS
from rattus.kernel.events import note
from rattus.kernel.explaining import Choosing, Reason, reason
from rattus.kernel.rule import UNBOUND, rule

SULTAN = USE_SULTAN = APPOINTED = UNBOUND


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


def explain(_: Any, table: Any, seat: int, __: Choosing, region: int) -> Iterator[Reason]:
    """Why no diplomat can come to a region."""
    if not table.discs:
        yield reason("noDiscs", "A10")
    else:
        yield reason("diplomat" if table.diplomat[region][seat] else "noCubes", "A18")


def useless(box: Any, table: Any, seat: int) -> Reason:
    """Without diplomats, without cubes, or with a diplomat under all of them."""
    if not table.discs:
        return reason("noDiscs", "A10")
    return reason("diplomats" if has_cubes(box, table, seat) else "noneOnMap", "A18")


CARD = Card(
    name="sultan",
    class_name="islam",
    rule="A18",
    editions=(AFRICANUS,),
    moves=sultan_moves,
    verbs=(
        Verb(
            "sultan", "USE_SULTAN", at_regions, use_sultan,
            "sultan REGION", "put a diplomat under an own cube", "A18", ("region",), explain=explain,
        ),
    ),
    events=(Event("appointed", "A18", ("region",)),),
    useless=useless,
)  # fmt: skip
