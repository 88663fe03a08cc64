"""A server on loopback, in the process and the event loop of the test."""

import asyncio
import random
import socket
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, Self
from unittest import mock

import httpx
import orjson
import uvicorn
from sqlalchemy import event

from rattus.bots.protocol import ThinkRequest
from rattus.match.seal import Seal
from rattus.server.app import make_app
from rattus.server.clock import Clock
from rattus.server.run import make_config
from rattus.server.runtime import Runtime
from rattus.server.settings import Limits, Settings, sqlite_url
from rattus.server.tables.keys import HOST, WATCH, Role, chair_role, digest

from .stored_entry import StoredEntry
from .wait import TIMEOUT_SECONDS, eventually

GENEROUS = Limits(
    messages=1e6,
    address_messages=1e6,
    requests=1e6,
    all_requests=1e6,
    new_tables=1e6,
    new_chairs=1e6,
    new_players=1e6,
    unread_messages=10_000,
    unattended_tables=10_000,
)


class InstantBots:
    """A pool of bots that note every request and answer at once with a random move, unless they are `held`."""

    waiting = thinking = 0
    is_compiling = False

    def __init__(self, seed: int = 0) -> None:
        self.requests: list[ThinkRequest] = []
        self.held = False
        self._chance = random.Random(seed)
        self._open: list[tuple[asyncio.Future[dict[str, Any]], str]] = []

    async def start(self) -> None:
        pass

    async def close(self) -> None:
        for answer, _ in self._open:
            answer.cancel()

    def think(
        self,
        request: ThinkRequest,
        urgent: bool = True,  # noqa: ARG002
        **_: object,
    ) -> asyncio.Future[dict[str, Any]]:
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.requests.append(request)
        self._open.append((answer, self._chance.choice(request.legal)))
        self._answer()
        return answer

    def release(self) -> None:
        """Let them answer."""
        self.held = False
        self._answer()

    def _answer(self) -> None:
        while self._open and not self.held:
            answer, move = self._open.pop()
            if not answer.done():
                answer.set_result({"move": move, "simulations": 0, "options": []})


class LocalServer:
    """A real server with a port of its own. Entered again on the same folder it has the same tables."""

    def __init__(
        self,
        folder: Path,
        clock: Clock | None = None,
        *,
        bot_pool: InstantBots | None = None,
        seals: random.Random | None = None,
        port: int = 0,
        proxies: str = "127.0.0.1",
        **settings: Any,
    ) -> None:
        self.file = folder / "tables.sqlite"
        self.clock = clock
        self.settings = Settings(**{"database": sqlite_url(self.file), "bot_workers": 1, "limits": GENEROUS} | settings)
        self.bot_pool = bot_pool or InstantBots()
        self._seals = seals
        self._port = port
        self._proxies = proxies

    async def __aenter__(self) -> Self:
        with mock.patch("rattus.server.runtime.BotPool", return_value=self.bot_pool):
            app = make_app(self.settings, self.clock)
        self.runtime: Runtime = app.state.runtime
        # Durability is tested elsewhere; here syncing would only cost time.
        event.listen(self.runtime.store._engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous = OFF"))
        # With the protocol given, asyncio turns Nagle's algorithm off, which would delay small messages by 40 ms.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self._port))
        self._port = listener.getsockname()[1]  # also when it is entered again
        self.url = f"http://127.0.0.1:{self._port}"
        self._server = uvicorn.Server(make_config(app, self.settings, self._proxies))
        self._server.capture_signals = nullcontext  # they are for the test run
        self._patch = (
            mock.patch("rattus.server.tables.requests.new_seal", self._new_seal) if self._seals else nullcontext()
        )
        self._patch.__enter__()
        self._running = asyncio.create_task(self._server.serve([listener]))
        await eventually(lambda: self._server.started or self._running.done(), "the server did not start")
        assert not self._running.done(), "the server did not start"
        self.http = httpx.AsyncClient(base_url=self.url, timeout=60, verify=False)  # reading certificates takes long
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()
        self._server.should_exit = True
        await asyncio.wait_for(self._running, TIMEOUT_SECONDS)
        self._patch.__exit__(None, None, None)

    def _new_seal(self) -> Seal:
        assert self._seals is not None
        return Seal(self._seals.randbytes(16).hex(), self._seals.randbytes(16).hex())

    # ---- tables

    async def make(self, **request: Any) -> "HostedTable":
        """Make a table."""
        answer = await self.http.post("/api/tables", json=request)
        assert answer.status_code == 201, answer.text
        return HostedTable(self, answer.json())

    def journal(self, table: str) -> list[StoredEntry]:
        """The journal of a table, read without the server's code."""
        with closing(sqlite3.connect(self.file)) as database:
            rows = database.execute(
                "SELECT number, at, kind, seat, data FROM entries WHERE table_id = ? ORDER BY number", [table]
            )
            return [StoredEntry(*row, orjson.loads(data)) for *row, data in rows]


class HostedTable:
    """A table on a server, and its keys."""

    def __init__(self, server: LocalServer, made: dict[str, Any]) -> None:
        self.server = server
        self.id: str = made["table"]
        self.host: str = made["keys"]["host"]
        self.watch: str = made["keys"]["watch"]
        self.chairs: list[str] = made["keys"]["chairs"]

    @property
    def keys(self) -> dict[Role, str]:
        """All keys by what they open."""
        chairs = {chair_role(number): key for number, key in enumerate(self.chairs, 1)}
        return {HOST: self.host, WATCH: self.watch, **chairs}

    @property
    def secrets(self) -> list[str]:
        """What no answer may contain: the keys and their digests."""
        return [text for key in self.keys.values() for text in (key, digest(key))]

    async def ask(self, method: str, path: str, key: str, **options: Any) -> httpx.Response:
        """A request about this table."""
        address = f"/api/tables/{self.id}{path}"
        headers = {"authorization": f"Bearer {key}"}
        return await self.server.http.request(method, address, headers=headers, **options)

    async def start(self) -> dict[str, Any]:
        """Begin."""
        answer = await self.ask("POST", "/start", self.host)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def journal(self) -> list[StoredEntry]:
        return self.server.journal(self.id)
