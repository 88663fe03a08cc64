"""Rows of the journal as they lie in the database, read without the server's own code."""

from typing import Any, NamedTuple

import orjson

from rattus.server.tables.journal import EntryRow, JournalEntry, entry_from_row, entry_to_row


class StoredEntry(NamedTuple):
    """A row of the journal with its JSON parsed."""

    number: int
    at: float
    kind: str
    chair: int | None
    data: dict[str, Any]

    def parsed(self) -> JournalEntry:
        """The entry as the server reads it."""
        return entry_from_row(EntryRow(*self[:4], orjson.dumps(self.data).decode()))


def stored(entry: JournalEntry) -> StoredEntry:
    """An entry as the server stores it."""
    row = entry_to_row(entry)
    return StoredEntry(*row[:4], orjson.loads(row.data))
