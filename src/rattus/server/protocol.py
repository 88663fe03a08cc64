"""What crosses the border, both ways: the only place where its form is written.

OpenAPI, the JSON Schema and the types of the browser client (`make types`) are made from it. What clients send is
validated; what the server sends is declared here, checked statically, and validated in tests: views are made for every
move, and validating them would cost more than making them.

A `seat` is a colour, as in the engine. The place at the table, numbered from 1, is a `chair`: it is there before a
match gives it a seat, and it may have none.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    RootModel,
    TypeAdapter,
    ValidationError,
)
from typing_extensions import TypedDict

import rattus
from rattus.bots.hints import Purpose
from rattus.bots.levels import LEVELS
from rattus.games.cartus.models import CartusEvent, CartusOutcome, CartusPosition, CartusView
from rattus.games.rattus.models import (
    AfricanusPosition,
    AfricanusView,
    RattusEvent,
    RattusOutcome,
    RattusPosition,
    RattusView,
)
from rattus.kernel.data_types import Described, OneOf, Seat, closed
from rattus.match.vocabulary import vocabulary_of
from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.tables.journal import LeaveReason, ProposalKind, SeatHolder
from rattus.server.tables.table import TableStatus
from rattus.words import LANGUAGES

# The version of all this. It is incremented when an older client would misunderstand; such a client is told to reload.
PROTOCOL = 2
UNVERSIONED = 1  # what clients speak that do not say
PROTOCOL_HEADER = "Rattus-Protocol"  # of HTTP requests; programs may leave it out

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


Name = Annotated[str, Field(max_length=24), AfterValidator(_single_line)]
Level = Annotated[str, OneOf(tuple(LEVELS))]
GameName = Annotated[str, OneOf(tuple(rattus.GAMES))]
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Mark = Annotated[str, Field(max_length=16)]
# The engine reads it and says what is wrong with it; the schema tells its form.
Position = Annotated[
    dict[str, Any], Described(Annotated[RattusPosition | AfricanusPosition | CartusPosition, Discriminator("game")])
]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER, strict=True)]


def _check_number(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("must be a number")
    return value


# As JSON Schema has it: 7.0 is a whole number too, and nothing that is no number is one.
WholeNumber = Annotated[int, Field(ge=0, le=MAX_NUMBER), BeforeValidator(_check_number)]


class StrictModel(BaseModel):
    """A model that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid")


class Hello(StrictModel):
    """The first message: the version, the table and a key to it, and the number and mark of the last known entry."""

    type: Literal["hello"]
    protocol: Number = UNVERSIONED
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


class ExplainRequest(ClientRequest):
    """Why something cannot be chosen now, or what for it can: a region, a card, a building.

    `verb` and `words` are what has been chosen of a move so far.
    """

    type: Literal["explain"]
    thing: Annotated[str, Field(max_length=100)]
    verb: Annotated[str, Field(max_length=100)] | None = None
    words: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=8)] = []


class AnswerRequest(ClientRequest):
    """Agree to the proposal, or not."""

    type: Literal["answer"]
    yes: Annotated[bool, Field(strict=True)]


class ChatRequest(ClientRequest):
    """A line of chat."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=500), AfterValidator(_single_line)]


ClientMessage = Sync | ExplainRequest | MoveRequest | SimpleRequest | AnswerRequest | ChatRequest
_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])
T = TypeVar("T")


class _Greeting(BaseModel):
    """The part of `hello` that every version has."""

    type: Literal["hello"]
    protocol: Number = UNVERSIONED


_GREETING: TypeAdapter[_Greeting] = TypeAdapter(_Greeting)
_HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)


def read_hello(text: str | bytes) -> Hello:
    """The first message of a client. The version comes first: another one may have other fields."""
    check_protocol(_read(_GREETING, text).protocol)
    return _read(_HELLO, text)


def check_protocol(version: int) -> None:
    """RequestRefused if a client speaks another version than this server."""
    if version != PROTOCOL:
        why = f"this client speaks version {version} of the protocol, the server version {PROTOCOL}: reload the page"
        raise RequestRefused(ErrorCode.OUTDATED, why)


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
    seconds: Annotated[float, Field(ge=10, le=86_400, strict=True)]
    increment: Annotated[float, Field(ge=0, le=3_600, strict=True)] = 0.0


class DaysClock(StrictModel):
    """A number of days for each move."""

    kind: Literal["days"]
    days: Annotated[float, Field(gt=0, le=60, strict=True)]


class SeatAssignment(StrictModel):
    """Who sits on a chair from the start: a person by name, a bot by level, or nobody yet."""

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
        Field(strict=True, description="Nobody is told how many rats the others have until the end (C2)"),
    ] = False
    hints: Annotated[
        bool | None,
        Field(
            strict=True,
            description="Whether hints may be asked for; left out: only where one person plays against bots",
        ),
    ] = None
    start: bool = False
    position: Position | None = None
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
    """A person gives a name, or the host gives the chair to a bot, closes it or opens it."""

    name: Name | None = None
    holder: Literal["open", "closed", "bot"] | None = None
    level: Level | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Anna"}, {"holder": "bot", "level": "hard"}, {"holder": "closed"}]}
    )


class TableKeys(StrictModel):
    """The secret keys of a table; `seats` has one for each chair."""

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
    """The new key of a chair; the old one opens nothing any more."""

    chair: int
    key: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"chair": 2, "key": "m8Qw3eRt5yUi7oPa9sDfGh"}]})


class TableRemoved(StrictModel):
    """A table that is there no more."""

    table: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": "k3v9tq7xwe"}]})


Code = Annotated[str, OneOf(tuple(code.value for code in ErrorCode))]


class ErrorAnswer(StrictModel):
    """Why a request was refused."""

    code: Code
    why: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "not_now", "why": "the match has begun"}]})


# ---- tables


@closed
class You(TypedDict):
    """The role that the key grants; a seat's has a chair, and from the start of a match on a seat."""

    role: Literal["host", "watch", "seat"]
    chair: int | None
    seat: Seat | None


@closed
class Chair(TypedDict):
    """A chair at the table, who sits there, and the seat it has in the match."""

    chair: int
    seat: Seat | None
    holder: SeatHolder
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
    """Anybody on the server may sit down, until at `fill_at` bots of this level take the chairs that are free."""

    fill_at: float | None
    level: Level | None


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
    open: Annotated[OpenUntil | None, Field(description="Anybody on this server may sit down here, until the start")]
    watched: Annotated[bool, Field(description="The table shows a record")]
    closed: Annotated[bool, Field(description="Nothing happens at this table any more")]
    seats: list[Chair]
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


# ---- what happened: the entries of a journal as everybody may know them


class _PublicEntry(TypedDict):
    number: int
    at: float


@closed
class PublicTableEntry(_PublicEntry):
    """The table was made, a match began, or the table was closed for good."""

    kind: Literal["made", "begun", "closed"]


@closed
class PublicResumeEntry(_PublicEntry):
    """The server was away, and these seconds count against nobody."""

    kind: Literal["resumed"]
    seconds: float


@closed
class PublicChairEntry(_PublicEntry):
    """Somebody sat down on a chair, or the host changed who holds it."""

    kind: Literal["seat"]
    chair: int


@closed
class PublicMoveEntry(_PublicEntry):
    """A move; what was done is in the events. `fault`: a bot failed, and the move was made at random in its place."""

    kind: Literal["move"]
    seat: Seat
    fault: NotRequired[str]


@closed
class PublicReturnEntry(_PublicEntry):
    """A person took the seat back from the bot."""

    kind: Literal["returned"]
    seat: Seat | None


@closed
class PublicUndoEntry(_PublicEntry):
    """Moves were undone until `to` were left."""

    kind: Literal["undone"]
    seat: Seat | None
    to: int


@closed
class PublicProposalEntry(_PublicEntry):
    """Somebody proposed something that needs everybody's consent."""

    kind: Literal["asked"]
    seat: Seat
    what: ProposalKind


@closed
class PublicAnswerEntry(_PublicEntry):
    """Somebody agreed to what is proposed, or not."""

    kind: Literal["answered"]
    seat: Seat
    yes: bool


@closed
class PublicLeaveEntry(_PublicEntry):
    """A bot plays on for a person."""

    kind: Literal["left"]
    seat: Seat | None
    why: LeaveReason


@closed
class PublicChatEntry(_PublicEntry):
    """A line of chat."""

    kind: Literal["chat"]
    seat: Seat | None
    chair: int
    text: str


if TYPE_CHECKING:  # tables make them as plain dicts
    PublicEntry = dict[str, Any]
else:
    PublicEntry = Annotated[
        PublicTableEntry
        | PublicResumeEntry
        | PublicChairEntry
        | PublicMoveEntry
        | PublicReturnEntry
        | PublicUndoEntry
        | PublicProposalEntry
        | PublicAnswerEntry
        | PublicLeaveEntry
        | PublicChatEntry,
        Discriminator("kind"),
    ]

# ---- messages to clients

Undo = Literal["free", "ask"]  # how your last move can be taken back: at once, or by asking the others


class MatchData(TypedDict):
    """The match as a seat sees it."""

    view: GameView | None
    legal: list[str]
    moves: int
    undo: Undo | None


@closed
class StateMessage(MatchData):
    """Everything that a role may know. `anew`: the server does not have the history that the client said it knows."""

    type: Literal["state"]
    number: int
    mark: Mark
    anew: NotRequired[bool]
    you: You
    table: Table
    events: list[GameEvent]
    chat: list[ChatLine]


@closed
class UpdateMessage(TypedDict):
    """What is new after entry `since`; what has not changed is left out."""

    type: Literal["update"]
    since: int
    number: int
    mark: Mark
    happened: list[PublicEntry]
    you: NotRequired[You]
    table: NotRequired[Table]
    view: NotRequired[GameView | None]
    legal: NotRequired[list[str]]
    moves: NotRequired[int]
    undo: NotRequired[Undo | None]
    events: NotRequired[list[GameEvent]]


@closed
class TickMessage(TypedDict):
    """Now and then: the number of the last entry, and the server's time."""

    type: Literal["tick"]
    number: int
    at: float


@closed
class HereMessage(TypedDict):
    """The chairs whose people are connected, and how many spectators are."""

    type: Literal["here"]
    chairs: list[int]
    watching: int


@closed
class HintValues(TypedDict):
    """The numbers and the seat in the sentence of a reason."""

    chance: NotRequired[float]
    other: NotRequired[float]
    points: NotRequired[float]
    seat: NotRequired[Seat]


@closed
class HintReason(TypedDict):
    """What a move is for: the key of a sentence, and what it names."""

    key: Purpose
    values: HintValues


@closed
class HintOption(TypedDict):
    """A move that was considered: how often it was tried, its worth, each seat's chance to win after it, and why."""

    move: str
    simulations: int
    worth: float
    chances: dict[Seat, float]
    reason: HintReason


@closed
class HintMessage(TypedDict):
    """The answer to a request for a hint: the move to make, and the best options in order."""

    type: Literal["hint"]
    id: str
    move: str
    options: list[HintOption]
    simulations: int


@closed
class Reason(TypedDict):
    """A reason as a word for it, the rule behind it, and the values that its text names."""

    why: str
    rule: str
    seat: NotRequired[Seat]
    region: NotRequired[str]
    card: NotRequired[str]
    last: NotRequired[str]
    ask: NotRequired[str]
    slot: NotRequired[int]
    limit: NotRequired[int]
    n: NotRequired[int]


@closed
class ExplainedMessage(TypedDict):
    """The moves that a thing can be chosen for, reasons if there are none, and what is known of it besides."""

    type: Literal["explained"]
    id: str
    moves: list[str]
    reasons: list[Reason]
    facts: list[Reason]


@closed
class DoneMessage(TypedDict):
    """A request was carried out, and is stored as this entry."""

    type: Literal["done"]
    id: str
    number: int


@closed
class RefusedMessage(TypedDict):
    """A request was refused, and nothing has changed."""

    type: Literal["refused"]
    id: str
    code: Code
    why: str


@closed
class ErrorMessage(TypedDict):
    """A message could not be understood, or the client is not let in."""

    type: Literal["error"]
    code: Code
    why: str


ServerMessage = Annotated[
    StateMessage
    | UpdateMessage
    | TickMessage
    | HereMessage
    | HintMessage
    | ExplainedMessage
    | DoneMessage
    | RefusedMessage
    | ErrorMessage,
    Discriminator("type"),
]


def message_schema() -> dict[str, Any]:
    """The JSON Schema of all messages of the WebSocket: `Hello`, later `ClientMessage`; `ServerMessage` to clients."""
    later = Annotated[ClientMessage, Field(discriminator="type")]
    border: dict[str, Any] = {"Hello": Hello, "ClientMessage": later, "ServerMessage": ServerMessage}
    inputs: list[Any] = [(name, "validation", TypeAdapter(kind)) for name, kind in border.items()]
    roots, schema = TypeAdapter.json_schemas(inputs, ref_template="#/$defs/{model}")
    named = {name: root for (name, _), root in roots.items() if "$ref" not in root}
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "protocol": PROTOCOL, "$defs": {**schema["$defs"], **named}}


# ---- records and moments


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


# ---- answers of the HTTP API


class GameAnswer(StrictModel):
    """A game: numbers of players, and options with their defaults."""

    game: GameName
    title: str
    players: list[int]
    options: dict[str, Any]
    rules_version: int


class GamesAnswer(StrictModel):
    """The games, and the levels of bots."""

    games: list[GameAnswer]
    levels: list[Level]

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


class VocabularyCard(StrictModel):
    """A card or a building, with its class and the rule that says what it does."""

    card: str
    kind: Literal["class_card", "population", "special", "building"]
    of_class: Annotated[str | None, Field(alias="class")]
    rule: str
    playable: Annotated[bool, Field(description="Whether it may be played into a building")] = False


@closed
class VocabularyVerb(TypedDict):
    """A verb with the kinds of its arguments; `final`: a move with it can reveal something and is not taken back."""

    verb: str
    arguments: list[str]
    rule: str
    final: bool


@closed
class VocabularyEvent(TypedDict):
    """A kind of event: its rule, its fields, and those of them that only some may know."""

    event: str
    rule: str
    fields: list[str]
    secret: list[str]


@closed
class VocabularyCategory(TypedDict):
    """What points are for."""

    category: str
    rule: str


def _add_vocabulary(schema: dict[str, Any]) -> None:
    schema["examples"] = [vocabulary_of(rattus.GAMES["rattus"])]


class VocabularyAnswer(StrictModel):
    """All words and numbers that a program needs to show a game. Where a limit depends on the players it is a map."""

    game: GameName
    title: str
    rules_version: int
    players: list[int]
    classes: list[str]
    symbols: list[str]
    cards: list[VocabularyCard]
    verbs: list[VocabularyVerb]
    events: list[VocabularyEvent]
    phases: list[str]
    questions: list[str]
    reasons: list[str]
    categories: list[VocabularyCategory]
    regions: dict[str, list[str]]
    limits: dict[str, int | dict[str, int]]
    rules: list[str]

    model_config = ConfigDict(json_schema_extra=_add_vocabulary)


class TableSeen(StrictModel):
    """A table, your role there, and the seat that has to decide."""

    you: You
    table: Table
    to_move: Seat | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "you": {"role": "seat", "chair": 1, "seat": "red"},
                    "table": {
                        "id": "k3v9tq7xwe",
                        "game": "rattus",
                        "status": "open",
                        "match": 0,
                        "options": {},
                        "sitter": "normal",
                        "hide_rats": False,
                        "hints": True,
                        "open": None,
                        "watched": False,
                        "closed": False,
                        "seats": [
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


# ---- reviews, and trying out moves

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

    match: Annotated[int, Field(ge=1, le=MAX_NUMBER), BeforeValidator(_check_number)] | None = None
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


# ---- players


PlayerKey = Annotated[str, Field(max_length=64)]
PLAYER = "h7k2wq9dxmea"
PLAYER_KEY = "n3Xw8pLs5Tq2vB9cYk6ZfA"
PASSKEY = "pX9rT2vLq8Wm4nKz7yBc5A"
DEVICE = "w3k9dxqmh7ea"
TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
_WISHES: dict[str, JsonValue] = {
    "games": ["rattus", "cartus"],
    "clocks": ["none", "days"],
    "quiet": {"start": "22:30", "end": "07:30"},
    "zone": "Europe/Amsterdam",
    "language": "nl",
}
_CHANNEL: dict[str, JsonValue] = {
    "channel": DEVICE,
    "kind": "ntfy",
    "address": "https://ntfy.sh/annasgames",
    "name": "Phone",
    "made": 1763200000.5,
    "confirmed": True,
    "stuck": False,
}
DeviceLabel = Annotated[str, Field(max_length=40), AfterValidator(_single_line)]


class NewPlayer(StrictModel):
    """A player who is to be made."""

    name: Name

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Anna"}]})


class PlayerMade(StrictModel):
    """A player who was made, and the secret key that makes its owner this player on any device."""

    player: str
    key: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"player": PLAYER, "key": PLAYER_KEY}]})


class PlayerSeen(StrictModel):
    """A player as they see themselves: games that wait for them, matches that are over, and those of them they won."""

    player: str
    name: str
    made: float
    waiting: int
    finished: int
    won: int

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"player": PLAYER, "name": "Anna", "made": 1763200000.5, "waiting": 2, "finished": 31, "won": 9}
            ]
        }
    )


class PlayerKeyRenewed(StrictModel):
    """The new key of a player; the old one, and what followed from it, opens nothing any more."""

    key: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"key": PLAYER_KEY}]})


class PlayerRemoved(StrictModel):
    """A player who is there no more."""

    player: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"player": PLAYER}]})


@closed
class OwnDevice(TypedDict):
    """A device that came in by a passkey and has a key of its own."""

    device: str
    name: str
    made: float
    seen: float


@closed
class OwnPasskey(TypedDict):
    """A passkey of a player."""

    passkey: str
    name: str
    made: float
    used: float | None


class PlayerKeys(StrictModel):
    """How a player comes in. `device` is the one that asks, null if it came by the link."""

    link: Annotated[bool, Field(description="Whether the secret link is open")]
    device: str | None
    devices: list[OwnDevice]
    passkeys: list[OwnPasskey]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "link": True,
                    "device": None,
                    "devices": [{"device": DEVICE, "name": "Phone", "made": 1763200000.5, "seen": 1763200000.5}],
                    "passkeys": [{"passkey": PASSKEY, "name": "Laptop", "made": 1763200000.5, "used": None}],
                }
            ]
        }
    )


class PasskeyOptions(StrictModel):
    """What the browser's `navigator.credentials` takes, as WebAuthn writes it in JSON."""

    options: dict[str, JsonValue]

    model_config = ConfigDict(json_schema_extra={"examples": [{"options": {"challenge": PLAYER_KEY}}]})


class PasskeyAnswer(StrictModel):
    """What the browser has answered, as WebAuthn writes it in JSON, and what this device is called."""

    credential: dict[str, JsonValue]
    name: DeviceLabel

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"credential": {"id": PASSKEY, "response": {}}, "name": "Laptop"}]}
    )


class PasskeyAdded(StrictModel):
    """The id of a passkey that was added."""

    passkey: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"passkey": PASSKEY}]})


class PasskeyRef(StrictModel):
    """A passkey by its id."""

    passkey: Annotated[str, Field(max_length=1400)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"passkey": PASSKEY}]})


class DeviceName(StrictModel):
    """What this device is called."""

    name: DeviceLabel

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Laptop"}]})


class DeviceRef(StrictModel):
    """A device by its id."""

    device: Annotated[str, Field(max_length=64)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"device": DEVICE}]})


class SeatClaim(StrictModel):
    """Whose chair it is from now on, by the player's key, and the key of the host if they have that too."""

    player: PlayerKey
    host: PlayerKey | None = None

    model_config = ConfigDict(json_schema_extra={"examples": [{"player": PLAYER_KEY}]})


class SeatClaimed(StrictModel):
    """Whether the chair is the player's own now. It is not if it was another player's before."""

    yours: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"yours": True}]})


class OwnChair(StrictModel):
    """A chair that is a player's own."""

    table: Annotated[str, Field(max_length=64)]
    chair: Annotated[int, Field(ge=1, le=6, strict=True)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": "k3v9tq7xwe", "chair": 1}]})


class QuietTime(StrictModel):
    """From one time of the day to another, in which nothing is sent."""

    start: TimeOfDay
    end: TimeOfDay


class NoticeWishes(StrictModel):
    """What somebody is told of: games and clocks, quiet hours in a time zone, and the language of messages."""

    games: Annotated[list[GameName], Field(max_length=10)]
    clocks: Annotated[list[Literal["none", "bank", "days"]], Field(max_length=10)]
    quiet: QuietTime | None
    zone: Annotated[str, Field(max_length=64)]
    language: Annotated[str, OneOf(LANGUAGES)]

    model_config = ConfigDict(json_schema_extra={"examples": [_WISHES]})


@closed
class OwnChannel(TypedDict):
    """Where somebody is told. Nothing is sent to an e-mail address before it is confirmed, nor to what is `stuck`."""

    channel: str
    kind: Literal["push", "mail", "webhook", "ntfy"]
    address: str
    name: str
    made: float
    confirmed: bool
    stuck: bool


class PlayerNotices(StrictModel):
    """What this server can send (`push` is its key for the browser), what the player is told of, and where."""

    push: str | None
    mail: bool
    webhooks: bool
    wishes: NoticeWishes
    channels: list[OwnChannel]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"push": None, "mail": True, "webhooks": True, "wishes": _WISHES, "channels": [_CHANNEL]}]
        }
    )


class NewChannel(StrictModel):
    """One more place to be told: a push subscription with its keys, an e-mail address, a webhook, an ntfy topic."""

    kind: Literal["push", "mail", "webhook", "ntfy"]
    address: Annotated[str, Field(min_length=3, max_length=1000)]
    name: DeviceLabel
    p256dh: Annotated[str, Field(max_length=200)] | None = None
    auth: Annotated[str, Field(max_length=100)] | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"kind": "ntfy", "address": "https://ntfy.sh/annasgames", "name": "Phone"}]}
    )


class ChannelAdded(StrictModel):
    """The id of a channel; not `confirmed`: an e-mail with a link is on its way."""

    channel: str
    confirmed: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"channel": DEVICE, "confirmed": True}]})


class ChannelRef(StrictModel):
    """A channel by its id."""

    channel: Annotated[str, Field(max_length=64)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"channel": DEVICE}]})


class MailCode(StrictModel):
    """The code in the link of the first e-mail."""

    code: PlayerKey

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": PLAYER_KEY}]})


class MailStop(StrictModel):
    """What stands in the link of an e-mail that ends them."""

    channel: Annotated[str, Field(max_length=64)]
    code: PlayerKey

    model_config = ConfigDict(json_schema_extra={"examples": [{"channel": DEVICE, "code": PLAYER_KEY}]})


class MailStopped(StrictModel):
    """Whether e-mails are sent to an address from now on."""

    sends: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"sends": True}]})


@closed
class SentNotice(TypedDict):
    """A message about a turn; `sent` is null if it was not sent."""

    channel: str
    table: str
    chair: int
    at: float
    sent: float | None


@closed
class PlayerGame(TypedDict):
    """A game of a player that is not over, and the keys that open it: the chair's, and the host's where they host."""

    table: str
    chair: int
    key: str
    host: str | None
    game: GameName
    status: Literal["open", "playing"]
    match: int
    moves: int
    turn: Annotated[int | None, Field(description="How many decisions that person had made when the turn began")]
    seats: list[Chair]
    waits_for: Annotated[int | None, Field(description="The chair of the person who has to decide")]
    deadline: Annotated[float | None, Field(description="When the time of that person is up")]
    clock: BankClock | DaysClock | None
    changed: float


@closed
class ResultSeat(TypedDict):
    """How a match ended for a seat."""

    seat: Seat
    name: str | None
    level: Level | None
    place: int
    points: int | None


@closed
class PlayerResult(TypedDict):
    """How a match ended for a player. `left`: a bot played on for them. `key` is null once the table is gone."""

    table: str
    match: int
    chair: int
    key: NotRequired[str | None]
    at: float
    game: GameName
    seat: Seat
    place: int
    won: bool
    left: bool
    points: int | None
    seats: list[ResultSeat]


_CHAIRS: list[JsonValue] = [
    {"chair": 1, "seat": "red", "holder": "person", "name": "Anna", "level": None, "away": False},
    {"chair": 2, "seat": "yellow", "holder": "bot", "name": None, "level": "hard", "away": False},
]


class PlayerGames(StrictModel):
    """Games of a player that are not over, those that wait for them first; `next` is where the next page begins."""

    waiting: int
    games: list[PlayerGame]
    next: int | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "waiting": 1,
                    "games": [
                        {
                            "table": "k3v9tq7xwe",
                            "chair": 1,
                            "key": "m8Qw3eRt5yUi7oPa9sDfGh",
                            "host": None,
                            "game": "rattus",
                            "status": "playing",
                            "match": 1,
                            "moves": 12,
                            "turn": 5,
                            "seats": _CHAIRS,
                            "waits_for": 1,
                            "deadline": 1763286400.5,
                            "clock": {"kind": "days", "days": 1},
                            "changed": 1763200000.5,
                        }
                    ],
                    "next": None,
                }
            ]
        }
    )


class PlayerResults(StrictModel):
    """How the matches of a player ended, the last first; `next` is where the next page begins."""

    results: list[PlayerResult]
    next: int | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "results": [
                        {
                            "table": "k3v9tq7xwe",
                            "match": 1,
                            "chair": 1,
                            "key": "m8Qw3eRt5yUi7oPa9sDfGh",
                            "at": 1763200000.5,
                            "game": "rattus",
                            "seat": "red",
                            "place": 1,
                            "won": True,
                            "left": False,
                            "points": 17,
                            "seats": [
                                {"seat": "red", "name": "Anna", "level": None, "place": 1, "points": 17},
                                {"seat": "yellow", "name": None, "level": "hard", "place": 2, "points": 12},
                            ],
                        }
                    ],
                    "next": None,
                }
            ]
        }
    )


@closed
class ExportedChair(TypedDict):
    """A chair that is a player's own."""

    table: str
    chair: int
    host: bool
    at: float


@closed
class ExportedEntry(TypedDict):
    """An entry of a journal that a player has added."""

    table: str
    number: int
    at: float
    kind: str
    chair: int
    data: dict[str, Any]


class PlayerExport(StrictModel):
    """Everything that is stored of a player, and what they did and said at their tables."""

    player: str
    name: str
    made: float
    seen: float
    chairs: list[ExportedChair]
    results: list[PlayerResult]
    entries: list[ExportedEntry]
    devices: list[OwnDevice]
    passkeys: list[OwnPasskey]
    wishes: NoticeWishes
    channels: list[OwnChannel]
    messages: list[SentNotice]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "player": PLAYER,
                    "name": "Anna",
                    "made": 1763200000.5,
                    "seen": 1763200000.5,
                    "chairs": [{"table": "k3v9tq7xwe", "chair": 1, "host": True, "at": 1763200000.5}],
                    "results": [],
                    "devices": [],
                    "passkeys": [],
                    "wishes": _WISHES,
                    "channels": [_CHANNEL],
                    "messages": [],
                    "entries": [
                        {
                            "table": "k3v9tq7xwe",
                            "number": 3,
                            "at": 1763200000.5,
                            "kind": "move",
                            "chair": 1,
                            "data": {"move": "settle gallia"},
                        }
                    ],
                }
            ]
        }
    )


# ---- open tables


class Fill(StrictModel):
    """After so many seconds bots of this level take the chairs that are still free, and the match begins."""

    seconds: Annotated[float, Field(ge=5, le=604_800, strict=True)]
    level: Level


class OpenTableRequest(StrictModel):
    """A table that is open to everybody; in `table` exactly one chair has a name, which is the player's own."""

    table: CreateTableRequest
    fill: Fill | None = None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "table": {"game": "rattus", "players": 3, "seats": [{"name": "Anna"}, {"bot": "hard"}, {}]},
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
    fill: Fill | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "rattus", "fill": {"seconds": 60, "level": "normal"}}]}
    )


class SitRequest(StrictModel):
    """The chair that somebody would like to have; where it is left out, whichever is free."""

    chair: Annotated[int, Field(ge=1, le=6, strict=True)] | None = None

    model_config = ConfigDict(json_schema_extra={"examples": [{"chair": 2}]})


class Seated(StrictModel):
    """The chair that a player has now, and its key; `host` is the host's key if they opened the table."""

    table: str
    chair: int
    key: str
    host: str | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"table": "k3v9tq7xwe", "chair": 2, "key": "m8Qw3eRt5yUi7oPa9sDfGh", "host": None}]
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
    seats: list[Chair]
    clock: BankClock | DaysClock | None
    options: dict[str, Any]
    hide_rats: bool
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
                            "seats": [
                                _CHAIRS[0],
                                {"chair": 2, "seat": "yellow", "holder": "open", "name": None, "level": None,
                                 "away": False},
                            ],
                            "clock": {"kind": "days", "days": 1},
                            "options": {},
                            "hide_rats": False,
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


class PlayerHello(StrictModel):
    """The first message of a page that wants to know when the games of a player change."""

    type: Literal["hello"]
    protocol: Number = UNVERSIONED
    player: PlayerKey


class PageSight(StrictModel):
    """Whether a page of a player is in sight; while one is, nothing is sent elsewhere."""

    type: Literal["sight"]
    visible: Annotated[bool, Field(strict=True)]


@closed
class WaitingMessage(TypedDict):
    """At first and whenever the games of the player have changed: how many wait for them."""

    type: Literal["games"]
    waiting: int
    open: Annotated[int, Field(description="Another number whenever the list of open tables has changed")]


_PLAYER_HELLO: TypeAdapter[PlayerHello] = TypeAdapter(PlayerHello)
_PAGE_SIGHT: TypeAdapter[PageSight] = TypeAdapter(PageSight)


def read_page_sight(text: str | bytes) -> PageSight:
    """A later message of a player's page."""
    return _read(_PAGE_SIGHT, text)


def read_player_hello(text: str | bytes) -> PlayerHello:
    """The first message of a player's page."""
    check_protocol(_read(_GREETING, text).protocol)
    return _read(_PLAYER_HELLO, text)
