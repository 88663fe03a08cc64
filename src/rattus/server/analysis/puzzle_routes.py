"""The HTTP API of puzzles."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request, Response

from rattus.server.analysis.puzzles import find_puzzle, judged_answer, puzzle_list, task_of
from rattus.server.protocol.puzzles import PUZZLE, PuzzleAnswer, PuzzleAttempt, PuzzleList, PuzzleTask
from rattus.server.routes import TheRuntime, answers, client_address, json_answer
from rattus.server.strict_json import StrictRoute

PuzzleId = Annotated[str, Path(max_length=40, description="The id of the puzzle", examples=[PUZZLE])]

router = APIRouter(prefix="/api/puzzles", route_class=StrictRoute)


@router.get("", responses=answers(PuzzleList))
async def puzzles(request: Request, runtime: TheRuntime) -> Response:
    """All puzzles by game and theme, and those of the last seven days. Everybody has the same puzzle a day (UTC)."""
    now = runtime.clock.now()
    found = await runtime.background.run(client_address(request), lambda: puzzle_list(now))
    return json_answer(found, no_cache=True)


@router.get("/{puzzle}", responses=answers(PuzzleTask, 404))
async def puzzle(request: Request, puzzle: PuzzleId, runtime: TheRuntime) -> Response:
    """A puzzle before it is answered: what its seat sees and the legal moves, not the solution."""
    found = await runtime.background.run(client_address(request), lambda: orjson.dumps(task_of(find_puzzle(puzzle))))
    return json_answer(found, no_cache=True)


@router.post("/{puzzle}/answer", responses=answers(PuzzleAnswer, 404, 409, 413))
async def answer(request: Request, puzzle: PuzzleId, body: PuzzleAttempt, runtime: TheRuntime) -> Response:
    """Answer a puzzle with a move, or ask for the solution. Nothing is kept of it."""
    found = await runtime.background.run(
        client_address(request), lambda: orjson.dumps(judged_answer(find_puzzle(puzzle), body.move))
    )
    return json_answer(found, no_cache=True)
