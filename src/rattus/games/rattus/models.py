"""Views, positions, events and results of Rattus and Africanus as types, for schemas and for whoever checks data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NotRequired

from typing_extensions import TypedDict

from rattus.games.rattus.editions import (
    AFRICANUS_EDITION,
    CARDS,
    QUESTION_FIELDS,
    QUESTIONS,
    RATTUS_EDITION,
    SHAPES,
    SYMBOLS,
)
from rattus.games.rattus.vocabulary import CATEGORIES, PHASES, REASONS
from rattus.kernel.data_types import OneOf, Seat, closed, closed_but, event_union, position_type

Card = Annotated[str, OneOf(CARDS)]
Symbol = Annotated[str, OneOf(SYMBOLS)]
Phase = Annotated[str, OneOf(PHASES)]
Question = Annotated[str, OneOf(QUESTIONS[1:])]
Reason = Annotated[str, OneOf(REASONS[1:])]
Region = str
RegionCard = str  # a region and its classes: `gallia:church+magic`
Slot = str  # a token on the board: `gallia.1`


@closed
class Face(TypedDict):
    """The face of a rat token."""

    limit: int
    symbols: list[Symbol]


@closed
class Land(TypedDict):
    """A region: its rats, null where a face is not known, and the cubes of each seat that has some there."""

    rats: list[Face | None]
    cubes: dict[Seat, int]
    diplomats: NotRequired[list[Seat]]


@closed_but(QUESTION_FIELDS)
class Pending(TypedDict):
    """The question that is open, with what it is about."""

    ask: Question
    first: NotRequired[Slot]
    second: NotRequired[Slot]
    due: NotRequired[int]
    cards: NotRequired[list[RegionCard] | int]
    queue: NotRequired[list[tuple[Seat, Region]]]


@closed
class Ravage(TypedDict):
    """The region that is ravaged; in Africanus also the token that bites and the class cards that are covered."""

    region: Region
    weight: int
    token: NotRequired[Face | None]
    asking: NotRequired[Seat | None]
    covered: NotRequired[dict[Card, RegionCard]]


@closed
class Shuffled(TypedDict):
    """Which shuffle each hidden region card came from."""

    pile: int
    cards: dict[RegionCard, int]
    hands: dict[Seat, list[int]]
    drawn: list[int]


class _View(TypedDict):
    """What both games have."""

    players: int
    options: dict[str, Any]
    first: Seat
    turn: Seat
    to_move: Seat | None
    phase: Phase
    turns: int
    taken: bool
    placed: bool
    used: list[Card]
    plague: Region
    regions: dict[Region, Land]
    palace: dict[Seat, int]
    classes: dict[Card, Seat | None]
    supply: int | list[Face | None]
    turned: list[Face]
    removed: int | list[Face | None]
    known: dict[Seat, list[Slot]]
    acting: Seat | None
    pending: Pending | None
    ravage: Ravage | None
    marked: NotRequired[list[str]]
    starting: NotRequired[list[Slot]]
    reason: NotRequired[Reason]


@closed
class RattusView(_View):
    """What somebody sees of a game of Rattus. A list or a face where a view has a number or null is known."""

    game: Annotated[str, OneOf((RATTUS_EDITION.name,))]


@closed
class AfricanusView(_View):
    """What somebody sees of a game of Rattus Africanus."""

    game: Annotated[str, OneOf((AFRICANUS_EDITION.name,))]
    caravan: Region | None
    palace_diplomats: dict[Seat, int]
    hands: dict[Seat, list[RegionCard] | int]
    pile: int | list[RegionCard]
    discards: list[RegionCard]
    shuffled: NotRequired[Shuffled]
    stream: NotRequired[list[int]]  # where nothing is hidden: the random numbers to come


# ---- positions that are read: all fields of a view, and a number or null for what is arbitrary


@closed
class PositionLand(TypedDict, total=False):
    """A region of a position."""

    rats: list[Face | None] | int
    cubes: dict[Seat, int]


@closed
class AfricanLand(PositionLand, total=False):
    """A region of a position of Africanus."""

    diplomats: list[Seat]


@closed_but(QUESTION_FIELDS)
class PositionPending(TypedDict):
    """The question of a position."""

    ask: Question
    first: NotRequired[Slot]
    second: NotRequired[Slot]
    due: NotRequired[int]
    cards: NotRequired[list[RegionCard | None] | int]
    queue: NotRequired[list[list[str]]]


@closed
class PositionRavage(TypedDict, total=False):
    """The ravage of a position; in Rattus nobody is asked, whatever the last three fields have to say it with."""

    region: Region
    weight: int
    token: Any
    asking: Any
    covered: Any


@closed
class AfricanRavage(TypedDict, total=False):
    """The ravage of a position of Africanus."""

    region: Region
    weight: int
    token: Face | None
    asking: Seat | None
    covered: dict[Card, RegionCard]


_LOOSER: dict[str, Any] = {
    "first": Seat | None,
    "turn": Seat | None,
    "turned": list[Face | None],
    "pending": PositionPending | None,
    "reason": Reason | None,
}
RattusPosition = position_type(
    "RattusPosition", RattusView, **_LOOSER, regions=dict[Region, PositionLand], ravage=PositionRavage | None
)
AfricanusPosition = position_type(
    "AfricanusPosition",
    AfricanusView,
    **_LOOSER,
    regions=dict[Region, AfricanLand],
    ravage=AfricanRavage | None,
    hands=dict[Seat, list[RegionCard | None] | int],
    pile=list[RegionCard | None] | int,
    discards=list[RegionCard | None] | int,
    shuffled=position_type("AfricanShuffled", Shuffled),
    stream=list[int] | None,
)

MEANINGS = {
    "region": Region, "from_region": Region, "over_region": Region, "slot": int, "other_slot": int, "cubes": int,
    "weight": int, "cards": int, "bites": bool, "card": Card, "region_card": RegionCard, "face": Face,
    "symbol": Symbol, "reason": Reason, "move": str,
}  # fmt: skip


def _type_of(meaning: str) -> Any:
    """The type of a number of an event. A card may bring meanings of its own, which are regions or numbers."""
    return Region if meaning.endswith("region") else MEANINGS.get(meaning, int)


if TYPE_CHECKING:
    RattusEvent = dict[str, Any]
else:
    RattusEvent = event_union("Rattus", SHAPES, _type_of, nullable=("move",))


@closed
class RattusOutcome(TypedDict):
    """The result of a game: who won, and what each seat got its points for."""

    points: dict[Seat, int]
    ranking: list[Seat]
    winners: list[Seat]
    dead: list[Seat]
    reason: Reason
    categories: dict[Seat, dict[Annotated[str, OneOf(CATEGORIES)], int]]
    scoring_cards: NotRequired[dict[Seat, list[RegionCard]]]
