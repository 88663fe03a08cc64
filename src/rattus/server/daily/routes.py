"""The HTTP API of the games of the day."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.open_tables.service import NOT_INVITED
from rattus.server.players.routes import Me
from rattus.server.protocol.daily import DailyGamesAnswer
from rattus.server.protocol.open_tables import Seated
from rattus.server.routes import TheRuntime, answers, client_address, errors_of, json_answer, take
from rattus.server.strict_json import StrictRoute

LIST_COST = 3.0  # requests that one for the list counts for: it asks the database for three games

router = APIRouter(prefix="/api", route_class=StrictRoute)


def pay_for_list(request: Request) -> None:
    """The list counts as several requests."""
    take(request, LIST_COST - 1.0)


@router.get("/daily", responses=answers(DailyGamesAnswer, 403, 404), dependencies=[Depends(pay_for_list)])
async def show(
    request: Request,
    runtime: TheRuntime,
    day: Annotated[date | None, Query(description="A day of UTC; left out: today")] = None,
) -> Response:
    """The games of the day. Results are told to whoever has finished their own try, and to all after the day."""
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    player = await runtime.players.find(key) if key else None
    if not runtime.open_tables.is_invited(player):
        raise RequestRefused(ErrorCode.NOT_YOURS, NOT_INVITED)
    return json_answer(await runtime.daily.show(player, key, None if day is None else day.isoformat()))


@router.post("/daily/{game}", responses=errors_of(403, 404))
async def play(
    game: Annotated[str, Path(max_length=32, examples=["rattus"])], me: Me, request: Request, runtime: TheRuntime
) -> Seated:
    """Play today's game: your one try begins, or goes on. Leaving it ends it."""
    player, key = me
    if not runtime.open_tables.is_invited(player):
        raise RequestRefused(ErrorCode.NOT_YOURS, NOT_INVITED)
    address = client_address(request)
    is_new = not await runtime.daily.has_begun(player, game)
    if is_new and not runtime.limit_book.new_tables.take(address, runtime.clock.now()):
        raise RequestRefused(ErrorCode.BUSY, "too many new tables; wait a little")
    return await runtime.daily.begin(player, key, game, runtime.new_table_id(), runtime.maker_id(address))
