"""The HTTP API of reviews, of trying out other moves, and of explaining positions."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Request, Response

from rattus.server.analysis.explained import explained_position
from rattus.server.analysis.review_scheduler import check_can_review
from rattus.server.live.live_table import LiveTable
from rattus.server.protocol.explained import ExplainedAnswer, ExplainPositionRequest
from rattus.server.protocol.reviews import ReviewAnswer, WhatIfAnswer, WhatIfRequest
from rattus.server.routes import MatchNumber, OpenTable, TheRuntime, answers, client_address, json_answer, take
from rattus.server.runtime import Runtime
from rattus.server.strict_json import StrictRoute

ASK_COST = 10.0  # requests that one for a new review counts for
FREE_MOVES = 40  # of a line that count as one request

router = APIRouter(prefix="/api", route_class=StrictRoute)


def pay_for_review(request: Request) -> None:
    """Asking for a review counts as several requests."""
    take(request, ASK_COST - 1.0)


def pay_for_line(request: Request, body: WhatIfRequest) -> None:
    """A long line counts as several requests."""
    take(request, len(body.line) / FREE_MOVES)


async def reviewable(request: Request, open_table: OpenTable, runtime: TheRuntime, number: MatchNumber = None) -> int:
    """The number of a match that may be reviewed."""
    return await _check(open_table[0], runtime, number, client_address(request))


async def _check(live: LiveTable, runtime: Runtime, number: int | None, client: str) -> int:
    _, match = await runtime.replays.match(live, number, client)
    check_can_review(match)
    return match.number if number is None else number


ReviewedMatch = Annotated[int, Depends(reviewable)]


@router.get("/tables/{table}/review", responses=answers(ReviewAnswer, 404, 409))
async def review(open_table: OpenTable, number: ReviewedMatch, runtime: TheRuntime) -> Response:
    """The review of a match that is over, or how far it is."""
    return await _state(open_table[0], number, runtime)


@router.post(
    "/tables/{table}/review", responses=answers(ReviewAnswer, 404, 409), dependencies=[Depends(pay_for_review)]
)
async def ask_for_review(
    request: Request, open_table: OpenTable, number: ReviewedMatch, runtime: TheRuntime
) -> Response:
    """Ask for the review of a match that is over. There is one for all who may see the match, and it is kept."""
    live, now = open_table[0], runtime.clock.now()
    await runtime.reviews.ask(live.table.id, number, runtime.maker_id(client_address(request)), now)
    runtime.review_scheduler.find_work()
    return await _state(live, number, runtime)


@router.post(
    "/tables/{table}/what-if", responses=answers(WhatIfAnswer, 403, 404, 409, 413), dependencies=[Depends(pay_for_line)]
)
async def what_if(request: Request, open_table: OpenTable, body: WhatIfRequest, runtime: TheRuntime) -> Response:
    """What comes of a line of moves from a moment of a match; of a running one, by what your own seat knows."""
    answer = await runtime.what_if.answer(*open_table, body, client_address(request))
    return json_answer(answer)


@router.post("/explain", responses=answers(ExplainedAnswer, 413))
async def explain(request: Request, body: ExplainPositionRequest, runtime: TheRuntime) -> Response:
    """Why something cannot be chosen in a position, or what for it can, from what a seat sees. Nothing is kept."""
    found = await runtime.background.run(client_address(request), lambda: explained_position(body))
    return json_answer(found)


async def _state(live: LiveTable, match: int, runtime: Runtime) -> Response:
    state = await runtime.reviews.state(live.table.id, match, runtime.clock.now())
    told = {"match": match, "status": state.status, "ahead": state.ahead, "done": state.done, "total": state.total}
    data = orjson.dumps(told)[:-1] + b',"review":' + (state.data or b"null") + b"}"
    return json_answer(data)
