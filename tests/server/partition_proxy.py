"""A proxy for any TCP or Unix connection that can be cut, or made to hang as a broken network does."""

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from enum import Enum, auto
from typing import Self

CHUNK_BYTES = 1 << 16


class Link(Enum):
    """How a connection through the proxy fares."""

    WHOLE = auto()
    CUT = auto()  # ended at once, and new ones are refused
    HANGING = auto()  # nothing arrives, and nobody is told


class PartitionProxy:
    """Listens on a port of loopback, and passes bytes on to a port or the path of a Unix socket."""

    def __init__(self, target: int | str) -> None:
        self._target = target
        self._link = Link.WHOLE
        self._passes = asyncio.Event()
        self._passes.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._visit, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._end_all()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def set(self, link: Link) -> None:
        """Change how connections fare. What hangs goes on where it was once the link is whole again."""
        self._link = link
        if link is Link.HANGING:
            self._passes.clear()
        else:
            self._passes.set()
        if link is Link.CUT:
            self._end_all()

    def _end_all(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _visit(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        others: list[StreamWriter] = [writer]
        try:
            await self._passes.wait()
            if self._link is Link.CUT:
                return
            far_reader, far_writer = await self._connect()
            others.append(far_writer)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass_on(reader, far_writer))
                group.create_task(self._pass_on(far_reader, writer))
        except* (OSError, asyncio.CancelledError, _EndedError):
            pass
        finally:
            self._tasks.discard(task)
            for each in others:
                each.transport.abort()

    async def _connect(self) -> tuple[StreamReader, StreamWriter]:
        if isinstance(self._target, str):
            return await asyncio.open_unix_connection(self._target)
        return await asyncio.open_connection("127.0.0.1", self._target)

    async def _pass_on(self, reader: StreamReader, writer: StreamWriter) -> None:
        while data := await reader.read(CHUNK_BYTES):
            await self._passes.wait()
            writer.write(data)
            await writer.drain()
        with suppress(OSError):
            writer.write_eof()
        raise _EndedError


class _EndedError(Exception):
    """One side has hung up."""
