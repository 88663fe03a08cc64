"""Checks for input data. Each raises a FormatError that names the place and what was expected there."""

import operator
import reprlib
from collections.abc import Collection, Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.kernel.random import STATE_WORDS


def short_repr(value: Any) -> str:
    """A value for an error message. Python refuses to print integers of thousands of digits."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "a number of very many digits"


def check_fields(data: Any, known: Collection[str], place: str) -> None:
    """Check that every key of a map is known."""
    for name in read_map(data, place):
        if name not in known:
            raise FormatError(place, f"unknown field {name!r}")


def read_map(data: Any, place: str) -> Mapping[Any, Any]:
    """A map."""
    if not isinstance(data, Mapping):
        raise FormatError(place, f"a map, not {short_repr(data)}")
    return data


def read_list(data: Any, place: str) -> list[Any]:
    """A list."""
    if not isinstance(data, list):
        raise FormatError(place, f"a list, not {short_repr(data)}")
    return data


def read_number(value: Any, place: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise FormatError(place, f"a number from {least} to {most}, not {short_repr(value)}")
    return value


def read_count(value: Any, place: str) -> int:
    """A whole number of at least 1, also one of NumPy's."""
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if number < 1:
        raise FormatError(place, f"a whole number of at least 1, not {short_repr(value)}")
    return number


def read_word(word: Any, words: Collection[str], place: str) -> int:
    """The index of a word in a list of words."""
    if not isinstance(word, str) or word not in words:
        raise FormatError(place, f"one of {', '.join(words)}, not {short_repr(word)}")
    return list(words).index(word)


def read_stream(words: Any, place: str) -> list[int]:
    """The state of a random stream."""
    if len(read_list(words, place)) != STATE_WORDS or not any(words):
        raise FormatError(place, f"{STATE_WORDS} numbers, not all of them 0")
    return [read_number(word, place, 0, (1 << 32) - 1) for word in words]


def check_players(players: Any, counts: Collection[int], title: str) -> None:
    """Check a number of players."""
    if type(players) is not int or players not in counts:
        raise FormatError(
            "players", f"{title} is for {min(counts)} to {max(counts)} players, not {short_repr(players)}"
        )


def check_first(seat: Any, seats: Collection[str]) -> None:
    """Check the option `first`: None, or one of the seats."""
    if seat is not None and seat not in seats:
        raise FormatError("options.first", f"one of {', '.join(seats)}, not {short_repr(seat)}")
