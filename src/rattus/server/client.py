"""A client of the table server, for programs: it keeps what a seat may know of a table, whatever the connection does.

async with TableClient("http://localhost:8000", table, key) as client:
    await client.until(lambda: client.legal)
    await client.move(client.legal[0])
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rattus.server.errors import Refused

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before the next try to connect
PATIENCE = 3.0  # seconds until a request without an answer is sent again
LONGEST = 1 << 22  # bytes of a message
CHAT_SHOWN = 100  # lines that are kept, as in a `state`


class Knowledge:
    """What is known of a table from messages, in whatever order they come, lost or doubled."""

    def __init__(self) -> None:
        self.number = 0
        self.you: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.legal: list[str] = []
        self.moves = 0
        self.undo: str | None = None
        self.events: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []

    def take(self, message: dict[str, Any]) -> bool:
        """Take a message in. False if something before it is missing, which has to be asked for."""
        match message["type"]:
            case "state":
                if message["number"] >= self.number:
                    self._replace(message)
            case "update":
                if message["number"] <= self.number:
                    return True
                if message["since"] != self.number:
                    return False
                self._add(message)
            case "tick":
                return bool(message["number"] <= self.number)
        return True

    def _replace(self, message: dict[str, Any]) -> None:
        for name in ("number", "you", "table", "view", "legal", "moves", "undo", "events", "chat"):
            setattr(self, name, message[name])

    def _add(self, message: dict[str, Any]) -> None:
        for name in ("number", "you", "table", "view", "legal", "moves", "undo"):
            if name in message:
                setattr(self, name, message[name])
        self.events += message.get("events", [])
        said = [happening for happening in message["happened"] if happening["kind"] == "chat"]
        lines = [{name: value for name, value in line.items() if name != "kind"} for line in said]
        self.chat = [*self.chat, *lines][-CHAT_SHOWN:]


class TableClient(Knowledge):
    """A connection to a table that comes back by itself."""

    def __init__(self, server: str, table: str, key: str, patience: float = PATIENCE) -> None:
        super().__init__()
        self._address = f"ws{server.removeprefix('http')}/api/live?table={table}"
        self._hello = {"type": "hello", "table": table, "key": key}
        self._patience = patience
        self._connection: ClientConnection | None = None
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._changed = asyncio.Condition()
        self._trouble: Refused | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        try:
            await self.until(lambda: self.number > 0)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        if self._connection is not None:
            await self._connection.close()

    async def until(self, is_so: Callable[[], object]) -> None:
        """Wait until something is so. Refused if the server does not let us in."""
        async with self._changed:
            while not is_so():
                if self._trouble is not None:
                    raise self._trouble
                await self._changed.wait()

    async def move(self, text: str) -> None:
        """Make a move."""
        await self.request("move", move=text, after=self.moves)

    async def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, as often as it takes; it counts once. Refused says why not."""
        request = {"type": kind, "id": secrets.token_hex(8), **fields}
        found = await self._ask(request)
        while found.get("code") == "trouble" and kind != "hint":  # it may be stored nonetheless: the same id tells
            await asyncio.sleep(self._patience)
            found = await self._ask(request)
        if found["type"] == "refused":
            raise Refused(found["code"], found["why"])
        return found

    # ---- inside

    async def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[request["id"]] = request, answer
        try:
            while not answer.done():
                await self._send(request)
                await asyncio.wait([answer], timeout=self._patience)
        finally:
            del self._waiting[request["id"]]
        return answer.result()

    async def _stay(self) -> None:
        """Connect, and connect again."""
        pause = FIRST_PAUSE
        while self._trouble is None:
            try:
                async with connect(self._address, max_size=LONGEST, compression=None) as connection:
                    pause = FIRST_PAUSE
                    await self._talk(connection)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            self._connection = None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _talk(self, connection: ClientConnection) -> None:
        have = {"have": self.number} if self.number else {}
        await connection.send(orjson.dumps({**self._hello, **have}).decode())
        self._connection = connection
        async for text in connection:
            await self._take(orjson.loads(text))
            if self._trouble is not None:
                return

    async def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "error" and message["code"] == "not_found":
            self._trouble = Refused(message["code"], message["why"])
        if message["type"] in ("done", "refused", "hint"):
            _, answer = self._waiting.get(message["id"], (None, None))
            if answer is not None and not answer.done():
                answer.set_result(message)
        if not self.take(message):
            await self._send({"type": "sync", "have": self.number})
        async with self._changed:
            self._changed.notify_all()

    async def _send(self, message: dict[str, Any]) -> None:
        if self._connection is not None:
            with suppress(ConnectionClosed):
                await self._connection.send(orjson.dumps(message).decode())
