"""Who sits where, and what was agreed, as typed on the command line."""

from collections.abc import Sequence
from typing import Any

from rattus.cli.wording import number_in
from rattus.errors import FormatError


def seat_people(seats: Sequence[str], named: Sequence[str], humans: int | None) -> list[str]:
    """The seats of the people: those named, then on clockwise from there until there are as many as asked for."""
    for name in named:
        if name not in seats:
            raise FormatError("--seat", f"one of {', '.join(seats)}, not {name!r}")
    people = list(dict.fromkeys(named))
    wanted = max(1, len(people)) if humans is None else humans
    if not len(people) <= wanted <= len(seats):
        raise FormatError("--humans", f"from {len(people)} to {len(seats)}, not {wanted}")
    first = seats.index(people[0]) if people else 0
    clockwise = [*seats[first:], *seats[:first]]
    others = [seat for seat in clockwise if seat not in people]
    return people + others[: wanted - len(people)]


def read_options(texts: Sequence[str]) -> dict[str, Any]:
    """`name=value` texts as options; `name=one,two` is a list, `name=one:3,two:2` a map."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise FormatError("--option", f"name=value, not {text!r}")
        options[name] = _value(value)
    return options


def _value(text: str) -> Any:
    if ":" in text:
        pairs = [pair.partition(":") for pair in text.split(",")]
        return {name.strip(): _single(value.strip()) for name, _, value in pairs}
    return [word.strip() for word in text.split(",")] if "," in text else _single(text)


def _single(text: str) -> int | str:
    number = number_in(text)
    return text if number is None else number
