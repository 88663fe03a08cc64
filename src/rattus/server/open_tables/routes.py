"""The HTTP API of open tables."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.players.routes import Me
from rattus.server.protocol.open_tables import (
    FindTableRequest,
    InvitationCode,
    Invited,
    ListedTables,
    OpenTableRequest,
    Seated,
    SitRequest,
    StoodUp,
)
from rattus.server.routes import TableId, TheRuntime, answers, client_address, errors_of, json_answer, take
from rattus.server.runtime import Runtime
from rattus.server.strict_json import StrictRoute

PAGE = 20  # tables in one answer
MAX_FIRST = 10_000
GUESS_COST = 20.0  # requests that an invitation code counts for: nobody guesses many

router = APIRouter(prefix="/api", route_class=StrictRoute)


def pay_for_guess(request: Request) -> None:
    """An invitation code counts as many requests."""
    take(request, GUESS_COST - 1.0)


def _pay_for_table(request: Request, runtime: Runtime) -> str:
    """Opening counts as making a table. The maker, as it is stored."""
    address = client_address(request)
    if not runtime.limit_book.new_tables.take(address, runtime.clock.now()):
        raise RequestRefused(ErrorCode.BUSY, "too many tables at once; wait a little")
    return runtime.maker_id(address)


def _pay_for_chair(request: Request, runtime: Runtime) -> None:
    """Sitting down has a looser limit than opening: friends behind one address do it at the same time."""
    if not runtime.limit_book.new_chairs.take(client_address(request), runtime.clock.now()):
        raise RequestRefused(ErrorCode.BUSY, "too many sit down at once; wait a little")


@router.get("/open", responses=answers(ListedTables, 404))
async def show(
    request: Request,
    runtime: TheRuntime,
    first: Annotated[int, Query(ge=0, le=MAX_FIRST, description="Where the page begins")] = 0,
) -> Response:
    """The tables that are open to everybody, the newest first; where a code is asked for, with the player's key."""
    tables = runtime.open_tables
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    player = await runtime.players.find(key) if key else None
    if not tables.may_see(player):
        access = "invitation" if tables.is_on else "off"
        return json_answer({"access": access, "version": 0, "total": 0, "tables": [], "next": None})
    listing = await tables.listing()
    total = len(listing.tables)
    page = listing.tables[first : first + PAGE]
    more = first + PAGE if first + PAGE < total else None
    told = {"access": "everybody", "version": listing.version, "total": total, "tables": page, "next": more}
    return json_answer(told)


@router.post("/open/make", status_code=201, responses=errors_of(403, 404, 413))
async def open_to_all(body: OpenTableRequest, me: Me, request: Request, runtime: TheRuntime) -> Seated:
    """Open a table to everybody, or to players who have its link. You have a chair there, and are its host."""
    player, key = me
    tables, table_id = runtime.open_tables, runtime.new_table_id()
    if body.listed:
        tables.check(player)
    maker = _pay_for_table(request, runtime)
    runtime.metrics.made.inc()
    return await tables.open(player, key, body.table, body.fill, table_id, maker, listed=body.listed)


@router.post("/open/find", responses=errors_of(403, 404, 413))
async def find(body: FindTableRequest, me: Me, request: Request, runtime: TheRuntime) -> Seated:
    """Sit down at an open table that fits, or open one."""
    player, key = me
    runtime.open_tables.check(player)
    _pay_for_chair(request, runtime)
    pay = partial(_pay_for_table, request, runtime)
    return await runtime.open_tables.find(player, key, body, runtime.new_table_id(), pay)


@router.post("/open/{table}/sit", responses=errors_of(403, 404, 409, 413))
async def sit(table: TableId, body: SitRequest, me: Me, request: Request, runtime: TheRuntime) -> Seated:
    """Take a free chair of an open table. Of two who want the same one the other is refused as `late`."""
    player, key = me
    if body.link is None:
        runtime.open_tables.check(player)
    _pay_for_chair(request, runtime)
    return await runtime.open_tables.sit(player, key, table, body.chair, body.link)


@router.post("/open/{table}/leave", responses=errors_of(403, 404, 409))
async def leave(table: TableId, me: Me, runtime: TheRuntime) -> StoodUp:
    """Leave your chair: before the match it is free again, in the match a bot plays on. Your own table is closed."""
    closed = await runtime.open_tables.leave(me[0], table)
    if closed is None:
        raise RequestRefused(ErrorCode.NOT_FOUND, "this is not an open table")
    return StoodUp(table=table, closed=closed)


@router.post("/me/invitation", responses=errors_of(403, 404, 413), dependencies=[Depends(pay_for_guess)])
async def invitation(body: InvitationCode, me: Me, runtime: TheRuntime) -> Invited:
    """Give the invitation code of this server, once."""
    if not await runtime.open_tables.invite(me[0], body.code):
        raise RequestRefused(ErrorCode.NOT_YOURS, "that is not the invitation code of this server")
    return Invited(invited=True)
