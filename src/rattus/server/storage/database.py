"""Connecting to the database: a SQLite file, or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, Insert, Table, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError

from rattus.errors import RattusError

POOL_SIZE = 5  # one connection that writes and four that read
FILE_MODE, FOLDER_MODE = 0o600, 0o700
TIMEOUT_SECONDS = 10  # for a connection, or for another process that writes
BUSY_PAUSE_SECONDS = 0.01

# A server that is cut off from the network notices in time, and the database frees what it had locked.
POSTGRES_SETTINGS = {
    "connect_timeout": TIMEOUT_SECONDS,
    "tcp_user_timeout": TIMEOUT_SECONDS * 1000,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "options": f"-c idle_in_transaction_session_timeout={TIMEOUT_SECONDS}s -c lock_timeout={TIMEOUT_SECONDS}s",
}


def open_engine(address: str) -> Engine:
    """An engine for sqlite:///PATH or postgresql://…; nothing is connected yet."""
    url = _url(address)
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def for_writing(engine: Engine) -> Engine:
    """The same engine, for transactions that write."""
    return engine.execution_options(writes=True)


def for_single_statements(engine: Engine) -> Engine:
    """The same engine, for single statements that write: each is a transaction of its own."""
    return engine.execution_options(commits=True)


def reason(error: BaseException) -> str:
    """The message of the database itself, without the parameters of the statement, which may be secret."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0]


def make_folder(path: Path) -> None:
    """Make a folder that only its owner may read, and those above it; they are there after a power cut too."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def sync_folder(path: Path) -> None:
    """Return once the names in a folder are on the disk."""
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_private(path: Path) -> None:
    """Make a database file that only its owner may read, or make it so; SQLite's other files follow it."""
    make_folder(path.parent)
    if os.name != "posix" or str(path).startswith("file:"):
        return
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
    except FileExistsError:
        known = path.stat()
        if stat.S_ISREG(known.st_mode) and known.st_mode & 0o077 and known.st_uid == os.geteuid():
            path.chmod(FILE_MODE)


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError:
        raise RattusError("not the address of a database: use sqlite:///PATH or postgresql://USER@HOST/NAME") from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise RattusError(f"unsupported database {url.drivername}; use sqlite or postgresql")
    if url.database in (None, "", ":memory:"):
        raise RattusError("a database in memory would be lost: name a file, sqlite:///PATH")
    return url


def _postgresql(url: URL) -> Engine:
    try:
        return create_engine(
            url,
            pool_size=POOL_SIZE,
            max_overflow=0,
            pool_pre_ping=True,  # reconnects after the database was restarted
            hide_parameters=True,
            connect_args={name: value for name, value in POSTGRES_SETTINGS.items() if name not in url.query},
        )
    except ImportError:
        raise RattusError("PostgreSQL needs a driver; install it with: pip install 'rattus[postgres]'") from None


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Readers and the writer then never wait for each other.

    The busy timeout does not hold for this: if two processes do it at once in a new database, SQLite refuses one.
    """
    end = monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(BUSY_PAUSE_SECONDS)


def _sqlite(url: URL) -> Engine:
    try:
        make_private(Path(str(url.database)))
    except OSError as error:
        raise RattusError(f"the database cannot be used: {error}") from error
    engine = create_engine(url, pool_size=POOL_SIZE, max_overflow=0, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # otherwise Python's driver begins transactions by itself
        connection.execute(f"PRAGMA busy_timeout = {TIMEOUT_SECONDS * 1000}")
        _use_write_ahead_log(connection)
        connection.execute("PRAGMA synchronous = FULL")  # what is committed survives a power cut
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("commits"):
            # Lock at the start: upgrading a read lock fails at once if another process has written meanwhile.
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")

    return engine


def insert_on_conflict(connection: Connection, table: Table) -> Any:
    """An INSERT that can have an ON CONFLICT, which both databases write in the same way."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement: Insert = dialect.insert(table)
    return statement
