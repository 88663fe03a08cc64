"""The Peasant: one more cube in phase 2 (R19); in the last round a cube anywhere (R35)."""

from typing import Any

from rattus.games.rattus.cards.card import Card, Event, Verb, at_regions
from rattus.games.rattus.sizes import AFRICANUS, RATTUS
from rattus.games.rattus.vocabulary import TURN
from rattus.kernel.events import note
from rattus.kernel.explaining import Reason, reason
from rattus.kernel.rule import UNBOUND, rule

PEASANT = USE_PEASANT = FARMED = UNBOUND


@rule
def extra_cubes(table):
    """How many cubes more than usual who has the turn may place (R19)."""
    return 1 if table.holder[PEASANT] == table.turn else 0


@rule
def peasant_moves(box, table, out, number):
    """In the last round: a cube from stock into any region in use (R35)."""
    if table.stock[table.to_move] > 0:
        for region in range(box.regions):
            out[number] = box.base[USE_PEASANT] + region
            number += 1
    return number


@rule
def use_peasant(box, table, region, log):
    """In the last round: one cube from stock into any region in use (R35)."""
    seat = table.to_move
    table.used[PEASANT] = 1
    table.stock[seat] -= 1
    table.cubes[region][seat] += 1
    note(log, FARMED, seat, region)


def useless(_: Any, table: Any, seat: int) -> Reason:
    """In a turn the Peasant has no move of its own."""
    if table.phase == TURN:
        return reason("placed" if table.placed else "peasantUse", "R19")
    return reason("noRatFits" if table.stock[seat] else "noStock", "R19")


CARD = Card(
    name="peasant",
    class_name="peasantry",
    rule="R19",
    editions=(RATTUS, AFRICANUS),
    moves=peasant_moves,
    in_last_round_only=True,
    verbs=(
        Verb(
            "peasant", "USE_PEASANT", at_regions, use_peasant,
            "peasant REGION", "in the last round: place a cube", "R35", ("region",),
        ),
    ),
    events=(Event("farmed", "R35", ("region",)),),
    useless=useless,
)  # fmt: skip
