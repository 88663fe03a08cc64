"""Piles and hands in a view: their things where the viewer knows them, else how many there are."""

from collections.abc import Sized
from typing import Any


def size_of(pile: Any) -> int:
    """How many things there are."""
    return len(pile) if isinstance(pile, Sized) else int(pile)
