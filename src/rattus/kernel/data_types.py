"""Types of the data that leaves a program: what JSON Schema, OpenAPI and the client's own types are made of.

They describe and check, and cost nothing where the data is made: that stays plain dicts. Pydantic comes with the extra
`server`; nothing that plays imports this module.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypeVar

from pydantic import ConfigDict, Discriminator, GetCoreSchemaHandler, with_config
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypedDict

from rattus.kernel.events import Shapes, meanings
from rattus.kernel.seats import SEATS

T = TypeVar("T")


def closed(data_type: type[T]) -> type[T]:
    """A TypedDict that allows no fields but its own."""
    return with_config(ConfigDict(extra="forbid"))(data_type)


@dataclass(frozen=True)
class OneOf:
    """`Annotated[str, OneOf(words)]` is one of these words."""

    words: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.words))


Seat = Annotated[str, OneOf(SEATS)]
EventSeat = Seat | None


def event_union(prefix: str, shapes: Shapes, types: Mapping[str, Any], nullable: Iterable[str] = ()) -> Any:
    """The type of the events of a game, from the same table that events are described with.

    `types` gives the type of each number by its meaning; one that is secret, or a meaning in `nullable`, may be null.
    """
    absent = frozenset(nullable)
    kinds = [_event_type(prefix, shape, types, absent) for shape in shapes.values()]
    return Annotated[functools.reduce(operator.or_, kinds), Discriminator("event")]


def _event_type(
    prefix: str, shape: tuple[str, str, tuple[str, ...]], types: Mapping[str, Any], absent: frozenset[str]
) -> Any:
    name, rule, words = shape
    fields: dict[str, Any] = {"number": int, "after": int, "event": Annotated[str, OneOf((name,))], "seat": EventSeat}
    for meaning, is_secret, is_seat in meanings(words):
        kind = EventSeat if is_seat else types[meaning]
        fields[meaning] = kind | None if is_secret or meaning in absent else kind
    fields["rule"] = str if rule else NotRequired[str]
    title = prefix + "".join(word.title() for word in re.split("[ _]", name)) + "Event"
    return closed(TypedDict(title, fields))  # type: ignore[operator]
