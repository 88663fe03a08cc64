"""The kinds of events of the game."""

from typing import Any

from rattus.kernel.events import FORCED, Shapes
from rattus.kernel.rule import rule_on_lists
from rattus.kernel.seats import NOBODY

(
    OPENED, REPLACED, SUPPLIED, DREW, SHUFFLED, FREED, LOOKED, PASSED, ENTERED, LAID, ANNOUNCED, SHOWED, SCORED,
    ROBBED, GAVE, INFESTED, PREMIUM, CROWNED, ACTED, SKIPPED, TOOK, EARNED, DISCARDED, LEFT, NEXT, TURNED, DIED, ENDED,
) = range(1, 29)  # fmt: skip

SHAPES: Shapes = {
    FORCED: ("forced", "", ("move",)),
    OPENED: ("opened", "C9", ("place", "building_card")),
    REPLACED: ("replaced", "C9", ("place", "building_card")),  # by the next `opened`
    SUPPLIED: ("supplied", "C10", ("place",)),
    DREW: ("drew", "C4", ("secret card",)),
    SHUFFLED: ("shuffled", "C4", ("cards",)),
    FREED: ("freed", "C2", ("rats",)),  # rats discarded
    LOOKED: ("looked", "C10", ("nun_place", "secret card")),
    PASSED: ("passed", "C13", ()),
    ENTERED: ("entered", "C11", ("place",)),
    LAID: ("laid", "C11", ("secret card",)),
    ANNOUNCED: ("announced", "C11", ("cards",)),
    SHOWED: ("showed", "C16", ("card",)),
    SCORED: ("scored", "C16", ("class", "influence", "rats")),
    ROBBED: ("robbed", "C19", ("from_seat", "cards")),
    GAVE: ("gave", "C19", ("to_seat", "secret card", "by")),  # by a tower: C29
    INFESTED: ("infested", "C20", ("victim_seat",)),
    PREMIUM: ("premium", "C23", ()),
    CROWNED: ("crowned", "C24", ("class",)),
    ACTED: ("acted", "C22", ("place", "premium")),
    SKIPPED: ("skipped", "C22", ("place", "premium")),
    TOOK: ("took", "C7", ("card",)),
    EARNED: ("earned", "C30", ("secret value",)),
    DISCARDED: ("discarded", "C28", ("card",)),
    LEFT: ("left", "C25", ("place",)),
    NEXT: ("next", "C15", ("round",)),
    TURNED: ("turned", "C35", ("nun_place", "card")),
    DIED: ("died", "C35", ("rats", "nuns")),
    ENDED: ("ended", "C36", ()),
}

# These give somebody new information: they cannot be undone.
REVEALING = (OPENED, DREW, LOOKED, SHOWED, GAVE, PREMIUM, EARNED, TURNED)

# Moves with these verbs name a card that is as secret as the event that follows: laid (C11), gave (C19).
SECRET_VERBS = frozenset({"play", "give"})


def note_shuffle_on_lists(log: list[Any] | None, table: Any) -> None:
    """Log a new deck: its size, and its cards, the first one to be drawn first."""
    if log is not None:
        log.append((SHUFFLED, NOBODY, table.deck_left, *table.deck[: table.deck_left][::-1]))


@rule_on_lists(note_shuffle_on_lists)
def note_shuffle(log: Any, table: Any) -> None:
    pass
