"""A finished game in words: who won, who died, and what every point is for (C31-C37)."""

from typing import Any

from rattus.games.cartus.box import Box
from rattus.games.cartus.scoring import all_dead, equals, is_dead, nuns_in_row, points_for
from rattus.games.cartus.words import CATEGORIES


def conclude(box: Box, table: Any, points: list[int], ranking: list[int]) -> dict[str, Any]:
    """Winners, dead, and the details of the result."""
    seats = box.seats
    first = [seats[seat] for seat in sorted(ranking[: equals(box.record, table, points, ranking)])]
    lost = all_dead(box.record, table)
    return {
        "winners": () if lost else tuple(first),
        "dead": tuple(name for seat, name in enumerate(seats) if is_dead(table, seat)),
        "details": {
            "consolation": first if lost else [],
            "categories": {name: _categories(box, table, seat) for seat, name in enumerate(seats)},
            "rats": dict(zip(seats, table.rats, strict=False)),
            "nuns": int(nuns_in_row(table)),
        },
    }


def _categories(box: Box, table: Any, seat: int) -> dict[str, int]:
    return {name: int(points_for(box.record, table, seat, number)) for number, name in enumerate(CATEGORIES)}
