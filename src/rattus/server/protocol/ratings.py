"""Ratings, the statistics of a player, and the pages that show them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, JsonValue
from typing_extensions import TypedDict

from rattus.kernel.data_types import Seat, closed
from rattus.server.protocol.basics import GameName, Level, StrictModel

PAGE_ID = "w7k2m9x4p6t3q8zr"


@closed
class ShownRating(TypedDict):
    """A rating in points, and how far from it the truth may be: it is 95 % sure to lie within `margin` of `mean`."""

    mean: int
    margin: int
    provisional: Annotated[bool, Field(description="Too little is known yet to compare it with others")]


@closed
class ChairRating(ShownRating):
    """The rating of whoever sits on a chair; `change` is what the last match has changed, once it is over."""

    chair: int
    change: NotRequired[int | None]


@closed
class GameRating(ShownRating):
    """The rating of a player in a game, after so many rated matches."""

    game: GameName
    matches: int


@closed
class RecordFacts(TypedDict):
    """What a record is about: the seat of the player, when it was, and the region or the nuns of a plague."""

    seat: Seat
    at: float
    region: NotRequired[str]
    nuns: NotRequired[int]


@closed
class PlayerFigure(TypedDict):
    """Matches of one kind, and how many of them were won; of `reign` and `plague` the most, and what that was.

    `all`: of a game. `players`: with so many players. `order`: first, second and so on to move. `thing`: with a class
    card taken, or a building entered. `reign`: turns, or rounds, in a row in the lead. `plague`: cubes lost in a
    region at once, or rats at the end.
    """

    game: GameName
    kind: Literal["all", "players", "order", "thing", "reign", "plague"]
    name: str
    matches: int
    won: int
    most: int
    facts: RecordFacts | None


@closed
class LevelRating(TypedDict):
    """The fixed rating of a level of computer players."""

    game: GameName
    level: Level
    mean: int


EXAMPLE_RATING: dict[str, JsonValue] = {
    "game": "rattus", "mean": 1612, "margin": 84, "provisional": False, "matches": 31,
}  # fmt: skip
EXAMPLE_FIGURE: dict[str, JsonValue] = {
    "game": "rattus", "kind": "plague", "name": "", "matches": 31, "won": 12, "most": 6,
    "facts": {"seat": "red", "at": 1763200000.5, "region": "gallia"},
}  # fmt: skip


class PlayerPage(StrictModel):
    """What there is to know of a player: ratings, and what all finished matches add up to.

    `page` is the id with which everybody can open it; null if it is private.
    """

    name: str
    made: float
    page: str | None
    finished: int
    won: int
    ratings: list[GameRating]
    levels: list[LevelRating]
    figures: list[PlayerFigure]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Anna",
                    "made": 1763200000.5,
                    "page": PAGE_ID,
                    "finished": 40,
                    "won": 15,
                    "ratings": [EXAMPLE_RATING],
                    "levels": [{"game": "rattus", "level": "normal", "mean": 1500}],
                    "figures": [EXAMPLE_FIGURE],
                }
            ]
        }
    )


class PageChoice(StrictModel):
    """Whether everybody may see a player's page."""

    public: Annotated[bool, Field(strict=True)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"public": True}]})


class PageChosen(StrictModel):
    """The id of a player's page; null if it is private."""

    page: str | None

    model_config = ConfigDict(json_schema_extra={"examples": [{"page": PAGE_ID}]})


@closed
class RatingMoment(TypedDict):
    """A rating after a rated match."""

    at: float
    mean: int
    margin: int


class RatingHistory(StrictModel):
    """The rating of a player in a game after each of the last rated matches, the oldest first."""

    game: GameName
    moments: list[RatingMoment]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"game": "rattus", "moments": [{"at": 1763200000.5, "mean": 1612, "margin": 84}]}]
        }
    )


@closed
class PublicResult(TypedDict):
    """How a match ended for a player, as everybody may know it: without names of others."""

    at: float
    game: GameName
    seat: Seat
    place: int
    won: bool
    left: bool
    points: int | None
    seats: list[Seat]
    change: int | None


class PublicResults(StrictModel):
    """How the matches of a player ended, the last first; `next` is where the next page begins."""

    results: list[PublicResult]
    next: int | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "results": [
                        {
                            "at": 1763200000.5,
                            "game": "rattus",
                            "seat": "red",
                            "place": 1,
                            "won": True,
                            "left": False,
                            "points": 17,
                            "seats": ["red", "yellow"],
                            "change": 12,
                        }
                    ],
                    "next": None,
                }
            ]
        }
    )


@closed
class RatedPlayer(ShownRating):
    """A player in the list of ratings, and the id of their page."""

    page: str
    name: str
    matches: int


class RatingList(StrictModel):
    """The players of a game whose pages are public and whose ratings are no longer provisional, the best first."""

    game: GameName
    players: list[RatedPlayer]
    levels: list[LevelRating]
    next: int | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "rattus",
                    "players": [
                        {"page": PAGE_ID, "name": "Anna", "mean": 1612, "margin": 84, "provisional": False,
                         "matches": 31}
                    ],
                    "levels": [{"game": "rattus", "level": "normal", "mean": 1500}],
                    "next": None,
                }
            ]
        }
    )  # fmt: skip


class TableRatings(StrictModel):
    """The ratings of those at a rated table; empty at others."""

    chairs: list[ChairRating]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"chairs": [{"chair": 1, "mean": 1612, "margin": 84, "provisional": False, "change": None}]}]
        }
    )


@closed
class ExportedRating(TypedDict):
    """A rating as it is stored."""

    game: GameName
    mean: float
    deviation: float
    matches: int


@closed
class ExportedRatedMatch(TypedDict):
    """A rated match: the rank of the player, whether it counted for them, and the rating after it."""

    table: str
    match: int
    game: GameName
    at: float
    rank: int
    rated: bool
    mean: float
    deviation: float
