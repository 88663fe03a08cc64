"""Courses: their steps, what comes of an answer, and worked examples."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, JsonValue

from rattus.analysis.lessons import shipped_course
from rattus.kernel.data_types import Seat
from rattus.server.protocol.basics import GameName, StrictModel
from rattus.server.protocol.tables import GameEvent, GameView

# By language.
Texts = Annotated[dict[str, str], Field(description="By language", examples=[{"en": "Settle", "nl": "Vestig je"}])]
_TITLE: dict[str, JsonValue] = {"en": "The Monk", "nl": "De Monnik", "de": "Der Mönch"}
_STEP: dict[str, JsonValue] = {"id": "send-a-rat-away", "rules": ["R21"]}


class StepEntry(StrictModel):
    """A step of a course, and the rules that it is about."""

    id: str
    rules: list[str]


class ChapterEntry(StrictModel):
    """A chapter of a course. `sign` is the card, the building or the thing that it is about, or empty."""

    id: str
    title: Texts
    sign: str
    steps: list[StepEntry]


class CourseEntry(StrictModel):
    """The course of a game."""

    game: GameName
    title: Texts
    chapters: list[ChapterEntry]


class CoursesAnswer(StrictModel):
    """All courses."""

    courses: list[CourseEntry]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "courses": [
                        {
                            "game": "rattus",
                            "title": dict.fromkeys(("en", "nl", "de"), "Rattus"),
                            "chapters": [{"id": "monk", "title": _TITLE, "sign": "monk", "steps": [_STEP]}],
                        }
                    ]
                }
            ]
        }
    )


class LessonSaid(StrictModel):
    """What is said about an answer."""

    right: bool
    say: Texts


def _add_lesson(schema: dict[str, Any]) -> None:
    step = shipped_course("rattus").steps[0]
    game = step.begin()
    schema["examples"] = [
        {
            "game": "rattus", "id": step.id, "seat": step.seat, "rules": list(step.rules), "show": list(step.show),
            "say": dict(step.say), "ask": dict(step.ask), "view": game.view(step.seat), "events": [],
            "legal": list(game.legal_texts), "answer": None,
        }
    ]  # fmt: skip


class LessonAnswer(StrictModel):
    """A step of a course after some moves of its seat, as that seat sees it."""

    game: GameName
    id: str
    seat: Seat
    rules: list[str]
    show: list[str] = Field(description="Regions, cards or buildings to point at")
    say: Texts
    ask: Texts
    view: GameView
    events: list[GameEvent] = Field(description="Of the last move, and of what follows a right answer")
    legal: list[str] = Field(description="None once it is answered")
    answer: LessonSaid | None = Field(description="Null until the moves are a whole answer")

    model_config = ConfigDict(json_schema_extra=_add_lesson)


def _add_example(schema: dict[str, Any]) -> None:
    step = shipped_course("rattus").steps[0]
    view = step.begin().view(step.seat)
    schema["examples"] = [
        {
            "game": "rattus", "id": step.id, "seat": step.seat, "rules": list(step.rules), "ask": dict(step.ask),
            "say": dict(step.say), "line": list(step.right_line), "before": view, "during": view, "after": view,
            "events": [], "answer": dict(step.answer(step.right_line).say),
        }
    ]  # fmt: skip


class LessonExample(StrictModel):
    """A step of a course as a worked example: before, the right moves, after, and what came of them."""

    game: GameName
    id: str
    seat: Seat
    rules: list[str]
    say: Texts
    ask: Texts
    line: list[str]
    before: GameView
    during: GameView = Field(description="Before the last move of the line")
    after: GameView
    events: list[GameEvent]
    answer: Texts

    model_config = ConfigDict(json_schema_extra=_add_example)
