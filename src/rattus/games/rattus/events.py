"""The events that belong to no card, and the shuffle, which notes more than numbers."""

from typing import Any

from rattus.games.rattus.class_cards import actor
from rattus.kernel.rule import UNBOUND, rule_on_lists

# The kinds of events have numbers that are bound to each edition.
SETTLED = TOOK = PLACED = UNBOUND
MOVED = INFESTED = WEIGHED = RAVAGED = TURNED = LOST = PASSED = NEXT = LAST_CALL = ENDED = UNBOUND
CAMPED = DISMISSED = COVERED = ACCEPTED = THROWN = UNBOUND
SHUFFLED = -1  # its numbers are a pile, so it has a fixed kind


def note_shuffle_on_lists(log: list[Any] | None, table: Any) -> None:
    """Log a new pile: its size, and its cards, the first one to be drawn first."""
    if log is not None:
        log.append((SHUFFLED, actor(table), table.pile_left, *table.pile[: table.pile_left][::-1]))


@rule_on_lists(note_shuffle_on_lists)
def note_shuffle(log: Any, table: Any) -> None:
    pass
