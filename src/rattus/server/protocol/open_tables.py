"""Tables at which anybody on the server may sit down."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from rattus.kernel.data_types import closed
from rattus.server.protocol.basics import GameName, Level, StrictModel
from rattus.server.protocol.players import EXAMPLE_CHAIRS
from rattus.server.protocol.ratings import ChairRating
from rattus.server.protocol.tables import BankClock, Chair, CreateTableRequest, DaysClock


class Fill(StrictModel):
    """After so many seconds bots of this level take the chairs that are still free, and the match begins."""

    seconds: Annotated[float, Field(ge=5, le=604_800, strict=True)]
    level: Level


class OpenTableRequest(StrictModel):
    """A table that is open to everybody; in `table` exactly one chair has a name, which is the player's own.

    If it is not `listed`, only players who have its link may sit down: the key of spectators.
    """

    table: CreateTableRequest
    fill: Fill | None = None
    listed: Annotated[bool, Field(strict=True)] = True

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "table": {"game": "rattus", "players": 3, "chairs": [{"name": "Anna"}, {"bot": "hard"}, {}]},
                    "fill": {"seconds": 60, "level": "normal"},
                }
            ]
        }
    )


class FindTableRequest(StrictModel):
    """A game that somebody would like to play: with this clock, or with any."""

    game: GameName
    clock: Annotated[BankClock | DaysClock, Field(discriminator="kind")] | None = None
    any_clock: Annotated[bool, Field(strict=True)] = False
    rated: Annotated[bool, Field(strict=True)] = False
    fill: Fill | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "rattus", "fill": {"seconds": 60, "level": "normal"}}]}
    )


class SitRequest(StrictModel):
    """The chair that somebody would like to have; where it is left out, whichever is free.

    `link` is the key in the link of a table that is not listed.
    """

    chair: Annotated[int, Field(ge=1, le=6, strict=True)] | None = None
    link: Annotated[str, Field(max_length=64)] | None = None

    model_config = ConfigDict(json_schema_extra={"examples": [{"chair": 2}]})


class Seated(StrictModel):
    """The chair that a player has now, and its key; `host` is the host's key if they opened the table.

    `watch` is the key of spectators, for everybody who sits there to give away; null where nobody may watch.
    """

    table: str
    chair: int
    key: str
    host: str | None
    watch: str | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "table": "k3v9tq7xwe",
                    "chair": 2,
                    "key": "m8Qw3eRt5yUi7oPa9sDfGh",
                    "host": None,
                    "watch": "zX3cV5bN7mA9sD1fG3hJ5k",
                }
            ]
        }
    )


class StoodUp(StrictModel):
    """A table where a player has no chair any more; `closed` if they had opened it, so that it is gone."""

    table: str
    closed: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": "k3v9tq7xwe", "closed": False}]})


class InvitationCode(StrictModel):
    """The code that the host of the server asks for before somebody may use open tables."""

    code: Annotated[str, Field(max_length=100)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "rats-of-luebeck"}]})


class Invited(StrictModel):
    """Whether the player may use open tables now."""

    invited: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"invited": True}]})


@closed
class ListedTable(TypedDict):
    """An open table: all of it public there."""

    table: str
    game: GameName
    chairs: list[Chair]
    clock: BankClock | DaysClock | None
    options: dict[str, Any]
    hide_rats: bool
    rated: bool
    ratings: Annotated[list[ChairRating], Field(description="Of those who sit here, if it is rated")]
    opened: float
    opener: Annotated[int, Field(description="The chair of whoever opened the table")]
    fill_at: float | None
    level: Level | None


class ListedTables(StrictModel):
    """Open tables, the newest first. `access`: `invitation` asks for a code first, `off` means there are none here."""

    access: Literal["everybody", "invitation", "off"]
    version: Annotated[int, Field(description="Another number whenever the list has changed")]
    total: int
    tables: list[ListedTable]
    next: int | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "access": "everybody",
                    "version": 1187,
                    "total": 1,
                    "tables": [
                        {
                            "table": "k3v9tq7xwe",
                            "game": "rattus",
                            "chairs": [
                                EXAMPLE_CHAIRS[0],
                                {"chair": 2, "seat": "yellow", "holder": "open", "name": None, "level": None,
                                 "away": False},
                            ],
                            "clock": {"kind": "days", "days": 1},
                            "options": {},
                            "hide_rats": False,
                            "rated": True,
                            "ratings": [{"chair": 1, "mean": 1612, "margin": 84, "provisional": False}],
                            "opened": 1763200000.5,
                            "opener": 1,
                            "fill_at": None,
                            "level": None,
                        }
                    ],
                    "next": None,
                }
            ]
        }
    )  # fmt: skip
