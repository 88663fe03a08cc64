"""The meaning of every number of an observation and of every action: names, ranges, rules."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Axis:
    """A dimension of a field, such as seats, regions or cards, with a label for each index."""

    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """Numbers of one kind: one for each combination of the labels of its axes.

    The number at some indices of the axes is at `first` plus each index times its stride.
    """

    name: str
    what: str
    rules: str  # the rules it comes from
    high: int = 1
    axes: tuple[Axis, ...] = ()
    low: int = 0
    first: int = 0
    strides: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers."""
        return math.prod(len(axis.labels) for axis in self.axes)

    def numbers(self) -> Iterator[tuple[int, str]]:
        """The position of each number, with its name: the field's, and its label on each axis."""
        for places in itertools.product(*(range(len(axis.labels)) for axis in self.axes)):
            labels = [axis.labels[place] for axis, place in zip(self.axes, places, strict=True)]
            where = sum(place * stride for place, stride in zip(places, self.strides, strict=True))
            yield self.first + where, "/".join([self.name, *labels])


@dataclass(frozen=True)
class Group:
    """Fields that are repeated together, once for each label."""

    axis: Axis
    parts: tuple[Field | Group, ...]

    @property
    def size(self) -> int:
        """How many numbers."""
        return len(self.axis.labels) * sum(part.size for part in self.parts)


@dataclass(frozen=True)
class Actions:
    """Actions of one kind: `size` of them, from `first` on."""

    verb: str
    what: str
    rules: str
    first: int
    size: int
    example: str


@dataclass(frozen=True)
class Schema:
    """All numbers of an observation and all actions of a game with some number of players."""

    game: str
    players: int
    observation: tuple[Field, ...]
    actions: tuple[Actions, ...]
    moves: tuple[str, ...]

    def names(self) -> list[str]:
        """The name of every number of an observation, in order."""
        found = dict(itertools.chain.from_iterable(field.numbers() for field in self.observation))
        return [found[place] for place in range(len(found))]

    def ranges(self) -> list[tuple[int, int]]:
        """The minimum and maximum of every number, in order."""
        found = {place: (field.low, field.high) for field in self.observation for place, _ in field.numbers()}
        return [found[place] for place in range(len(found))]


def lay_out(
    parts: Sequence[Field | Group], first: int = 0, axes: tuple[Axis, ...] = (), strides: tuple[int, ...] = ()
) -> Iterator[Field]:
    """The fields with their positions, one after the other from `first` on."""
    for part in parts:
        if isinstance(part, Group):
            size = part.size // len(part.axis.labels)
            yield from lay_out(part.parts, first, (*axes, part.axis), (*strides, size))
        else:
            inner = [math.prod(len(axis.labels) for axis in part.axes[place + 1 :]) for place in range(len(part.axes))]
            yield replace(part, first=first, axes=(*axes, *part.axes), strides=(*strides, *inner))
        first += part.size


def actions_of(
    moves: Sequence[str], verbs: Sequence[int], meanings: Sequence[tuple[str, str, str]]
) -> tuple[Actions, ...]:
    """Actions by verb: `verbs` has the verb of each move, `meanings` the form, meaning and rules of each verb."""
    found, first = [], 0
    for verb, group in itertools.groupby(verbs[: len(moves)]):
        size, (form, what, rules) = len(list(group)), meanings[verb]
        found.append(Actions(form, what, rules, first, size, moves[first]))
        first += size
    return tuple(found)
