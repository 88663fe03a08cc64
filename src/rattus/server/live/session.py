"""The session of one client: from its first message until the WebSocket is closed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

from rattus.bots.pool import PoolBusy, Rank
from rattus.bots.protocol import BotFault, ThinkRequest
from rattus.match.sight import sight_of
from rattus.server.errors import ErrorCode, Overloaded, RequestRefused, ServerError
from rattus.server.live.connection import WRITE_NOW, CloseCode, Connection, Outbox
from rattus.server.live.live_table import LiveTable
from rattus.server.live.snapshots import explained_message, match_data
from rattus.server.protocol.requests import (
    AnswerRequest,
    ChatRequest,
    ExplainRequest,
    Hello,
    MarkRequest,
    MoveRequest,
    PhraseRequest,
    SimpleRequest,
    Sync,
    read_hello,
    read_message,
)
from rattus.server.rate_limit import TokenBucket, address_key
from rattus.server.runtime import Runtime
from rattus.server.tables.journal import JournalEntry
from rattus.server.tables.requests import TableRequests
from rattus.server.tables.table import Table
from rattus.words import ENGLISH, say_in

try:
    from starlette.websockets import WebSocketDisconnected
except ImportError:  # older versions raise a bare RuntimeError
    WebSocketDisconnected = RuntimeError  # type: ignore[misc,assignment]

log = logging.getLogger(__name__)
HUNG_UP = (WebSocketDisconnect, WebSocketDisconnected)
CLOSING_SECONDS = 5.0  # for a client that is disconnected to read its last messages
HINT_LEVEL = "best"
COSTS = {
    "sync": 4.0,
    "undo": 8.0,
    "hint": 8.0,
    "mark": 4.0,
}  # messages that one of these counts for; all others count for one

AnyRequest = MoveRequest | SimpleRequest | AnswerRequest | ChatRequest | PhraseRequest


class Session:
    """Reads the messages of a client and sends what waits for it."""

    def __init__(self, websocket: WebSocket, runtime: Runtime) -> None:
        self._websocket = websocket
        self._runtime = runtime
        limits = runtime.settings.limits
        self._bucket = TokenBucket(limits.messages, limits.burst, runtime.clock.now())
        self._address = address_key(websocket.client.host if websocket.client else "")
        self._bad_messages = 0
        self._hints: dict[str, asyncio.Task[None]] = {}  # that are being thought of, by request id

    async def run(self) -> None:
        """Serve the client until it, or the server, closes the connection."""
        limits = self._runtime.settings.limits
        try:
            text = await asyncio.wait_for(self._websocket.receive_text(), limits.hello_seconds)
            hello = read_hello(text)
            live, access = await self._runtime.registry.access(hello.table, hello.key)
            role = access.role
            if role.chair is None and live.local_spectators >= limits.spectators:
                raise RequestRefused(ErrorCode.BUSY, "this table has too many spectators")
        except (TimeoutError, KeyError):  # nothing in time, or bytes instead of text
            await self._reject(RequestRefused(ErrorCode.MALFORMED, "the first message is `hello`, as text"))
            return
        except ServerError as error:
            await self._reject(error)
            return
        budget = self._runtime.unread
        outbox = Outbox(limits.unread_messages, limits.unread_bytes, budget)
        write_now = self._websocket.scope.get("extensions", {}).get(WRITE_NOW, {}).get("write")
        connection = Connection(role, outbox, self._address, access.player, access.device, write_now)
        sender = asyncio.create_task(self._send_outbox(connection))
        try:
            with self._runtime.metrics.connections.track_inprogress():
                await self._join(live, connection, hello)
                await self._receive(live, connection)
                await asyncio.wait([sender], timeout=CLOSING_SECONDS)
        finally:
            live.leave(connection)
            connection.outbox.end(drop=True)
            for task in (sender, *self._hints.values()):
                task.cancel()
            await asyncio.gather(sender, *self._hints.values(), return_exceptions=True)

    async def _reject(self, error: ServerError) -> None:
        await self._websocket.send_json({"type": "error", **error.as_data()})
        is_temporary = error.code in (ErrorCode.TROUBLE, ErrorCode.BUSY)
        await self._websocket.close(CloseCode.TRY_AGAIN if is_temporary else CloseCode.REFUSED)

    async def _join(self, live: LiveTable, connection: Connection, hello: Hello) -> None:
        try:
            await live.join(connection, hello.have, hello.mark)
        except ServerError as error:
            connection.send({"type": "error", **error.as_data()})
            connection.close(CloseCode.TRY_AGAIN)
        else:
            self._runtime.scheduler.table_changed(live)  # bots may have rested while nobody was there

    async def _send_outbox(self, connection: Connection) -> None:
        """Send what waits until the connection is closed; it waits for the client, and nobody else does."""
        with suppress(*HUNG_UP):
            while (message := await connection.outbox.get()) is not None:
                await self._websocket.send_text(message.decode())
            await self._websocket.close(connection.close_code or CloseCode.TRY_AGAIN)

    async def _receive(self, live: LiveTable, connection: Connection) -> None:
        while connection.close_code is None:
            try:
                text = await self._websocket.receive_text()
            except KeyError:  # bytes instead of text
                text = ""
            try:
                self._pay(1.0)
                message = read_message(text)
                if (cost := COSTS.get(message.type)) is not None:
                    self._pay(cost - 1.0)
            except RequestRefused as refused:
                self._complain(connection, refused)
                continue
            if isinstance(message, Sync):
                await self._sync(live, connection, message)
            elif isinstance(message, ExplainRequest):
                await self._explain(live, connection, message)
            elif isinstance(message, MarkRequest):
                await self._mark(live, connection, message)
            elif message.type == "hint":
                self._start_hint(live, connection, message.id)
            else:
                await self._submit(live, connection, message)

    def _pay(self, cost: float) -> None:
        now = self._runtime.clock.now()
        # One address may have many connections, and a message that is refused takes as long as one that is not.
        if not (self._bucket.take(now, cost) and self._runtime.limit_book.messages.take(self._address, now, cost)):
            raise RequestRefused(ErrorCode.BUSY, "too many messages; wait a little")

    def _complain(self, connection: Connection, refused: RequestRefused) -> None:
        """Answer a bad message; too many of them end the connection."""
        self._bad_messages += 1
        connection.send({"type": "error", **refused.as_data()})
        if self._bad_messages > self._runtime.settings.limits.bad_messages:
            connection.close(CloseCode.REFUSED)

    async def _sync(self, live: LiveTable, connection: Connection, message: Sync) -> None:
        try:
            await live.sync(connection, message.have, message.mark)
        except ServerError as error:
            connection.send({"type": "error", **error.as_data()})

    async def _explain(self, live: LiveTable, connection: Connection, request: ExplainRequest) -> None:
        try:
            connection.send(await live.read(lambda table: explained_message(table, connection.role, request)))
        except ServerError as error:
            connection.send({"type": "refused", "id": request.id, **error.as_data()})

    async def _mark(self, live: LiveTable, connection: Connection, request: MarkRequest) -> None:
        try:
            await live.mark(connection.role, request.thing)
        except ServerError as error:
            connection.send({"type": "refused", "id": request.id, **error.as_data()})
        else:
            connection.send({"type": "done", "id": request.id, "number": live.table.number})

    async def _submit(self, live: LiveTable, connection: Connection, request: AnyRequest) -> None:
        clock, started_at = self._runtime.clock, self._runtime.clock.now()
        try:
            number = await live.submit(
                connection.role, lambda requests: entry_of(request, requests), request.id, asked_by(request)
            )
        except ServerError as error:
            connection.send({"type": "refused", "id": request.id, **error.as_data()})
            self._runtime.metrics.refused.labels(error.code.value).inc()
        else:
            connection.send({"type": "done", "id": request.id, "number": number})
            self._runtime.metrics.requests.labels(request.type).observe(clock.now() - started_at)

    # ---- hints

    def _start_hint(self, live: LiveTable, connection: Connection, request_id: str) -> None:
        """Let the best bot think for this seat in the background, one hint at a time."""
        if self._hints:
            refused = RequestRefused(ErrorCode.BUSY, "a hint is being thought of")
            connection.send({"type": "refused", "id": request_id, **refused.as_data()})
            return
        self._hints[request_id] = asyncio.create_task(self._hint(live, connection, request_id))

    async def _hint(self, live: LiveTable, connection: Connection, request_id: str) -> None:
        try:
            request = await live.read(lambda table: hint_request(table, connection))
            choice = await self._runtime.bot_pool.think(request, rank=Rank.HINT, maker=self._address)
            connection.send({"type": "hint", "id": request_id, **choice})
        except ServerError as error:
            connection.send({"type": "refused", "id": request_id, **error.as_data()})
        except PoolBusy as busy:
            connection.send({"type": "refused", "id": request_id, **Overloaded(str(busy)).as_data()})
        except BotFault as fault:
            log.warning("a hint failed", extra={"error": str(fault)})
            refused = RequestRefused(ErrorCode.TROUBLE, "no hint could be found; try again later")
            connection.send({"type": "refused", "id": request_id, **refused.as_data()})
        finally:
            del self._hints[request_id]


def asked_by(request: AnyRequest) -> tuple[object, ...]:
    """What a request asks for, as `asked_for` tells it of the entry."""
    match request:
        case MoveRequest():
            return "move", request.move
        case AnswerRequest():
            return "answer", request.yes
        case ChatRequest():
            return "chat", request.text
        case PhraseRequest():
            return "phrase", request.phrase
        case SimpleRequest():
            return (request.type,)


def entry_of(request: AnyRequest, requests: TableRequests) -> JournalEntry:
    """The journal entry that a client's request asks for."""
    match request:
        case MoveRequest():
            return requests.move(request.move, request.after)
        case AnswerRequest():
            return requests.answer(request.yes)
        case ChatRequest():
            return requests.chat(request.text)
        case PhraseRequest():
            return requests.chat(say_in(ENGLISH, f"company.phrase.{request.phrase}"), request.phrase)
        case SimpleRequest(type="undo"):
            return requests.undo()
        case SimpleRequest(type="rematch"):
            return requests.rematch()
        case SimpleRequest(type="leave"):
            return requests.leave()
        case SimpleRequest():
            return requests.return_to_chair()


def hint_request(table: Table, connection: Connection) -> ThinkRequest:
    """What a bot in this seat would be asked: what the seat sees by the rules, and nothing else.

    Where the table hides rats a bot still counts them: its answer is moves, chances and points, never a number of rats.
    """
    if not table.allows_hints:
        raise RequestRefused(ErrorCode.NOT_NOW, "hints are off at this table, as was agreed when it was made")
    colour, game = table.colour_of(connection.role), table.game
    legal = match_data(table, colour)["legal"]
    if colour is None or game is None or not legal:
        raise RequestRefused(ErrorCode.NOT_NOW, "it is not for you to decide")
    return ThinkRequest(sight_of(game), HINT_LEVEL, secrets.token_hex(8), reasons=True)
