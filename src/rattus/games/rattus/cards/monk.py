"""The Monk: a rat token crosses a border (R21)."""

from collections.abc import Iterator
from typing import Any

from rattus.games.rattus.cards.card import Card, Event, Verb, beyond_border, source_of, tokens_over_borders
from rattus.games.rattus.sizes import AFRICANUS, RATTUS, SLOTS
from rattus.games.rattus.tokens import move_token
from rattus.kernel.events import note
from rattus.kernel.explaining import Choosing, Reason, reason
from rattus.kernel.rule import UNBOUND, rule

MONK = USE_MONK = CARRIED = UNBOUND


@rule
def monk_moves(box, table, out, number):
    """Any rat token over one border, not into a region that holds three (R5, R21)."""
    for border in range(box.borders):
        if table.count[box.border_to[border]] < SLOTS:
            first = box.base[USE_MONK] + border * SLOTS
            for slot in range(table.count[box.border_from[border]]):
                out[number] = first + slot
                number += 1
    return number


@rule
def use_monk(box, table, source, number, region, log):
    """Move a rat token to a bordering region, unseen (R21)."""
    table.used[MONK] = 1
    move_token(table, source, number, region)
    note(log, CARRIED, table.to_move, source, number, region)


def explain(box: Any, table: Any, _: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    """Why no token can leave a region, or come to it."""
    if len(choosing.words) < 2:
        yield reason("surrounded" if table.count[region] else "noRats", "R21")
    elif table.count[region] >= SLOTS:
        yield reason("full", "R5")
    else:
        yield from beyond_border(box, source_of(box, choosing), region, "R21")


def useless(*_: Any) -> Reason:
    """Where no token can be moved."""
    return reason("noRatFits", "R21")


CARD = Card(
    name="monk",
    class_name="church",
    rule="R21",
    editions=(RATTUS, AFRICANUS),
    moves=monk_moves,
    verbs=(
        Verb(
            "monk", "USE_MONK", tokens_over_borders, use_monk,
            "monk TOKEN TO", "move a rat token over a border", "R21", ("slot", "region"), explain=explain,
        ),
    ),
    events=(Event("carried", "R21", ("from_region", "slot", "region")),),
    useless=useless,
)  # fmt: skip
