"""What happens in a game, step by step: rules write events, and people and programs read them.

A rule writes (kind, seat, then numbers). A game's shapes say what the numbers mean, and under which rule the event
happens.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rattus.kernel.rule import rule

# kind -> name, rule, what each number is. With "secret" in front only the seat may know it, and who is `to_seat`.
Shapes = Mapping[int, tuple[str, str, tuple[str, ...]]]

FORCED = 0  # in every game: the only answer to a question was given at once; what it did follows


@rule
def note(log, kind, seat, a=0, b=0, c=0, d=0):
    """Write an event down, if anybody reads. Compiled rules run without a log."""
    if log is not None:
        log.append((kind, seat, a, b, c, d))


def event_in_words(
    shapes: Shapes, seats: Sequence[str], raw: tuple[int, ...], viewer: int | None, word: Callable[[str, int], Any]
) -> dict[str, Any]:
    """An event as data, without what the viewer may not know. None as viewer may know everything.

    `word` gives the word for a number by its meaning; seats are known here.
    """
    name, rule, shape = shapes[raw[0]]
    everybody = (*seats, None)  # the last place is NOBODY's
    event: dict[str, Any] = {"event": name, "seat": everybody[raw[1]]}
    knows = viewer is None or viewer == raw[1]
    for (plain, is_secret, is_seat), number in zip(_meanings(shape), raw[2:]):
        if is_seat:
            event[plain] = everybody[number]
            knows = knows or (plain == "to_seat" and viewer == number)
        else:
            event[plain] = word(plain, number) if knows or not is_secret else None
    if rule:
        event["rule"] = rule
    return event


def secret_kinds(shapes: Shapes) -> frozenset[int]:
    """The kinds of events of which not everybody may know all."""
    return frozenset(kind for kind, (_, _, shape) in shapes.items() if any(secret for _, secret, _ in _meanings(shape)))


@functools.cache
def _meanings(shape: tuple[str, ...]) -> list[tuple[str, bool, bool]]:
    """What each number means: its name, whether it is a secret, whether it is a seat."""
    names = [meaning.removeprefix("secret ") for meaning in shape]
    return [(name, name != meaning, name.endswith("seat")) for name, meaning in zip(names, shape, strict=True)]
