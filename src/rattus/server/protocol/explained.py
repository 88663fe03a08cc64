"""Explanations of positions that are at no table: steps of courses, puzzles, first turns and lines that are tried."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field

import rattus
from rattus.kernel.data_types import Seat
from rattus.server.protocol.basics import Position, StrictModel
from rattus.server.protocol.messages import Reason

Word = Annotated[str, Field(max_length=100)]


def _add_request(schema: dict[str, Any]) -> None:
    game = rattus.new("rattus", players=2, seed=7, options={"first": "red"})
    schema["examples"] = [{"view": game.view("red"), "seat": "red", "thing": "italia"}]


class ExplainPositionRequest(StrictModel):
    """Why something cannot be chosen in a position: a region, a card, a building. Tables have a message for it."""

    view: Position = Field(description="What the seat sees; nothing else is used")
    seat: Seat | None = Field(description="Who asks; null for a spectator")
    thing: Word
    verb: Word | None = None
    words: Annotated[list[Word], Field(max_length=8)] = Field(default_factory=list)

    model_config = ConfigDict(json_schema_extra=_add_request)


class ExplainedAnswer(StrictModel):
    """The moves that a thing can be chosen for, reasons if there are none, and what is known of it besides."""

    moves: list[str]
    reasons: list[Reason]
    facts: list[Reason]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"moves": [], "reasons": [{"why": "waits", "rule": "", "seat": "yellow"}], "facts": []}]
        }
    )
