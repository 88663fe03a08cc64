"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import rattus
from rattus.errors import RattusError
from rattus.server import routes as api
from rattus.server.clock import Clock, WallClock
from rattus.server.errors import Refused
from rattus.server.live import socket
from rattus.server.middleware import Guard
from rattus.server.protocol import what_is_wrong
from rattus.server.runtime import House
from rattus.server.settings import Settings
from rattus.server.static_files import Pages
from rattus.server.storage.store import StorageTrouble

CODES = {404: "not_found", 413: "too_large"}
UNREADABLE = 400  # FastAPI's word for a body that is no JSON at all


def make_app(settings: Settings, clock: Clock | None = None) -> FastAPI:
    """The application of a server. It starts to work when it is entered, and stops when it is left."""
    house = House(settings, clock or WallClock())

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="rattus",
        version=rattus.__version__,
        description="Tables for Rattus, Rattus Africanus and Rattus Cartus. Live play is by WebSocket: docs/server.md.",
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.house = house
    app.include_router(api.router)
    app.include_router(api.health)
    app.include_router(socket.router)
    app.add_middleware(Guard, house=house)
    _add_troubles(app, None if settings.web is None else Pages(settings.web))
    return app


def _add_troubles(app: FastAPI, pages: Pages | None) -> None:
    """Whatever goes wrong is told in the same way; an address that is nobody's is the browser client's."""

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> JSONResponse:
        return _trouble(error.status, error.code, error.why)

    @app.exception_handler(RattusError)
    async def bad_input(_: Request, error: RattusError) -> JSONResponse:
        return _trouble(422, "malformed", str(error))

    @app.exception_handler(StorageTrouble)
    async def storage_trouble(_: Request, error: StorageTrouble) -> JSONResponse:
        return _trouble(503, "trouble", str(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return _trouble(422, "malformed", what_is_wrong(error.errors()))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and pages is not None and pages.has(request):
            return pages.answer(request)
        status = 422 if error.status_code == UNREADABLE else error.status_code
        answer = _trouble(status, CODES.get(status, "malformed"), str(error.detail))
        answer.headers.update(error.headers or {})
        return answer


def _trouble(status: int, code: str, why: str) -> JSONResponse:
    why = why.encode(errors="replace").decode()  # it may repeat letters that were sent and are none
    return JSONResponse({"code": code, "why": why}, status)
