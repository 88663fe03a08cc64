"""Pieces of an observation: a game as a row of numbers."""

from collections.abc import Mapping
from typing import Any

from rattus.kernel.rule import Rule, rule

LONGEST = 10_000  # numbers in an observation, at most


@rule
def encode_one(value, size, out, place):
    """One of `size` numbers is 1."""
    for number in range(size):
        out[place + number] = 1 if number == value else 0
    return place + size


def observation_size(rules: Mapping[str, Rule], box: Any, table: Any, scratch: int) -> int:
    """As many numbers as are written for this table."""
    return int(rules["encode"](box, table, 0, [0] * LONGEST, [0] * scratch))
