"""Building blocks of an observation, which is a game as a row of numbers."""

from collections.abc import Mapping
from typing import Any

from rattus.kernel.rule import Rule, rule

MAX_OBSERVATION = 10_000  # numbers
MAX_BYTE = 127  # larger numbers are cut to this
INDEX = 0xFFFF  # an index masked with it is never negative, which lets the compiler vectorise the writes


@rule
def encode_one(value, size, out, place):
    """One-hot encode a value in `size` numbers; all stay 0 if it is out of range. Returns the next place."""
    if 0 <= value < size:
        out[(place + value) & INDEX] = 1
    return place + size


@rule
def clockwise(seat, steps, players):
    """The seat `steps` clockwise of another, up to a whole round, without a division."""
    there = seat + steps
    return (there - players if there >= players else there) & INDEX


def observation_size(rules: Mapping[str, Rule], box: Any, table: Any) -> int:
    """How many numbers an observation of this table has."""
    return int(rules["encode"](box, table, 0, [0] * MAX_OBSERVATION))
