"""What every answer says to browsers, and what no request may exceed."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rattus.server.runtime import House

log = logging.getLogger("rattus.http")

# Everything comes from this server and nothing is run that stands in a page. Svelte sets styles of single elements.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Guard:
    """Stands before everything that comes by HTTP."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, with its limits."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = self.house.clock.now()
        status: int | None = None

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        try:
            await self.app(scope, Body(receive, self.house.settings.limits.body_bytes), answer)
        except Exception:  # what is beyond us would answer in its own words
            log.exception("a request failed")
            if status is not None:
                raise
            await JSONResponse({"code": "trouble", "why": "something went wrong here"}, 500)(scope, receive, answer)
        finally:
            ms = round(1000 * (self.house.clock.now() - started), 1)
            log.info("request", extra={"method": scope["method"], "path": scope["path"], "status": status, "ms": ms})


class Body:
    """The body of a request, as long as it is not too long."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive = receive
        self.left = most

    async def __call__(self) -> Any:
        """The next part of it."""
        message = await self.receive()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise HTTPException(413, "the body is too large")  # FastAPI takes any other error for a bad body
        return message
