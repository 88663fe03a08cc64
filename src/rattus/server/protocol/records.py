"""Records and moments of a match."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from pydantic import ConfigDict, RootModel
from typing_extensions import TypedDict

import rattus
from rattus.kernel.data_types import Seat, closed
from rattus.server.protocol.basics import GameName, StrictModel
from rattus.server.protocol.tables import GameEvent, GameView


@closed
class GameRecord(TypedDict):
    """A record, as in formats.md. During a match it has the events and the view of who asks, and less of the rest."""

    game: GameName
    rules_version: int
    players: int
    options: NotRequired[dict[str, Any]]
    seed: NotRequired[int | str | None]
    start: GameView
    moves: list[dict[Seat, str]]
    shuffles: NotRequired[list[list[str]]]
    shuffling: NotRequired[Literal["keyed"]]
    result: NotRequired[dict[str, Any] | None]
    commitment: NotRequired[str]
    salt: NotRequired[str]
    components: NotRequired[dict[str, dict[str, Any]]]
    events: NotRequired[list[GameEvent]]
    view: NotRequired[GameView]


@closed
class Moment(TypedDict):
    """A match after a number of moves: who made the last one, its events, and the view."""

    moves: int
    seat: Seat | None
    events: list[GameEvent]
    view: GameView


def _add_record(schema: dict[str, Any]) -> None:
    """An example of a record that the engine wrote, so that it is one."""
    game = rattus.new("rattus", players=2, seed=7, options={"first": "red"})
    game.play("settle gallia")
    schema["examples"] = [game.record()]


class RecordAnswer(RootModel[GameRecord]):
    """A record."""

    model_config = ConfigDict(json_schema_extra=_add_record)


def _add_moment(schema: dict[str, Any]) -> None:
    view = rattus.new("rattus", players=2, seed=7, options={"first": "red"}).view("red")
    moment: dict[str, Any] = {"moves": 0, "seat": None, "events": [], "view": view}
    schema["examples"] = [{"match": 1, "moves": 31, "moments": [moment]}]


class MomentsAnswer(StrictModel):
    """A match moment by moment."""

    match: int
    moves: int
    moments: list[Moment]

    model_config = ConfigDict(json_schema_extra=_add_moment)
