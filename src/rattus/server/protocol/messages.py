"""What the server sends on the WebSocket of a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Discriminator, Field, TypeAdapter
from typing_extensions import TypedDict

from rattus.bots.hints import Purpose
from rattus.kernel.data_types import Seat, closed
from rattus.server.protocol.basics import PROTOCOL, Code, Mark
from rattus.server.protocol.entries import PublicEntry
from rattus.server.protocol.players import PageSight, PlayerHello, WaitingMessage
from rattus.server.protocol.requests import ClientMessage, Hello
from rattus.server.protocol.tables import ChatLine, GameEvent, GameView, Table, You

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
    verb: NotRequired[str]
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


@closed
class MarkedMessage(TypedDict):
    """Somebody points at something on the table; it is shown for some seconds, and nowhere stored."""

    type: Literal["marked"]
    chair: int
    seat: Seat | None
    thing: str


ServerMessage = Annotated[
    StateMessage
    | MarkedMessage
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
    """The JSON Schema of all messages of the WebSockets.

    At a table: `Hello`, later `ClientMessage`; `ServerMessage` to clients. Of a player's page: `PlayerHello`, later
    `PageSight`; `WaitingMessage` to pages.
    """
    later = Annotated[ClientMessage, Field(discriminator="type")]
    border: dict[str, Any] = {"Hello": Hello, "ClientMessage": later, "ServerMessage": ServerMessage}
    border |= {each.__name__: each for each in (PlayerHello, PageSight, WaitingMessage)}
    inputs: list[Any] = [(name, "validation", TypeAdapter(kind)) for name, kind in border.items()]
    roots, schema = TypeAdapter.json_schemas(inputs, ref_template="#/$defs/{model}")
    named = {name: root for (name, _), root in roots.items() if "$ref" not in root}
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "protocol": PROTOCOL, "$defs": {**schema["$defs"], **named}}
