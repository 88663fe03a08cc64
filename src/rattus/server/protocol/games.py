"""The games, and the words and numbers of each."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

import rattus
from rattus.kernel.data_types import closed
from rattus.match.components import component_tables
from rattus.match.vocabulary import vocabulary_of
from rattus.server.protocol.basics import GameName, Level, StrictModel


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
    fewest_players: Annotated[
        int | None,
        Field(description="Of a building: the rules advise against it with fewer players, and lots never bring it"),
    ] = None
    gives: Annotated[str | None, Field(description="Of a building: the special cards that its action gives")] = None
    verbs: Annotated[list[str] | None, Field(description="Of a class card: the verbs of its moves")] = None
    events: Annotated[list[str] | None, Field(description="Of a class card: the events that tell of its use")] = None
    copies: Annotated[int | None, Field(description="Of a card for hands: how many there are")] = None
    nuns: Annotated[int, Field(description="Nuns on a population card")] = 0
    influence: Annotated[int, Field(description="What it counts for in a building")] = 0
    rats: Annotated[int, Field(description="Rats that it brings into a building of another class")] = 0


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
class VocabularyOption(TypedDict):
    """What is agreed before a game; the first value is the default. It is for these numbers of players."""

    option: str
    values: list[str | int]
    rule: str
    players: list[int]
    lists: NotRequired[
        Annotated[Literal["class_card", "building"], Field(description="A list of these may be given in its place")]
    ]
    length: NotRequired[Annotated[dict[str, int], Field(description="How many such a list has, by players")]]
    of_a_class: NotRequired[Annotated[int, Field(description="How many of each class such a list has")]]
    copies: NotRequired[
        Annotated[int, Field(description="A map of these with their copies may be given too: so many of each class")]
    ]
    means: NotRequired[
        Annotated[dict[str, list[str]], Field(description="Values that stand for a list, with this list")]
    ]


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
    options: list[VocabularyOption]
    phases: list[str]
    questions: list[str]
    reasons: list[str]
    categories: list[VocabularyCategory]
    regions: dict[str, list[str]]
    limits: dict[str, int | dict[str, int]]
    rules: list[str]

    model_config = ConfigDict(json_schema_extra=_add_vocabulary)


class TokenEntry(StrictModel):
    """A face of rat tokens, and how many have it."""

    limit: int
    symbols: list[str]
    starting: bool
    tokens: int
    printed: bool = Field(description="The rulebook shows it; all others are reconstructed")


class BorderEntry(StrictModel):
    """Two regions that border on each other, by land or by an arrow across the sea."""

    regions: list[str]
    sea: bool
    printed: bool


class RegionCardsEntry(StrictModel):
    """The region cards of a region: the two classes of each, or `?`."""

    region: str
    symbols: list[str]


class SupplyEntry(StrictModel):
    """A supply action: `d` draws a card, `r` discards a rat, `l` looks at a card of the nun row."""

    action: str
    printed: bool


class BuildingEntry(StrictModel):
    """A building with the supply actions of its five cards."""

    building: str
    of_class: Annotated[str, Field(alias="class")]
    supply: list[SupplyEntry]


def _add_components(schema: dict[str, Any]) -> None:
    schema["examples"] = [component_tables(rattus.GAMES["rattus"])]


class ComponentsAnswer(StrictModel):
    """What is printed on the components of a game, as far as it has them."""

    game: GameName
    tokens: list[TokenEntry]
    borders: list[BorderEntry]
    cards: list[RegionCardsEntry]
    supply: list[BuildingEntry]

    model_config = ConfigDict(json_schema_extra=_add_components)
