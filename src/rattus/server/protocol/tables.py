"""Tables: making, changing and seeing them, and what they look like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Discriminator, Field
from typing_extensions import TypedDict

from rattus.games.cartus.models import CartusEvent, CartusOutcome, CartusView
from rattus.games.rattus.models import AfricanusView, RattusEvent, RattusOutcome, RattusView
from rattus.kernel.data_types import Seat, closed
from rattus.server.protocol.basics import MAX_SCENARIO, GameName, Level, Name, Number, Position, StrictModel
from rattus.server.tables.journal import ChairHolder, ProposalKind
from rattus.server.tables.table import TableStatus


class BankClock(StrictModel):
    """A number of seconds for the whole match, and an increment for each move."""

    kind: Literal["bank"]
    seconds: Annotated[float, Field(ge=10, le=86_400, strict=True)]
    increment: Annotated[float, Field(ge=0, le=3_600, strict=True)] = 0.0


class DaysClock(StrictModel):
    """A number of days for each move."""

    kind: Literal["days"]
    days: Annotated[float, Field(gt=0, le=60, strict=True)]


class ChairAssignment(StrictModel):
    """Who sits on a chair from the start: a person by name, a bot by level, or nobody yet."""

    name: Name | None = None
    bot: Level | None = None


class CreateTableRequest(StrictModel):
    """The table that is to be made."""

    game: Annotated[str, Field(max_length=32)] | None = None
    players: Annotated[int, Field(ge=1, le=6, strict=True)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    chairs: Annotated[list[ChairAssignment], Field(max_length=6)] = Field(default_factory=list)
    clock: Annotated[BankClock | DaysClock, Field(discriminator="kind")] | None = None
    sitter: Level = "normal"
    hide_rats: Annotated[
        bool,
        Field(strict=True, description="Nobody is told how many rats the others have until the end (C2)"),
    ] = False
    hints: Annotated[
        bool | None,
        Field(
            strict=True,
            description="Whether hints may be asked for; left out: only where one person plays against bots",
        ),
    ] = None
    rated: Annotated[
        bool,
        Field(strict=True, description="Matches count for ratings; only with a clock, and at `/api/open/make`"),
    ] = False
    start: bool = False
    position: Position | None = None
    scenario: Annotated[str, Field(max_length=MAX_SCENARIO)] | None = None
    record: dict[str, Any] | None = None
    move: Number | None = None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"game": "rattus", "players": 2, "chairs": [{"name": "Anna"}, {"bot": "hard"}], "start": True},
                {
                    "game": "cartus",
                    "players": 4,
                    "options": {"buildings": "mixed"},
                    "clock": {"kind": "bank", "seconds": 900, "increment": 10},
                    "hide_rats": True,
                },
            ]
        }
    )


class ChairChange(StrictModel):
    """A person gives a name, or the host gives the chair to a bot, closes it or opens it."""

    name: Name | None = None
    holder: Literal["open", "closed", "bot"] | None = None
    level: Level | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Anna"}, {"holder": "bot", "level": "hard"}, {"holder": "closed"}]}
    )


class TableKeys(StrictModel):
    """The secret keys of a table; `chairs` has one for each."""

    host: str
    watch: str
    chairs: list[str]


class TableCreated(StrictModel):
    """A table that was made, and its keys."""

    table: str
    keys: TableKeys

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "table": "k3v9tq7xwe",
                    "keys": {
                        "host": "Vb1h0oZ3mX9cQ2eT5yK8wA",
                        "watch": "p4Lr7uNs2DfG6jHk1ZxCvQ",
                        "chairs": ["m8Qw3eRt5yUi7oPa9sDfGh", "j2Kl4zXc6vBn8mQw1eRt3y"],
                    },
                }
            ]
        }
    )


class KeyRenewed(StrictModel):
    """The new key of a chair; the old one opens nothing any more."""

    chair: int
    key: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"chair": 2, "key": "m8Qw3eRt5yUi7oPa9sDfGh"}]})


class TableRemoved(StrictModel):
    """A table that is there no more."""

    table: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": "k3v9tq7xwe"}]})


@closed
class You(TypedDict):
    """The role that the key grants: a player has a chair, and from the start of a match on a seat."""

    role: Literal["host", "watch", "chair"]
    chair: int | None
    seat: Seat | None


@closed
class Chair(TypedDict):
    """A chair at the table, who sits there, and the seat it has in the match."""

    chair: int
    seat: Seat | None
    holder: ChairHolder
    name: str | None
    level: Level | None
    away: bool


@closed
class Proposal(TypedDict):
    """A proposal that needs everybody's consent."""

    what: ProposalKind
    seat: Seat
    to: int | None
    agreed: list[Seat]
    waiting: list[Seat]


class _RunningClock(TypedDict):
    """During a match: the seconds that each seat has left, and whose time has been running since when."""

    left: NotRequired[dict[Seat, float]]
    running: NotRequired[Seat | None]
    since: NotRequired[float]


@closed
class BankClockState(_RunningClock):
    """A clock with a number of seconds for the whole match."""

    kind: Literal["bank"]
    seconds: float
    increment: float


@closed
class DaysClockState(_RunningClock):
    """A clock with a number of days for each move."""

    kind: Literal["days"]
    days: float


if TYPE_CHECKING:  # the engine and the clock make them as plain dicts; tests validate those
    GameView = dict[str, Any]
    GameEvent = dict[str, Any]
    Outcome = dict[str, Any]
    Clock = dict[str, Any]
else:
    GameView = Annotated[RattusView | AfricanusView | CartusView, Discriminator("game")]
    GameEvent = RattusEvent | CartusEvent
    Outcome = RattusOutcome | CartusOutcome
    Clock = Annotated[BankClockState | DaysClockState, Discriminator("kind")]


@closed
class OpenUntil(TypedDict):
    """Players may sit down, until at `fill_at` bots of this level take the chairs that are free."""

    fill_at: float | None
    level: Level | None
    listed: Annotated[bool, Field(description="Anybody on this server may; otherwise whoever has the link")]


@closed
class Table(TypedDict):
    """The chairs of a table and what is agreed there: all of it public."""

    id: str
    game: GameName
    status: TableStatus
    match: int
    options: dict[str, Any]
    sitter: Level
    hide_rats: Annotated[bool, Field(description="Nobody is told how many rats the others have until the end (C2)")]
    hints: Annotated[bool, Field(description="Whether hints may be asked for")]
    rated: Annotated[bool, Field(description="Matches count for the ratings of the players")]
    open: Annotated[OpenUntil | None, Field(description="Players may sit down here without a chair's key")]
    daily: Annotated[str | None, Field(description="The day (UTC) whose game it is: one try, without undo or hints")]
    watched: Annotated[bool, Field(description="The table shows a record")]
    closed: Annotated[bool, Field(description="Nothing happens at this table any more")]
    chairs: list[Chair]
    asked: Proposal | None
    clock: Clock | None
    outcome: Outcome | None
    commitment: str | None
    seed: str | int | None
    salt: str | None


@closed
class ChatLine(TypedDict):
    """A line of chat; before a match a chair has no seat."""

    number: int
    at: float
    seat: Seat | None
    chair: int
    text: str
    phrase: Annotated[str | None, Field(description="The quick phrase that it is; texts are kept under its name")]


class TableSeen(StrictModel):
    """A table, your role there, and the seat that has to decide."""

    you: You
    table: Table
    to_move: Seat | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "you": {"role": "chair", "chair": 1, "seat": "red"},
                    "table": {
                        "id": "k3v9tq7xwe",
                        "game": "rattus",
                        "status": "open",
                        "match": 0,
                        "options": {},
                        "sitter": "normal",
                        "hide_rats": False,
                        "hints": True,
                        "rated": False,
                        "open": None,
                        "daily": None,
                        "watched": False,
                        "closed": False,
                        "chairs": [
                            {"chair": 1, "seat": "red", "holder": "person", "name": "Anna", "level": None,
                             "away": False},
                            {"chair": 2, "seat": "yellow", "holder": "bot", "name": None, "level": "hard",
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
