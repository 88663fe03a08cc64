"""Puzzles: which there are, what is told of one before it is answered, and what comes of an answer."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field

import rattus
from rattus.kernel.data_types import Seat
from rattus.server.protocol.basics import GameName, StrictModel
from rattus.server.protocol.messages import HintReason
from rattus.server.protocol.reviews import ReviewedOption
from rattus.server.protocol.tables import GameEvent, GameView

PUZZLE = "rattus-3f9c01aa"
MAX_MOVE = 80  # characters


class ListedPuzzle(StrictModel):
    """A puzzle in the list."""

    id: str
    game: GameName
    theme: str = Field(description="What it is about, such as `plague`")
    players: int

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"id": PUZZLE, "game": "rattus", "theme": "plague", "players": 4}]}
    )


class PuzzleDay(StrictModel):
    """The puzzle of a day (UTC)."""

    date: str
    number: int = Field(description="Of the day, counted from 1 January 2026")
    puzzle: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"date": "2026-11-16", "number": 320, "puzzle": PUZZLE}]})


class PuzzleList(StrictModel):
    """All puzzles, and those of the last seven days, today's first."""

    puzzles: list[ListedPuzzle]
    days: list[PuzzleDay]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "puzzles": [{"id": PUZZLE, "game": "rattus", "theme": "plague", "players": 4}],
                    "days": [{"date": "2026-11-16", "number": 320, "puzzle": PUZZLE}],
                }
            ]
        }
    )


def _add_task(schema: dict[str, Any]) -> None:
    game = rattus.new("rattus", players=2, seed=7, options={"first": "red"})
    schema["examples"] = [
        {
            "id": PUZZLE, "game": "rattus", "players": 2, "seat": "red",
            "view": game.view("red"), "legal": list(game.legal_texts),
        }
    ]  # fmt: skip


class PuzzleTask(StrictModel):
    """A puzzle before it is answered: what its seat sees, and the moves it may make."""

    id: str
    game: GameName
    players: int
    seat: Seat = Field(description="Who is to move")
    view: GameView
    legal: list[str]

    model_config = ConfigDict(json_schema_extra=_add_task)


class PuzzleAttempt(StrictModel):
    """An answer to a puzzle; without a move it asks for the solution."""

    move: Annotated[str, Field(max_length=MAX_MOVE)] | None = None

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": "plague gallia"}, {"move": None}]})


class PuzzleSolution(StrictModel):
    """The solution, what the search found, and what the board shows after it.

    What was hidden from the seat and shows now was dealt at random: the puzzle does not know it.
    """

    move: str
    answers: list[ReviewedOption] = Field(description="The best moves, the solution first")
    reason: HintReason
    events: list[GameEvent]
    view: GameView


def _add_answer(schema: dict[str, Any]) -> None:
    schema["examples"] = [{"is_right": False, "chance": 4120, "solution": None}]


class PuzzleAnswer(StrictModel):
    """What comes of an answer. The solution is told after the right move, or when it was asked for."""

    is_right: bool
    chance: int | None = Field(
        description="The chance to win with the move, in ten-thousandths, if the search looked at it"
    )
    solution: PuzzleSolution | None

    model_config = ConfigDict(json_schema_extra=_add_answer)
