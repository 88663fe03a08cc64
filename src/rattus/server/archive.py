"""Tables that nobody has used for long: exported to files, and removed. Hosts set the policy."""

from __future__ import annotations

import gzip
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from rattus.errors import RattusError
from rattus.server.storage.database import make_folder, sync_folder
from rattus.server.tables.journal import EntryKind, JournalEntry, entry_to_row
from rattus.server.tables.replay import MatchReplay

DAY_SECONDS = 86_400.0
FILE_MODE = 0o600


def archived_table(table_id: str, entries: Sequence[JournalEntry]) -> dict[str, Any]:
    """A table as it is archived: its whole journal, and the records of its matches that are over."""
    rows = [entry_to_row(entry)._asdict() for entry in entries]
    for row in rows:
        row["data"] = orjson.loads(row["data"])
    return {"table": table_id, "entries": rows, "records": _records(entries)}


def _records(entries: Sequence[JournalEntry]) -> list[dict[str, Any]]:
    records = []
    for number in range(1, 1 + sum(entry.kind is EntryKind.BEGUN for entry in entries)):
        try:
            match = MatchReplay.from_journal(entries, number)
        except RattusError:  # begun by other rules: its journal is all there is
            continue
        if match.is_over:
            records.append(match.record(None))
    return records


def write_archive(folder: Path, table_id: str, data: dict[str, Any]) -> Path:
    """Write a table to a file of its own, private and on the disk before this returns."""
    make_folder(folder)
    path, part = folder / f"{table_id}.json.gz", folder / f".{table_id}.part"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as file:
        file.write(gzip.compress(orjson.dumps(data)))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    sync_folder(folder)
    return path
