"""Stores tables and entries, and notes in a file what was acknowledged. Run with `record_writes.c` loaded.

    python appending_process.py FOLDER SYNCHRONOUS CHECKPOINT OWNER ENTRIES END

END is `kill` or `close`: how the process ends. Each OWNER has tables of its own.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from sqlalchemy import event

from rattus.server.archive import archived_table, write_archive
from rattus.server.storage.migrations import migrate
from rattus.server.storage.store import TableStore
from rattus.server.tables.journal import ChatSent, JournalEntry, TableMade, TableSettings
from rattus.server.tables.keys import HOST

TABLES = 3  # of each owner
SETTINGS = TableMade(TableSettings("rattus", {}, None, "normal"), [])


def text_of(table: str, number: int) -> str:
    """What entry `number` of a table says. Some are longer than a page of the database."""
    return f"{table} {number} " * (400 if number % 7 == 0 else 5)


def entry_of(table: str, number: int) -> JournalEntry:
    """An entry of a table, the same whenever it is asked for."""
    return JournalEntry(number, 1000.5 + number, 1, SETTINGS if number == 1 else ChatSent(text_of(table, number)))


async def store_entries(store: TableStore, folder: Path, table: str, entries: int) -> None:
    """Make a table if there is none, append entries to it, and write down each as soon as it is acknowledged."""
    known = len(await store.entries(table))
    if known == 0:
        await store.create(table, [entry_of(table, 1)], {f"host of {table}": HOST}, None)
        acknowledge(folder, f"entry {table} 1")
        known = 1
    for number in range(known + 1, known + 1 + entries):
        assert await store.append(table, entry_of(table, number), None if number % 3 else 5000.5)
        acknowledge(folder, f"entry {table} {number}")
        if number % 5 == 0:
            await store.claim(table, "somebody", 0.0, 15.0)


async def archive(store: TableStore, folder: Path, table: str) -> None:
    """Make a table, archive it and remove it."""
    await store.create(table, [entry_of(table, 1)], {f"host of {table}": HOST}, None)
    acknowledge(folder, f"entry {table} 1")
    write_archive(folder, table, archived_table(table, await store.entries(table)))
    assert await store.remove(table, 1)
    acknowledge(folder, f"removed {table}")


def acknowledge(folder: Path, line: str) -> None:
    """As the server tells a client; the file is part of the trace, so that the order is known."""
    descriptor = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(descriptor, f"{line}\n".encode())
    os.close(descriptor)


async def main(folder: Path, synchronous: str, checkpoint: str, owner: str, entries: int, end: str) -> None:
    address = f"sqlite:///{folder}/tables.sqlite"
    migrate(address)
    store = TableStore(address)

    @event.listens_for(store._engine, "connect")
    def prepare(connection, _record):
        if synchronous != "ours":
            connection.execute(f"PRAGMA synchronous = {synchronous}")
        if checkpoint != "ours":
            connection.execute(f"PRAGMA wal_autocheckpoint = {checkpoint}")

    tables = [f"{owner}{number}" for number in range(TABLES)]
    work = [store_entries(store, folder, table, entries) for table in tables]
    await asyncio.gather(*work, archive(store, folder, f"{owner}{os.getpid()}"))
    if end == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    await store.close()


if __name__ == "__main__":
    words = sys.argv[1:]
    asyncio.run(main(Path(words[0]), words[1], words[2], words[3], int(words[4]), words[5]))
