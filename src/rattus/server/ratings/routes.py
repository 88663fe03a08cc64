"""The HTTP API of ratings and of the pages of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from rattus.games import GAMES
from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.players.routes import First, Me
from rattus.server.players.store import result_data
from rattus.server.protocol.ratings import (
    PAGE_ID,
    PageChoice,
    PageChosen,
    PlayerPage,
    PublicResults,
    RatingHistory,
    RatingList,
    TableRatings,
)
from rattus.server.ratings.model import ANCHORS, PROVISIONAL_MARGIN, SURE, Rating
from rattus.server.ratings.store import Row
from rattus.server.routes import OpenTable, TheRuntime, answers, errors_of, json_answer
from rattus.server.strict_json import StrictRoute
from rattus.server.tables.daily import day_at

PAGE = 50  # results or players in one answer
MAX_MOMENTS = 200  # of a chart
NO_SUCH_PAGE = "there is no such page, or it is private"

router = APIRouter(prefix="/api", route_class=StrictRoute)


async def public_player(
    page: Annotated[str, Path(max_length=32, description="The id of a page", examples=[PAGE_ID])], runtime: TheRuntime
) -> Row:
    """The player whose public page it is."""
    found = await runtime.ratings.find_page(page)
    if found is None:
        raise RequestRefused(ErrorCode.NOT_FOUND, NO_SUCH_PAGE)
    return found


def known_game(game: Annotated[str, Query(max_length=32, examples=["rattus"])]) -> str:
    """A game that there is."""
    if game not in GAMES:
        raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no game {game!r}; there are {', '.join(GAMES)}")
    return game


PublicPlayer = Annotated[Row, Depends(public_player)]
Game = Annotated[str, Depends(known_game)]


@router.get("/me/page", responses=answers(PlayerPage, 404))
async def own_page(me: Me, runtime: TheRuntime) -> Response:
    """Your ratings, and what your matches add up to."""
    player = me[0]
    return await _page(player.id, player.name, player.created_at, runtime)


@router.post("/me/page", responses=errors_of(404, 413))
async def choose(me: Me, choice: PageChoice, runtime: TheRuntime) -> PageChosen:
    """Show your page to everybody, and your name in the list of ratings; or keep both to yourself."""
    return PageChosen(page=await runtime.ratings.set_public(me[0].id, choice.public))


@router.get("/me/history", responses=answers(RatingHistory, 404))
async def own_history(me: Me, game: Game, runtime: TheRuntime) -> Response:
    """Your rating in a game, match by match."""
    return await _history(me[0].id, game, runtime)


@router.get("/pages/{page}", responses=answers(PlayerPage, 404))
async def public_page(player: PublicPlayer, runtime: TheRuntime) -> Response:
    """The page of a player who shows it to everybody."""
    return await _page(player["id"], player["name"], player["created_at"], runtime, day_at(runtime.clock.now()))


@router.get("/pages/{page}/history", responses=answers(RatingHistory, 404))
async def public_history(player: PublicPlayer, game: Game, runtime: TheRuntime) -> Response:
    """The rating of a player in a game, match by match."""
    return await _history(player["id"], game, runtime)


@router.get("/pages/{page}/results", responses=answers(PublicResults, 404))
async def public_results(player: PublicPlayer, runtime: TheRuntime, first: First = 0) -> Response:
    """How the matches of a player ended, the last first; nothing of others but their colours."""
    # Others may still play today's game: how it went for this player is not for them yet.
    rows = await runtime.players.finished(player["id"], first, PAGE + 1, hidden_day=day_at(runtime.clock.now()))
    found = [_public_result(result_data(row)) for row in rows[:PAGE]]
    return json_answer({"results": found, "next": first + PAGE if len(rows) > PAGE else None})


@router.get("/ratings", responses=answers(RatingList, 404))
async def best(game: Game, runtime: TheRuntime, first: First = 0) -> Response:
    """The players of a game who show their pages, the best first, beside the levels of computer players."""
    rows = await runtime.ratings.best(game, PROVISIONAL_MARGIN / SURE, first, PAGE + 1)
    found = [
        {
            "page": row["page"], "name": row["name"], "matches": row["matches"],
            **Rating(row["mean"], row["deviation"]).as_data(),
        }
        for row in rows[:PAGE]
    ]  # fmt: skip
    more = first + PAGE if len(rows) > PAGE else None
    return json_answer({"game": game, "players": found, "levels": _levels(game), "next": more})


@router.get("/tables/{table}/ratings", responses=answers(TableRatings, 404))
async def at_table(open_table: OpenTable, runtime: TheRuntime) -> Response:
    """The ratings of those at a rated table, and what its last match has changed, once it is over."""
    live, _ = open_table
    return json_answer({"chairs": await runtime.open_tables.ratings_at(live)})


async def _page(player_id: str, name: str, made: float, runtime: TheRuntime, hidden_day: str | None = None) -> Response:
    ratings = runtime.ratings
    totals = await runtime.players.totals(player_id, hidden_day)
    return json_answer(
        {
            "name": name,
            "made": made,
            "page": await ratings.page_of(player_id),
            "finished": totals.finished,
            "won": totals.won,
            "ratings": [
                {"game": each.game, "matches": each.matches, **each.rating.as_data()}
                for each in await ratings.of(player_id)
            ],
            "levels": [level for game in GAMES for level in _levels(game)],
            "figures": await ratings.figures_of(player_id),
        }
    )


async def _history(player_id: str, game: str, runtime: TheRuntime) -> Response:
    rows = await runtime.ratings.history(player_id, game, MAX_MOMENTS)
    moments = [{"at": row["at"], "mean": round(row["mean"]), "margin": round(SURE * row["deviation"])} for row in rows]
    return json_answer({"game": game, "moments": moments})


def _levels(game: str) -> list[dict[str, Any]]:
    return [{"game": game, "level": level, "mean": round(mean)} for level, mean in ANCHORS[game].items()]


def _public_result(result: Mapping[str, Any]) -> dict[str, Any]:
    names = ("at", "game", "seat", "place", "won", "left", "points", "change")
    return {name: result[name] for name in names} | {"seats": [each["seat"] for each in result["seats"]]}
