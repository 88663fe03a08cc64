"""The King: an own cube goes to the palace (R24), with its diplomat or without (A20)."""

from collections.abc import Iterator
from typing import Any

from rattus.games.rattus.cards.card import Card, Event, Verb, at_regions, has_cubes, with_diplomat
from rattus.games.rattus.diplomats import plain_cubes
from rattus.games.rattus.sizes import AFRICANUS, RATTUS
from rattus.games.rattus.vocabulary import WITH_DIPLOMATS
from rattus.kernel.events import note
from rattus.kernel.explaining import Choosing, Reason, reason
from rattus.kernel.rule import UNBOUND, rule

KING = USE_KING = CROWNED = CROWN_DIPLOMAT = CROWNED_DIPLOMAT = UNBOUND


@rule
def king_moves(box, table, out, number):
    """An own cube in a region without rats (R24), with its diplomat or without (A20)."""
    seat = table.to_move
    for region in range(box.regions):
        if table.count[region] == 0:
            if plain_cubes(table, region, seat) > 0:
                out[number] = box.base[USE_KING] + region
                number += 1
            if WITH_DIPLOMATS and table.diplomat[region][seat] == 1:
                out[number] = box.base[CROWN_DIPLOMAT] + region
                number += 1
    return number


@rule
def use_king(box, table, region, log):
    """Move an own cube to the palace, where it stays (R24)."""
    crown(table, region)
    note(log, CROWNED, table.to_move, region)


@rule
def crown(table, region):
    """The King is used: an own cube is in the palace (R24)."""
    table.used[KING] = 1
    table.cubes[region][table.to_move] -= 1
    table.palace[table.to_move] += 1


@rule
def crown_diplomat(box, table, region, log):
    """Move an own cube with its diplomat to the palace (A20)."""
    seat = table.to_move
    crown(table, region)
    table.diplomat[region][seat] = 0
    table.palace_diplomats[seat] += 1
    note(log, CROWNED_DIPLOMAT, seat, region)


def explain(_: Any, table: Any, __: int, ___: Choosing, region: int) -> Iterator[Reason]:
    """Why no cube can go to the palace from a region."""
    yield reason("king" if table.count[region] else "noCubes", "R24")


def useless(box: Any, table: Any, seat: int) -> Reason:
    """Where no cube is in a region without rats."""
    return reason("kingNone" if has_cubes(box, table, seat) else "noneOnMap", "R24")


CARD = Card(
    name="king",
    class_name="royalty",
    rule="R24",
    editions=(RATTUS, AFRICANUS),
    moves=king_moves,
    verbs=(
        Verb(
            "king", "USE_KING", at_regions, use_king,
            "king REGION", "move an own cube to the palace", "R24", ("region", "word"), explain=explain,
        ),
    ),
    events=(Event("crowned", "R24", ("region",)),),
    useless=useless,
)  # fmt: skip

WITH_DIPLOMAT = Verb(
    "king", "CROWN_DIPLOMAT", with_diplomat(at_regions), crown_diplomat,
    "king REGION diplomat", "move an own cube with its diplomat to the palace", "A20", None, explain=explain,
)  # fmt: skip
DIPLOMAT_CROWNED = Event("crowned_diplomat", "A20", ("region",), card=CARD.name)
