"""A connected client, as a table sees it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import orjson

from rattus.server.errors import ServerError
from rattus.server.tables.keys import Role

WRITE_NOW = "rattus.write"  # the extension by which the WebSocket of a request says how to write at once
WriteNow = Callable[[bytes], bool]


class CloseCode(IntEnum):
    """Why the server closes a WebSocket."""

    REFUSED = 1008
    RESTART = 1012
    TRY_AGAIN = 1013


@dataclass
class ByteBudget:
    """How many bytes wait for all clients of a process, and how many may."""

    max_bytes: int
    used: int = 0


@dataclass(frozen=True, slots=True)
class _Message:
    data: bytes
    is_table: bool  # tells the state of the table: a later message with all of it replaces it


class Outbox:
    """The messages that wait for one client: so many, of so many bytes, and at most one with the whole state."""

    def __init__(self, max_messages: int, max_bytes: int, budget: ByteBudget) -> None:
        self._max_messages, self._max_bytes, self._budget = max_messages, max_bytes, budget
        self._messages: deque[_Message] = deque()
        self._changed = asyncio.Event()
        self._is_ended = False
        self._is_waited_for = False
        self._replaced = 0  # messages since the client last read one
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._messages)

    @property
    def is_idle(self) -> bool:
        """Whether all that was put in has been sent, and whoever sends it waits for more."""
        return self._is_waited_for and not self._messages

    def put(self, data: bytes, *, is_table: bool = False, is_state: bool = False) -> bool:
        """Add a message; False if there is no room. One with the whole state takes the place of what it contains."""
        if is_state:
            for message in [each for each in self._messages if each.is_table]:
                self._messages.remove(message)
                self._count(-len(message.data))
                self._replaced += 1
        is_first = not self._messages  # however large it is, one message always fits
        if len(self._messages) + self._replaced >= self._max_messages:
            return False
        if not is_first and self.bytes + len(data) > self._max_bytes:
            return False
        if self._budget.used + len(data) > self._budget.max_bytes:
            return False
        self._messages.append(_Message(data, is_table or is_state))
        self._count(len(data))
        self._changed.set()
        return True

    def end(self, *, drop: bool) -> None:
        """Nothing follows; what waits is still taken, unless it is dropped."""
        self._is_ended = True
        if drop:
            self._messages.clear()
            self._count(-self.bytes)
        self._changed.set()

    async def get(self) -> bytes | None:
        """Wait for the next message; None once there are no more."""
        while not self._messages:
            if self._is_ended:
                return None
            self._changed.clear()
            self._is_waited_for = True
            try:
                await self._changed.wait()
            finally:
                self._is_waited_for = False
        message, self._replaced = self._messages.popleft(), 0
        self._count(-len(message.data))
        return message.data

    def _count(self, number: int) -> None:
        self.bytes += number
        self._budget.used += number


class Connection:
    """A client at a table. What cannot be written at once waits in `outbox` until the WebSocket has taken it."""

    def __init__(
        self,
        role: Role,
        outbox: Outbox,
        address: str = "",
        player: str | None = None,
        device: str | None = None,
        write_now: WriteNow | None = None,
    ) -> None:
        self.role = role
        self.player = player  # whose key it came with, if that follows from a player's
        self.device = device  # of the player, if it has a key of its own
        self.address = address
        self.number = 0  # of the last entry that was sent
        self.close_code: CloseCode | None = None
        self.outbox = outbox
        self._write_now = write_now

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        self.send_bytes(orjson.dumps(message))

    def send_bytes(self, message: bytes, *, is_table: bool = False, is_state: bool = False) -> None:
        """Send a message that is already encoded; it may tell about the table, or be its whole state."""
        if self.close_code is not None:
            return
        if self._write_now is not None and self.outbox.is_idle and self._write_now(message):
            return
        if not self.outbox.put(message, is_table=is_table, is_state=is_state):
            self._end(CloseCode.TRY_AGAIN, drop=True)  # the client reads too slowly and has to connect again

    def refuse(self, error: ServerError) -> None:
        """Tell the client why, and close the connection for good."""
        self.send({"type": "error", **error.as_data()})
        self.close(CloseCode.REFUSED)

    def close(self, code: CloseCode) -> None:
        """Close the connection once the outbox is sent."""
        self._end(code, drop=False)

    def _end(self, code: CloseCode, *, drop: bool) -> None:
        if self.close_code is None:
            self.close_code = code
            self.outbox.end(drop=drop)
