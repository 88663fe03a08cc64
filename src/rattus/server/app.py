"""The ASGI application: routes, middleware, and the answers to errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

import rattus
from rattus.errors import RattusError
from rattus.server import routes
from rattus.server.analysis import lesson_routes, puzzle_routes
from rattus.server.analysis import routes as analysis_routes
from rattus.server.clock import Clock, SteadyClock
from rattus.server.daily import routes as daily_routes
from rattus.server.errors import ErrorCode, ServerError
from rattus.server.live import socket
from rattus.server.middleware import BodyLimit, SecurityHeaders
from rattus.server.notices import routes as notice_routes
from rattus.server.open_tables import routes as open_routes
from rattus.server.players import key_routes
from rattus.server.players import live as player_live
from rattus.server.players import routes as player_routes
from rattus.server.protocol.basics import first_error, models_by_name
from rattus.server.ratings import routes as rating_routes
from rattus.server.runtime import Runtime
from rattus.server.settings import Settings
from rattus.server.static_files import BrowserClient

ROUTERS = (
    routes.router,
    player_routes.router,
    analysis_routes.router,
    lesson_routes.router,
    puzzle_routes.router,
    open_routes.router,
    key_routes.router,
    notice_routes.router,
    rating_routes.router,
    daily_routes.router,
    routes.monitoring,
)
CODES = {404: ErrorCode.NOT_FOUND, 413: ErrorCode.TOO_LARGE, 429: ErrorCode.BUSY}
MAX_WHY = 500  # characters of an explanation, which may quote the request
NOT_ALLOWED = 405
BAD_JSON = 400  # what FastAPI answers to a body that is not JSON


def make_app(settings: Settings, clock: Clock | None = None) -> FastAPI:
    """The application of a server process. Its lifespan starts and stops the runtime."""
    runtime = Runtime(settings, clock or SteadyClock())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await runtime.open()
        try:
            yield
        finally:
            await runtime.close()

    app = FastAPI(
        title="rattus",
        version=rattus.__version__,
        description="Tables for Rattus, Rattus Africanus and Rattus Cartus. Live play is by WebSocket: docs/server.md.",
        lifespan=lifespan,
        openapi_url=None,  # answered below: FastAPI would write it anew for every request, of whoever sends thousands
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.runtime = runtime
    for router in ROUTERS:
        app.include_router(router)
    app.include_router(socket.router)
    app.include_router(player_live.router)
    app.add_middleware(BodyLimit, max_bytes=settings.limits.body_bytes, take=runtime.take_request)
    app.add_middleware(SecurityHeaders, clock=runtime.clock)
    if settings.web is not None:
        app.router.default = BrowserClient(settings.web, app.router.default, runtime.take_request)
    _add_error_handlers(app)
    _keep_nulls_in_examples(app)
    _add_description(app)
    return app


def _add_description(app: FastAPI) -> None:
    """Answer with the description of the API, which is written once."""

    @cache
    def description() -> bytes:
        return orjson.dumps(app.openapi())

    async def answer(request: Request) -> Response:
        runtime = routes.take(request, 1.0)
        # Writing it takes seconds, in which everybody would wait.
        return Response(await runtime.background.run("description", description), media_type="application/json")

    app.add_route("/api/openapi.json", answer, include_in_schema=False)


def _keep_nulls_in_examples(app: FastAPI) -> None:
    """FastAPI removes every null from its description, in examples too, which are then none."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        is_new = app.openapi_schema is None
        description = describe()
        if is_new:
            models = models_by_name()
            for name, schema in description["components"]["schemas"].items():
                if "examples" in schema:
                    schema["examples"] = models[name].model_json_schema()["examples"]
        return description

    app.openapi = openapi  # type: ignore[method-assign]


def _add_error_handlers(app: FastAPI) -> None:
    """Answer every error in the same form."""

    @app.exception_handler(ServerError)
    async def server_error(_: Request, error: ServerError) -> JSONResponse:
        return _error_answer(error.code.status, error.code, error.why)

    @app.exception_handler(RattusError)
    async def bad_input(_: Request, error: RattusError) -> JSONResponse:
        return _error_answer(422, ErrorCode.MALFORMED, str(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        return _error_answer(422, ErrorCode.MALFORMED, first_error(error.errors()))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        status = 422 if error.status_code == BAD_JSON else error.status_code
        answer = _error_answer(status, CODES.get(status, ErrorCode.MALFORMED), str(error.detail))
        answer.headers.update(error.headers or {})
        if status == NOT_ALLOWED and (methods := _methods_at(request.url.path)):
            answer.headers["allow"] = ", ".join(methods)
        return answer


def _methods_at(path: str) -> list[str]:
    """What may be done at an address. Starlette's own answer has only the methods of the first of several routes."""
    there = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    return sorted({method for route in there if route.path_regex.match(path) for method in route.methods or ()})


def _error_answer(status: int, code: ErrorCode, why: str) -> JSONResponse:
    why = why[:MAX_WHY].encode(errors="replace").decode()  # lone surrogates from the request, which cannot be encoded
    return JSONResponse({"code": code.value, "why": why}, status)
