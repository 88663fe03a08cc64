"""Views, positions, events and results of Rattus Cartus as types, for schemas and for whoever checks data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NotRequired

from typing_extensions import TypedDict

from rattus.games.cartus.editions import BUILDINGS, QUESTION_WORDS, SHAPES_OF_EVENTS
from rattus.games.cartus.sizes import NAME
from rattus.games.cartus.vocabulary import (
    CARDS,
    CATEGORIES,
    CAUSES,
    CLASSES,
    PHASES,
    REASONS,
    SPECIALS,
)
from rattus.kernel.data_types import OneOf, Seat, closed, event_union, position_type

Building = Annotated[str, OneOf(BUILDINGS)]
Card = Annotated[str, OneOf(CARDS)]
Class = Annotated[str, OneOf(CLASSES)]
Special = Annotated[str, OneOf(SPECIALS)]
Cause = Annotated[str, OneOf(CAUSES[1:])]


@closed
class BuildingCard(TypedDict):
    """A building card: the building, and what its supply gives, a letter for each thing."""

    building: Building
    supply: str


@closed
class Entrant(TypedDict):
    """A player in a building, and the cards laid there: how many, while they are hidden."""

    seat: Seat
    building: int
    cards: list[Card] | int
    shown: bool
    strength: int | None


@closed
class Pending(TypedDict):
    """The question that is open, with what it is about."""

    ask: Annotated[str, OneOf(QUESTION_WORDS[1:])]
    place: int | None
    due: NotRequired[int | None]  # null where the table hides the rats of others
    last: NotRequired[Card | None]
    seen: NotRequired[list[int]]
    by: NotRequired[Cause]
    to: NotRequired[Seat]
    given: NotRequired[int]
    givers: NotRequired[list[Seat]]
    premium: NotRequired[bool]


@closed
class Count(TypedDict):
    """What one watcher can count of the cards that nobody shows."""

    held: NotRequired[dict[Seat, list[Card]]]
    most: NotRequired[dict[Seat, dict[Special, int]]]
    loose: NotRequired[list[Card]]
    deck: NotRequired[dict[Card, int]]
    outside: NotRequired[dict[Card, int]]
    nuns: NotRequired[dict[Card, int]]


@closed
class Counted(TypedDict):
    """What everybody can count, and what a seat can; `new` is how many cards each hand has of the newest shuffle."""

    all: Count
    red: NotRequired[Count]
    yellow: NotRequired[Count]
    green: NotRequired[Count]
    blue: NotRequired[Count]
    white: NotRequired[Count]
    new: NotRequired[dict[Seat, int]]


@closed
class CartusView(TypedDict):
    """What somebody sees of a game. A list where a view has a number is known."""

    game: Annotated[str, OneOf((NAME,))]
    players: int
    options: dict[str, Any]
    round: int
    first: Seat
    to_move: Seat | None
    phase: Annotated[str, OneOf(PHASES)]
    row: list[BuildingCard]
    buildings: list[BuildingCard] | int
    replacement: list[BuildingCard] | int
    returned: list[BuildingCard]
    used: list[BuildingCard]
    influence: dict[Class, list[tuple[Seat, int]]]
    rats: dict[Seat, int | None]
    points: dict[Seat, list[int] | int]
    tokens: list[int] | int
    stacks: dict[Special, int]
    lost: dict[Special, int]
    hands: dict[Seat, list[Card] | int]
    nuns: list[Card | None]
    deck: list[Card] | int
    discards: list[Card]
    looked: dict[Seat, list[int]]
    entered: list[Entrant]
    pending: Pending | None
    counted: Counted
    premium: NotRequired[Seat | None]
    chosen: NotRequired[list[Building]]
    stream: NotRequired[list[int]]  # where nothing is hidden: the random numbers to come


# ---- positions that are read: all fields of a view, and a number or null for what is arbitrary

_Cards = list[Card | None] | int
_BuildingCards = list[BuildingCard | None] | int
CartusPosition = position_type(
    "CartusPosition",
    CartusView,
    row=_BuildingCards,
    buildings=_BuildingCards,
    replacement=_BuildingCards,
    returned=_BuildingCards,
    used=_BuildingCards,
    influence=dict[Class, list[list[Any]]],
    rats=dict[Seat, int],
    points=dict[Seat, list[int | None] | int],
    tokens=list[int | None] | int,
    hands=dict[Seat, _Cards],
    nuns=_Cards,
    deck=_Cards,
    discards=_Cards,
    entered=list[position_type("CartusPositionEntrant", Entrant, cards=_Cards)],  # type: ignore[misc]
    pending=position_type("CartusPositionPending", Pending, due=int, givers=list[Seat]) | None,
    counted=position_type("CartusPositionCounted", Counted),
    stream=list[int] | None,
)

MEANINGS = {
    "place": int, "nun_place": int, "cards": int, "rats": int, "nuns": int, "influence": int, "round": int,
    "value": int, "premium": bool, "card": Card, "building_card": BuildingCard, "class": Class, "by": Cause,
    "move": str,
}  # fmt: skip


def _type_of(meaning: str) -> Any:
    """The type of a number of an event. A building may bring meanings of its own, which are numbers."""
    return MEANINGS.get(meaning, int)


if TYPE_CHECKING:
    CartusEvent = dict[str, Any]
else:
    CartusEvent = event_union("Cartus", SHAPES_OF_EVENTS, _type_of, nullable=("move",))


@closed
class CartusOutcome(TypedDict):
    """The result of a game: who won or died, and what each seat got its points for."""

    points: dict[Seat, int]
    ranking: list[Seat]
    winners: list[Seat]
    dead: list[Seat]
    reason: Annotated[str, OneOf(REASONS[1:])]
    consolation: list[Seat]
    categories: dict[Seat, dict[Annotated[str, OneOf(CATEGORIES)], int]]
    rats: dict[Seat, int]
    nuns: int
