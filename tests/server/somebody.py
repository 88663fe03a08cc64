"""A player on a server, and a page of theirs that listens."""

import asyncio
from typing import Any

import httpx
import orjson
from pydantic import TypeAdapter
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rattus.server.protocol.basics import PROTOCOL
from rattus.server.protocol.players import PlayerGames, PlayerMade, PlayerResults, WaitingMessage

from .local_server import HostedTable, LocalServer
from .wait import TIMEOUT_SECONDS


class Somebody:
    """A player on a server."""

    def __init__(self, server: LocalServer, id: str, key: str) -> None:  # noqa: A002
        self.server, self.id, self.key = server, id, key

    @classmethod
    async def new(cls, server: LocalServer, name: str = "Anna") -> "Somebody":
        answer = await server.http.post("/api/players", json={"name": name})
        assert answer.status_code == 201, answer.text
        made = PlayerMade.model_validate_json(answer.content)
        return cls(server, made.player, made.key)

    async def ask(self, method: str, path: str = "", **options: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.key}"}
        return await self.server.http.request(method, f"/api/me{path}", headers=headers, **options)

    async def games(self, first: int = 0) -> dict[str, Any]:
        answer = await self.ask("GET", f"/games?first={first}")
        PlayerGames.model_validate_json(answer.content, strict=True)
        return answer.json()

    async def results(self, first: int = 0) -> dict[str, Any]:
        answer = await self.ask("GET", f"/results?first={first}")
        PlayerResults.model_validate_json(answer.content, strict=True)
        return answer.json()

    async def claim(self, made: HostedTable, chair: int, host: str | None = None) -> bool:
        body = {"player": self.key} | ({} if host is None else {"host": host})
        answer = await made.ask("PUT", "/player", made.chairs[chair - 1], json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["yours"]

    async def until_games(self, condition, what: str = "the list did not change") -> dict[str, Any]:
        """Ask for the list until a condition holds."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while not condition(told := await self.games()):
                    await asyncio.sleep(0.01)
                return told
        except TimeoutError:
            raise AssertionError(what) from None


class Page:
    """A page of a player that listens."""

    def __init__(self, somebody: Somebody) -> None:
        self.somebody = somebody
        self.heard: list[dict[str, Any]] = []

    async def __aenter__(self) -> "Page":
        self._socket = await connect(f"ws{self.somebody.server.url.removeprefix('http')}/api/me/live")
        await self._socket.send(
            orjson.dumps({"type": "hello", "protocol": PROTOCOL, "player": self.somebody.key}).decode()
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()

    async def say(self, message: dict[str, Any] | str) -> None:
        await self._socket.send(message if isinstance(message, str) else orjson.dumps(message).decode())

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            self.heard.append(orjson.loads(await self._socket.recv()))
        return self.heard[-1]

    async def until_waiting(self, number: int) -> None:
        while True:
            message = await self.hear()
            TypeAdapter(WaitingMessage).validate_python(message, strict=True)
            if message["waiting"] == number:
                return

    async def until_closed(self) -> int:
        try:
            while True:
                await self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code
