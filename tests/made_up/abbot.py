"""A class card that no edition has, the second of the church: a cube from stock where the player has one already.

Then its holder is asked whether to put another one there. Rule X1 is made up as well, and so are a field of the
question and one of an event.
"""

from collections.abc import Mapping
from typing import Any

from rattus.games.rattus.cards.card import Card, Event, Question, Verb, alone, at_regions
from rattus.games.rattus.sizes import AFRICANUS, RATTUS
from rattus.games.rattus.vocabulary import NOTHING, PASS
from rattus.kernel.events import note
from rattus.kernel.rule import UNBOUND, rule

ABBOT = USE_ABBOT = BLESS = ASK_BLESS = VISITED = BLESSED = UNBOUND


@rule
def abbot_moves(box, table, out, number):
    """Any region in which the player has a cube."""
    seat = table.to_move
    for region in range(box.regions):
        if table.stock[seat] > 0 and table.cubes[region][seat] > 0:
            out[number] = box.base[USE_ABBOT] + region
            number += 1
    return number


@rule
def use_abbot(box, table, region, log):
    """A cube comes; if there is another one, the player is asked."""
    table.used[ABBOT] = 1
    note(log, VISITED, table.to_move, region)
    put_cube(table, region)
    if table.stock[table.to_move] > 0:
        table.question = ASK_BLESS
        table.first_region = region


@rule
def put_cube(table, region):
    """A cube goes from stock to a region."""
    table.stock[table.to_move] -= 1
    table.cubes[region][table.to_move] += 1


@rule
def blessing_moves(box, table, out):
    """One more cube, or none."""
    out[0] = box.base[BLESS]
    out[1] = box.base[PASS]
    return 2


@rule
def bless(box, table, log):
    """One more cube in the same region."""
    note(log, BLESSED, table.to_move, table.first_region)
    put_cube(table, table.first_region)
    stop_abbot(box, table, log)


@rule
def stop_abbot(box, table, log):
    """Nothing more."""
    table.question = NOTHING
    table.first_region = 0


def describe(box: Any, table: Any) -> dict[str, Any]:
    """The region."""
    return {"chapel": box.regions[table.first_region]}


def read(box: Any, table: Any, pending: Mapping[str, Any]) -> None:
    """Read the region."""
    table.first_region = box.read_region(pending.get("chapel"), "pending.chapel")


CARD = Card(
    name="abbot",
    class_name="church",
    rule="X1",
    editions=(RATTUS, AFRICANUS),
    moves=abbot_moves,
    verbs=(
        Verb("abbot", "USE_ABBOT", at_regions, use_abbot, "abbot REGION", "put a cube to another", "X1", ("region",)),
        Verb("bless", "BLESS", alone, bless, "bless", "put one more", "X1", ()),
    ),
    questions=(Question("bless", blessing_moves, skip=stop_abbot, fields=("chapel",), describe=describe, read=read),),
    events=(Event("visited", "X1", ("region",)), Event("blessed", "X1", ("chapel_region",))),
)
