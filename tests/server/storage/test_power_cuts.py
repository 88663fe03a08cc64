"""A power cut at any moment, which loses all that was not synced to the disk: nothing acknowledged is lost."""

import asyncio
import gzip
import os
import random
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Connection, event, inspect, select

from rattus.errors import RattusError
from rattus.server.storage.migrations import migrate
from rattus.server.storage.schema import entries, tables
from rattus.server.storage.store import TableStore
from rattus.server.tables.journal import EntryRow, JournalEntry, entry_from_row

from .appending_process import entry_of
from .power_cuts import Kind, Operation, build_recorder, crashes, read_trace

PROGRAM = Path(__file__).with_name("appending_process.py")
LIFE_SECONDS = 120.0
OURS = "ours"  # the setting of the server
# How the processes of a server live and die, one group after the other: owner of tables, and how each ends.
Lives = tuple[tuple[tuple[str, str], ...], ...]
LIVES: Lives = ((("a", "kill"),), (("a", "close"),), (("a", "kill"), ("b", "close")), (("b", "kill"),))


def record(
    folder: Path, synchronous: str = OURS, checkpoint: str = "20", entries: int = 4, lives: Lives = LIVES
) -> list[Operation]:
    """All that is done to the files of a database while processes store entries, die, and go on."""
    library, trace = build_recorder(folder), folder / "trace"
    data = folder / "data"
    data.mkdir()
    names = {"LD_PRELOAD": library, "RATTUS_RECORD_FOLDER": data, "RATTUS_RECORD_TRACE": trace}
    environment = {**os.environ, **{name: str(path) for name, path in names.items()}}
    for group in lives:
        running = [
            subprocess.Popen(
                [sys.executable, "-P", PROGRAM, data, synchronous, checkpoint, owner, str(entries), end],
                env=environment,
                stderr=subprocess.PIPE,
            )
            for owner, end in group
        ]
        for process, (_, end) in zip(running, group, strict=True):
            _, error = process.communicate(timeout=LIFE_SECONDS)
            assert process.returncode == (-9 if end == "kill" else 0), error.decode()
    return read_trace(trace)


class Checker:
    """Opens what a power cut has left, and compares it with what was acknowledged before."""

    def __init__(self, folder: Path, operations: list[Operation]) -> None:
        self._folder = folder
        self._acknowledged: list[tuple[int, list[str]]] = [
            (number, operation.data.decode().split())
            for number, operation in enumerate(operations, 1)
            if operation.name == "acknowledged" and operation.kind is Kind.WRITE
        ]
        self._known: dict[frozenset[tuple[str, bytes]], Found] = {}

    @property
    def opened(self) -> int:
        """How many different states of the disk were opened."""
        return len(self._known)

    def losses(self, number: int, files: dict[str, bytes]) -> list[str]:
        """What is lost or damaged after a power cut once this many operations were done."""
        # SQLite makes its index (-shm) anew after a power cut; locks have no content.
        kept = {name: data for name, data in files.items() if name.endswith((".sqlite", "-wal", ".gz"))}
        key = frozenset(kept.items())
        if key not in self._known:
            self._known[key] = asyncio.run(self._open(kept))
        found = self._known[key]
        lost = [found.damage] if found.damage else []
        for at, (kind, table, *rest) in self._acknowledged:
            if at > number:
                break
            if kind == "removed":
                lost += [f"{table} is there again"] if table in found.stored else []
            elif max(found.stored.get(table, 0), found.archived.get(table, 0)) < int(rest[0]):
                lost.append(f"entry {rest[0]} of {table}")
        return lost

    async def _open(self, files: dict[str, bytes]) -> "Found":
        for path in self._folder.iterdir():
            path.unlink()
        for name, data in files.items():
            (self._folder / name).write_bytes(data)
        address = f"sqlite:///{self._folder}/tables.sqlite"
        archives = [name for name in files if name.endswith(".gz")]
        archived = {name.partition(".")[0]: _archived_entries(files[name]) for name in archives}
        store = TableStore(address)
        event.listen(store._engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous = OFF"))
        try:
            if not await store.read(_is_migrated):  # otherwise the server finds nothing to do, which takes long
                await asyncio.to_thread(migrate, address)
            stored = await store.read(_stored_entries)
            check = await store.read(lambda connection: _pragma(connection, "integrity_check"))
            wrong = [name for name, found in stored.items() if found != _expected(name, len(found))]
            if check != "ok" or wrong:
                return Found({}, archived, f"integrity: {check}; tables with other entries: {wrong}")
            for name, found in stored.items():  # and it goes on
                assert await store.append(name, entry_of(name, len(found) + 1))
            return Found({name: len(found) for name, found in stored.items()}, archived, "")
        except RattusError as error:
            return Found({}, archived, f"cannot be used: {error}")
        finally:
            await store.close()


@dataclass(frozen=True)
class Found:
    """What is there after a power cut: numbers of entries by table, in the database and in archives."""

    stored: dict[str, int]
    archived: dict[str, int]
    damage: str


def _is_migrated(connection: Connection) -> bool:
    return inspect(connection).has_table("alembic_version")


def _pragma(connection: Connection, name: str) -> str:
    return str(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def _stored_entries(connection: Connection) -> dict[str, list[JournalEntry]]:
    found: dict[str, list[JournalEntry]] = {name: [] for name in connection.execute(select(tables.c.id)).scalars()}
    for name, *row in connection.execute(select(entries).order_by(entries.c.table_id, entries.c.number)):
        found[name].append(entry_from_row(EntryRow(*row)))
    return found


def _expected(table: str, count: int) -> list[JournalEntry]:
    return [entry_of(table, number) for number in range(1, count + 1)]


def _archived_entries(data: bytes) -> int:
    try:
        return len(orjson.loads(gzip.decompress(data))["entries"])
    except (EOFError, OSError, ValueError, zlib.error):
        return 0


def first_loss(
    folder: Path, seed: int, checker_sees: int, *, each: int = 1, share: float = 1.0, **recorded: Any
) -> list[str]:
    """What the first power cut loses that loses anything; a share of them is tried.

    At least so many different disks must have been opened.
    """
    operations = record(folder, **recorded)
    place = folder / "disk"
    place.mkdir()
    checker, chance = Checker(place, operations), random.Random(f"share {seed}")
    for number, files in crashes(operations, random.Random(seed), each):
        if chance.random() < share and (lost := checker.losses(number, files)):
            return [f"after {number} of {len(operations)} operations:", *lost]
    assert checker.opened >= checker_sees
    return []


@pytest.mark.slow
def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, seed: int) -> None:
    """A third of the power cuts; all in make test-long."""
    assert not first_loss(tmp_path, seed, 200, share=1 / 3)


@pytest.mark.slow
@pytest.mark.parametrize("synchronous", ["OFF", pytest.param("NORMAL", marks=pytest.mark.long)])
def test_other_settings_of_sqlite_lose_moves(tmp_path: Path, seed: int, synchronous: str) -> None:
    """The test itself: it finds what is lost where less is synced."""
    lost = first_loss(tmp_path, seed, 0, each=0, synchronous=synchronous, lives=LIVES[:1])
    assert any("entry" in what for what in lost)


@pytest.mark.long
def test_no_power_cut_loses_anything_acknowledged(tmp_path: Path, seed: int) -> None:
    assert not first_loss(tmp_path, seed, 500)


@pytest.mark.long
@pytest.mark.parametrize(("checkpoint", "entries"), [("4", 30), ("20", 60), (OURS, 150)])
def test_power_cuts_while_much_is_stored(tmp_path: Path, seed: int, checkpoint: str, entries: int) -> None:
    assert not first_loss(tmp_path, seed, 3000, each=3, checkpoint=checkpoint, entries=entries)
