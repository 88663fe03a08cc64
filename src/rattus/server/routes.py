"""Tables and records by HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from starlette.responses import PlainTextResponse

from rattus.bots.levels import LEVELS
from rattus.games import GAMES
from rattus.kernel.seats import SEATS
from rattus.match.game import new_game
from rattus.match.parts import shipped_parts
from rattus.server.errors import Refused
from rattus.server.live.live_table import Ask, LiveTable
from rattus.server.live.snapshots import shown_data
from rattus.server.protocol import MadeTable, SeatChange, Trouble, Wish
from rattus.server.protocol_answers import GamesAnswer, HealthAnswer, MomentsAnswer, RecordAnswer, ShownAnswer
from rattus.server.runtime import House
from rattus.server.tables.create import make_table
from rattus.server.tables.keys import Role
from rattus.server.tables.replay import MOST_MOMENTS, Match

MOST_MATCHES = 1_000_000


def house_of(request: Request) -> House:
    """The server that a request came to; too many requests are refused here."""
    house: House = request.app.state.house
    address = request.client.host if request.client else ""
    if not house.request_buckets.take(address, house.clock.now()):
        raise Refused("busy", "too many requests; wait a little")
    return house


TheHouse = Annotated[House, Depends(house_of)]
_bearer = HTTPBearer(auto_error=False, description="The key of the table")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def place_of(table: TableId, house: TheHouse, bearer: Bearer) -> tuple[LiveTable, Role]:
    """The table that a key opens, and as whom."""
    return await house.hall.enter(table, "" if bearer is None else bearer.credentials)


Place = Annotated[tuple[LiveTable, Role], Depends(place_of)]
MatchNumber = Annotated[int | None, Query(alias="match", ge=1, le=MOST_MATCHES, description="Left out: the last one")]


TableId = Annotated[str, Path(description="The id of the table", examples=["k3v9tq7xwe"])]
SeatNumber = Annotated[int, Path(ge=1, le=len(SEATS), description="From 1 on", examples=[1])]


def _answers(answer: type[BaseModel], *statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a request may be answered: that, or what is wrong."""
    return {200: {"model": answer}} | _troubles(*statuses)


def _troubles(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": Trouble} for status in (422, 429, 503, *statuses)}


router = APIRouter(prefix="/api")


@router.get("/games", responses=_answers(GamesAnswer), dependencies=[Depends(house_of)])
def games() -> Response:
    """The games: numbers of players, options with their defaults, and the levels of bots."""
    return _json({"games": [_game_data(name) for name in GAMES], "levels": list(LEVELS)})


@router.post("/tables", status_code=201, responses=_troubles(409, 413))
async def make(wish: Wish, request: Request, house: TheHouse) -> MadeTable:
    """Make a table. Its keys are told here and never again."""
    address = request.client.host if request.client else ""
    if not house.table_buckets.take(address, house.clock.now()):
        raise Refused("busy", "too many new tables; wait a little")
    making = await asyncio.to_thread(make_table, wish, house.clock.now(), house.new_table_id())
    await house.storage.create(making.table.id, making.entries, making.keys, making.table.attention)
    house.metrics.made.inc()
    if making.table.attention is not None:
        await house.hall.table(making.table.id)  # somebody has to move
    return making.answer


@router.get("/tables/{table}", responses=_answers(ShownAnswer, 404))
async def show(place: Place) -> Response:
    """Who sits at the table, and what is agreed there."""
    return await _shown(*place)


@router.patch("/tables/{table}/seats/{seat}", responses=_answers(ShownAnswer, 403, 404, 409, 413))
async def change_seat(place: Place, seat: SeatNumber, change: SeatChange) -> Response:
    """Give your name, or as the host give the seat to a bot, close it or open it."""
    live, role = place
    if (change.name is None) == (change.holder is None) or (change.level is None) == (change.holder == "bot"):
        raise Refused("malformed", "either a name, or a holder (a bot with its level)")
    return await _ask(live, role, _change(seat, change))


@router.post("/tables/{table}/start", responses=_answers(ShownAnswer, 403, 404, 409))
async def start(place: Place) -> Response:
    """Begin the match, as the host."""
    live, role = place
    return await _ask(live, role, lambda requests: requests.start())


@router.get("/tables/{table}/record", responses=_answers(RecordAnswer, 404))
async def record(place: Place, house: TheHouse, number: MatchNumber = None) -> Response:
    """The record of a match: what you may know, and after the end all."""
    live, role = place
    match, colour = await _match(live, role, house, number)
    return _json(await asyncio.to_thread(match.record, colour))


@router.get("/tables/{table}/moments", responses=_answers(MomentsAnswer, 403, 404))
async def moments(
    place: Place,
    house: TheHouse,
    number: MatchNumber = None,
    first: Annotated[int, Query(ge=0, le=MOST_MATCHES)] = 0,
    last: Annotated[int, Query(ge=0, le=MOST_MATCHES)] = MOST_MOMENTS - 1,
    everything: bool = False,
) -> Response:
    """A match moment by moment, 50 at most; number 0 is before the first move. `everything` after the end only."""
    live, role = place
    match, colour = await _match(live, role, house, number)
    found = await asyncio.to_thread(match.moments, colour, everything, first, last)
    return _json({"match": match.table.match, "moves": len(match.table.moves), "moments": found})


health = APIRouter()


@health.get("/healthz", responses={200: {"model": HealthAnswer}, 503: {"model": Trouble}})
async def healthz(request: Request) -> Response:
    """Whether the server is well: its database answers."""
    house: House = request.app.state.house
    await house.storage.ping()
    return _json({"status": "well"})


_METRICS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"example": "rattus_connections 12.0"}}}}


@health.get("/metrics", response_class=PlainTextResponse, responses=_METRICS)
def metrics(request: Request) -> Response:
    """Measures for Prometheus."""
    return Response(request.app.state.house.metrics.text(), media_type="text/plain; version=0.0.4")


def _game_data(name: str) -> dict[str, Any]:
    rulebook = GAMES[name]
    game = new_game(shipped_parts(rulebook), rulebook.player_counts[0], 0, {})
    return {
        "game": name,
        "title": rulebook.title,
        "players": list(rulebook.player_counts),
        "options": game.options,
        "rules_version": rulebook.version,
    }


def _change(seat: int, change: SeatChange) -> Ask:
    if change.name is not None:
        name = change.name
        return lambda requests: requests.name(seat, name)
    assert change.holder is not None
    holder, level = change.holder, change.level
    return lambda requests: requests.hold(seat, holder, level)


async def _ask(live: LiveTable, role: Role, ask: Ask) -> Response:
    await live.ask(role, ask)
    return await _shown(live, role)


async def _shown(live: LiveTable, role: Role) -> Response:
    return _json(await live.look(lambda table: shown_data(table, role)))


async def _match(live: LiveTable, role: Role, house: House, number: int | None) -> tuple[Match, str | None]:
    last = await live.look(lambda table: table.match)
    entries = await house.storage.entries(live.table.id)
    match = await asyncio.to_thread(Match, entries, last if number is None else number)
    return match, match.table.colour_of(role)


def _json(data: Any) -> Response:
    return Response(orjson.dumps(data), media_type="application/json")
