"""Unused tables are exported and removed, as the host has set; files are private; two servers never share a file."""

import asyncio
import gzip
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import orjson
import pytest

import rattus
from rattus.errors import RattusError
from rattus.server.archive import DAY_SECONDS
from rattus.server.storage.lock import DatabaseLock
from rattus.server.storage.migrations import migrate

from ..in_memory_table import people
from ..local_server import LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..wait import eventually

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "start": True}
BOTS = {"game": "rattus", "players": 2, "chairs": [{"bot": "easy"}, {"bot": "easy"}], "start": True}


def test_unused_tables_are_exported_and_then_removed(tmp_path: Path) -> None:
    clock, folder = ManualClock(), tmp_path / "archive"

    async def visit() -> None:
        async with LocalServer(tmp_path, clock, archive_days=30.0, archive_folder=folder) as server:
            runtime = server.runtime
            finished, begun, watched = await server.make(**BOTS), await server.make(**TWO), await server.make(**TWO)
            await eventually(lambda: runtime.registry.tables[finished.id].table.status == "over")
            last = runtime.registry.tables[finished.id].table.number
            await eventually(lambda: finished.journal()[-1].number == last)
            journal, record = finished.journal(), (await finished.ask("GET", "/record", finished.host)).json()
            clock._now += 20 * DAY_SECONDS
            await runtime.archive_unused_tables()
            assert await runtime.store.count_tables() == 3
            clock._now += 11 * DAY_SECONDS
            used = await server.make(**TWO)
            async with RecordingClient(watched, watched.watch):
                await runtime.archive_unused_tables()
            assert {path.name for path in folder.iterdir()} == {f"{made.id}.json.gz" for made in (finished, begun)}
            for made, code in ((finished, 404), (begun, 404), (watched, 200), (used, 200)):
                assert (await made.ask("GET", "", made.host)).status_code == code
            path = folder / f"{finished.id}.json.gz"
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            archived = orjson.loads(gzip.decompress(path.read_bytes()))
            assert archived["records"] == [record]
            assert rattus.load(archived["records"][0]).is_over
            assert [(row["number"], row["kind"], row["data"]) for row in archived["entries"]] == [
                (entry.number, entry.kind, entry.data) for entry in journal
            ]

    asyncio.run(visit())


def test_tables_that_stay_keep_no_others_from_being_archived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rattus.server.runtime.MAX_ARCHIVED", 2)  # looked for at once
    clock, folder = ManualClock(), tmp_path / "archive"

    async def visit() -> None:
        async with LocalServer(tmp_path, clock, archive_days=30.0, archive_folder=folder) as server:
            damaged = [await server.make(**TWO) for _ in range(2)]  # the oldest
            watched = await server.make(**TWO)
            unused = [await server.make(**TWO) for _ in range(5)]
            for made in damaged:
                server.runtime.registry.tables.pop(made.id, None)
                with closing(sqlite3.connect(server.file, timeout=60)) as database, database:
                    change = "UPDATE entries SET data = 'no JSON' WHERE table_id = ? AND number = 2"
                    assert database.execute(change, [made.id]).rowcount == 1
            clock._now += 31 * DAY_SECONDS
            async with RecordingClient(watched, watched.watch):
                await server.runtime.archive_unused_tables()
            assert {path.name for path in folder.iterdir()} == {f"{made.id}.json.gz" for made in unused}
            assert await server.runtime.store.count_tables() == 3

    asyncio.run(visit())


def test_nothing_is_removed_without_a_policy(tmp_path: Path) -> None:
    clock = ManualClock()

    async def visit() -> None:
        async with LocalServer(tmp_path, clock) as server:
            await server.make(**TWO)
            clock._now += 10_000 * DAY_SECONDS
            await server.runtime.archive_unused_tables()
            assert await server.runtime.store.count_tables() == 1

    asyncio.run(visit())


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_files_are_private_to_their_owner(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    mask = os.umask(0o000)
    try:

        async def visit() -> None:
            async with LocalServer(folder) as server:
                await server.make(**TWO)
                files = list(folder.iterdir())
                assert len(files) >= 3
                assert {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in files} == {
                    path.name: 0 for path in files
                }
                assert stat.S_IMODE(folder.stat().st_mode) == 0o700

        asyncio.run(visit())
        (folder / "tables.sqlite").chmod(0o644)  # as an older version made it
        migrate(f"sqlite:///{folder}/tables.sqlite")
        assert stat.S_IMODE((folder / "tables.sqlite").stat().st_mode) == 0o600
    finally:
        os.umask(mask)


def test_no_other_name_of_the_file_gets_past_the_lock(tmp_path: Path) -> None:
    database, other = tmp_path / "tables.sqlite", tmp_path / "elsewhere"
    other.mkdir()
    migrate(f"sqlite:///{database}")
    (other / "link.sqlite").symlink_to(database)
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    lock = DatabaseLock(f"sqlite:///{database}")
    for name in (other / "link.sqlite", tmp_path / "folder" / "tables.sqlite", other / ".." / "tables.sqlite"):
        with pytest.raises(RattusError, match="another rattus server uses"):
            DatabaseLock(f"sqlite:///{name}")
    lock.release()
    os.link(database, other / "hard.sqlite")
    for name in (database, other / "hard.sqlite"):
        with pytest.raises(RattusError, match="hard links"):
            DatabaseLock(f"sqlite:///{name}")
