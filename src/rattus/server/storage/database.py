"""The database: a file of SQLite, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from rattus.errors import RattusError

CONNECTIONS = 5  # at once: one that writes and four that read
PATIENCE = 10  # seconds to wait for a connection, or for another process that writes


class StorageTrouble(Exception):
    """The database cannot be used now. What was to be stored counts as not stored."""

    def __init__(self, error: BaseException | str) -> None:
        super().__init__(f"storage: {reason(error) if isinstance(error, BaseException) else error}")


def open_engine(address: str) -> Engine:
    """Make the way to a database; nothing is connected yet. `address` is sqlite:///PATH or postgresql://…"""
    url = _url(address)
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def writing(engine: Engine) -> Engine:
    """The same database, for transactions that write."""
    return engine.execution_options(writes=True)


def committing(engine: Engine) -> Engine:
    """The same database, for a single statement that writes, which is a transaction of its own."""
    return engine.execution_options(commits=True)


def reason(error: BaseException) -> str:
    """What went wrong, in the words of the database; never the data, which may be secret."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0]


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError:
        raise RattusError("no address of a database: use sqlite:///PATH or postgresql://USER@HOST/NAME") from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise RattusError(f"no database for tables: {url.drivername}; use sqlite or postgresql")
    if url.database in (None, "", ":memory:"):
        raise RattusError("tables in memory would be lost: name a file, sqlite:///PATH")
    return url


def _postgresql(url: URL) -> Engine:
    try:
        return create_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_pre_ping=True,  # a database that was restarted is connected to again
            hide_parameters=True,
            connect_args={"connect_timeout": PATIENCE},
        )
    except ImportError:
        raise RattusError("PostgreSQL needs a driver; get it with: pip install 'rattus[postgres]'") from None


def _sqlite(url: URL) -> Engine:
    try:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RattusError(f"the database cannot be used: {error}") from error
    engine = create_engine(url, pool_size=CONNECTIONS, max_overflow=0, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # Python would begin transactions by rules of its own
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")  # who reads never waits for who writes, nor the other way
        connection.execute("PRAGMA synchronous = FULL")  # committed is on the disk, also when the power fails
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("commits"):
            # The lock is taken first: one that is taken half-way is refused at once when another process has written.
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")

    return engine
