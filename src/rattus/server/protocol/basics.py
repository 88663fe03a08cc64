"""What all models share: the version, kinds of text and numbers, errors, and reading a message."""

from __future__ import annotations

import importlib
import pkgutil
import unicodedata
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    TypeAdapter,
    ValidationError,
)

import rattus
import rattus.server.protocol
from rattus.bots.levels import LEVELS
from rattus.games.cartus.models import CartusPosition
from rattus.games.rattus.models import AfricanusPosition, RattusPosition
from rattus.kernel.data_types import Described, OneOf
from rattus.server.errors import ErrorCode, RequestRefused

# The version of all this. It is incremented when an older client would misunderstand; such a client is told to reload.
PROTOCOL = 3
UNVERSIONED = 1  # what clients speak that do not say
PROTOCOL_HEADER = "Rattus-Protocol"  # of HTTP requests; programs may leave it out
MAX_NUMBER = 2**31 - 1
MAX_SCENARIO = 20_000  # characters; YAML takes long to read, and the longest we know has 2,400
UNPRINTABLE = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")  # categories of Unicode
# Overrides of the text direction, which would also turn the text around a name or a line of chat.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # fillers and an empty pattern, which count as letters or symbols
DIRECTION_OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def single_line(text: str) -> str:
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


Name = Annotated[str, Field(max_length=24), AfterValidator(single_line)]
Level = Annotated[str, OneOf(tuple(LEVELS))]
GameName = Annotated[str, OneOf(tuple(rattus.GAMES))]
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Mark = Annotated[str, Field(max_length=16)]
# The engine reads it and says what is wrong with it; the schema tells its form.
Position = Annotated[
    dict[str, Any], Described(Annotated[RattusPosition | AfricanusPosition | CartusPosition, Discriminator("game")])
]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER, strict=True)]


def check_number(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("must be a number")
    return value


# As JSON Schema has it: 7.0 is a whole number too, and nothing that is no number is one.
WholeNumber = Annotated[int, Field(ge=0, le=MAX_NUMBER), BeforeValidator(check_number)]


class StrictModel(BaseModel):
    """A model that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid")


def models_by_name() -> dict[str, type[BaseModel]]:
    """All models of this package."""
    for module in pkgutil.iter_modules(rattus.server.protocol.__path__):
        importlib.import_module(f"rattus.server.protocol.{module.name}")
    found: dict[str, type[BaseModel]] = {}
    waiting: list[type[BaseModel]] = [BaseModel]
    while waiting:
        for model in waiting.pop().__subclasses__():
            waiting.append(model)
            is_generic = "[" in model.__name__
            if model.__module__.startswith("rattus.server.protocol.") and not is_generic:
                found[model.__name__] = model
    return found


T = TypeVar("T")


class _Greeting(BaseModel):
    """The part of `hello` that every version has."""

    type: Literal["hello"]
    protocol: Number = UNVERSIONED


GREETING: TypeAdapter[_Greeting] = TypeAdapter(_Greeting)


def check_protocol(version: int) -> None:
    """RequestRefused if a client speaks another version than this server."""
    if version != PROTOCOL:
        why = f"this client speaks version {version} of the protocol, the server version {PROTOCOL}: reload the page"
        raise RequestRefused(ErrorCode.OUTDATED, why)


def read_json(adapter: TypeAdapter[T], text: str | bytes) -> T:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise RequestRefused(ErrorCode.MALFORMED, first_error(error.errors())) from None


def first_error(errors: Any) -> str:
    """The first validation error and its place. The input is not repeated, since it may contain a key."""
    first = errors[0]
    place = ".".join(str(step) for step in first["loc"] if step not in ("body", "query", "path"))
    return f"{place}: {first['msg']}" if place else str(first["msg"])


Code = Annotated[str, OneOf(tuple(code.value for code in ErrorCode))]


class ErrorAnswer(StrictModel):
    """Why a request was refused."""

    code: Code
    why: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "not_now", "why": "the match has begun"}]})


DeviceLabel = Annotated[str, Field(max_length=40), AfterValidator(single_line)]
PlayerKey = Annotated[str, Field(max_length=64)]
# Those of the examples.
PLAYER = "h7k2wq9dxmea"
PLAYER_KEY = "n3Xw8pLs5Tq2vB9cYk6ZfA"
PASSKEY = "pX9rT2vLq8Wm4nKz7yBc5A"
DEVICE = "w3k9dxqmh7ea"
