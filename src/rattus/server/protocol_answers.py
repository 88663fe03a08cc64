"""What requests by HTTP are answered with, for the description of the API; nothing is made from these here."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """Nothing is in it but what is described."""

    model_config = ConfigDict(extra="forbid")


class GameAnswer(Answer):
    """A game: numbers of players, and options with their defaults."""

    game: str
    title: str
    players: list[int]
    options: dict[str, Any]
    rules_version: int


class GamesAnswer(Answer):
    """The games, and the levels of bots."""

    games: list[GameAnswer]
    levels: list[str]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "games": [
                        {"game": "rattus", "title": "Rattus", "players": [2, 3, 4], "options": {}, "rules_version": 2}
                    ],
                    "levels": ["easy", "normal", "hard", "best"],
                }
            ]
        }
    )


class YouAnswer(Answer):
    """Who asks."""

    role: Literal["host", "watch", "seat"]
    seat: int | None
    colour: str | None


class SeatAnswer(Answer):
    """Who sits where."""

    seat: int
    colour: str | None
    holder: Literal["open", "person", "bot", "closed"]
    name: str | None
    level: str | None
    away: bool


class AskedAnswer(Answer):
    """What needs consent."""

    what: Literal["undo", "rematch"]
    colour: str
    to: int | None
    agreed: list[str]
    waiting: list[str]


class TableAnswer(Answer):
    """Who sits at a table, and what is agreed there."""

    id: str
    game: str
    status: Literal["open", "playing", "over"]
    match: int
    options: dict[str, Any]
    sitter: str
    hide_rats: bool
    hints: bool
    watched: bool
    seats: list[SeatAnswer]
    asked: AskedAnswer | None
    clock: dict[str, Any] | None
    outcome: dict[str, Any] | None
    commitment: str | None
    seed: str | int | None
    salt: str | None


class ShownAnswer(Answer):
    """A table, who you are there, and the colour that has to decide."""

    you: YouAnswer
    table: TableAnswer
    to_move: str | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "you": {"role": "seat", "seat": 1, "colour": "red"},
                    "table": {
                        "id": "k3v9tq7xwe",
                        "game": "rattus",
                        "status": "open",
                        "match": 0,
                        "options": {},
                        "sitter": "normal",
                        "hide_rats": False,
                        "hints": True,
                        "watched": False,
                        "seats": [
                            {"seat": 1, "colour": "red", "holder": "person", "name": "Anna", "level": None,
                             "away": False},
                            {"seat": 2, "colour": "yellow", "holder": "bot", "name": None, "level": "hard",
                             "away": False},
                        ],
                        "asked": None,
                        "clock": None,
                        "outcome": None,
                        "commitment": None,
                        "seed": None,
                        "salt": None,
                    },
                    "to_move": None,
                }
            ]
        }
    )  # fmt: skip


class RecordAnswer(BaseModel):
    """A record, as in formats.md."""

    game: str
    players: int

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {"game": "rattus", "rules_version": 2, "players": 2, "options": {}, "moves": [{"red": "settle gallia"}]}
            ]
        },
    )


class MomentAnswer(Answer):
    """A match after so many moves: who has made the last, what came of it, and what is seen."""

    moves: int
    seat: str | None
    events: list[dict[str, Any]]
    view: dict[str, Any]


class MomentsAnswer(Answer):
    """A match moment by moment."""

    match: int
    moves: int
    moments: list[MomentAnswer]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "match": 1,
                    "moves": 31,
                    "moments": [{"moves": 0, "seat": None, "events": [], "view": {"game": "rattus", "players": 2}}],
                }
            ]
        }
    )


class HealthAnswer(Answer):
    """All is well."""

    status: Literal["well"]

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "well"}]})
