"""Reviews, and trying out moves."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BeforeValidator, ConfigDict, Field
from typing_extensions import TypedDict

import rattus
from rattus.kernel.data_types import Seat, closed
from rattus.server.protocol.basics import MAX_NUMBER, Level, StrictModel, WholeNumber, check_number
from rattus.server.protocol.messages import HintReason
from rattus.server.protocol.records import GameRecord
from rattus.server.protocol.tables import GameEvent, GameView, Outcome

MAX_LINE = 400  # moves
Chances = dict[Seat, int]  # in ten-thousandths


@closed
class ReviewedOption(TypedDict):
    """A move that was considered."""

    move: str
    chances: Chances
    prior: int


@closed
class ReviewedDecision(TypedDict):
    """A decision that was judged by what its seat could know."""

    number: Annotated[int, Field(description="How many moves were made before it")]
    seat: Seat
    played: str
    better: str | None
    cost: int
    error: int
    verdict: Literal["best", "good", "inexact", "costly", "very_costly"]
    legal: int
    change: Chances
    options: list[ReviewedOption]
    reason: HintReason | None


@closed
class ReviewedLuck(TypedDict):
    """What chance did between two decisions."""

    first: int
    last: int
    change: Chances
    events: list[int]


@closed
class ReviewedMoment(TypedDict):
    """One of the moments that mattered."""

    kind: Literal["decision", "luck"]
    number: int
    seat: Seat
    cost: NotRequired[int]
    change: NotRequired[int]
    events: NotRequired[list[int]]


@closed
class ReviewedSum(TypedDict):
    """How a seat's chance came about: `end` is `start`, all `decisions` and `chance` together."""

    start: int
    decisions: Chances
    chance: int
    end: int


@closed
class ReviewedBy(TypedDict):
    """By whom and how carefully it was reviewed."""

    network: int
    effort: str
    seed: int | str
    compiled: bool


@closed
class Review(TypedDict):
    """A reviewed game (docs/formats.md)."""

    format: int
    game: str
    rules_version: int
    players: int
    record: str
    viewer: Seat | None
    is_over: bool
    by: ReviewedBy
    seats: list[Seat]
    chances: list[list[int]]
    decisions: list[ReviewedDecision]
    luck: list[ReviewedLuck]
    moments: list[ReviewedMoment]
    sums: dict[Seat, ReviewedSum]


class ReviewAnswer(StrictModel):
    """A review, or how far it is: how many come first, and how many decisions are judged, of how many."""

    match: int
    status: Literal["none", "waiting", "working", "done", "failed"]
    ahead: int
    done: int
    total: int
    review: Review | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"match": 1, "status": "working", "ahead": 0, "done": 12, "total": 71, "review": None}]
        }
    )


class WhatIfRequest(StrictModel):
    """A line of moves from a moment of a match."""

    match: Annotated[int, Field(ge=1, le=MAX_NUMBER), BeforeValidator(check_number)] | None = None
    at: WholeNumber = Field(description="How many moves of the match are made before the line")
    line: list[Annotated[str, Field(max_length=80)]] = Field([], max_length=MAX_LINE)
    seat: Seat | None = Field(None, description="By whose knowledge it is told; left out: whoever moves")
    level: Level | None = Field(None, description="A computer player of this level makes one more move")
    chances: bool = Field(False, strict=True, description="Tell everybody's chance to win, as the computer sees it")
    world: WholeNumber = Field(0, description="Of a running match: which deal of what you do not know")
    record: bool = Field(False, strict=True, description="Tell the record that the line begins in")

    model_config = ConfigDict(json_schema_extra={"examples": [{"at": 32, "line": ["place italia 3"], "chances": True}]})


def _add_line(schema: dict[str, Any]) -> None:
    game = rattus.new("rattus", players=2, seed=7, options={"first": "red"})
    schema["examples"] = [
        {
            "moves": 0, "seat": None, "eyes": "red", "events": [], "view": game.view("red"),
            "legal": list(game.legal_texts), "outcome": None, "played": None, "chances": None, "record": None,
        }
    ]  # fmt: skip


class WhatIfAnswer(StrictModel):
    """What came of a line: the moment after its last move as a seat sees it, and what may follow."""

    moves: int
    seat: Seat | None = Field(description="Who made the last move")
    eyes: Seat = Field(description="By whose knowledge it is told")
    events: list[GameEvent] = Field(description="Of the last move")
    view: GameView
    legal: list[str] = Field(description="Of whoever is to move")
    outcome: Outcome | None
    played: str | None = Field(description="What the computer player did")
    chances: Chances | None
    record: GameRecord | None

    model_config = ConfigDict(json_schema_extra=_add_line)
