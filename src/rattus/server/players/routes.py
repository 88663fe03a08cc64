"""The HTTP API of players: who I am on every device, my games, my results."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.players.keys import derived_key
from rattus.server.players.store import Player, Row, result_data
from rattus.server.players.summary import stored_summary, summary_of
from rattus.server.protocol.players import (
    ChairClaim,
    ChairClaimed,
    NewPlayer,
    OwnChair,
    OwnDevice,
    OwnPasskey,
    PlayerExport,
    PlayerGames,
    PlayerKeyRenewed,
    PlayerMade,
    PlayerRemoved,
    PlayerResults,
    PlayerSeen,
)
from rattus.server.routes import (
    ACT_COST,
    OpenTable,
    TheRuntime,
    answers,
    client_address,
    errors_of,
    json_answer,
    take,
)
from rattus.server.routes import Bearer as TableBearer
from rattus.server.storage.administration import Action, Administration
from rattus.server.strict_json import StrictRoute
from rattus.server.tables.journal import ChairHolder
from rattus.server.tables.keys import HOST, RoleKind, chair_role
from rattus.server.tables.table import Table

PAGE = 50  # games or results in one answer
MAX_FIRST = 100_000
EXPORT_COST = 40.0  # requests that an export counts for

router = APIRouter(prefix="/api", route_class=StrictRoute)
_bearer = HTTPBearer(auto_error=False, scheme_name="Player", description="The key of the player")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def known_player(runtime: TheRuntime, bearer: Bearer) -> tuple[Player, str]:
    """The player whose key it is, and the key."""
    key = "" if bearer is None else bearer.credentials
    player = await runtime.players.find(key)
    await runtime.players.note_seen(player, runtime.clock.now())
    return player, key


def pay_for_export(request: Request) -> None:
    """An export counts as many requests, since it reads everything."""
    take(request, EXPORT_COST)


def pay_for_renewal(request: Request) -> None:
    """New keys for all tables count as several requests."""
    take(request, ACT_COST)


Me = Annotated[tuple[Player, str], Depends(known_player)]
First = Annotated[int, Query(ge=0, le=MAX_FIRST, description="Where the page begins")]


@router.post("/players", status_code=201, responses=errors_of(413))
async def make(body: NewPlayer, request: Request, runtime: TheRuntime) -> PlayerMade:
    """Make a player. The key is in the answer and is never told again."""
    if not runtime.limit_book.new_players.take(client_address(request), runtime.clock.now()):
        raise RequestRefused(ErrorCode.BUSY, "too many new players; wait a little")
    player, key = await runtime.players.create(body.name, runtime.clock.now())
    return PlayerMade(player=player.id, key=key)


@router.get("/me", responses=errors_of(404))
async def show(me: Me, runtime: TheRuntime) -> PlayerSeen:
    """Who you are, and how many games wait for you, are over, and were won."""
    return await _seen(me[0], runtime)


@router.post("/me/name", responses=errors_of(404, 413))
async def rename(me: Me, change: NewPlayer, runtime: TheRuntime) -> PlayerSeen:
    """Change your name. Tables keep the names that were given there."""
    player, key = me
    await runtime.players.rename(player, change.name)
    return await _seen(await runtime.players.find(key), runtime)


@router.post("/me/key", responses=errors_of(404), dependencies=[Depends(pay_for_renewal)])
async def renew_key(me: Me, runtime: TheRuntime) -> PlayerKeyRenewed:
    """Another key; whoever came in with the old one is disconnected."""
    player, key = me
    renewed = await runtime.players.renew_key(player, key)
    await _tell(Action.RENEW_PLAYER, player, runtime)
    return PlayerKeyRenewed(key=renewed)


@router.post("/me/remove", responses=errors_of(404))
async def remove(me: Me, runtime: TheRuntime) -> PlayerRemoved:
    """Remove yourself: keys, chairs and results. What was played and said at tables stays with the tables."""
    player, _ = me
    await runtime.open_tables.leave_all(player)
    await runtime.players.remove(player)
    await _tell(Action.REMOVE_PLAYER, player, runtime)
    return PlayerRemoved(player=player.id)


@router.get("/me/games", responses=answers(PlayerGames, 404))
async def games(me: Me, runtime: TheRuntime, first: First = 0) -> Response:
    """Your games that are not over: first those that wait for you, by the time that is left."""
    player, key = me
    rows = await runtime.players.unfinished(player, first, PAGE + 1)
    await runtime.players.ensure_access(player, key, rows[:PAGE])
    found = [_game(key, row, runtime.watch_key) for row in rows[:PAGE]]
    waiting = await runtime.players.waiting(player.id)
    return json_answer({"waiting": waiting, "games": found, "next": first + PAGE if len(rows) > PAGE else None})


@router.get("/me/results", responses=answers(PlayerResults, 404))
async def results(me: Me, runtime: TheRuntime, first: First = 0) -> Response:
    """How your matches ended, the last first."""
    player, key = me
    rows = await runtime.players.finished(player.id, first, PAGE + 1)
    await runtime.players.ensure_access(player, key, [row for row in rows[:PAGE] if row["is_mine"]])
    found = [
        result_data(row)
        | {"key": derived_key(key, row["table_id"], chair_role(row["chair"])) if row["is_mine"] else None}
        for row in rows[:PAGE]
    ]
    return json_answer({"results": found, "next": first + PAGE if len(rows) > PAGE else None})


@router.get("/me/export", responses=answers(PlayerExport, 404), dependencies=[Depends(pay_for_export)])
async def export(me: Me, runtime: TheRuntime) -> Response:
    """Everything that is stored of you."""
    player = me[0]
    told = orjson.dumps(
        await runtime.players.export(player)
        | {"devices": [device_data(row) for row in await runtime.players.devices(player)]}
        | {"passkeys": [passkey_data(row) for row in await runtime.passkeys.list(player)]}
        | await runtime.notices.export(player)
        | await runtime.ratings.export(player.id)
        | {"tries": await runtime.daily.export(player)}
    )

    async def parts() -> AsyncIterator[bytes]:
        yield told.removesuffix(b"}") + b',"entries":['
        async for part in runtime.players.exported_entries(player):
            yield part
        yield b"]}"

    headers = {"Content-Disposition": 'attachment; filename="player.json"'}
    return StreamingResponse(parts(), headers=headers, media_type="application/json")


@router.post("/me/release", responses=errors_of(404, 413))
async def release(me: Me, chair: OwnChair, runtime: TheRuntime) -> OwnChair:
    """Take a game from your list. The chair stays what it is, and its link still works; at an open table you leave."""
    if await runtime.open_tables.leave(me[0], chair.table) is None:
        await runtime.players.leave(me[0], chair.table, chair.chair)
        await runtime.daily.leave(me[0], chair.table)
    runtime.tracker.nudge([me[0].id])
    return chair


@router.put("/tables/{table}/player", responses=errors_of(403, 404, 409, 413))
async def claim(open_table: OpenTable, bearer: TableBearer, body: ChairClaim, runtime: TheRuntime) -> ChairClaimed:
    """Make the chair whose key you have your own as a player, so that it is in your list on every device."""
    live, role = open_table
    if role.kind is not RoleKind.CHAIR or role.chair is None:
        raise RequestRefused(ErrorCode.NOT_YOURS, "only the key of a chair can make it somebody's own")
    player = await runtime.players.find(body.player)
    is_host = body.host is not None and await _is_host(runtime, live.table.id, body.host)
    chair = role.chair

    def check(table: Table) -> None:
        if table.chairs[chair - 1].holder is not ChairHolder.PERSON or table.watched_record is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, "nobody sits there; give your name first")

    await live.read(check)
    summary = await live.read(summary_of)
    chair_key = "" if bearer is None else bearer.credentials
    now = runtime.clock.now()
    is_theirs = await runtime.players.seat(player, body.player, chair, chair_key, is_host, summary, now)
    if is_theirs:
        runtime.tracker.track(live)
    return ChairClaimed(yours=is_theirs)


async def _is_host(runtime: TheRuntime, table_id: str, key: str) -> bool:
    _, role = await runtime.registry.open(table_id, key)
    if role != HOST:
        raise RequestRefused(ErrorCode.NOT_YOURS, "this is not the key of the host")
    return True


async def _seen(player: Player, runtime: TheRuntime) -> PlayerSeen:
    totals = await runtime.players.totals(player.id)
    return PlayerSeen(
        player=player.id,
        name=player.name,
        made=player.created_at,
        waiting=totals.waiting,
        finished=totals.finished,
        won=totals.won,
    )


async def _tell(action: Action, player: Player, runtime: TheRuntime) -> None:
    """Let all processes close what was opened with keys that are no longer good."""
    await Administration(runtime.store, "player").note(action, None, player.id, runtime.clock.now())
    await runtime.follow_audit()


def _game(key: str, row: Any, watch_key: Callable[[str], str]) -> dict[str, Any]:
    data = stored_summary(row["data"])
    table, chair = row["table_id"], row["chair"]
    return {
        "table": table,
        "chair": chair,
        "key": derived_key(key, table, chair_role(chair)),
        "host": derived_key(key, table, HOST) if row["is_host"] else None,
        "watch": watch_key(table) if data.get("open") else None,
        "daily": data.get("daily"),
        "game": data["game"],
        "status": row["status"],
        "match": data["match"],
        "moves": data["moves"],
        "turn": data.get("turn"),  # games of older versions have none until the next move
        "expected": data.get("expected"),  # the same
        "chairs": data["chairs"],
        "waits_for": row["waits_for"],
        "deadline": row["deadline"],
        "clock": data["clock"],
        "changed": row["changed_at"],
    }


def device_data(row: Row) -> OwnDevice:
    """A device as its player sees it."""
    return {"device": row["id"], "name": row["name"], "made": row["created_at"], "seen": row["seen_at"]}


def passkey_data(row: Row) -> OwnPasskey:
    """A passkey as its player sees it."""
    return {"passkey": row["id"], "name": row["name"], "made": row["created_at"], "used": row["used_at"]}
