"""The kinds of events of the game."""

from typing import Any

from rattus.games.rattus.class_cards import actor
from rattus.kernel.events import FORCED, Shapes, secret_kinds
from rattus.kernel.rule import rule_on_lists

(
    SETTLED, TOOK, PLACED, SHIPPED, CARRIED, LOOKED, SWAPPED, KEPT, CROWNED, FARMED, RODE, MOVED, INFESTED,
    WEIGHED, RAVAGED, TURNED, LOST, PASSED, NEXT, LAST_CALL, ENDED,
    CAMPED, SHIPPED_DIPLOMAT, CROWNED_DIPLOMAT, DREW, HELD, SHOWED, EXPLORED, TRAVELLED, GREW, DECLINED, APPOINTED,
    DISMISSED, COVERED, ACCEPTED, THROWN, SHUFFLED,
) = range(1, 38)  # fmt: skip

SHAPES: Shapes = {
    FORCED: ("forced", "", ("move",)),
    SETTLED: ("settled", "R11", ("region", "cubes")),
    TOOK: ("took", "R14", ("card", "from_seat")),
    PLACED: ("placed", "R15", ("region", "cubes")),
    SHIPPED: ("shipped", "R20", ("from_region", "region", "cubes")),
    CARRIED: ("carried", "R21", ("from_region", "slot", "region")),
    LOOKED: ("looked", "R23", ("region", "slot", "secret face")),
    SWAPPED: ("swapped", "R23", ("from_region", "slot", "region", "other_slot")),
    KEPT: ("kept", "R23", ()),
    CROWNED: ("crowned", "R24", ("region",)),
    FARMED: ("farmed", "R35", ("region",)),
    RODE: ("rode", "R35", ("from_region", "region")),
    MOVED: ("moved", "R25", ("from_region", "region")),
    INFESTED: ("infested", "R27", ("region",)),
    WEIGHED: ("weighed", "R22", ("weight",)),
    RAVAGED: ("ravaged", "R29", ("region", "weight")),
    TURNED: ("turned", "R30", ("region", "slot", "face", "bites")),
    LOST: ("lost", "R32", ("region", "cubes", "symbol")),
    PASSED: ("passed", "R35", ()),
    NEXT: ("next", "R12", ()),
    LAST_CALL: ("last_call", "R34", ("reason",)),
    ENDED: ("ended", "R37", ()),
    CAMPED: ("camped", "A9", ("region",)),
    SHIPPED_DIPLOMAT: ("shipped_diplomat", "A20", ("from_region", "region", "cubes")),
    CROWNED_DIPLOMAT: ("crowned_diplomat", "A20", ("region",)),
    DREW: ("drew", "A15", ("secret region_card",)),
    HELD: ("held", "A15", ("secret region_card",)),
    SHOWED: ("showed", "A16", ("region_card",)),
    EXPLORED: ("explored", "A16", ("region",)),
    TRAVELLED: ("travelled", "A17", ("from_region", "over_region", "region")),
    GREW: ("grew", "A17", ("region",)),
    DECLINED: ("declined", "A17", ("region",)),
    APPOINTED: ("appointed", "A18", ("region",)),
    DISMISSED: ("dismissed", "A19", ("region",)),
    COVERED: ("covered", "A11", ("card", "region_card")),
    ACCEPTED: ("accepted", "A12", ()),
    THROWN: ("thrown", "A6", ("region_card",)),
    SHUFFLED: ("shuffled", "A6", ("cards",)),
}

SECRET = secret_kinds(SHAPES)

# These give somebody new information, or are the answer of another player: they cannot be undone.
REVEALING = (LOOKED, TURNED, DREW, SHOWED, THROWN, COVERED, ACCEPTED, GREW, DECLINED)

# A move with this verb names a card that is as secret as the event that follows: held (A15).
SECRET_VERBS = frozenset({"hold"})


def note_shuffle_on_lists(log: list[Any] | None, table: Any) -> None:
    """Log a new pile: its size, and its cards, the first one to be drawn first."""
    if log is not None:
        log.append((SHUFFLED, actor(table), table.pile_left, *table.pile[: table.pile_left][::-1]))


@rule_on_lists(note_shuffle_on_lists)
def note_shuffle(log: Any, table: Any) -> None:
    pass
