"""A proxy between client and server that loses, doubles, delays, reorders and cuts."""

import asyncio
import random
from contextlib import suppress
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

Side = ClientConnection | ServerConnection


class FaultyProxy:
    """Passes messages on, both ways; but loses, doubles, delays and reorders them, and cuts connections."""

    def __init__(self, server: str, seed: int, lose: float, double: float, delay: float, cut: float) -> None:
        self._server = f"ws{server.removeprefix('http')}/api/live"
        self._chance = random.Random(seed)
        self._lose, self._double, self._delay, self._cut = lose, double, delay, cut
        self._late: set[asyncio.Task[None]] = set()
        self.faults = dict.fromkeys(("lost", "doubled", "delayed", "cut"), 0)

    async def __aenter__(self) -> Self:
        self._listening = await serve(self._visit, "127.0.0.1", 0, compression=None, max_size=None)
        port = self._listening.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        await self._listening.wait_closed()
        for task in self._late:
            task.cancel()
        await asyncio.gather(*self._late, return_exceptions=True)

    async def _visit(self, client: ServerConnection) -> None:
        with suppress(OSError, ConnectionClosed):
            async with connect(self._server, compression=None, max_size=None) as server:
                ways = [asyncio.create_task(self._pass_on(*way)) for way in ((client, server), (server, client))]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)

    async def _pass_on(self, source: Side, target: Side) -> None:
        async for message in source:
            if self._happens("cut", self._cut):
                source.transport.abort()
                target.transport.abort()
                return
            if self._happens("lost", self._lose):
                continue
            for _ in range(2 if self._happens("doubled", self._double) else 1):
                await self._send(target, message)

    async def _send(self, target: Side, message: Any) -> None:
        if not self._happens("delayed", self._delay):
            await target.send(message)
            return
        task = asyncio.create_task(self._send_later(target, message))  # what comes after it may arrive before it
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _send_later(self, target: Side, message: Any) -> None:
        await asyncio.sleep(self._chance.uniform(0.0, 0.03))
        with suppress(ConnectionClosed):
            await target.send(message)

    def _happens(self, what: str, chance: float) -> bool:
        happens = self._chance.random() < chance
        self.faults[what] += happens
        return happens
