"""Locks beside a database file: one server for a database, and one process of that server writing at a time."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import make_url

from rattus.errors import RattusError

try:
    import fcntl
except ImportError:  # not on Windows, where a server has one process only
    fcntl = None  # type: ignore[assignment]

LOCK_MODE = 0o600


class DatabaseLock:
    """Held by the one server that uses a SQLite file: two would not tell each other what happens.

    The operating system frees it when the process dies. Databases on a server need none.
    """

    def __init__(self, database: str) -> None:
        path = _lock_path(database, "lock")
        _check_names(database)
        self._lock = None if path is None else FileLock(path, timeout=0, mode=LOCK_MODE, thread_local=False)
        if self._lock is None:
            return
        try:
            self._lock.acquire()
        except Timeout:
            file = make_url(database).database
            raise RattusError(f"another rattus server uses {file}; stop it, or name another --database") from None
        except OSError as error:
            raise RattusError(f"the database cannot be used: {error}") from error

    def release(self) -> None:
        """Let another server use the database."""
        if self._lock is not None:
            self._lock.release()


class WriteTurn:
    """Lets the processes of one server write in turn.

    SQLite alone would make a waiting process sleep, longer after each attempt, and so would a lock that polls;
    `flock` wakes it at once.
    """

    def __init__(self, database: str) -> None:
        path = _lock_path(database, "turn")
        self._file = None if fcntl is None or path is None else _open(path)

    def __enter__(self) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file; the turn may not be taken after that."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _check_names(database: str) -> None:
    """Refuse a database file with several names: each would have a lock of its own."""
    path = make_url(database).database
    if database.startswith("sqlite") and path is not None and Path(path).is_file() and Path(path).stat().st_nlink > 1:
        raise RattusError(f"{path} has other names (hard links), by which another server could use it; copy it instead")


def _lock_path(database: str, name: str) -> Path | None:
    """The file of a lock beside a database file; None where the database is no file."""
    path = make_url(database).database
    if not database.startswith("sqlite") or path is None or Path(path).is_dir():
        return None
    file = Path(path).expanduser().resolve()  # so that a symbolic link leads to the same lock
    return file.with_name(f"{file.name}.{name}")


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, LOCK_MODE)
    except OSError as error:
        raise RattusError(f"the database cannot be used: {error}") from error
