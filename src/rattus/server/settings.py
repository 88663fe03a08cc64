"""How a server is set up."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server."""

    message_bytes: int = 16_384  # of the WebSocket
    body_bytes: int = 1_000_000  # a long record has some 100,000
    messages: float = 40.0  # a second and connection
    requests: float = 20.0  # a second and address
    new_tables: float = 0.5  # a second and address
    burst: float = 5.0  # seconds' worth of each that may come at once
    bad_messages: int = 20  # then the connection is closed
    connections: int = 100  # at once from one address
    guests: int = 100  # who watch one table at once
    unread: int = 256  # messages that a slow reader may lag behind
    hello_seconds: float = 10.0


@dataclass(frozen=True)
class Settings:
    """Where the server keeps its tables, whom it talks to, and its limits."""

    database: str
    redis: str | None = None
    origins: tuple[str, ...] = ()  # of browsers, beside the server's own
    thinkers: int | None = None  # bots that think at once; None leaves one core to the server
    processes: int = 1  # that share the work on this machine
    process: int = 0  # which of them this is
    relay: str | None = None  # the socket by which they tell each other what has happened
    limits: Limits = Limits()
    tick_seconds: float = 15.0
    idle_seconds: float = 300.0  # until a table that nobody looks at leaves memory
    lease_seconds: float = 15.0  # how long a dead server's tables wait for another one
    web: Path | None = None  # the folder of the browser client


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "rattus"


def sqlite_url(path: Path) -> str:
    """The address of a database in a file."""
    return f"sqlite:///{path}"
