"""Pieces of an observation: a game as a row of numbers."""

from collections.abc import Mapping
from typing import Any

from rattus.kernel.rule import Rule, rule

LONGEST = 10_000  # numbers in an observation, at most
MOST = 127  # in a byte: what is more counts as this
INDEX = 0xFFFF  # A place masked with it cannot be negative, so the compiler need not count from the end of the row
# then, and writes many numbers at once: a tenth less time for an observation.


@rule
def encode_one(value, size, out, place):
    """One of `size` numbers is 1, if the value is one of them."""
    if 0 <= value < size:
        out[(place + value) & INDEX] = 1
    return place + size


@rule
def clockwise(seat, steps, players):
    """The seat some steps, up to a whole round, clockwise of another. To divide would be slower."""
    there = seat + steps
    return (there - players if there >= players else there) & INDEX


def observation_size(rules: Mapping[str, Rule], box: Any, table: Any) -> int:
    """As many numbers as are written for this table."""
    return int(rules["encode"](box, table, 0, [0] * LONGEST))
