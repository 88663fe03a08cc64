"""The courses of the package for everybody: which there are, their steps, and what comes of an answer.

Nothing is kept: a request names its step and the moves that were made. A step is told as its seat sees it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import orjson

from rattus.analysis.lessons import LessonStep, Line, all_courses, go_on, shipped_course
from rattus.errors import IllegalMove
from rattus.games import GAMES
from rattus.server.errors import ErrorCode, RequestRefused

KEPT = 512  # answers that stay in memory: about 5 MB


@cache
def course_list() -> bytes:
    """All courses with their chapters and steps, as JSON."""
    courses = [
        {
            "game": course.game,
            "title": course.title,
            "chapters": [
                {
                    "id": chapter.id,
                    "title": chapter.title,
                    "sign": chapter.sign,
                    "steps": [{"id": step.id, "rules": step.rules} for step in chapter.steps],
                }
                for chapter in course.chapters
            ],
        }
        for course in all_courses()
    ]
    return orjson.dumps({"courses": courses})


def find_step(game: str, name: str) -> LessonStep:
    """A step by its id. RequestRefused if there is none."""
    found = _steps(game).get(name) if game in GAMES else None
    if found is None:
        raise RequestRefused(ErrorCode.NOT_FOUND, f"the course of {game} has no step {name!r}")
    return found


@cache
def _steps(game: str) -> dict[str, LessonStep]:
    return {step.id: step for step in shipped_course(game).steps}


@lru_cache(maxsize=KEPT)
def lesson(game: str, name: str, line: Line) -> bytes:
    """A step after some moves of its seat, as JSON. RequestRefused if they are not legal, or more than an answer."""
    step = find_step(game, name)
    played, known = step.begin(), 0
    for number, move in enumerate(line):
        if step.is_whole(line[:number], played):
            raise RequestRefused(ErrorCode.ILLEGAL, f"move[{number}]: the step is answered before it")
        known = played.event_count
        try:
            played.play(move, step.seat)
        except IllegalMove as error:
            raise RequestRefused(ErrorCode.ILLEGAL, f"move[{number}]: {error}") from None
    answer = step.answer(line) if step.is_whole(line, played) else None
    if answer is not None and answer.is_right:
        go_on(step, played)
    return orjson.dumps({
        **_told(step),
        "show": step.show,
        "view": played.view(step.seat),
        "events": played.events_seen(step.seat, known) if line else [],
        "legal": [] if answer is not None else played.legal_texts,
        "answer": None if answer is None else {"right": answer.is_right, "say": answer.say},
    })  # fmt: skip


@lru_cache(maxsize=KEPT)
def example(game: str, name: str) -> bytes:
    """A step as a worked example, as JSON."""
    step = find_step(game, name)
    played = step.begin()
    before, known = played.view(step.seat), played.event_count
    for move in step.right_line[:-1]:
        played.play(move, step.seat)
    during = played.view(step.seat)
    played.play(step.right_line[-1], step.seat)
    go_on(step, played)
    return orjson.dumps({
        **_told(step),
        "line": step.right_line,
        "before": before,
        "during": during,
        "after": played.view(step.seat),
        "events": played.events_seen(step.seat, known),
        "answer": step.answer(step.right_line).say,
    })  # fmt: skip


def _told(step: LessonStep) -> dict[str, Any]:
    return {
        "game": step.game, "id": step.id, "seat": step.seat, "rules": step.rules, "say": step.say, "ask": step.ask,
    }  # fmt: skip
