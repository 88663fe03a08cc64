"""What is acknowledged is durable and stored exactly once, by any number of processes."""

import asyncio
import random
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event

from rattus.server.errors import StorageError
from rattus.server.storage.database import open_engine
from rattus.server.storage.migrations import migrate
from rattus.server.storage.store import Access, TableStore
from rattus.server.storage.writer import UNCHANGED, Unchanged, WriteJob
from rattus.server.tables.journal import ChatSent, JournalEntry, TableMade, TableSettings
from rattus.server.tables.keys import HOST, WATCH, chair_role

KEYS = {"d1": HOST, "d2": WATCH, "d3": chair_role(1)}

# Prints what was acknowledged, a line each, until it is killed.
APPENDING = """
import asyncio, sys
from rattus.server.storage.store import TableStore
from rattus.server.tables.journal import ChatSent, JournalEntry

async def append(storage, table):
    for number in range(2, 100_000):
        assert await storage.append(table, JournalEntry(number, number / 2, 1, ChatSent("é" * 50)))
        print(table, number, flush=True)

async def main(address, *tables):
    storage = TableStore(address)
    await asyncio.gather(*(append(storage, table) for table in tables))

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture
def database(empty_database: str) -> str:
    """The address of a database without tables."""
    migrate(empty_database)
    return empty_database


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of a SQLite without tables."""
    address = f"sqlite:///{tmp_path}/tables.db"
    migrate(address)
    return address


@asynccontextmanager
async def opened(address: str, tables: Iterable[str] = ()) -> AsyncIterator[TableStore]:
    """A store with these tables."""
    storage = TableStore(address)
    try:
        for table in tables:
            await storage.create(table, [entry(1)], {f"host of {table}": HOST}, None)
        yield storage
    finally:
        await storage.close()


def entry(number: int, text: str = "") -> JournalEntry:
    return JournalEntry(number, 1_763_200_000.123456 + number, 3, ChatSent(text))


def made(number: int, **options: Any) -> JournalEntry:
    """An entry that can hold any JSON: the options of a game."""
    settings = TableSettings("rattus", options, None, "normal")
    return JournalEntry(number, 1.5, None, TableMade(settings, [{}, {"bot": "hard"}]))


def block(storage: TableStore) -> threading.Event:
    """Block the writer until this is set, so that later writes wait."""
    is_busy, is_free = threading.Event(), threading.Event()

    def work(_connection: Connection) -> None:
        is_busy.set()
        is_free.wait(10)

    storage._writer.put(WriteJob(work, asyncio.get_running_loop().create_future()))
    is_busy.wait(10)
    return is_free


@contextmanager
def full_disk(engine: Engine) -> Iterator[None]:
    """The file may not grow."""

    def shrink(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as many as there are, at least

    def grow(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")

    event.listen(engine, "begin", shrink)
    yield
    event.remove(engine, "begin", shrink)
    event.listen(engine, "begin", grow)


def numbers(entries: list[JournalEntry]) -> list[int]:
    return [entry.number for entry in entries]


def test_entries_are_read_as_they_were_written(database: str) -> None:
    async def main() -> None:
        first = made(1, nothing=None, numbers=[1, 2.5, 2**63 - 1, -(2**63)], deep={"a": {"b": []}})
        odd = entry(2, 'é "\0 \U0001f400')
        async with opened(database) as storage:
            await storage.create("t", [first], KEYS, None)
            assert await storage.append("t", odd)
            assert await storage.entries("t") == [first, odd]
            assert await storage.entries("t", after=1) == [odd]
            assert await storage.entries("t", after=2) == []
            assert await storage.entries("other") == []
        async with opened(database) as storage:
            assert await storage.entries("t") == [first, odd]

    asyncio.run(main())


def test_data_that_is_not_json_is_refused_at_once(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite, ["t"]) as storage:
            for bad in (entry(2, "\ud800"), made(2, seed=2**64), made(2, x=object())):
                with pytest.raises(TypeError):
                    await storage.append("t", bad)
            assert await storage.append("t", entry(2))

    asyncio.run(main())


def test_a_taken_number_changes_nothing(database: str) -> None:
    async def main() -> None:
        async with opened(database, ["t"]) as one, opened(database) as two:
            assert await one.append("t", entry(2, "first"), 10.0)
            assert not await two.append("t", entry(2, "second"), 5.0)
            assert [entry.change.text for entry in await two.entries("t")] == ["", "first"]
            assert await two.due_tables(9.0) == []
            assert await two.append("t", entry(3))

    asyncio.run(main())


def test_of_two_processes_appending_a_number_one_wins(database: str) -> None:
    tables, most = [f"t{n:03}" for n in range(100)], 12

    async def want(storage: TableStore, name: str, number: int, tables: list[str]) -> dict[str, bool]:
        waiting = {table: storage.append(table, entry(number, name), float(number)) for table in tables}
        return {table: await outcome for table, outcome in waiting.items()}

    async def main() -> None:
        async with opened(database, tables) as one, opened(database) as two:
            winners: dict[str, list[str]] = {table: [""] for table in tables}
            for number in range(2, most + 1):
                mine, theirs = await asyncio.gather(want(one, "one", number, tables), want(two, "two", number, tables))
                for table in tables:
                    assert mine[table] != theirs[table]
                    winners[table].append("one" if mine[table] else "two")
            for table in tables:
                stored = await one.entries(table)
                assert numbers(stored) == list(range(1, most + 1))
                assert [entry.change.text for entry in stored] == winners[table]

    asyncio.run(main())


def test_processes_never_deadlock(postgres_database: str) -> None:
    migrate(postgres_database)
    tables = [f"t{n:03}" for n in range(300)]

    async def main() -> None:
        async with opened(postgres_database, tables) as one, opened(postgres_database) as two:
            for number in range(2, 8):
                blocked = block(one), block(two)
                waiting = [one.append(table, entry(number), float(number)) for table in tables]
                waiting += [two.append(table, entry(number), float(number)) for table in reversed(tables)]
                for writer in blocked:
                    writer.set()
                assert sum(await asyncio.gather(*waiting)) == len(tables)

    asyncio.run(main())


def test_the_first_of_two_equal_numbers_in_one_batch_wins(database: str) -> None:
    async def main() -> None:
        async with opened(database, ["t"]) as storage:
            blocked = block(storage)
            first = storage.append("t", entry(2, "first"), 1.0)
            storage._storing.clear()  # as if the caller of the first had been cancelled
            second = storage.append("t", entry(2, "second"), 2.0)
            blocked.set()
            assert (await first, await second) == (True, False)
            assert (await storage.entries("t", 1))[0].change.text == "first"
            assert await storage.due_tables(1.0) == ["t"]

    asyncio.run(main())


def test_a_table_appends_one_entry_at_a_time(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite, ["t", "u"]) as storage:
            first, other = storage.append("t", entry(2)), storage.append("u", entry(2))
            with pytest.raises(RuntimeError, match="table t: the entry before 3 is not stored yet"):
                storage.append("t", entry(3))
            assert await first
            assert await other
            assert await storage.append("t", entry(3))

    asyncio.run(main())


def test_waiting_entries_are_committed_together(sqlite: str) -> None:
    tables = [f"t{n}" for n in range(50)]

    async def main() -> None:
        async with opened(sqlite, tables) as storage:
            commits = 0

            @event.listens_for(storage._engine, "commit")
            def count(_connection: Connection) -> None:
                nonlocal commits
                commits += 1

            blocked = block(storage)
            waiting = [storage.append(table, entry(2)) for table in tables]
            assert storage.waiting == 50
            blocked.set()
            assert all(await asyncio.gather(*waiting))
            assert commits == 2  # and the one that blocked

    asyncio.run(main())


def test_a_cancelled_append_harms_no_other(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite, ["t", "u"]) as storage:
            blocked = block(storage)
            cancelled, other = storage.append("t", entry(2)), storage.append("u", entry(2))
            cancelled.cancel()
            blocked.set()
            assert await other
            assert numbers(await storage.entries("t")) == [1, 2]
            assert not await storage.append("t", entry(2))

    asyncio.run(main())


def test_due_tables_are_those_whose_wakeup_has_come(database: str) -> None:
    async def main() -> None:
        async with opened(database, ["s", "t", "u"]) as storage:
            assert await storage.due_tables(1e9) == []
            assert await storage.append("t", entry(2), 20.0)
            assert await storage.append("u", entry(2), 10.0)
            assert await storage.due_tables(9.9) == []
            assert await storage.due_tables(10.0) == ["u"]
            assert await storage.due_tables(20.0) == ["u", "t"]
            assert await storage.due_tables(20.0, limit=1) == ["u"]
            assert await storage.append("t", entry(3))
            assert await storage.append("u", entry(3), None)
            assert await storage.due_tables(20.0) == ["t"]
            await storage.create("v", [entry(1)], KEYS, 5.0)
            assert await storage.due_tables(20.0) == ["v", "t"]

    asyncio.run(main())


def test_one_process_at_a_time_leases_a_table(database: str) -> None:
    async def main() -> None:
        async with opened(database) as one, opened(database) as two:
            await one.create("t", [entry(1)], KEYS, 0.0)
            claims = await asyncio.gather(one.claim("t", "one", 0.0, 10.0), two.claim("t", "two", 0.0, 10.0))
            assert sorted(claims) == [False, True]
            server_role, other = ("one", "two") if claims[0] else ("two", "one")
            assert await one.claim("t", server_role, 1.0, 11.0)
            assert await one.due_tables(11.0) == []
            assert await one.due_tables(11.1) == ["t"]
            assert await one.renew(server_role, 20.0) == {"t"}
            assert await one.renew(other, 20.0) == set()
            assert not await one.claim("t", other, 20.0, 30.0)
            assert await one.claim("t", other, 20.1, 30.0)
            assert await one.renew(server_role, 40.0) == set()
            await one.release("t", server_role)
            assert not await one.claim("t", server_role, 21.0, 30.0)
            await one.release("t", other)
            assert await one.claim("t", server_role, 21.0, 30.0)
            await two.release_all(other)
            assert not await one.claim("t", other, 21.0, 30.0)
            await two.release_all(server_role)
            assert await one.claim("t", other, 21.0, 30.0)
            assert not await one.claim("none", other, 21.0, 30.0)

    asyncio.run(main())


def test_renewing_and_appending_at_once_do_not_deadlock(database: str) -> None:
    tables = [f"t{n:02}" for n in range(40)]

    async def append(storage: TableStore, table: str) -> None:
        for number in range(2, 12):
            assert await storage.append(table, entry(number), float(number))

    async def renew(storage: TableStore) -> None:
        for until in range(30):
            assert await storage.renew("me", float(until)) == set(tables)

    async def main() -> None:
        async with opened(database, random.sample(tables, len(tables))) as one, opened(database) as two:
            for table in random.sample(tables, len(tables)):
                assert await one.claim(table, "me", 0.0, 1.0)
            work = [append(one, table) for table in tables] + [renew(two)]
            await asyncio.wait_for(asyncio.gather(*work), 300)

    asyncio.run(main())


def test_keys_are_found_by_digest(database: str) -> None:
    async def main() -> None:
        async with opened(database) as storage:
            await storage.create("t", [entry(1)], KEYS, None)
            assert await storage.find_key("d1") == Access("t", HOST)
            assert await storage.find_key("d2") == Access("t", WATCH)
            assert await storage.find_key("d3") == Access("t", chair_role(1))
            assert await storage.find_key("d4") is None
            assert await storage.count_tables() == 1
            await storage.ping()

    asyncio.run(main())


def test_a_table_is_created_whole_or_not_at_all(database: str) -> None:
    async def main() -> None:
        async with opened(database) as storage:
            await storage.create("t", [entry(1)], KEYS, None)
            for table, keys, entries in (
                ("t", {"d9": HOST}, [1]),
                ("u", KEYS, [1]),
                ("u", {"d9": HOST}, [1, 1]),
            ):
                with pytest.raises(StorageError):
                    await storage.create(table, [entry(number) for number in entries], keys, None)
            assert await storage.count_tables() == 1
            assert await storage.find_key("d9") is None
            assert await storage.entries("u") == []

    asyncio.run(main())


def test_an_entry_that_cannot_be_stored_fails_alone(database: str) -> None:
    async def main() -> None:
        async with opened(database, ["a", "z"]) as storage:
            blocked = block(storage)
            waiting = [storage.append(table, entry(2)) for table in ("a", "m", "z")]
            blocked.set()
            outcomes = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [bool, StorageError, bool]
            assert "storage: " in str(outcomes[1])
            assert numbers(await storage.entries("z")) == [1, 2]

    asyncio.run(main())


@pytest.mark.parametrize("next_wakeup", [UNCHANGED, 1.0])
def test_a_full_disk_is_an_error_until_there_is_room_again(sqlite: str, next_wakeup: float | Unchanged) -> None:
    secret = "secret" * 2000

    async def main() -> None:
        async with opened(sqlite, ["t", "u"]) as storage:
            with full_disk(storage._engine):
                blocked = block(storage)
                waiting = [storage.append(table, entry(2, secret), next_wakeup) for table in ("t", "u")]
                blocked.set()
                for outcome in waiting:
                    with pytest.raises(StorageError, match="storage: database or disk is full") as raised:
                        await outcome
                    assert "secret" not in str(raised.value)
                assert numbers(await storage.entries("t")) == [1]
                assert await storage.due_tables(1.0) == []
            assert await storage.append("t", entry(2, secret))
            assert numbers(await storage.entries("t")) == [1, 2]

    asyncio.run(main())


def test_a_failed_commit_is_an_error(database: str) -> None:
    async def main() -> None:
        async with opened(database, ["t"]) as storage:

            def fail(_connection: Connection) -> None:
                raise OSError("no space left on device")

            event.listen(storage._engine, "commit", fail)
            with pytest.raises(StorageError, match="storage: no space left on device"):
                await storage.append("t", entry(2), 1.0)
            with pytest.raises(StorageError, match="storage: no space left on device"):
                await storage.claim("t", "me", 0.0, 1.0)
            event.remove(storage._engine, "commit", fail)
            assert numbers(await storage.entries("t")) == [1]
            assert await storage.append("t", entry(2))

    asyncio.run(main())


def test_lost_connections_are_reopened(postgres_database: str) -> None:
    migrate(postgres_database)

    async def main() -> None:
        async with opened(postgres_database, ["t"]) as storage:
            for number in range(2, 5):
                with psycopg.connect(postgres_database, autocommit=True) as connection:
                    connection.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                assert await storage.append("t", entry(number))
                assert len(await storage.entries("t")) == number

    asyncio.run(main())


def test_readers_do_not_wait_for_the_writer(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite, ["t"]) as storage:
            blocked = block(storage)
            waiting = storage.append("t", entry(2))
            assert numbers(await storage.entries("t")) == [1]
            assert not waiting.done()
            blocked.set()
            assert await waiting
            assert numbers(await storage.entries("t")) == [1, 2]

    asyncio.run(main())


def test_sqlite_syncs_every_commit(sqlite: str) -> None:
    engine = open_engine(sqlite)
    with engine.connect() as connection:
        modes = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    engine.dispose()
    assert modes == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}  # 2 is FULL


def test_closing_stores_what_was_accepted(database: str) -> None:
    tables = [f"t{n}" for n in range(30)]

    async def main() -> None:
        async with opened(database, tables) as storage:
            waiting = [storage.append(table, entry(2)) for table in tables]
            await asyncio.gather(storage.close(), storage.close())
            await asyncio.sleep(0)
            assert all(future.result() for future in waiting)
            for work in (storage.entries("t0"), storage.claim("t0", "me", 0.0, 1.0)):
                with pytest.raises(StorageError, match="storage: it is closed"):
                    await work
            with pytest.raises(StorageError, match="storage: it is closed"):
                storage.append("t0", entry(3))
        async with opened(database) as storage:
            assert [numbers(await storage.entries(table)) for table in tables] == [[1, 2]] * 30

    asyncio.run(main())


@pytest.mark.parametrize("wait", [0.05, 0.2, 0.5])
def test_a_killed_process_loses_nothing_that_it_acknowledged(database: str, wait: float) -> None:
    tables = [f"t{n}" for n in range(8)]

    async def make() -> None:
        async with opened(database, tables):
            pass

    async def look() -> dict[str, list[int]]:
        async with opened(database) as storage:
            for table in tables:
                number = len(await storage.entries(table)) + 1
                assert await storage.append(table, entry(number))  # it goes on
            return {table: numbers(await storage.entries(table)) for table in tables}

    asyncio.run(make())
    words = [sys.executable, "-c", APPENDING, database, *tables]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(wait)
        process.kill()
        lines += process.stdout.readlines()
    said = [line.split() for line in lines if line.endswith("\n")]
    stored = asyncio.run(look())
    assert said
    for table, number in said:
        assert int(number) in stored[table]
    assert all(found == list(range(1, len(found) + 1)) for found in stored.values())
