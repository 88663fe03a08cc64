"""A client that records every byte it receives."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, Self

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from rattus.server.client import TableState
from rattus.server.protocol.basics import PROTOCOL

from .local_server import HostedTable
from .wait import TIMEOUT_SECONDS, eventually

MAX_MESSAGE_BYTES = 1 << 24


class RecordingClient(TableState):
    """A client on a good connection: no message may be missing, and each must follow from the one before."""

    _ids = itertools.count(1)

    def __init__(self, made: HostedTable, key: str, have: int | None = None) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.here: dict[str, Any] = {}
        self.code: int | None = None  # with which the connection was closed
        self._made, self._key, self._have = made, key, have
        self._answers: dict[str, list[asyncio.Future[dict[str, Any]]]] = {}  # a request sent twice is answered twice

    async def __aenter__(self) -> Self:
        self.connection: ClientConnection = await connect(
            f"ws{self._made.server.url.removeprefix('http')}/api/live", compression=None, max_size=MAX_MESSAGE_BYTES
        )
        hello = {"type": "hello", "protocol": PROTOCOL, "table": self._made.id, "key": self._key}
        await self.say(hello if self._have is None else {**hello, "have": self._have})
        self._listening = asyncio.create_task(self._listen())
        if self._have is None:
            await self.until(lambda: self.number or self.code)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.connection.close()
        await self._listening

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [orjson.loads(text) for text in self.heard]

    async def say(self, message: dict[str, Any] | str) -> None:
        await self.connection.send(message if isinstance(message, str) else orjson.dumps(message).decode())

    async def ask(self, kind: str, *, id: str | None = None, **fields: Any) -> dict[str, Any]:  # noqa: A002
        """Send a request and wait for its answer."""
        id = id or f"{kind}-{next(self._ids)}"  # noqa: A001
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers.setdefault(id, []).append(answer)
        await self.say({"type": kind, "id": id, **fields})
        return await asyncio.wait_for(answer, TIMEOUT_SECONDS)

    async def move(self, text: str | None = None) -> dict[str, Any]:
        """Make a move: this, or the first that can be made."""
        return await self.ask("move", move=text or self.legal[0], after=self.moves)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition holds."""
        await eventually(condition)

    async def _listen(self) -> None:
        try:
            async for text in self.connection:
                assert isinstance(text, str)
                self.heard.append(text)
                self._hear(orjson.loads(text))
        except ConnectionClosed:
            pass
        self.code = self.connection.close_code

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "here":
            self.here = message
        if self._answers.get(message.get("id", "")):
            self._answers[message["id"]].pop(0).set_result(message)
        assert self.apply(message) or self._have is not None, "a message was missing"
