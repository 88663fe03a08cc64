"""What carries words between the processes of one server."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol


class Channel(Protocol):
    """Everybody who hears gets what anybody says. What is said while one does not hear, it misses."""

    async def open(self) -> None:
        """RattusError if it cannot be reached at all."""

    async def send(self, word: bytes) -> None:
        """Say something, in one line. OSError if that is not possible now."""

    def hear(self) -> AsyncGenerator[bytes | None, None]:
        """What is said: None when nothing is missed from now on, then word for word. It ends, or raises OSError, when
        the channel is lost."""

    async def close(self) -> None:
        """End."""
