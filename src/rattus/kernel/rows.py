"""Filling rows of numbers."""

from typing import Any

from rattus.kernel.rule import rule_on_lists


def fill_on_lists(row: list[int], value: int) -> None:
    row[:] = [value] * len(row)


@rule_on_lists(fill_on_lists)
def fill(row: Any, value: int) -> None:
    """Set all numbers of a row. This is faster than setting a part of it: the size is known when it is compiled."""
    for place in range(len(row)):
        row[place] = value


def fill_from_on_lists(row: list[int], first: int, value: int) -> None:
    row[first:] = [value] * (len(row) - first)


@rule_on_lists(fill_from_on_lists)
def fill_from(row: Any, first: int, value: int) -> None:
    """Set the numbers of a row from place `first` on."""
    for place in range(len(row)):
        row[place] = row[place] if place < first else value


def fill_row_on_lists(rows: list[list[int]], row: int, value: int) -> None:
    rows[row] = [value] * len(rows[row])


@rule_on_lists(fill_row_on_lists)
def fill_row(rows: Any, row: int, value: int) -> None:
    """Set all numbers of one row. On lists the row is replaced: the old one may be shared with another table."""
    for place in range(len(rows[row])):
        rows[row][place] = value
