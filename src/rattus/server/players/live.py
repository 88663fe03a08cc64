"""The WebSocket of a player's page: it tells when the player's games have changed."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket

from rattus.server.errors import ErrorCode, RequestRefused, ServerError, StorageError
from rattus.server.live.connection import CloseCode
from rattus.server.live.session import HUNG_UP
from rattus.server.live.socket import admit
from rattus.server.players.store import NO_SUCH_PLAYER
from rattus.server.players.tracker import Watcher
from rattus.server.protocol.players import WaitingMessage, read_page_sight, read_player_hello
from rattus.server.rate_limit import TokenBucket, address_key
from rattus.server.runtime import Runtime

PAUSE_SECONDS = 0.25  # between two messages, however much happens
LIST_PAUSE_SECONDS = 1.0  # before one that tells of the list of open tables alone: anybody may change that
SIGHTS, SIGHT_BURST = 1.0, 20.0  # messages of a page a second, and seconds' worth of them at once
SIGHT_COST = 8.0  # messages of its address that one of these counts for: it may be a write to the database
router = APIRouter()


@router.websocket("/api/me/live")
async def live(websocket: WebSocket) -> None:
    """One page of one player."""
    await admit(websocket, lambda runtime: _serve(websocket, runtime))


async def _serve(websocket: WebSocket, runtime: Runtime) -> None:
    try:
        text = await asyncio.wait_for(websocket.receive_text(), runtime.settings.limits.hello_seconds)
        player = await runtime.players.find(read_player_hello(text).player)
        if runtime.tracker.pages_of(player.id) >= runtime.settings.limits.player_pages:
            raise RequestRefused(ErrorCode.BUSY, "too many pages of this player are open")
    except (TimeoutError, KeyError):  # nothing in time, or bytes instead of text
        await _reject(websocket, RequestRefused(ErrorCode.MALFORMED, "the first message is `hello`, as text"))
        return
    except ServerError as error:
        await _reject(websocket, error)
        return
    watcher = Watcher(player.id, player.device)
    runtime.tracker.watch(watcher)
    telling = asyncio.create_task(_tell(websocket, runtime, watcher))
    listening = asyncio.create_task(_listen(websocket, runtime, watcher))
    try:
        await asyncio.wait([telling, listening], return_when=asyncio.FIRST_COMPLETED)
    finally:
        runtime.tracker.unwatch(watcher)
        for task in (telling, listening):
            task.cancel()
        await asyncio.gather(telling, listening, return_exceptions=True)


async def _tell(websocket: WebSocket, runtime: Runtime, watcher: Watcher) -> None:
    """Tell at first, and whenever something has changed, how many games wait for the player."""
    waiting: int | None = None
    with suppress(*HUNG_UP):
        while not watcher.is_ended:
            watcher.changed.clear()
            if not runtime.is_ready:
                await websocket.close(CloseCode.RESTART)
                return
            with suppress(StorageError):  # the next change will tell
                if waiting is None or watcher.games_changed.is_set():  # a change of the list asks nothing of each page
                    watcher.games_changed.clear()
                    waiting = None
                    waiting = await runtime.players.waiting(watcher.player_id)
                listing = await runtime.open_tables.listing()
                message: WaitingMessage = {"type": "games", "waiting": waiting, "open": listing.version}
                await websocket.send_json(message)
            await asyncio.sleep(PAUSE_SECONDS)
            await watcher.changed.wait()
            with suppress(TimeoutError):
                await asyncio.wait_for(watcher.games_changed.wait(), LIST_PAUSE_SECONDS)
        await _reject(websocket, RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_PLAYER))


async def _listen(websocket: WebSocket, runtime: Runtime, watcher: Watcher) -> None:
    """Hear whether the page is in sight, until it hangs up."""
    clock = runtime.clock
    bucket = TokenBucket(SIGHTS, SIGHT_BURST, clock.now())
    address = address_key(websocket.client.host if websocket.client else "")
    of_address = runtime.limit_book.messages
    with suppress(*HUNG_UP, KeyError):
        while True:
            text = await websocket.receive_text()
            try:
                sight = read_page_sight(text)
                now = clock.now()
                if not (bucket.take(now) and of_address.take(address, now, SIGHT_COST)):
                    raise RequestRefused(ErrorCode.BUSY, "too many messages")
            except RequestRefused as refused:
                await _reject(websocket, refused)
                return
            was_in_sight, watcher.is_in_sight = watcher.is_in_sight, sight.visible
            if sight.visible and not was_in_sight:
                with suppress(StorageError):  # it is noted again and again
                    await runtime.notices.note_in_sight([watcher.player_id], clock.now())


async def _reject(websocket: WebSocket, error: ServerError) -> None:
    with suppress(*HUNG_UP):
        await websocket.send_json({"type": "error", **error.as_data()})
        is_temporary = error.code in (ErrorCode.TROUBLE, ErrorCode.BUSY)
        await websocket.close(CloseCode.TRY_AGAIN if is_temporary else CloseCode.REFUSED)
