"""HTTP middleware: security headers, a limit on bodies, a log line for each request, and an answer to every crash."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from fastapi import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from rattus.server.clock import Clock
from rattus.server.errors import ErrorCode

log = logging.getLogger("rattus.http")  # a name of its own, so that access logs can be filtered

# Everything comes from this server, and no inline script runs. Svelte sets inline styles on elements.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
MAX_PARAMETERS = 64  # of a query; reading thousands takes longer than most requests
FREE_BODY_BYTES = 16_384
BODY_BYTES_A_REQUEST = 16_384  # of a larger body cost as much as one more request
HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class SecurityHeaders:
    """Adds the headers to every answer, and logs every request."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started_at = self._clock.now()
        status: int | None = None

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:  # answered here, since the answer of the framework would lack the headers
            log.exception("a request failed")
            if status is not None:
                raise
            answer = JSONResponse({"code": ErrorCode.TROUBLE.value, "why": "something went wrong here"}, 500)
            await answer(scope, receive, send_with_headers)
        finally:
            ms = round(1000 * (self._clock.now() - started_at), 1)
            log.info("request", extra={"method": scope["method"], "path": scope["path"], "status": status, "ms": ms})


class BodyLimit:
    """Refuses bodies and queries that are too large, and lets an address pay for large bodies: reading takes time.

    `take` says whether an address may ask for more now, at this cost in requests.
    """

    def __init__(self, app: ASGIApp, max_bytes: int, take: Callable[[str, float], bool]) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._take = take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "lifespan" and scope["query_string"].count(b"&") >= MAX_PARAMETERS:
            answer = JSONResponse({"code": ErrorCode.MALFORMED.value, "why": "too many parameters"}, 422)
            await (answer if scope["type"] == "http" else WebSocketClose())(scope, receive, send)
            return
        left = self._max_bytes
        unpaid = -FREE_BODY_BYTES
        client = scope.get("client") or ("", 0)

        async def receive_with_limit() -> Any:
            nonlocal left, unpaid
            message = await receive()
            size = len(message.get("body", b""))
            left -= size
            unpaid += size
            if left < 0:
                raise HTTPException(413, "the body is too large")  # FastAPI would take other errors for bad JSON
            if unpaid > 0:
                cost, unpaid = unpaid / BODY_BYTES_A_REQUEST, 0
                if not self._take(client[0], cost):
                    raise HTTPException(429, "too many requests; wait a little")
            return message

        await self._app(scope, receive_with_limit if scope["type"] == "http" else receive, send)
