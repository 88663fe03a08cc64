"""Records of plain numbers, described once: as an object with lists for plain Python, as a NumPy record for Numba."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Shape = tuple[int, ...]
Array = np.ndarray[Any, Any]


class Record:
    """A record on lists. Each layout has a subclass of its own with the fields as slots."""

    __slots__ = ()
    _flat: tuple[str, ...] = ()
    _rows: tuple[str, ...] = ()
    _grids: tuple[str, ...] = ()

    def copy(self) -> Any:
        """A record with the same numbers that shares nothing with this one."""
        new = self.__class__.__new__(self.__class__)
        for name in self._flat:
            setattr(new, name, getattr(self, name))
        for name in self._rows:
            setattr(new, name, getattr(self, name)[:])
        for name in self._grids:
            setattr(new, name, [row[:] for row in getattr(self, name)])
        return new

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        names = (*self._flat, *self._rows, *self._grids)
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]  # it changes


class Layout:
    """The fields of a record: name -> shape. Numbers are bytes, except in the fields named in `wide`."""

    def __init__(self, name: str, fields: dict[str, Shape], wide: Sequence[str] = ()) -> None:
        self.fields = fields
        kinds = [(field, np.int64 if field in wide else np.int8, shape) for field, shape in fields.items()]
        self.dtype = np.dtype(kinds, align=True)
        by_depth = [tuple(field for field, shape in fields.items() if len(shape) == depth) for depth in range(3)]
        slots = {"__slots__": tuple(fields), "_flat": by_depth[0], "_rows": by_depth[1], "_grids": by_depth[2]}
        self.record = type(name, (Record,), slots)

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
