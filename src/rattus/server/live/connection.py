"""A connected client, as a table sees it."""

from __future__ import annotations

import asyncio
from enum import IntEnum
from typing import Any

import orjson

from rattus.server.tables.keys import Role


class CloseCode(IntEnum):
    """Why the server closes a WebSocket."""

    REFUSED = 1008
    RESTART = 1012
    TRY_AGAIN = 1013


class Connection:
    """A client at a table. Messages wait in `outbox` until the WebSocket has taken them; None ends it."""

    def __init__(self, role: Role, max_unread: int) -> None:
        self.role = role
        self.number = 0  # of the last entry that was sent
        self.close_code: CloseCode | None = None
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(max_unread)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.send_bytes(orjson.dumps(message))

    def send_bytes(self, message: bytes) -> None:
        """Send a message that is already encoded."""
        if self.close_code is not None:
            return
        if self.outbox.full():  # the client reads too slowly and has to connect again
            self.close(CloseCode.TRY_AGAIN)
        else:
            self.outbox.put_nowait(message)

    def close(self, code: CloseCode) -> None:
        """Close the connection once the outbox is sent; a full outbox is dropped."""
        if self.close_code is not None:
            return
        self.close_code = code
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
