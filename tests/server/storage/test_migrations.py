"""Databases are created and migrated by any number of processes at once."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from rattus.errors import RattusError
from rattus.server.storage.database import for_writing, open_engine
from rattus.server.storage.migrations import ADVISORY_LOCK, migrate
from rattus.server.storage.schema import metadata

TIMEOUT_SECONDS = 60
MIGRATE = "import sys; from rattus.server.storage.migrations import migrate; sys.stdin.readline(); migrate(sys.argv[1])"


def run(address: str, statement: str) -> None:
    engine = open_engine(address)
    with for_writing(engine).begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def differences(address: str) -> list[object]:
    """The differences between a database and the schema."""
    engine = open_engine(address)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        found = compare_metadata(context, metadata)
    engine.dispose()
    return found


def test_an_empty_database_becomes_what_the_schema_says(empty_database: str) -> None:
    assert differences(empty_database)
    migrate(empty_database)
    assert differences(empty_database) == []


def test_an_up_to_date_database_is_left_alone(empty_database: str) -> None:
    migrate(empty_database)
    run(empty_database, "INSERT INTO tables (id, made) VALUES ('t', 1.5)")
    migrate(empty_database)
    assert differences(empty_database) == []
    engine = open_engine(empty_database)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT id, made FROM tables")).all() == [("t", 1.5)]
    engine.dispose()


def test_two_processes_may_migrate_at_once(empty_database: str) -> None:
    words = [sys.executable, "-W", "error", "-c", MIGRATE, empty_database]
    both = [subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    complaints = [process.communicate(timeout=60)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], complaints
    assert differences(empty_database) == []


def test_many_may_connect_to_a_new_sqlite_at_once(tmp_path: Path) -> None:
    def connect(address: str, together: Barrier) -> str:
        engine = open_engine(address)
        together.wait(TIMEOUT_SECONDS)
        with engine.connect() as connection:
            mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
        engine.dispose()
        return str(mode)

    with ThreadPoolExecutor(4) as pool:
        for number in range(25):  # one time in six SQLite refuses somebody at once
            together = Barrier(4)
            address = f"sqlite:///{tmp_path}/{number}.sqlite"
            modes = [pool.submit(connect, address, together) for _ in range(4)]
            assert [each.result(TIMEOUT_SECONDS) for each in modes] == ["wal"] * 4


def test_on_postgresql_one_process_waits_for_the_other(postgres_database: str) -> None:
    with psycopg.connect(postgres_database) as other, ThreadPoolExecutor(1) as pool:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY_LOCK])
        waiting = pool.submit(migrate, postgres_database)
        with pytest.raises(TimeoutError):
            waiting.result(0.5)
        other.commit()
        waiting.result(20)
    assert differences(postgres_database) == []


def test_a_newer_database_is_refused(empty_database: str) -> None:
    migrate(empty_database)
    run(empty_database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(RattusError, match=r"made by a newer rattus \(step 9999\)"):
        migrate(empty_database)


def test_a_failed_migration_leaves_nothing_behind(empty_database: str) -> None:
    run(empty_database, "CREATE TABLE entries (x INTEGER)")
    with pytest.raises(RattusError, match=r"the database cannot be used: .*already exists"):
        migrate(empty_database)
    engine = open_engine(empty_database)
    assert inspect(engine).get_table_names() == ["entries"]
    engine.dispose()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("mysql://u:secret@h/d", "unsupported database mysql"),
        ("postgresql+asyncpg://u:secret@h/d", "unsupported database"),
        ("tables.db", "not the address of a database"),
        ("postgresql://u:secret@127.0.0.1:1/d", "cannot be used: connection.* refused"),
        ("sqlite:////dev/null/tables.db", "cannot be used"),
    ],
)
def test_a_bad_database_address_is_reported_without_its_password(address: str, said: str) -> None:
    with pytest.raises(RattusError, match=said) as raised:
        migrate(address)
    assert "secret" not in str(raised.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary, " * 100)
    with pytest.raises(RattusError, match="the database cannot be used: file is not a database"):
        migrate(f"sqlite:///{path}")
    assert path.read_text() == "dear diary, " * 100
