"""Rows of numbers."""

from rattus.kernel.rule import rule_on_lists


def fill_on_lists(row, value):
    row[:] = [value] * len(row)


@rule_on_lists(fill_on_lists)
def fill(row, value):
    """Set all numbers of a row, which is quicker than some of them: nothing has to be counted."""
    for place in range(len(row)):
        row[place] = value


def fill_from_on_lists(row, first, value):
    row[first:] = [value] * (len(row) - first)


@rule_on_lists(fill_from_on_lists)
def fill_from(row, first, value):
    """Set the numbers of a row from a place on."""
    for place in range(len(row)):
        row[place] = row[place] if place < first else value
