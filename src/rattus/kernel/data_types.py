"""Types of the data that leaves a program: what JSON Schema, OpenAPI and the client's own types are made of.

They describe and check, and cost nothing where the data is made: that stays plain dicts. Positions that are read are
checked by them first: their form here, their sense by the readers. Importing Pydantic takes a while, so this module is
imported only by who needs it.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypeVar, cast, get_origin

from pydantic import (
    ConfigDict,
    Discriminator,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    with_config,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, ErrorDetails, core_schema
from typing_extensions import TypedDict, get_type_hints

from rattus.errors import FormatError
from rattus.kernel.events import Shapes, meanings
from rattus.kernel.seats import SEATS
from rattus.kernel.validation import short_repr

T = TypeVar("T")


def closed(data_type: type[T]) -> type[T]:
    """A TypedDict that allows no fields but its own."""
    return with_config(ConfigDict(extra="forbid"))(data_type)


def closed_but(names: Iterable[str]) -> Callable[[type[T]], type[T]]:
    """A TypedDict that allows no fields but its own and these, in which anything may be."""

    def close(data_type: type[T]) -> type[T]:
        fields = get_type_hints(data_type, include_extras=True)
        more = {name: NotRequired[Any] for name in names if name not in fields}
        wider: Any = closed(TypedDict(data_type.__name__, fields | more))  # type: ignore[operator]
        wider.__doc__ = data_type.__doc__
        return cast("type[T]", wider)

    return close


@dataclass(frozen=True)
class OneOf:
    """`Annotated[str, OneOf(words)]` is one of these words."""

    words: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.words))


@dataclass(frozen=True)
class Described:
    """`Annotated[dict[str, Any], Described(kind)]` has this type in schemas, and is checked by who reads it."""

    kind: Any

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter(self.kind).core_schema)


Seat = Annotated[str, OneOf(SEATS)]
EventSeat = Seat | None


def event_union(prefix: str, shapes: Shapes, type_of: Callable[[str], Any], nullable: Iterable[str] = ()) -> Any:
    """The type of the events of a game, from the same table that events are described with.

    `type_of` gives the type of a number by its meaning; one that is secret, or a meaning in `nullable`, may be null.
    """
    absent = frozenset(nullable)
    kinds = [_event_type(prefix, shape, type_of, absent) for shape in shapes.values()]
    return Annotated[functools.reduce(operator.or_, kinds), Discriminator("event")]


def _event_type(
    prefix: str, shape: tuple[str, str, tuple[str, ...]], type_of: Callable[[str], Any], absent: frozenset[str]
) -> Any:
    name, rule, words = shape
    fields: dict[str, Any] = {"number": int, "after": int, "event": Annotated[str, OneOf((name,))], "seat": EventSeat}
    for meaning, is_secret, is_seat in meanings(words):
        kind = EventSeat if is_seat else type_of(meaning)
        fields[meaning] = kind | None if is_secret or meaning in absent else kind
    fields["rule"] = str if rule else NotRequired[str]
    title = prefix + "".join(word.title() for word in re.split("[ _]", name)) + "Event"
    return closed(TypedDict(title, fields))  # type: ignore[operator]


# ---- positions

MOST_ERRORS = 1000  # that are looked at to find the one to tell
EXPECTED = {
    "dict_type": "a map", "list_type": "a list", "int_type": "a number", "bool_type": "true or false",
    "string_type": "a word",
}  # fmt: skip


def position_type(name: str, view: Any, **looser: Any) -> Any:
    """The type of a position that is read: the fields of a view, which all may be left out, some with looser types."""
    fields = {field: _bare(kind) for field, kind in get_type_hints(view, include_extras=True).items()}
    return closed(TypedDict(name, fields | looser, total=False))  # type: ignore[operator]


def _bare(kind: Any) -> Any:
    return kind.__args__[0] if get_origin(kind) is NotRequired else kind


@functools.cache
def _adapter(data_type: Any) -> TypeAdapter[Any]:
    return TypeAdapter(data_type)


def check_form(data_type: Any, data: Any, whole: str, indexed: Iterable[str] = ()) -> None:
    """FormatError unless data has the form of a type; `whole` is the place of all of it.

    The place of an error within a list is the list, or the item of a list whose name is in `indexed`.
    """
    try:
        _adapter(data_type).validate_python(data, strict=True)
    except ValidationError as error:
        if error.error_count() > MOST_ERRORS:
            raise FormatError(whole, f"{error.error_count()} things in it are wrong") from None
        # An error in one form of several is told by the form that comes closest: where it goes wrong deepest.
        places = [(_path(details, data), details) for details in error.errors(include_url=False)]
        path, details = max(places, key=lambda each: len(each[0]))
        raise FormatError(_place(path, whole, frozenset(indexed)), _complaint(details)) from None


def _path(details: ErrorDetails, data: Any) -> list[int | str]:
    """The steps into the data that lead to an error. Pydantic names the forms of a union on the way, too."""
    steps = list(details["loc"])
    if details["type"] == "extra_forbidden":
        steps.pop()
    elif steps[-1:] == ["[key]"]:
        del steps[-2:]
    path = []
    for step in steps:
        is_there = step in data if isinstance(data, dict) else isinstance(data, list) and isinstance(step, int)
        if is_there:
            path.append(step)
            data = data[step]
    if details["type"] == "missing":
        path.append(steps[-1])
    return path


def _place(path: list[int | str], whole: str, indexed: frozenset[str]) -> str:
    place = ""
    for number, step in enumerate(path):
        if isinstance(step, str):
            place = f"{place}.{step}" if place else step
        elif number and path[number - 1] in indexed:
            place += f"[{step}]"
        else:
            break
    return place or whole


def _complaint(details: ErrorDetails) -> str:
    kind, given = details["type"], short_repr(details["input"])
    if kind == "extra_forbidden":
        return f"unknown field {details['loc'][-1]!r}"
    if kind == "missing":
        return "it is missing"
    if kind == "literal_error":
        return f"one of {details['ctx']['expected'].replace(chr(39), '').replace(' or ', ', ')}, not {given}"
    return f"{EXPECTED[kind]}, not {given}" if kind in EXPECTED else f"{details['msg']}: {given}"
