"""What a client may send: over the WebSocket, and as bodies of requests."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rattus.bots.levels import LEVELS
from rattus.server.errors import Refused

MOST_ENTRIES = 2**31 - 1
NO_LETTERS = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # the direction, also of what stands beside them


def _plain(text: str) -> str:
    """A line of text that people can read: no control characters, nothing but spaces around or inside."""
    if any(unicodedata.category(letter) in NO_LETTERS or letter in TURNING for letter in text):
        raise ValueError("control characters are not allowed")
    text = text.strip()
    if not text:
        raise ValueError("it is empty")
    return text


def _level(name: str) -> str:
    if name not in LEVELS:
        raise ValueError(f"one of {', '.join(LEVELS)}")
    return name


Name = Annotated[str, Field(max_length=24), AfterValidator(_plain)]
Level = Annotated[str, AfterValidator(_level), Field(json_schema_extra={"enum": list(LEVELS)})]
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Number = Annotated[int, Field(ge=0, le=MOST_ENTRIES, strict=True)]


class Strict(BaseModel):
    """Unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid")


class Hello(Strict):
    """The first message: which table, as whom, and what is known of it."""

    type: Literal["hello"]
    table: Annotated[str, Field(max_length=64)]
    key: Annotated[str, Field(max_length=64)]
    have: Number | None = None


class Sync(Strict):
    """Something is missing."""

    type: Literal["sync"]
    have: Number | None = None


class Request(Strict):
    """Something is asked; sent twice with the same id it counts once."""

    id: RequestId


class MoveRequest(Request):
    """Make a move, decided when `after` moves had been made."""

    type: Literal["move"]
    move: Annotated[str, Field(max_length=200)]
    after: Number


class PlainRequest(Request):
    """What needs no more words."""

    type: Literal["undo", "rematch", "leave", "return", "hint"]


class AnswerRequest(Request):
    """Agree to what is asked, or not."""

    type: Literal["answer"]
    yes: Annotated[bool, Field(strict=True)]


class ChatRequest(Request):
    """Say something."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=500), AfterValidator(_plain)]


Message = Sync | MoveRequest | PlainRequest | AnswerRequest | ChatRequest
_HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])
T = TypeVar("T")


def read_hello(text: str | bytes) -> Hello:
    """The first message of a client."""
    return _read(_HELLO, text)


def read_message(text: str | bytes) -> Message:
    """Any later message of a client."""
    return _read(_MESSAGE, text)


def _read(adapter: TypeAdapter[T], text: str | bytes) -> T:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise Refused("malformed", what_is_wrong(error.errors())) from None


def what_is_wrong(errors: Any) -> str:
    """The first thing that is wrong, and its place. What was sent is not repeated: it may hold a key."""
    first = errors[0]
    place = ".".join(str(step) for step in first["loc"] if step not in ("body", "query", "path"))
    return f"{place}: {first['msg']}" if place else str(first["msg"])


# ---- bodies


class Bank(Strict):
    """So many seconds in all, and some more for each move."""

    kind: Literal["bank"]
    seconds: Annotated[float, Field(ge=10, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)] = 0.0


class Days(Strict):
    """So many days for each move."""

    kind: Literal["days"]
    days: Annotated[float, Field(gt=0, le=60)]


class Holder(Strict):
    """Who sits on a seat from the start: a person by name, a bot by level, or nobody yet."""

    name: Name | None = None
    bot: Level | None = None


class Wish(Strict):
    """A table to be made."""

    game: Annotated[str, Field(max_length=32)] | None = None
    players: Annotated[int, Field(ge=1, le=6, strict=True)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[Holder], Field(max_length=6)] = []
    clock: Annotated[Bank | Days, Field(discriminator="kind")] | None = None
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
    scenario: Annotated[str, Field(max_length=100_000)] | None = None
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


class SeatChange(Strict):
    """A seat gets a name, or the host gives it to a bot, closes it or opens it."""

    name: Name | None = None
    holder: Literal["open", "closed", "bot"] | None = None
    level: Level | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Anna"}, {"holder": "bot", "level": "hard"}, {"holder": "closed"}]}
    )


class Keys(Strict):
    """The secret keys of a table."""

    host: str
    watch: str
    seats: list[str]


class MadeTable(Strict):
    """A table that was made."""

    table: str
    keys: Keys

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


class Trouble(Strict):
    """What is wrong."""

    code: str
    why: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "not_now", "why": "the match has begun"}]})
