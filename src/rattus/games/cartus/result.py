"""A finished game in words: who won, who died, and what every point is for (C31-C37)."""

from typing import Any

from rattus.games.cartus.box import Box
from rattus.games.cartus.scoring import all_dead, is_dead, nuns_in_row, points_for
from rattus.games.cartus.words import CATEGORIES


def conclude(box: Box, table: Any, points: list[int], ranking: list[int]) -> dict[str, Any]:
    """Winners, dead, and the details of the result."""
    seats, best = box.seats, ranking[0]
    # Who has as many points and rats as the best shares with him (C36, C37).
    equal = [
        seats[seat]
        for seat in range(box.players)
        if (points[seat], table.rats[seat]) == (points[best], table.rats[best])
    ]
    lost = all_dead(box.record, table)
    return {
        "winners": () if lost else tuple(equal),
        "dead": tuple(name for seat, name in enumerate(seats) if is_dead(table, seat)),
        "details": {
            "consolation": equal if lost else [],
            "categories": {name: _categories(box, table, seat) for seat, name in enumerate(seats)},
            "rats": dict(zip(seats, table.rats, strict=False)),
            "nuns": int(nuns_in_row(table)),
        },
    }


def _categories(box: Box, table: Any, seat: int) -> dict[str, int]:
    return {name: int(points_for(box.record, table, seat, number)) for number, name in enumerate(CATEGORIES)}
