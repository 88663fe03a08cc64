"""Rows of numbers."""

from rattus.kernel.rule import rule_on_lists


def fill_on_lists(row, value):
    row[:] = [value] * len(row)


@rule_on_lists(fill_on_lists)
def fill(row, value):
    """Set all numbers of a row, which is quicker than some of them: nothing has to be counted."""
    for place in range(len(row)):
        row[place] = value
