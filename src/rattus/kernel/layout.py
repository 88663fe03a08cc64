"""Records of plain numbers, declared once and used twice: as objects with lists, and as NumPy records for Numba."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

Shape = tuple[int, ...]
Array = np.ndarray[Any, Any]


class Record:
    """A record on lists. Each layout makes a subclass with its fields as slots."""

    __slots__: tuple[str, ...] = ()

    # Set in the subclass:
    numbers: Any  # all numbers, field by field
    copy: Callable[[], Any]  # a deep copy
    shallow_for_veil: Callable[[], Any]  # shares public fields: veil and read it immediately, never keep it

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return bool(self.numbers == other.numbers)

    __hash__ = None  # type: ignore[assignment]  # records are mutable


class Layout:
    """The fields of a record: name -> shape. Numbers are bytes, in `wide` fields eight bytes.

    Hidden information is in the `veiled` fields only. A veil writes to no other field, and replaces rows instead of
    writing to them, since a shallow copy shares its rows.
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
            "shallow_for_veil": _copier({name: int(name in veiled and shape != ()) for name, shape in fields.items()}),
        }
        self.record = type(name, (Record,), own)

    def new(self) -> Any:
        """A record on lists with all numbers zero."""
        record = self.record()
        for field, shape in self.fields.items():
            setattr(record, field, _zeros(shape))
        return record

    def pack(self, records: Sequence[Any]) -> Array:
        """An array of NumPy records with the same numbers. Raises OverflowError for a number out of range."""
        array = np.zeros(len(records), self.dtype)
        for field in self.fields:
            array[field] = [getattr(record, field) for record in records]
        return array

    def unpack(self, array: Array, index: int) -> Any:
        """One NumPy record as a record on lists."""
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
    """A function that copies each field to its depth. Generated code is faster than a loop over the field names."""
    ways = ("self.{0}", "self.{0}.copy()", "list(map(list.copy, self.{0}))")
    lines = [f"    new.{field} = {ways[depth].format(field)}" for field, depth in depths.items()]
    scope: dict[str, Any] = {}
    exec("\n".join(("def copy(self):", "    new = type(self).__new__(type(self))", *lines, "    return new")), scope)
    copy: Callable[[Any], Any] = scope["copy"]
    return copy
