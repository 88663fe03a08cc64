"""The Merchant: own cubes cross a border (R20), with a diplomat or without (A20)."""

from collections.abc import Iterator
from typing import Any

from rattus.games.rattus.cards.card import (
    Card,
    Event,
    Verb,
    beyond_border,
    cubes_over_borders,
    has_cubes,
    source_of,
    with_diplomat,
)
from rattus.games.rattus.diplomats import plain_cubes
from rattus.games.rattus.sizes import AFRICANUS, MOST_SHIPPED, RATTUS
from rattus.games.rattus.vocabulary import WITH_DIPLOMATS
from rattus.kernel.events import note
from rattus.kernel.explaining import Choosing, Reason, reason
from rattus.kernel.rule import UNBOUND, rule

MERCHANT = USE_MERCHANT = SHIPPED = SHIP_DIPLOMAT = SHIPPED_DIPLOMAT = UNBOUND


@rule
def merchant_moves(box, table, out, number):
    """One to three own cubes over one border (R20); a diplomat goes along only if its player says so (A20)."""
    seat = table.to_move
    for border in range(box.borders):
        cubes = plain_cubes(table, box.border_from[border], seat)
        first = box.base[USE_MERCHANT] + border * MOST_SHIPPED
        for more in range(min(cubes, MOST_SHIPPED)):
            out[number] = first + more
            number += 1
    if WITH_DIPLOMATS:
        number = diplomat_moves(box, table, out, number)
    return number


@rule
def diplomat_moves(box, table, out, number):
    """A diplomat may travel with one of the cubes, not to where the player has one already (A20)."""
    seat = table.to_move
    for border in range(box.borders):
        source = box.border_from[border]
        if table.diplomat[source][seat] == 1 and table.diplomat[box.border_to[border]][seat] == 0:
            first = box.base[SHIP_DIPLOMAT] + border * MOST_SHIPPED
            for more in range(min(table.cubes[source][seat], MOST_SHIPPED)):
                out[number] = first + more
                number += 1
    return number


@rule
def use_merchant(box, table, source, region, number, log):
    """Move own cubes from one region to a bordering one (R20)."""
    ship(table, source, region, number)
    note(log, SHIPPED, table.to_move, source, region, number)


@rule
def ship(table, source, region, cubes):
    """The Merchant is used: own cubes change the region (R20)."""
    table.used[MERCHANT] = 1
    table.cubes[source][table.to_move] -= cubes
    table.cubes[region][table.to_move] += cubes


@rule
def ship_diplomat(box, table, source, region, number, log):
    """Move own cubes, one of them with the diplomat under it (A20)."""
    seat = table.to_move
    ship(table, source, region, number)
    table.diplomat[source][seat] = 0
    table.diplomat[region][seat] = 1
    note(log, SHIPPED_DIPLOMAT, seat, source, region, number)


def explain(box: Any, table: Any, seat: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    """Why no cubes can leave a region, or come to it."""
    if not choosing.words or choosing.words[0] == box.regions[region]:
        if not table.cubes[region][seat]:
            yield reason("noCubes", "R20")
    else:
        yield from beyond_border(box, source_of(box, choosing), region, "R20")


def useless(box: Any, table: Any, seat: int) -> Reason:
    """Without cubes on the map there is nothing to move."""
    return reason("noRatFits" if has_cubes(box, table, seat) else "noneOnMap", "R20")


CARD = Card(
    name="merchant",
    class_name="bourgeoisie",
    rule="R20",
    editions=(RATTUS, AFRICANUS),
    moves=merchant_moves,
    verbs=(
        Verb(
            "merchant", "USE_MERCHANT", cubes_over_borders, use_merchant,
            "merchant FROM TO CUBES", "move own cubes over a border", "R20",
            ("region", "region", "amount", "word"), explain=explain,
        ),
    ),
    events=(Event("shipped", "R20", ("from_region", "region", "cubes")),),
    useless=useless,
)  # fmt: skip

WITH_DIPLOMAT = Verb(
    "merchant", "SHIP_DIPLOMAT", with_diplomat(cubes_over_borders), ship_diplomat,
    "merchant FROM TO CUBES diplomat", "move own cubes, one of them with its diplomat", "A20", None, explain=explain,
)  # fmt: skip
DIPLOMAT_SHIPPED = Event("shipped_diplomat", "A20", ("from_region", "region", "cubes"), card=CARD.name)
