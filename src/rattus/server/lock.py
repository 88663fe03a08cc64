"""One server for a database in a file: two would not tell each other what happens."""

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
    """Held as long as the server lives; a killed one leaves none behind."""

    def __init__(self, database: str) -> None:
        self._file: int | None = None
        path = make_url(database).database
        if fcntl is None or not database.startswith("sqlite") or path is None or Path(path).is_dir():
            return
        try:
            self._file = os.open(f"{Path(path).expanduser()}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise RattusError(f"the database cannot be used: {error}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            raise RattusError(f"another rattus server uses {path}; stop it, or name another --database") from None

    def release(self) -> None:
        """Another server may use the database."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
