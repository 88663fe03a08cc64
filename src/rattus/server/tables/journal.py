"""The journal of a table: a dataclass for each kind of entry, and how entries are stored.

Journals are only appended to and never rewritten, so what older versions stored has to stay readable: fields that
they did not know have defaults here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, Self

import orjson

from rattus.errors import RattusError
from rattus.server.errors import JournalError

# Quick phrases: their texts in all languages are in `rattus.words`, under `company.phrase`.
PHRASES = (
    "hello", "luck", "moment", "thinking", "nice", "ouch", "close", "sorry", "thanks", "well_played", "again", "bye",
)  # fmt: skip
UNVERSIONED_RULES = 1  # of matches that were stored before the version of the rules was stored with them
OLD_KINDS = {"seat": "chair"}  # as older versions stored them


class EntryKind(StrEnum):
    """The kinds of entries, as they are stored and sent."""

    MADE = "made"
    CHAIR = "chair"
    BEGUN = "begun"
    MOVE = "move"
    UNDONE = "undone"
    ASKED = "asked"
    ANSWERED = "answered"
    LEFT = "left"
    RETURNED = "returned"
    CHAT = "chat"
    RESUMED = "resumed"
    CLOSED = "closed"


class ChairHolder(StrEnum):
    """Who has a chair."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"
    CLOSED = "closed"


class ProposalKind(StrEnum):
    """What needs the consent of the other people at a table."""

    UNDO = "undo"
    REMATCH = "rematch"


class LeaveReason(StrEnum):
    """Why a bot took over from a person."""

    GAVE_UP = "gave_up"
    CLOCK = "clock"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Opening:
    """Players may sit down, until at `fill_at` bots of this level take the chairs that are free.

    Everybody on the server may, or, where it is not `listed`, whoever has its link.
    """

    fill_at: float | None = None
    level: str | None = None
    listed: bool = True

    def as_data(self) -> dict[str, Any]:
        """The opening as it is stored and sent."""
        return {"fill_at": self.fill_at, "level": self.level, "listed": self.listed}


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What is agreed when a table is made."""

    game: str
    options: dict[str, Any]
    clock: dict[str, Any] | None
    sitter: str  # the level of the bot that takes over from a person who left
    hide_rats: bool = False
    hints: bool | None = True  # None: only where one person plays against bots
    position: dict[str, Any] | None = None  # where every match starts, unless it is dealt
    opening: Opening | None = None  # of a table that is open to everybody
    rated: bool = False  # whether matches count for the ratings of the players
    daily: str | None = None  # the day (UTC) whose game it is, as in 2026-11-18


@dataclass(frozen=True, slots=True)
class TableMade:
    """The first entry: settings, and for each chair a name, the level of a bot as `bot`, or nothing.

    Beside the name of whoever opens a table to everybody stands the id of the `player`.
    """

    kind: ClassVar = EntryKind.MADE
    settings: TableSettings
    chairs: list[dict[str, str]]

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        settings = self.settings
        data: dict[str, Any] = {
            "game": settings.game,
            "options": settings.options,
            "chairs": self.chairs,
            "clock": settings.clock,
            "sitter": settings.sitter,
            "hide_rats": settings.hide_rats,
            "hints": settings.hints,
        }
        if settings.position is not None:
            data["position"] = settings.position
        if settings.rated:
            data["rated"] = True
        if settings.opening is not None:
            data["open"] = settings.opening.as_data()
        if settings.daily is not None:
            data["daily"] = settings.daily
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        settings = TableSettings(
            data["game"],
            data["options"],
            data.get("clock"),
            data["sitter"],
            data.get("hide_rats", False),
            data.get("hints", True),  # tables from before this setting gave hints
            data.get("position"),
            Opening(**data["open"]) if "open" in data else None,
            data.get("rated", False),
            data.get("daily"),
        )
        return cls(settings, data["chairs"] if "chairs" in data else data["seats"])  # older versions: `seats`


@dataclass(frozen=True, slots=True)
class ChairChanged:
    """A person gave a name, or the host changed who holds the chair; `level` is that of a bot.

    `player` is the id of whoever sat down at a table that is open to everybody.
    """

    kind: ClassVar = EntryKind.CHAIR
    name: str | None = None
    holder: ChairHolder | None = None
    level: str | None = None
    player: str | None = None

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        if self.holder is None:
            return {"name": self.name} if self.player is None else {"name": self.name, "player": self.player}
        data = {"holder": self.holder.value}
        return data if self.level is None else {**data, "level": self.level}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        if "name" in data:
            return cls(name=data["name"], player=data.get("player"))
        return cls(holder=ChairHolder(data["holder"]), level=data.get("level"))


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match was dealt: `start` is its position with everything that is hidden. Without a seed it was given.

    `shuffle_key` is what later shuffles are keyed by; matches of older versions have none.
    """

    kind: ClassVar = EntryKind.BEGUN
    start: dict[str, Any]
    seed: str | None
    salt: str | None
    rules_version: int
    shuffle_key: str | None = None

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        data = {"seed": self.seed, "salt": self.salt, "start": self.start, "rules_version": self.rules_version}
        return data if self.shuffle_key is None else {**data, "shuffle_key": self.shuffle_key}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(
            data["start"],
            data["seed"],
            data["salt"],
            data.get("rules_version", UNVERSIONED_RULES),
            data.get("shuffle_key"),
        )


@dataclass(frozen=True, slots=True)
class RecordOpened:
    """Stored as a match that began: a record of a finished or broken-off match was uploaded to be watched."""

    kind: ClassVar = EntryKind.BEGUN
    record: dict[str, Any]

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"record": self.record}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(data["record"])


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move; `fault` says so if a bot failed and the move was made at random in its place."""

    kind: ClassVar = EntryKind.MOVE
    move: str
    fault: str | None = None

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"move": self.move} if self.fault is None else {"move": self.move, "fault": self.fault}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(data["move"], data.get("fault"))


@dataclass(frozen=True, slots=True)
class MovesUndone:
    """Moves were taken back, so that `to` moves are left."""

    kind: ClassVar = EntryKind.UNDONE
    to: int

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"to": self.to}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(data["to"])


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """A person proposed a rematch, or to take moves back so that `to` moves are left."""

    kind: ClassVar = EntryKind.ASKED
    what: ProposalKind
    to: int | None = None

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"what": self.what.value} if self.to is None else {"what": self.what.value, "to": self.to}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(ProposalKind(data["what"]), data.get("to"))


@dataclass(frozen=True, slots=True)
class ProposalAnswered:
    """A person agreed to what is proposed, or not."""

    kind: ClassVar = EntryKind.ANSWERED
    yes: bool

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"yes": self.yes}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(data["yes"])


@dataclass(frozen=True, slots=True)
class PersonLeft:
    """A bot plays on for a person."""

    kind: ClassVar = EntryKind.LEFT
    why: LeaveReason

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"why": self.why.value}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(LeaveReason(data["why"]))


@dataclass(frozen=True, slots=True)
class PersonReturned:
    """A person took the chair back from the bot."""

    kind: ClassVar = EntryKind.RETURNED

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:  # noqa: ARG003 (all kinds are read in the same way)
        """The entry as it was stored."""
        return cls()


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The server was away for so many seconds, in which nobody could move: they do not count."""

    kind: ClassVar = EntryKind.RESUMED
    seconds: float

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"seconds": self.seconds}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(data["seconds"])


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Nothing happens at the table any more: its host has closed it, or whoever runs the server."""

    kind: ClassVar = EntryKind.CLOSED

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:  # noqa: ARG003 (all kinds are read in the same way)
        """The entry as it was stored."""
        return cls()


@dataclass(frozen=True, slots=True)
class ChatSent:
    """A line of chat. One of the quick phrases has its name beside the English text."""

    kind: ClassVar = EntryKind.CHAT
    text: str
    phrase: str | None = None

    def as_data(self) -> dict[str, Any]:
        """The entry as it is stored."""
        return {"text": self.text} if self.phrase is None else {"text": self.text, "phrase": self.phrase}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry as it was stored."""
        return cls(data["text"], data.get("phrase"))


Change = (
    TableMade
    | ChairChanged
    | MatchBegun
    | RecordOpened
    | MovePlayed
    | MovesUndone
    | ProposalMade
    | ProposalAnswered
    | PersonLeft
    | PersonReturned
    | ChatSent
    | ClockResumed
    | TableClosed
)
_CHANGES: dict[EntryKind, type[Change]] = {
    each.kind: each
    for each in (
        TableMade,
        ChairChanged,
        MatchBegun,
        MovePlayed,
        MovesUndone,
        ProposalMade,
        ProposalAnswered,
        PersonLeft,
        PersonReturned,
        ChatSent,
        ClockResumed,
        TableClosed,
    )
}


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One change of a table. `chair` is the number of the chair that acted, `request_id` the client's own id for it."""

    number: int
    at: float
    chair: int | None
    change: Change
    request_id: str | None = None

    @property
    def kind(self) -> EntryKind:
        """The kind of the change."""
        return self.change.kind


def asked_for(change: Change) -> tuple[object, ...]:
    """The request that a change carries out, to tell requests with the same id apart."""
    match change:
        case MovePlayed(move=move):
            return "move", move
        case ChatSent(text=text, phrase=phrase):
            return ("chat", text) if phrase is None else ("phrase", phrase)
        case ProposalAnswered(yes=yes):
            return "answer", yes
        case MovesUndone() | ProposalMade(what=ProposalKind.UNDO):
            return ("undo",)
        case ProposalMade():
            return ("rematch",)
        case PersonLeft():
            return ("leave",)
        case PersonReturned():
            return ("return",)
        case _:
            return (change.kind.value,)


class EntryRow(NamedTuple):
    """An entry as a row of the database; `data` is JSON."""

    number: int
    at: float
    kind: str
    chair: int | None
    data: str


def entry_to_row(entry: JournalEntry) -> EntryRow:
    """Serialise an entry. TypeError if something in it is not JSON."""
    data = entry.change.as_data()
    if entry.request_id is not None:
        data["id"] = entry.request_id
    return EntryRow(entry.number, entry.at, entry.kind.value, entry.chair, orjson.dumps(data).decode())


def entry_from_row(row: EntryRow) -> JournalEntry:
    """Read a stored entry, of this version or any older one. JournalError if it cannot be understood."""
    try:
        data = orjson.loads(row.data)
        kind = EntryKind(OLD_KINDS.get(row.kind, row.kind))
        change = RecordOpened if "record" in data and kind is EntryKind.BEGUN else _CHANGES[kind]
        return JournalEntry(row.number, row.at, row.chair, change.from_data(data), data.get("id"))
    except RattusError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"entry {row.number} cannot be read: {type(error).__name__} {error}") from error
