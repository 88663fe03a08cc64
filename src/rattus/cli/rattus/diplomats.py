"""Where the diplomats are, in a view."""

from collections.abc import Mapping
from typing import Any

View = Mapping[str, Any]

DISCS = 15  # (A10)


def has_diplomats(view: View) -> bool:
    """Whether there are diplomats in this game."""
    return "sultan" in view["classes"]


def count_diplomats(view: View, seat: str) -> int:
    """How many diplomats a seat has, the palace included."""
    on_map = sum(seat in region["diplomats"] for region in view["regions"].values())
    return on_map + int(view["palace_diplomats"].get(seat, 0))


def discs_left(view: View) -> int:
    """How many diplomats nobody has yet."""
    on_map = sum(len(region["diplomats"]) for region in view["regions"].values())
    return DISCS - on_map - int(sum(view["palace_diplomats"].values()))
