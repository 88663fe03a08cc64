"""Why a region cannot be chosen in phases 2 and 3 (R15, R19, R27, R28)."""

from collections.abc import Iterator
from typing import Any

from rattus.games.rattus.cards import peasant
from rattus.games.rattus.cards.card import beyond_border
from rattus.games.rattus.sizes import SLOTS
from rattus.games.rattus.vocabulary import LAST_ROUND, OUT_OF_PLAY, TURN
from rattus.kernel.explaining import Choosing, Reason, reason


def explain_placing(box: Any, table: Any, seat: int, _: Choosing, region: int) -> Iterator[Reason]:
    """Why no cubes can be placed in a region."""
    if table.phase != TURN:
        if table.phase == LAST_ROUND:
            yield reason("lastRound", "R35")
    elif table.placed:
        yield reason("placed", "R15")
    elif not table.stock[seat]:
        yield reason("noStock", "R15")
    elif not table.count[region]:
        yield reason("place", "R15")
        if table.holder[box.cards.index(peasant.CARD.name)] != OUT_OF_PLAY and not table.taken:
            yield reason("peasant", "R19")


def explain_spreading(box: Any, table: Any, _: int, __: Choosing, region: int) -> Iterator[Reason]:
    """Why no token can be put on a region."""
    if table.count[region] >= SLOTS:
        yield reason("full", "R28")
    else:
        yield from beyond_border(box, table.pawn, region, "R27")
