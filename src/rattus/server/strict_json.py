"""Bodies of requests: JSON that every part of the server can store and repeat, or none."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

MAX_DEPTH = 32  # a record has 6
MAX_NUMBER = 2**53  # beyond it numbers are not exact everywhere
MAX_TEXT = 100_000
NUL = "\0"  # which not every database can store, or look for
WITH_NUL = "a text must not contain the character NUL"


def read_json(body: bytes) -> Any:
    """The data of a body. json.JSONDecodeError or HTTPException says what is wrong with it.

    NaN, infinity, lone surrogates and nesting beyond all measure are no JSON; the rest is checked here, NUL too.
    """
    data = orjson.loads(body)
    _check(data)
    return data


def _check(data: Any) -> None:
    waiting = [(data, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise HTTPException(422, "nested too deeply")
        if isinstance(value, dict):
            waiting += [(item, depth + 1) for item in value.values()]
            waiting += [(key, depth) for key in value]
        elif isinstance(value, list):
            waiting += [(item, depth + 1) for item in value]
        elif isinstance(value, str):
            if len(value) > MAX_TEXT:
                raise HTTPException(422, "a text is too long")
            if NUL in value:
                raise HTTPException(422, WITH_NUL)
        elif isinstance(value, int | float) and not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise HTTPException(422, "a number is too large")


class StrictRequest(Request):
    """A request whose body is read by `read_json`."""

    async def json(self) -> Any:
        """The data of the body."""
        body = await self.body()
        try:
            return read_json(body)
        except orjson.JSONDecodeError as error:
            raise json.JSONDecodeError(error.msg, "", 0) from None  # without the body, which may contain a key


class StrictRoute(APIRoute):
    """A route with such requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What handles a request."""
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            if NUL in request.scope["path"] or b"%00" in request.scope["query_string"]:
                raise HTTPException(422, WITH_NUL)
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly
