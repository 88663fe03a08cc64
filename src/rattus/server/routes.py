"""The HTTP API: tables, records, and monitoring."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from starlette.responses import PlainTextResponse

from rattus.bots.levels import LEVELS
from rattus.games import GAMES
from rattus.kernel.seats import SEATS
from rattus.match.components import component_tables
from rattus.match.game import new_game
from rattus.match.parts import shipped_parts
from rattus.match.vocabulary import vocabulary_of
from rattus.server.errors import BrokenInvariant, ErrorCode, RequestRefused
from rattus.server.live.live_table import LiveTable, MakeEntry
from rattus.server.live.snapshots import table_answer
from rattus.server.protocol.basics import PROTOCOL, PROTOCOL_HEADER, ErrorAnswer, check_protocol
from rattus.server.protocol.games import ComponentsAnswer, GamesAnswer, VocabularyAnswer
from rattus.server.protocol.health import HealthAnswer, ReadyAnswer
from rattus.server.protocol.messages import message_schema
from rattus.server.protocol.records import MomentsAnswer, RecordAnswer
from rattus.server.protocol.reports import Reported, ReportRequest
from rattus.server.protocol.tables import (
    ChairChange,
    CreateTableRequest,
    KeyRenewed,
    TableCreated,
    TableRemoved,
    TableSeen,
)
from rattus.server.rate_limit import address_key
from rattus.server.runtime import BANNED, Runtime
from rattus.server.storage.administration import Action
from rattus.server.storage.reports import Report
from rattus.server.strict_json import StrictRoute
from rattus.server.tables.create import create_table
from rattus.server.tables.journal import ChairHolder
from rattus.server.tables.keys import HOST, Role, chair_role, digest, new_key
from rattus.server.tables.replay import MAX_MOMENTS
from rattus.server.tables.table import Table, TableStatus

MAX_NUMBER = 1_000_000
REPORT_COST = 10.0
MAX_REPORTED_LINES = 30  # of the chat, that go with a report
ACT_COST = 10.0  # the same for what is noted in the audit log
REPLAY_COST = 4.0  # requests that one for a record or moments counts for


def client_address(request: Request) -> str:
    """Whose limits count for a request: an address, or the network of an IPv6 address."""
    return address_key(request.client.host) if request.client else ""


def limited_runtime(request: Request) -> Runtime:
    """The runtime for a request, unless its address has sent too many."""
    return take(request, 1.0)


def take(request: Request, cost: float) -> Runtime:
    runtime: Runtime = request.app.state.runtime
    version = request.headers.get(PROTOCOL_HEADER, "")
    if version.isdecimal():
        check_protocol(int(version[:9]))
    if runtime.is_banned(client_address(request)):
        raise RequestRefused(ErrorCode.NOT_YOURS, BANNED)
    if not runtime.take_request(client_address(request), cost):
        raise RequestRefused(ErrorCode.BUSY, "too many requests; wait a little")
    return runtime


def pay_for_replay(request: Request) -> None:
    """A record or a replay counts as several requests, since it costs as much."""
    take(request, REPLAY_COST - 1.0)


def pay_for_act(request: Request) -> None:
    """What hosts of tables do counts as several requests: each is a row in the audit log."""
    take(request, ACT_COST - 1.0)


def pay_for_report(request: Request) -> None:
    """A report counts as several requests."""
    take(request, REPORT_COST - 1.0)


NOTED = [Depends(pay_for_act)]
TheRuntime = Annotated[Runtime, Depends(limited_runtime)]
_bearer = HTTPBearer(auto_error=False, description="The key of the table")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def open_table(table: TableId, runtime: TheRuntime, bearer: Bearer) -> tuple[LiveTable, Role]:
    """The table that a key opens, and the role it grants."""
    return await runtime.registry.open(table, "" if bearer is None else bearer.credentials)


OpenTable = Annotated[tuple[LiveTable, Role], Depends(open_table)]
MatchNumber = Annotated[int | None, Query(alias="match", ge=1, le=MAX_NUMBER, description="Left out: the last one")]


TableId = Annotated[str, Path(description="The id of the table", examples=["k3v9tq7xwe"])]
ChairNumber = Annotated[int, Path(ge=1, le=len(SEATS), description="From 1 on", examples=[1])]


def answers(answer: type[BaseModel], *statuses: int) -> dict[int | str, dict[str, Any]]:
    """The possible answers to a request: this one, or an error."""
    return {200: {"model": answer}} | errors_of(*statuses)


def json_answer(data: Any, status: int = 200, *, no_cache: bool = False) -> Response:
    """An answer in JSON; bytes are JSON already. With `no_cache` browsers ask again each time."""
    body = data if isinstance(data, bytes) else orjson.dumps(data)
    headers = {"Cache-Control": "no-cache"} if no_cache else None
    return Response(body, status, headers, media_type="application/json")


def errors_of(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": ErrorAnswer} for status in (422, 426, 429, 503, *statuses)}


SCHEMA_TYPE = "application/schema+json"
_SCHEMA: dict[int | str, dict[str, Any]] = {
    200: {"content": {SCHEMA_TYPE: {"schema": {"type": "object"}, "example": {"protocol": PROTOCOL, "$defs": {}}}}}
}
router = APIRouter(prefix="/api", route_class=StrictRoute)


@router.get("/games", responses=answers(GamesAnswer), dependencies=[Depends(limited_runtime)])
def games() -> Response:
    """The games: numbers of players, options with their defaults, and the levels of bots."""
    return json_answer(_games())


@router.get(
    "/games/{game}/vocabulary", responses=answers(VocabularyAnswer, 404), dependencies=[Depends(limited_runtime)]
)
def vocabulary(game: Annotated[str, Path(max_length=32, examples=["rattus"])]) -> Response:
    """The words and numbers of a game: cards, classes, verbs with their arguments, events, limits, rule ids."""
    if game not in GAMES:
        raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no game {game!r}; there are {', '.join(GAMES)}")
    return json_answer(vocabulary_of(GAMES[game]), no_cache=True)  # it belongs to the version of the server


@router.get(
    "/games/{game}/components", responses=answers(ComponentsAnswer, 404), dependencies=[Depends(limited_runtime)]
)
def components(game: Annotated[str, Path(max_length=32, examples=["rattus"])]) -> Response:
    """What is printed on the components of a game, and what of it is reconstructed."""
    if game not in GAMES:
        raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no game {game!r}; there are {', '.join(GAMES)}")
    return json_answer(component_tables(GAMES[game]), no_cache=True)


@router.get(
    "/messages", response_class=Response, responses=_SCHEMA | errors_of(), dependencies=[Depends(limited_runtime)]
)
def messages() -> Response:
    """The JSON Schema of the messages of the WebSocket, `/api/live`: Hello, ClientMessage and ServerMessage."""
    return Response(_messages(), media_type=SCHEMA_TYPE)


@router.post("/tables", status_code=201, responses=errors_of(409, 413))
async def make(body: CreateTableRequest, request: Request, runtime: TheRuntime) -> TableCreated:
    """Make a table. Its keys are in the answer and are never told again."""
    address = client_address(request)
    if not runtime.limit_book.new_tables.take(address, runtime.clock.now()):
        raise RequestRefused(ErrorCode.BUSY, "too many new tables; wait a little")
    maker = runtime.maker_id(address)
    is_alone = body.start and not any(chair.name for chair in body.chairs)  # people may always play
    if is_alone and runtime.unattended_tables(maker) >= runtime.settings.limits.unattended_tables:
        raise RequestRefused(ErrorCode.BUSY, "too many of your tables run without anybody there; watch one, or wait")
    now, table_id = runtime.clock.now(), runtime.new_table_id()
    new = await runtime.background.run(address, lambda: create_table(body, now, table_id))
    await runtime.store.create(new.table.id, new.entries, new.roles, new.table.next_wakeup, maker)
    runtime.metrics.made.inc()
    if new.table.next_wakeup is not None:
        await runtime.registry.get(new.table.id)  # which starts its bots and clocks
    return new.answer


@router.get("/tables/{table}", responses=answers(TableSeen, 404))
async def show(open_table: OpenTable) -> Response:
    """The chairs of the table and what is agreed there."""
    return await _table_answer(*open_table)


@router.patch("/tables/{table}/chairs/{chair}", responses=answers(TableSeen, 403, 404, 409, 413))
async def change_chair(open_table: OpenTable, chair: ChairNumber, change: ChairChange) -> Response:
    """Give your name, or as the host give the chair to a bot, close it or open it."""
    live, role = open_table
    if (change.name is None) == (change.holder is None) or (change.level is None) == (change.holder == "bot"):
        raise RequestRefused(ErrorCode.MALFORMED, "either a name, or a holder (a bot with its level)")
    return await _submit(live, role, _change_of_chair(chair, change))


@router.post("/tables/{table}/start", responses=answers(TableSeen, 403, 404, 409))
async def start(open_table: OpenTable) -> Response:
    """Begin the match, as the host."""
    live, role = open_table
    return await _submit(live, role, lambda requests: requests.start())


@router.post("/tables/{table}/close", responses=answers(TableSeen, 403, 404, 409), dependencies=NOTED)
async def close(open_table: OpenTable, runtime: TheRuntime) -> Response:
    """Close the table for good, as the host: nothing happens there any more."""
    live, role = open_table
    _check_may_end(live)
    await live.submit(role, lambda requests: requests.close())
    await runtime.administration.note(Action.CLOSE, live.table.id, "", runtime.clock.now())
    return await _table_answer(live, role)


@router.post("/tables/{table}/remove", responses=errors_of(403, 404, 409), dependencies=NOTED)
async def remove(open_table: OpenTable, runtime: TheRuntime) -> TableRemoved:
    """Remove the table with everything that is stored of it, as the host."""
    live, role = open_table
    _check_host(role)
    _check_may_end(live)
    await runtime.administration.remove(live.table.id, runtime.clock.now())
    await runtime.follow_audit()
    return TableRemoved(table=live.table.id)


@router.post("/tables/{table}/chairs/{chair}/key", responses=errors_of(403, 404), dependencies=NOTED)
async def renew_key(open_table: OpenTable, chair: ChairNumber, runtime: TheRuntime) -> KeyRenewed:
    """Give a chair another key, as the host; whoever used the old one is disconnected."""
    live, role = open_table
    _check_host(role)
    _check_keys_are_the_hosts(live)
    return await _renew_key(live, chair, runtime, Action.RENEW_KEY)


@router.post("/tables/{table}/chairs/{chair}/kick", responses=errors_of(403, 404, 409), dependencies=NOTED)
async def kick(open_table: OpenTable, chair: ChairNumber, runtime: TheRuntime) -> KeyRenewed:
    """Remove the person on a chair, as the host: its key is renewed, and a bot plays on until somebody returns."""
    live, role = open_table
    _check_host(role)
    _check_keys_are_the_hosts(live)
    renewed = await _renew_key(live, chair, runtime, Action.KICK)
    await live.remove_person(role, chair)
    return renewed


async def _renew_key(live: LiveTable, chair: int, runtime: Runtime, action: Action) -> KeyRenewed:
    key = new_key()
    await runtime.administration.renew_key(live.table.id, chair_role(chair), digest(key), runtime.clock.now(), action)
    await runtime.follow_audit()
    return KeyRenewed(chair=chair, key=key)


def _check_host(role: Role) -> None:
    if role != HOST:
        raise RequestRefused(ErrorCode.NOT_YOURS, "only the host may do that")


def _check_keys_are_the_hosts(live: LiveTable) -> None:
    """At an open table nobody gets the key of another's chair, and sees what is hidden from their own."""
    if live.table.settings.opening is not None:
        raise RequestRefused(ErrorCode.NOT_YOURS, "at an open table a chair belongs to whoever sat down there")


def _check_may_end(live: LiveTable) -> None:
    """Whoever opened a table to everybody cannot take the match away from the others."""
    if live.table.settings.opening is not None and live.table.status is TableStatus.PLAYING:
        raise RequestRefused(ErrorCode.NOT_NOW, "others play here as well; you can leave the game")


@router.post(
    "/tables/{table}/reports",
    status_code=201,
    responses=errors_of(404, 409, 413),
    dependencies=[Depends(pay_for_report)],
)
async def report(body: ReportRequest, request: Request, open_table: OpenTable, runtime: TheRuntime) -> Reported:
    """Report whoever sits on a chair to whoever runs the server, with the last lines of the chat."""
    live, role = open_table
    address = runtime.maker_id(client_address(request))
    await runtime.reports.add(await live.read(lambda table: _report(table, role, body, address)), runtime.clock.now())
    return Reported(reported=True)


def _report(table: Table, role: Role, body: ReportRequest, address: str) -> Report:
    if body.chair > len(table.chairs) or table.chairs[body.chair - 1].holder is not ChairHolder.PERSON:
        raise RequestRefused(ErrorCode.NOT_NOW, "nobody sits there")
    if role.chair == body.chair:
        raise RequestRefused(ErrorCode.NOT_NOW, "that is you")
    name = table.chairs[body.chair - 1].name or ""
    lines = [dict(line) for line in list(table.chat)[-MAX_REPORTED_LINES:]]
    return Report(table.id, body.chair, name, role.chair, address, body.why, body.text, lines)


@router.get("/tables/{table}/record", responses=answers(RecordAnswer, 404), dependencies=[Depends(pay_for_replay)])
async def record(request: Request, open_table: OpenTable, runtime: TheRuntime, number: MatchNumber = None) -> Response:
    """The record of a match: what you may know, and after the end all."""
    answer = await runtime.replays.record(*open_table, number, client_address(request))
    return json_answer(answer)


@router.get(
    "/tables/{table}/moments", responses=answers(MomentsAnswer, 403, 404), dependencies=[Depends(pay_for_replay)]
)
async def moments(
    request: Request,
    open_table: OpenTable,
    runtime: TheRuntime,
    number: MatchNumber = None,
    first: Annotated[int, Query(ge=0, le=MAX_NUMBER)] = 0,
    last: Annotated[int, Query(ge=0, le=MAX_NUMBER)] = MAX_MOMENTS - 1,
    everything: bool = False,
) -> Response:
    """A match moment by moment, 50 at most; number 0 is before the first move. `everything` after the end only."""
    address = client_address(request)
    answer = await runtime.replays.moments(*open_table, number, first, last, everything, address)
    return json_answer(answer)


monitoring = APIRouter()


@monitoring.get("/healthz", responses={200: {"model": HealthAnswer}, 503: {"model": HealthAnswer}})
async def healthz(request: Request) -> Response:
    """Whether everything works: the database takes writes, and other processes are heard."""
    runtime: Runtime = request.app.state.runtime
    health = await runtime.health.check()
    status = "well" if health.is_well else "ill"
    return json_answer(
        {"status": status, "database": health.database, "bus": health.bus}, 200 if health.is_well else 503
    )


@monitoring.get("/readyz", responses={200: {"model": ReadyAnswer}, 503: {"model": ReadyAnswer}})
async def readyz(request: Request) -> Response:
    """Whether requests should be sent here: the server has started, does not stop, and its database takes writes."""
    runtime: Runtime = request.app.state.runtime
    is_ready = runtime.is_ready and (await runtime.health.check()).database
    return json_answer({"ready": is_ready}, 200 if is_ready else 503)


_METRICS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"example": "rattus_connections 12.0"}}}}


@monitoring.get("/metrics", response_class=PlainTextResponse, responses=_METRICS)
def metrics(request: Request) -> Response:
    """Measurements for Prometheus."""
    take(request, 1.0)
    return Response(request.app.state.runtime.metrics.text(), media_type="text/plain; version=0.0.4")


@cache
def _messages() -> bytes:
    return orjson.dumps(message_schema())


@cache
def _games() -> bytes:
    return orjson.dumps({"games": [_game_data(name) for name in GAMES], "levels": list(LEVELS)})


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


def _change_of_chair(chair: int, change: ChairChange) -> MakeEntry:
    name, level = change.name, change.level
    if name is not None:
        return lambda requests: requests.set_name(chair, name)
    if change.holder is None:
        raise BrokenInvariant("a change of a chair without a name and without a holder")
    holder = ChairHolder(change.holder)
    return lambda requests: requests.set_holder(chair, holder, level)


async def _submit(live: LiveTable, role: Role, make_entry: MakeEntry) -> Response:
    await live.submit(role, make_entry)
    return await _table_answer(live, role)


async def _table_answer(live: LiveTable, role: Role) -> Response:
    return json_answer(await live.read(lambda table: table_answer(table, role)))
