"""The games of the day."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from rattus.kernel.data_types import closed
from rattus.server.protocol.basics import GameName, Level, StrictModel


@closed
class DailyTry(TypedDict):
    """Your try: its table and the key of your chair there. Place and points are null until it has ended, or if left."""

    table: str
    key: str
    ended: bool
    left: bool
    place: int | None
    points: int | None


@closed
class DailyResult(TypedDict):
    """How the game of the day ended for a player."""

    name: str
    place: int
    points: int
    yours: bool


@closed
class DailyBest(TypedDict):
    """The best game of the day before, and a key to watch it."""

    day: str
    table: str
    key: str
    name: str
    place: int
    points: int


@closed
class DailyGame(TypedDict):
    """The game of a day: the same deal for everybody."""

    game: GameName
    played: Annotated[int, Field(description="How many have begun it")]
    yours: DailyTry | None
    rank: Annotated[int | None, Field(description="Which of all results yours is, from 1 on")]
    told: Annotated[bool, Field(description="Results are told: your try has ended, or the day is over")]
    results: Annotated[list[DailyResult], Field(description="The best ones: by place, then by points")]
    best: DailyBest | None


class DailyGamesAnswer(StrictModel):
    """The games of a day. Days are those of UTC; today's ends at `ends`."""

    on: Annotated[bool, Field(description="False: the host has switched it off")]
    day: str
    today: str
    ends: float
    levels: Annotated[list[Level], Field(description="Of the computer players, from chair 2 on")]
    games: list[DailyGame]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "on": True,
                    "day": "2026-11-18",
                    "today": "2026-11-18",
                    "ends": 1795046400.0,
                    "levels": ["normal", "hard", "hard"],
                    "games": [
                        {
                            "game": "rattus",
                            "played": 41,
                            "yours": {
                                "table": "k3v9tq7xwe",
                                "key": "m8Qw3eRt5yUi7oPa9sDfGh",
                                "ended": True,
                                "left": False,
                                "place": 1,
                                "points": 14,
                            },
                            "rank": 3,
                            "told": True,
                            "results": [{"name": "Hildegard", "place": 1, "points": 17, "yours": False}],
                            "best": None,
                        }
                    ],
                }
            ]
        }
    )
