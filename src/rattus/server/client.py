"""A client of the server, for programs: it keeps what a key may know of a table, however bad the connection is.

async with TableClient("http://localhost:8000", table, key) as client:
    await client.until(lambda: client.legal)
    await client.move(client.legal[0])
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rattus.server.errors import BrokenInvariant, ErrorCode, RequestRefused
from rattus.server.protocol.basics import PROTOCOL

FIRST_BACKOFF, MAX_BACKOFF = 0.1, 5.0  # seconds before the next attempt to connect
RESEND_SECONDS = 3.0  # until a request without an answer is sent again
UNANSWERED_SECONDS = 8.0  # of silence while a request waits, after which the connection is taken for dead
MAX_MESSAGE_BYTES = 1 << 22
CHAT_HISTORY = 100  # lines that are kept, as in a `state`


class TableState:
    """The state of a table as its messages tell it, in whatever order they come, lost or doubled."""

    def __init__(self) -> None:
        self.number = 0
        self.mark = ""  # of the entries up to this number
        self.you: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.legal: list[str] = []
        self.moves = 0
        self.undo: str | None = None
        self.events: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []

    def apply(self, message: dict[str, Any]) -> bool:
        """Apply a message. False if something before it is missing, which has to be asked for."""
        match message["type"]:
            case "state":
                if message["number"] >= self.number or message.get("anew"):  # the server has another history now
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
        self.mark = message.get("mark", "")

    def _add(self, message: dict[str, Any]) -> None:
        for name in ("number", "mark", "you", "table", "view", "legal", "moves", "undo"):
            if name in message:
                setattr(self, name, message[name])
        self.events += message.get("events", [])
        chat = [entry for entry in message["happened"] if entry["kind"] == "chat"]
        lines = [{name: value for name, value in line.items() if name != "kind"} for line in chat]
        self.chat = [*self.chat, *lines][-CHAT_HISTORY:]


class TableClient(TableState):
    """A connection to a table that reconnects by itself."""

    def __init__(self, server: str, table: str, key: str, resend_seconds: float = RESEND_SECONDS) -> None:
        super().__init__()
        self._address = f"ws{server.removeprefix('http')}/api/live?table={table}"
        self._hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "key": key}
        self._resend_seconds = resend_seconds
        self._connection: ClientConnection | None = None
        self._heard_at = 0.0  # when the last message came, or the connection was opened
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._changed = asyncio.Condition()
        self._refusal: RequestRefused | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        try:
            await self.until(lambda: self.number > 0)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is None:
            raise BrokenInvariant("the client was not entered")
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        if self._connection is not None:
            await self._connection.close()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition holds. RequestRefused if the server does not accept the key."""
        async with self._changed:
            while not condition():
                if self._refusal is not None:
                    raise self._refusal
                await self._changed.wait()

    async def move(self, text: str) -> None:
        """Make a move."""
        await self.request("move", move=text, after=self.moves)

    async def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Make a request, sent as often as it takes and carried out once. RequestRefused says why not."""
        request = {"type": kind, "id": secrets.token_hex(8), **fields}
        answer = await self._request(request)
        while answer.get("code") == ErrorCode.TROUBLE and kind not in (
            "hint",
            "explain",
        ):  # it may be stored: the same id will tell
            await asyncio.sleep(self._resend_seconds)
            answer = await self._request(request)
        if answer["type"] == "refused":
            raise RequestRefused(ErrorCode(answer["code"]), answer["why"])
        return answer

    # ---- inside

    async def _request(self, request: dict[str, Any]) -> dict[str, Any]:
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[request["id"]] = request, answer
        began = time.monotonic()
        try:
            while not answer.done():
                await self._send(request)
                await asyncio.wait([answer], timeout=self._resend_seconds)
                is_silent = time.monotonic() - max(began, self._heard_at) > UNANSWERED_SECONDS
                if is_silent and not answer.done() and request["type"] != "hint":  # a bot may think for longer
                    self._hang_up()
        finally:
            del self._waiting[request["id"]]
        return answer.result()

    async def _stay_connected(self) -> None:
        """Connect, and reconnect whenever the connection is lost."""
        backoff = FIRST_BACKOFF
        while self._refusal is None:
            try:
                async with connect(self._address, max_size=MAX_MESSAGE_BYTES, compression=None) as connection:
                    backoff = FIRST_BACKOFF
                    await self._receive(connection)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            self._connection = None
            await asyncio.sleep(backoff)
            backoff = min(2 * backoff, MAX_BACKOFF)

    async def _receive(self, connection: ClientConnection) -> None:
        have = {"have": self.number, "mark": self.mark} if self.mark else {"have": self.number} if self.number else {}
        await connection.send(orjson.dumps({**self._hello, **have}).decode())
        self._connection = connection
        self._heard_at = time.monotonic()
        async for text in connection:
            self._heard_at = time.monotonic()
            await self._handle(orjson.loads(text))
            if self._refusal is not None:
                return

    async def _handle(self, message: dict[str, Any]) -> None:
        if message["type"] == "error" and message["code"] in (ErrorCode.NOT_FOUND, ErrorCode.OUTDATED):
            self._refusal = RequestRefused(ErrorCode(message["code"]), message["why"])
        if message["type"] in ("done", "refused", "hint", "explained"):
            _, answer = self._waiting.get(message["id"], (None, None))
            if answer is not None and not answer.done():
                answer.set_result(message)
        if not self.apply(message):
            await self._send({"type": "sync", "have": self.number, **({"mark": self.mark} if self.mark else {})})
        async with self._changed:
            self._changed.notify_all()

    def _hang_up(self) -> None:
        """End a connection on which nothing comes any more; another one is opened."""
        if self._connection is not None:
            self._connection.transport.abort()

    async def _send(self, message: dict[str, Any]) -> None:
        if self._connection is not None:
            with suppress(ConnectionClosed):
                await self._connection.send(orjson.dumps(message).decode())
