"""What clients send on the WebSocket of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from rattus.kernel.data_types import OneOf
from rattus.server.protocol.basics import (
    GREETING,
    UNVERSIONED,
    Mark,
    Number,
    RequestId,
    StrictModel,
    check_protocol,
    read_json,
    single_line,
)
from rattus.server.tables.journal import PHRASES

Phrase = Annotated[str, OneOf(PHRASES)]


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
    words: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=8)] = Field(default_factory=list)


class AnswerRequest(ClientRequest):
    """Agree to the proposal, or not."""

    type: Literal["answer"]
    yes: Annotated[bool, Field(strict=True)]


class ChatRequest(ClientRequest):
    """A line of chat."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=500), AfterValidator(single_line)]


class PhraseRequest(ClientRequest):
    """A line of chat that every reader sees in their own language."""

    type: Literal["phrase"]
    phrase: Phrase


class MarkRequest(ClientRequest):
    """Point at something on the table for everybody to see: a region, a class card, a class, `building.2`, `nun.3`."""

    type: Literal["mark"]
    thing: Annotated[str, Field(max_length=32)]


ClientMessage = (
    Sync | ExplainRequest | MoveRequest | SimpleRequest | AnswerRequest | ChatRequest | PhraseRequest | MarkRequest
)
_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])
_HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)


def read_hello(text: str | bytes) -> Hello:
    """The first message of a client. The version comes first: another one may have other fields."""
    check_protocol(read_json(GREETING, text).protocol)
    return read_json(_HELLO, text)


def read_message(text: str | bytes) -> ClientMessage:
    """Any later message of a client."""
    return read_json(_MESSAGE, text)
