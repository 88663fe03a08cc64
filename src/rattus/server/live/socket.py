"""The WebSocket endpoint: who may connect, and how many from one address."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket

from rattus.server.live.connection import CloseCode
from rattus.server.live.session import HUNG_UP, Session
from rattus.server.rate_limit import address_key
from rattus.server.runtime import Runtime

log = logging.getLogger(__name__)
CONNECT_COST = 0.5  # requests that a new connection counts for
router = APIRouter()


@router.websocket("/api/live")
async def live(websocket: WebSocket) -> None:
    """One client at one table."""
    await admit(websocket, lambda runtime: Session(websocket, runtime).run())


async def admit(websocket: WebSocket, serve: Callable[[Runtime], Coroutine[Any, Any, None]]) -> None:
    """Serve a client, if it may connect: from where it comes, and not too many at once."""
    runtime: Runtime = websocket.app.state.runtime
    if not is_allowed_origin(websocket.headers.get("origin"), websocket.headers.get("host"), runtime.settings.origins):
        log.warning("a connection from a foreign origin was refused")
        await websocket.close(CloseCode.REFUSED)
        return
    address = address_key(websocket.client.host if websocket.client else "")
    if runtime.is_banned(address):
        await websocket.close(CloseCode.REFUSED)
        return
    connections = runtime.limit_book.live_connections
    is_allowed = connections.of(address) < runtime.settings.limits.connections
    if not is_allowed or not runtime.take_request(address, CONNECT_COST):
        await websocket.close(CloseCode.TRY_AGAIN)
        return
    connections.add(address, 1)
    try:
        await websocket.accept()
        with suppress(*HUNG_UP):
            # A task of its own: otherwise every message would wake the whole stack of middleware as well.
            await asyncio.create_task(serve(runtime))
    finally:
        connections.add(address, -1)


def is_allowed_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this host is connecting, or a program that is no browser; foreign pages may not."""
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # not a URL
        return False
