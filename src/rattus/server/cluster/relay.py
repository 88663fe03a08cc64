"""The channel between the processes of one machine: their supervisor relays what each of them sends."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncGenerator
from contextlib import suppress

MAX_LINE_BYTES = 1 << 24
MAX_UNREAD_BYTES = 1 << 26  # a process that lags further behind is dropped, and reads the rest from the database


class Relay:
    """The supervisor's side: relays every line of a process to all others."""

    def __init__(self) -> None:
        self._writers: set[StreamWriter] = set()

    async def open(self, path: str) -> asyncio.Server:
        """Begin to listen at a Unix socket."""
        return await asyncio.start_unix_server(self._relay, path, limit=MAX_LINE_BYTES)

    async def _relay(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with suppress(OSError, ValueError):  # the process died, or its line is too long
                while line := await reader.readline():
                    for other in self._writers - {writer}:
                        other.write(line)
                        if other.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
                            other.transport.abort()
        finally:
            self._writers.discard(writer)
            writer.close()


class RelayChannel:
    """The process's side: a connection to the relay."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._writer: StreamWriter | None = None

    async def open(self) -> bool:
        """Always: the supervisor started the relay before this process."""
        return True

    async def send(self, message: bytes) -> None:
        """Send a message to the other processes."""
        if self._writer is None:
            raise ConnectionError("not connected to the relay")
        self._writer.write(message + b"\n")
        await self._writer.drain()

    async def listen(self) -> AsyncGenerator[bytes | None, None]:
        """The messages of the other processes."""
        await self.close()
        reader, self._writer = await asyncio.open_unix_connection(self._path, limit=MAX_LINE_BYTES)
        yield None
        while line := await reader.readline():
            yield line

    async def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
