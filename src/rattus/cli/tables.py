"""Tables without lines."""

from collections.abc import Collection

from rich.table import Table

from rattus.cli.palette import QUIET


def plain_table(columns: Collection[str], words: Collection[str], is_tight: bool = False) -> Table:
    """A table with these headings; columns of words stand on the left, those of numbers on the right."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, collapse_padding=is_tight, header_style=QUIET)
    for column in columns:
        table.add_column(column, justify="left" if column in words else "right")
    return table
