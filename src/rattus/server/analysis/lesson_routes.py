"""The HTTP API of courses."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from rattus.server.analysis.lessons import course_list, example, lesson
from rattus.server.protocol.lessons import CoursesAnswer, LessonAnswer, LessonExample
from rattus.server.routes import TheRuntime, answers, client_address, json_answer
from rattus.server.strict_json import StrictRoute

MAX_MOVES = 20  # of an answer

router = APIRouter(prefix="/api", route_class=StrictRoute)
Game = Annotated[str, Path(max_length=32, examples=["rattus"])]
Step = Annotated[str, Path(max_length=64, examples=["place-as-many"])]
Moves = Annotated[
    list[Annotated[str, Field(max_length=80)]],
    Query(alias="move", max_length=MAX_MOVES, description="What its seat did, in order", examples=[["place gallia 3"]]),
]


@router.get("/courses", responses=answers(CoursesAnswer))
async def courses(request: Request, runtime: TheRuntime) -> Response:
    """All courses: their chapters and steps."""
    return json_answer(await runtime.background.run(client_address(request), course_list), no_cache=True)


@router.get("/courses/{game}/{step}", responses=answers(LessonAnswer, 404, 409))
async def step_after(request: Request, runtime: TheRuntime, game: Game, step: Step, moves: Moves = []) -> Response:  # noqa: B006  # as FastAPI has it; it is never changed
    """A step of a course, after some moves of its seat: the position, and what is said about a whole answer."""
    return json_answer(
        await runtime.background.run(client_address(request), lambda: lesson(game, step, tuple(moves))), no_cache=True
    )


@router.get("/courses/{game}/{step}/example", responses=answers(LessonExample, 404))
async def worked_example(request: Request, runtime: TheRuntime, game: Game, step: Step) -> Response:
    """A step of a course as a worked example: before, the right moves, and after them."""
    return json_answer(
        await runtime.background.run(client_address(request), lambda: example(game, step)), no_cache=True
    )
