"""Migrations of the database. `versions` has one file for each, and a released one is never changed."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from rattus.errors import RattusError
from rattus.server.storage.database import for_writing, open_engine, reason

ADVISORY_LOCK = 0x7261747475730001  # "rattus" and a number; held by the process that migrates PostgreSQL


def migrate(address: str) -> None:
    """Bring a database up to date with this version of rattus. Any number of processes may do so at once."""
    engine = open_engine(address)
    try:
        with for_writing(engine).begin() as connection:
            _migrate(connection)
    except SQLAlchemyError as error:
        raise RattusError(f"the database cannot be used: {reason(error)}") from error
    finally:
        engine.dispose()


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # the transaction alone locks SQLite
        connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if not found <= known:
        raise RattusError(
            f"the database was made by a newer rattus (step {', '.join(sorted(found - known))}): "
            "install that one, or use another database"
        )
    command.upgrade(config, "head")
