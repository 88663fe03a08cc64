"""What crosses the border: messages and bodies that clients send, and the answers of the HTTP API."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rattus.bots.levels import LEVELS
from rattus.server.errors import ErrorCode, RequestRefused

MAX_NUMBER = 2**31 - 1
MAX_SCENARIO = 20_000  # characters; YAML takes long to read, and the longest we know has 2,400
UNPRINTABLE = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")  # categories of Unicode
# Overrides of the text direction, which would also turn the text around a name or a line of chat.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # fillers and an empty pattern, which count as letters or symbols
DIRECTION_OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def _single_line(text: str) -> str:
    """One line of readable text, without control characters and without spaces around it."""
    if any(unicodedata.category(letter) in UNPRINTABLE or letter in DIRECTION_OVERRIDES for letter in text):
        raise ValueError("control characters are not allowed")
    text = text.strip()
    if not any(_is_visible(letter) for letter in text):
        raise ValueError("it is empty")
    return text


def _is_visible(letter: str) -> bool:
    """Whether a character leaves ink: no space, no mark on another one, nothing of no width."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in BLANKS


def _level(name: str) -> str:
    if name not in LEVELS:
        raise ValueError(f"one of {', '.join(LEVELS)}")
    return name


Name = Annotated[str, Field(max_length=24), AfterValidator(_single_line)]
Level = Annotated[str, AfterValidator(_level), Field(json_schema_extra={"enum": list(LEVELS)})]
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Mark = Annotated[str, Field(max_length=16)]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER, strict=True)]


class StrictModel(BaseModel):
    """A model that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid")


class Hello(StrictModel):
    """The first message: the table, a key to it, and the number and mark of the last entry that the client has."""

    type: Literal["hello"]
    table: Annotated[str, Field(max_length=64)]
    key: Annotated[str, Field(max_length=64)]
    have: Number | None = None
    mark: Mark | None = None


class Sync(StrictModel):
    """The client misses something after entry `have`, which had this mark."""

    type: Literal["sync"]
    have: Number | None = None
    mark: Mark | None = None


class ClientRequest(StrictModel):
    """A request that is carried out once, however often it is sent with the same id."""

    id: RequestId


class MoveRequest(ClientRequest):
    """Make a move, decided when `after` moves had been made."""

    type: Literal["move"]
    move: Annotated[str, Field(max_length=200)]
    after: Number


class SimpleRequest(ClientRequest):
    """A request without further fields."""

    type: Literal["undo", "rematch", "leave", "return", "hint"]


class AnswerRequest(ClientRequest):
    """Agree to the proposal, or not."""

    type: Literal["answer"]
    yes: Annotated[bool, Field(strict=True)]


class ChatRequest(ClientRequest):
    """A line of chat."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=500), AfterValidator(_single_line)]


ClientMessage = Sync | MoveRequest | SimpleRequest | AnswerRequest | ChatRequest
_HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)
_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])
T = TypeVar("T")


def read_hello(text: str | bytes) -> Hello:
    """The first message of a client."""
    return _read(_HELLO, text)


def read_message(text: str | bytes) -> ClientMessage:
    """Any later message of a client."""
    return _read(_MESSAGE, text)


def _read(adapter: TypeAdapter[T], text: str | bytes) -> T:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise RequestRefused(ErrorCode.MALFORMED, first_error(error.errors())) from None


def first_error(errors: Any) -> str:
    """The first validation error and its place. The input is not repeated, since it may contain a key."""
    first = errors[0]
    place = ".".join(str(step) for step in first["loc"] if step not in ("body", "query", "path"))
    return f"{place}: {first['msg']}" if place else str(first["msg"])


# ---- bodies of HTTP requests


class BankClock(StrictModel):
    """A number of seconds for the whole match, and an increment for each move."""

    kind: Literal["bank"]
    seconds: Annotated[float, Field(ge=10, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)] = 0.0


class DaysClock(StrictModel):
    """A number of days for each move."""

    kind: Literal["days"]
    days: Annotated[float, Field(gt=0, le=60)]


class SeatAssignment(StrictModel):
    """Who has a seat from the start: a person by name, a bot by level, or nobody yet."""

    name: Name | None = None
    bot: Level | None = None


class CreateTableRequest(StrictModel):
    """The table that is to be made."""

    game: Annotated[str, Field(max_length=32)] | None = None
    players: Annotated[int, Field(ge=1, le=6, strict=True)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatAssignment], Field(max_length=6)] = []
    clock: Annotated[BankClock | DaysClock, Field(discriminator="kind")] | None = None
    sitter: Level = "normal"
    hide_rats: Annotated[
        bool,
        Field(strict=True, description="Cartus: nobody is told how many rats the others have until the end (C2)"),
    ] = False
    hints: Annotated[
        bool | None,
        Field(
            strict=True,
            description="Whether hints may be asked for; left out: only where one person plays against bots",
        ),
    ] = None
    start: bool = False
    position: dict[str, Any] | None = None
    scenario: Annotated[str, Field(max_length=MAX_SCENARIO)] | None = None
    record: dict[str, Any] | None = None
    move: Number | None = None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"game": "rattus", "players": 2, "seats": [{"name": "Anna"}, {"bot": "hard"}], "start": True},
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


class SeatChange(StrictModel):
    """A person gives a name, or the host gives the seat to a bot, closes it or opens it."""

    name: Name | None = None
    holder: Literal["open", "closed", "bot"] | None = None
    level: Level | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Anna"}, {"holder": "bot", "level": "hard"}, {"holder": "closed"}]}
    )


class TableKeys(StrictModel):
    """The secret keys of a table."""

    host: str
    watch: str
    seats: list[str]


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
                        "seats": ["m8Qw3eRt5yUi7oPa9sDfGh", "j2Kl4zXc6vBn8mQw1eRt3y"],
                    },
                }
            ]
        }
    )


class KeyRenewed(StrictModel):
    """The new key of a seat; the old one opens nothing any more."""

    seat: int
    key: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"seat": 2, "key": "m8Qw3eRt5yUi7oPa9sDfGh"}]})


class TableRemoved(StrictModel):
    """A table that is there no more."""

    table: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": "k3v9tq7xwe"}]})


class ErrorAnswer(StrictModel):
    """Why a request was refused."""

    code: str
    why: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "not_now", "why": "the match has begun"}]})


# ---- answers, for the description of the API: they are checked in tests, not on every request


class GameAnswer(StrictModel):
    """A game: numbers of players, and options with their defaults."""

    game: str
    title: str
    players: list[int]
    options: dict[str, Any]
    rules_version: int


class GamesAnswer(StrictModel):
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


class YouAnswer(StrictModel):
    """The role that the key grants."""

    role: Literal["host", "watch", "seat"]
    seat: int | None
    colour: str | None


class SeatAnswer(StrictModel):
    """A seat and who has it."""

    seat: int
    colour: str | None
    holder: Literal["open", "person", "bot", "closed"]
    name: str | None
    level: str | None
    away: bool


class ProposalAnswer(StrictModel):
    """A proposal that needs everybody's consent."""

    what: Literal["undo", "rematch"]
    colour: str
    to: int | None
    agreed: list[str]
    waiting: list[str]


class TableAnswer(StrictModel):
    """The seats of a table and what is agreed there."""

    id: str
    game: str
    status: Literal["open", "playing", "over"]
    match: int
    options: dict[str, Any]
    sitter: str
    hide_rats: bool
    hints: bool
    watched: bool
    closed: bool
    seats: list[SeatAnswer]
    asked: ProposalAnswer | None
    clock: dict[str, Any] | None
    outcome: dict[str, Any] | None
    commitment: str | None
    seed: str | int | None
    salt: str | None


class TableInfoAnswer(StrictModel):
    """A table, your role there, and the colour that has to decide."""

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
                        "closed": False,
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


class MomentAnswer(StrictModel):
    """A match after a number of moves: who made the last one, its events, and the view."""

    moves: int
    seat: str | None
    events: list[dict[str, Any]]
    view: dict[str, Any]


class MomentsAnswer(StrictModel):
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


class HealthAnswer(StrictModel):
    """What works: the database takes writes, and other processes are heard."""

    status: Literal["well", "ill"]
    database: bool
    bus: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "well", "database": True, "bus": True}]})


class ReadyAnswer(StrictModel):
    """Whether requests should be sent here."""

    ready: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"ready": True}]})
