"""Players: their keys, devices, games and results."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter
from typing_extensions import TypedDict

from rattus.kernel.data_types import Seat, closed
from rattus.server.protocol.basics import (
    DEVICE,
    GREETING,
    PASSKEY,
    PLAYER,
    PLAYER_KEY,
    UNVERSIONED,
    DeviceLabel,
    GameName,
    Level,
    Name,
    Number,
    PlayerKey,
    StrictModel,
    check_protocol,
    read_json,
)
from rattus.server.protocol.notices import EXAMPLE_CHANNEL, EXAMPLE_WISHES, NoticeWishes, OwnChannel, SentNotice
from rattus.server.protocol.ratings import EXAMPLE_FIGURE, ExportedRatedMatch, ExportedRating, PlayerFigure
from rattus.server.protocol.tables import BankClock, Chair, DaysClock


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


class ChairClaim(StrictModel):
    """Whose chair it is from now on, by the player's key, and the key of the host if they have that too."""

    player: PlayerKey
    host: PlayerKey | None = None

    model_config = ConfigDict(json_schema_extra={"examples": [{"player": PLAYER_KEY}]})


class ChairClaimed(StrictModel):
    """Whether the chair is the player's own now. It is not if it was another player's before."""

    yours: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"yours": True}]})


class OwnChair(StrictModel):
    """A chair that is a player's own."""

    table: Annotated[str, Field(max_length=64)]
    chair: Annotated[int, Field(ge=1, le=6, strict=True)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": "k3v9tq7xwe", "chair": 1}]})


@closed
class PlayerGame(TypedDict):
    """A game of a player that is not over, and the keys that open it: the chair's, and the host's where they host."""

    table: str
    chair: int
    key: str
    host: str | None
    watch: Annotated[str | None, Field(description="Of spectators, at an open table: yours to give away")]
    daily: Annotated[str | None, Field(description="The day (UTC) whose game it is")]
    game: GameName
    status: Literal["open", "playing"]
    match: int
    moves: int
    turn: Annotated[int | None, Field(description="How many decisions that person had made when the turn began")]
    expected: Annotated[str | None, Field(description="What that person is to do: a phase, or what is left of a turn")]
    chairs: list[Chair]
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
    change: Annotated[int | None, Field(description="What a rated match has changed of the rating")]


EXAMPLE_CHAIRS: list[JsonValue] = [
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
                            "watch": None,
                            "daily": None,
                            "game": "rattus",
                            "status": "playing",
                            "match": 1,
                            "moves": 12,
                            "turn": 5,
                            "expected": "place",
                            "chairs": EXAMPLE_CHAIRS,
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
                            "change": 12,
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


@closed
class ExportedTry(TypedDict):
    """A try at the game of a day."""

    day: str
    game: GameName
    table: str
    begun: float
    ended: float | None
    left: bool
    place: int | None
    points: int | None


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
    page: str | None
    ratings: list[ExportedRating]
    rated_matches: list[ExportedRatedMatch]
    figures: list[PlayerFigure]
    tries: list[ExportedTry]

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
                    "wishes": EXAMPLE_WISHES,
                    "channels": [EXAMPLE_CHANNEL],
                    "messages": [],
                    "page": None,
                    "ratings": [],
                    "rated_matches": [],
                    "figures": [EXAMPLE_FIGURE],
                    "tries": [],
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
    return read_json(_PAGE_SIGHT, text)


def read_player_hello(text: str | bytes) -> PlayerHello:
    """The first message of a player's page."""
    check_protocol(read_json(GREETING, text).protocol)
    return read_json(_PLAYER_HELLO, text)
