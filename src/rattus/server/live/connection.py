"""Somebody who is connected."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson

from rattus.server.tables.keys import Role

REFUSED, RESTART, TRY_AGAIN = 1008, 1012, 1013  # closing codes of WebSockets


class Guest:
    """A connection to a table. What is sent waits here until the connection has taken it."""

    def __init__(self, role: Role, most_unread: int) -> None:
        self.role = role
        self.number = 0  # of the last entry that was sent
        self.closing: int | None = None  # the code with which the connection will be closed
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(most_unread)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.send_bytes(orjson.dumps(message))

    def send_bytes(self, message: bytes) -> None:
        """Send a message that has been written already."""
        if self.closing is not None:
            return
        if self.outbox.full():  # too far behind; it has to come again
            self.dismiss(TRY_AGAIN)
        else:
            self.outbox.put_nowait(message)

    def dismiss(self, code: int) -> None:
        """Close the connection. What waits is sent before, unless it is too much."""
        if self.closing is not None:
            return
        self.closing = code
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
