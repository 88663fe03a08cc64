"""Locks on a database in a file."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import make_url

from rattus.errors import RattusError

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]


class Lock:
    """One server for a database: two would not tell each other what happens.

    Held as long as the server lives; a killed one leaves none behind.
    """

    def __init__(self, database: str) -> None:
        self._file = _open(database, "lock")
        if self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            path = make_url(database).database
            raise RattusError(f"another rattus server uses {path}; stop it, or name another --database") from None

    def release(self) -> None:
        """Another server may use the database."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class Turn:
    """The processes of one server write in turn. SQLite alone lets who has to wait sleep, longer each time it looks."""

    def __init__(self, database: str) -> None:
        self._file = _open(database, "turn")

    def __enter__(self) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """No more turns are taken."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _open(database: str, name: str) -> int | None:
    """The file for a lock beside a database; None where there is none, or where locks cannot be had."""
    path = make_url(database).database
    if fcntl is None or not database.startswith("sqlite") or path is None or Path(path).is_dir():
        return None
    try:
        return os.open(f"{Path(path).expanduser()}.{name}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise RattusError(f"the database cannot be used: {error}") from error
