"""Events: what happens in a game, step by step. Rules write them; views, logs and statistics are made of them.

A rule writes (kind, seat, numbers...). The shapes of a game give the meaning of the numbers and the rule behind them.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rattus.kernel.rule import rule

# kind -> name, rule id, meaning of each number. Only the seat, and `to_seat`, may know a number marked "secret".
Shapes = Mapping[int, tuple[str, str, tuple[str, ...]]]

FORCED = 0  # in every game: a move was made for a player who had no choice; its own events follow


@rule
def note(log, kind, seat, a=0, b=0, c=0, d=0):
    """Append an event to the log, if there is one. Compiled rules run without a log."""
    if log is not None:
        log.append((kind, seat, a, b, c, d))


def describe_event(
    shapes: Shapes, seats: Sequence[str], raw: tuple[int, ...], viewer: int | None, name_of: Callable[[str, int], Any]
) -> dict[str, Any]:
    """An event as data, without what the viewer may not know. The viewer None may know everything.

    `name_of` gives the name of a number by its meaning; seats are named here.
    """
    name, rule, shape = shapes[raw[0]]
    everybody = (*seats, None)  # indexed by seat; NOBODY is -1, the last item
    event: dict[str, Any] = {"event": name, "seat": everybody[raw[1]]}
    knows = viewer is None or viewer == raw[1]
    for (plain, is_secret, is_seat), number in zip(meanings(shape), raw[2:]):
        if is_seat:
            event[plain] = everybody[number]
            knows = knows or (plain == "to_seat" and viewer == number)
        else:
            event[plain] = name_of(plain, number) if knows or not is_secret else None
    if rule:
        event["rule"] = rule
    return event


def secret_kinds(shapes: Shapes) -> frozenset[int]:
    """The kinds of events that have a secret part."""
    return frozenset(kind for kind, (_, _, shape) in shapes.items() if any(secret for _, secret, _ in meanings(shape)))


def describe_shapes(shapes: Shapes) -> list[dict[str, Any]]:
    """The kinds of events as data: name, rule, and the fields, with those that only some may know."""
    return [
        {
            "event": name,
            "rule": rule,
            "fields": [field for field, _, _ in meanings(shape)],
            "secret": [field for field, is_secret, _ in meanings(shape) if is_secret],
        }
        for name, rule, shape in shapes.values()
    ]


@functools.cache
def meanings(shape: tuple[str, ...]) -> list[tuple[str, bool, bool]]:
    """Of each number: its name, whether it is secret, whether it is a seat."""
    names = [meaning.removeprefix("secret ") for meaning in shape]
    return [(name, name != meaning, name.endswith("seat")) for name, meaning in zip(names, shape, strict=True)]
