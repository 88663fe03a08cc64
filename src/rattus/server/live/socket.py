"""The WebSocket of a client."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected

from rattus.bots.protocol import BotFault
from rattus.server.bots.pool import Question
from rattus.server.errors import Refused
from rattus.server.live.connection import REFUSED, TRY_AGAIN, Guest
from rattus.server.live.live_table import LiveTable
from rattus.server.live.snapshots import match_data
from rattus.server.protocol import (
    AnswerRequest,
    ChatRequest,
    MoveRequest,
    PlainRequest,
    Sync,
    read_hello,
    read_message,
)
from rattus.server.rate_limit import Bucket
from rattus.server.runtime import House
from rattus.server.storage.store import StorageTrouble
from rattus.server.tables.journal import Entry
from rattus.server.tables.requests import Requests
from rattus.server.tables.table import Table

log = logging.getLogger("rattus.socket")
router = APIRouter()
FAREWELL_SECONDS = 5.0  # for who is dismissed to read the last messages
HINT_LEVEL = "best"

AnyRequest = MoveRequest | PlainRequest | AnswerRequest | ChatRequest


@router.websocket("/api/live")
async def live(websocket: WebSocket) -> None:
    """One client at one table."""
    house: House = websocket.app.state.house
    if not is_from_here(websocket.headers.get("origin"), websocket.headers.get("host"), house.settings.origins):
        log.warning("a foreign origin")
        await websocket.close(REFUSED)
        return
    address = websocket.client.host if websocket.client else ""
    if house.connections[address] >= house.settings.limits.connections:
        await websocket.close(TRY_AGAIN)
        return
    house.connections[address] += 1
    try:
        await websocket.accept()
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            # In a task of its own: with every message all that waits for the visit would be woken as well.
            await asyncio.create_task(Visit(websocket, house).run())
    finally:
        house.connections[address] -= 1
        if not house.connections[address]:
            del house.connections[address]


def is_from_here(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page of ours is asking, or a program that is no browser. Other pages must not play in your name."""
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # that is no address
        return False


class Visit:
    """The time that a client is connected."""

    def __init__(self, websocket: WebSocket, house: House) -> None:
        self.websocket = websocket
        self.house = house
        limits = house.settings.limits
        self.bucket = Bucket(limits.messages, limits.burst, house.clock.now())
        self.bad = 0
        self.hints: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """From the first message to the last."""
        try:
            limit = self.house.settings.limits.hello_seconds
            hello = read_hello(await asyncio.wait_for(self.websocket.receive_text(), limit))
            live, role = await self.house.hall.enter(hello.table, hello.key)
            if role.seat is None and live.watching_here >= self.house.settings.limits.guests:
                raise Refused("busy", "too many watch this table")
        except (TimeoutError, KeyError):
            await self._turn_away(Refused("malformed", "the first message is `hello`, as text"))
            return
        except (Refused, StorageTrouble) as error:
            await self._turn_away(_refusal(error))
            return
        guest = Guest(role, self.house.settings.limits.unread)
        writer = asyncio.create_task(self._write(guest))
        try:
            with self.house.metrics.connections.track_inprogress():
                await self._welcome(live, guest, hello.have)
                await self._read(live, guest)
                await asyncio.wait([writer], timeout=FAREWELL_SECONDS)
        finally:
            live.farewell(guest)
            for task in (writer, *self.hints.values()):
                task.cancel()
            await asyncio.gather(writer, *self.hints.values(), return_exceptions=True)

    async def _turn_away(self, refused: Refused) -> None:
        await self.websocket.send_json({"type": "error", **refused.as_data()})
        await self.websocket.close(TRY_AGAIN if refused.code in ("trouble", "busy") else REFUSED)

    async def _welcome(self, live: LiveTable, guest: Guest, have: int | None) -> None:
        try:
            await live.welcome(guest, have)
        except StorageTrouble as trouble:
            guest.send({"type": "error", **_refusal(trouble).as_data()})
            guest.dismiss(TRY_AGAIN)

    async def _write(self, guest: Guest) -> None:
        """Send what waits; a client that does not read is left behind."""
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            while (message := await guest.outbox.get()) is not None:
                await self.websocket.send_text(message.decode())
            assert guest.closing is not None
            await self.websocket.close(guest.closing)

    async def _read(self, live: LiveTable, guest: Guest) -> None:
        while guest.closing is None:
            try:
                text = await self.websocket.receive_text()
            except KeyError:  # bytes, not text
                text = ""
            if not self.bucket.take(self.house.clock.now()):
                self._complain(guest, Refused("busy", "too many messages; wait a little"))
                continue
            try:
                message = read_message(text)
            except Refused as refused:
                self._complain(guest, refused)
                continue
            if isinstance(message, Sync):
                await self._send_rest(live, guest, message.have)
            elif message.type == "hint":
                self._hint(live, guest, message.id)
            else:
                await self._answer(live, guest, message)

    def _complain(self, guest: Guest, refused: Refused) -> None:
        """Say what is wrong with a message; after too many of them it is enough."""
        self.bad += 1
        guest.send({"type": "error", **refused.as_data()})
        if self.bad > self.house.settings.limits.bad_messages:
            guest.dismiss(REFUSED)

    async def _send_rest(self, live: LiveTable, guest: Guest, have: int | None) -> None:
        try:
            await live.send_rest(guest, have)
        except StorageTrouble as trouble:
            guest.send({"type": "error", **_refusal(trouble).as_data()})

    async def _answer(self, live: LiveTable, guest: Guest, request: AnyRequest) -> None:
        clock, started = self.house.clock, self.house.clock.now()
        try:
            number = await live.ask(guest.role, lambda requests: entry_of(request, requests), request.id)
        except (Refused, StorageTrouble) as error:
            refused = _refusal(error)
            guest.send({"type": "refused", "id": request.id, **refused.as_data()})
            self.house.metrics.refused.labels(refused.code).inc()
        else:
            guest.send({"type": "done", "id": request.id, "number": number})
            self.house.metrics.requests.labels(request.type).observe(clock.now() - started)

    # ---- hints

    def _hint(self, live: LiveTable, guest: Guest, request: str) -> None:
        """Let the best bot think for this seat, while everything goes on."""
        if self.hints:
            guest.send({"type": "refused", "id": request, **Refused("busy", "a hint is being thought of").as_data()})
            return
        self.hints[request] = asyncio.create_task(self._think(live, guest, request))

    async def _think(self, live: LiveTable, guest: Guest, request: str) -> None:
        try:
            question = await live.look(lambda table: _question(table, guest))
            choice = await self.house.thinkers.think(question, urgent=False)
            guest.send({"type": "hint", "id": request, **choice})
        except (BotFault, Refused, StorageTrouble) as error:
            guest.send({"type": "refused", "id": request, **_refusal(error).as_data()})
        finally:
            del self.hints[request]


def entry_of(request: AnyRequest, requests: Requests) -> Entry:
    """What a request means for the journal."""
    data: dict[str, Any] = {"id": request.id}
    match request:
        case MoveRequest():
            return requests.move(request.move, request.after, **data)
        case AnswerRequest():
            return requests.answer(request.yes, **data)
        case ChatRequest():
            return requests.chat(request.text, **data)
        case PlainRequest(type="undo"):
            return requests.undo(**data)
        case PlainRequest(type="rematch"):
            return requests.rematch(**data)
        case PlainRequest(type="leave"):
            return requests.leave(**data)
        case PlainRequest():
            return requests.come_back(**data)


def _refusal(error: Exception) -> Refused:
    """What is told of something that went wrong."""
    return error if isinstance(error, Refused) else Refused("trouble", str(error))


def _question(table: Table, guest: Guest) -> Question:
    """What a bot would be asked in this seat: what the seat sees by the rules, and nothing else.

    Where the table hides rats a bot counts them all the same: its answer is a move and chances, never a number of rats.
    """
    if not table.gives_hints:
        raise Refused("not_now", "hints are off at this table, as was agreed when it was made")
    colour, game = table.colour_of(guest.role), table.game
    legal = match_data(table, colour)["legal"]
    if colour is None or game is None or not legal:
        raise Refused("not_now", "it is not for you to decide")
    return Question(game.view(colour), colour, tuple(legal), HINT_LEVEL, secrets.token_hex(8))
