"""Records of plain numbers, described once: as an object with lists for plain Python, as a NumPy record for Numba."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

Shape = tuple[int, ...]
Array = np.ndarray[Any, Any]


class Record:
    """A record on lists. Each layout has a subclass of its own with the fields as slots."""

    __slots__: tuple[str, ...] = ()

    # Each layout makes its own:
    numbers: Any  # all of them, field by field
    copy: Callable[[], Any]  # a record with the same numbers that shares nothing with this one
    tracing: Callable[[], Any]  # the same, but it shares what hides nothing, and rows: to be veiled and read at once

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return bool(self.numbers == other.numbers)

    __hash__ = None  # type: ignore[assignment]  # it changes


class Layout:
    """The fields of a record: name -> shape. Numbers are bytes, except in the fields named in `wide`.

    What a player cannot know is in the fields named in `veiled` alone: a veil writes to no others, and to no row of
    theirs: it puts a new one in its place.
    """

    def __init__(
        self, name: str, fields: dict[str, Shape], wide: Sequence[str] = (), veiled: Sequence[str] = ()
    ) -> None:
        self.fields = fields
        kinds = [(field, np.int64 if field in wide else np.int8, shape) for field, shape in fields.items()]
        self.dtype = np.dtype(kinds, align=True)
        own = {
            "__slots__": tuple(fields),
            "numbers": property(attrgetter(*fields)),
            "copy": _copier({field: len(shape) for field, shape in fields.items()}),
            "tracing": _copier({field: int(field in veiled and shape != ()) for field, shape in fields.items()}),
        }
        self.record = type(name, (Record,), own)

    def new(self) -> Any:
        """A record on lists, all numbers zero."""
        record = self.record()
        for field, shape in self.fields.items():
            setattr(record, field, _zeros(shape))
        return record

    def pack(self, records: Sequence[Any]) -> Array:
        """An array of NumPy records with the numbers of these records. Numbers out of range are refused."""
        array = np.zeros(len(records), self.dtype)
        for field in self.fields:
            array[field] = [getattr(record, field) for record in records]
        return array

    def unpack(self, array: Array, index: int) -> Any:
        """The record on lists with the numbers of one NumPy record."""
        record = self.record()
        for field in self.fields:
            setattr(record, field, array[field][index].tolist())
        return record


def _zeros(shape: Shape) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _copier(depths: dict[str, int]) -> Callable[[Any], Any]:
    """A function that copies a record, each field so deep: it takes a quarter less time than to look the fields up."""
    ways = ("self.{0}", "self.{0}.copy()", "list(map(list.copy, self.{0}))")
    lines = [f"    new.{field} = {ways[depth].format(field)}" for field, depth in depths.items()]
    scope: dict[str, Any] = {}
    exec("\n".join(("def copy(self):", "    new = type(self).__new__(type(self))", *lines, "    return new")), scope)
    copy: Callable[[Any], Any] = scope["copy"]
    return copy
