"""The channel between the processes of one machine: their porter passes on what each of them says."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncGenerator
from contextlib import suppress

LONGEST = 1 << 24  # bytes of a word
MOST_UNREAD = 1 << 26  # bytes; who does not hear them is dropped, and finds the rest in the database


class Relay:
    """At the porter's: a line that a process says is passed on to all others."""

    def __init__(self) -> None:
        self._writers: set[StreamWriter] = set()

    async def open(self, path: str) -> asyncio.Server:
        """Begin to listen."""
        return await asyncio.start_unix_server(self._pass_on, path, limit=LONGEST)

    async def _pass_on(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with suppress(OSError, ValueError):  # it has died, or says something that is too long
                while line := await reader.readline():
                    for other in self._writers - {writer}:
                        other.write(line)
                        if other.transport.get_write_buffer_size() > MOST_UNREAD:
                            other.transport.abort()
        finally:
            self._writers.discard(writer)
            writer.close()


class RelayChannel:
    """At a process: a connection to the relay."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._writer: StreamWriter | None = None

    async def open(self) -> None:
        """The porter was there before us."""

    async def send(self, word: bytes) -> None:
        """Say something."""
        if self._writer is None:
            raise ConnectionError("the relay does not hear")
        self._writer.write(word + b"\n")
        await self._writer.drain()

    async def hear(self) -> AsyncGenerator[bytes | None, None]:
        """What the others say."""
        await self.close()
        reader, self._writer = await asyncio.open_unix_connection(self._path, limit=LONGEST)
        yield None
        while line := await reader.readline():
            yield line

    async def close(self) -> None:
        """End."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
