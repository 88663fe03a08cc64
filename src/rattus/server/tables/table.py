"""The state of a table: its chairs and its match. It follows from the journal and from nothing else."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Self

import orjson

from rattus.errors import RulesVersionMismatch
from rattus.kernel.seats import SEATS
from rattus.match.game import Game, game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.match.record import load_record
from rattus.match.seal import Seal
from rattus.server.errors import ErrorCode, JournalError, RequestRefused
from rattus.server.tables.journal import (
    ChairChanged,
    ChairHolder,
    ChatSent,
    ClockResumed,
    EntryKind,
    JournalEntry,
    LeaveReason,
    MatchBegun,
    MovePlayed,
    MovesUndone,
    PersonLeft,
    PersonReturned,
    ProposalAnswered,
    ProposalKind,
    ProposalMade,
    RecordOpened,
    TableClosed,
    TableMade,
    TableSettings,
    asked_for,
)
from rattus.server.tables.keys import Role
from rattus.server.tables.time_control import MatchClock, time_control_from

CHAT_HISTORY = 100  # lines that a client receives when it connects
CHECKPOINT_MOVES = 32  # between two copies of the game from which undone moves are replayed
MAX_CHECKPOINTS = 3
MARK_BYTES = 8
KEPT_ENTRIES = 400  # that stay in memory; no client is sent more at once
KEPT_ANSWERS = 2000  # answered requests that are remembered, for clients that repeat one
AT_ONCE = 0.0  # a wake-up time that has always passed
RESETTING = (EntryKind.BEGUN, EntryKind.UNDONE)  # after these a client has to replace what it knows
PUBLIC_DUES = ("peek", "give")  # the questions of which everybody may know how much is due, whoever hides rats


class TableStatus(StrEnum):
    """How far a table is."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"


@dataclass
class Chair:
    """A chair: open, closed, a bot's, or a person's. While a person is away a bot plays."""

    number: int
    name: str | None = None
    level: str | None = None  # of a bot
    closed: bool = False
    away: bool = False
    colour: str | None = None  # in the current match
    player: str | None = None  # the id of whoever sat down at a table that is open to everybody

    @property
    def holder(self) -> ChairHolder:
        """Who has the chair."""
        if self.closed:
            return ChairHolder.CLOSED
        if self.level is not None:
            return ChairHolder.BOT
        return ChairHolder.OPEN if self.name is None else ChairHolder.PERSON

    @property
    def is_present(self) -> bool:
        """Whether a person decides here."""
        return self.holder is ChairHolder.PERSON and not self.away


@dataclass
class Proposal:
    """Something that needs everybody's consent: to undo moves until `to` are left, or a rematch."""

    what: ProposalKind
    colour: str
    to: int | None
    agreed: set[str]


@dataclass(frozen=True, slots=True)
class PublicEntry:
    """An entry as everybody may know it."""

    data: dict[str, Any]
    event_count: int  # the events of the match after this entry
    is_reset: bool  # what clients knew before is no longer true: moves were undone, or a match began


@dataclass
class Table:
    """The state of a table. `apply` is the only way to change it."""

    id: str
    chairs: list[Chair] = field(default_factory=list)
    chat: deque[Any] = field(default_factory=lambda: deque(maxlen=CHAT_HISTORY))
    chat_counts: Counter[int] = field(default_factory=Counter)  # lines by chair
    match: int = 0
    game: Game | None = None
    moves: list[tuple[str, str]] = field(default_factory=list)  # of this match: colour and text
    seal: Seal | None = None
    watched_record: dict[str, Any] | None = None
    proposal: Proposal | None = None
    clock: MatchClock | None = None
    answered_requests: dict[tuple[int | None, str], int] = field(default_factory=dict)  # (chair, id) -> entry number
    last_at: float = 0.0
    info_changed_at: int = 0  # the last entry that changed more than view, moves and chat
    start: dict[str, Any] = field(default_factory=dict)
    shuffle_key: str | None = None  # secret, as the start is
    to_move: Chair | None = None  # who decides next, while a match is on
    undo_count: int = 0  # in this match
    is_closed: bool = False  # nothing happens here any more
    rated_players: dict[int, str] = field(default_factory=dict)  # by chair; of this match, empty if it is not rated
    left_chairs: set[int] = field(default_factory=set)  # whose people have left this match, for good or for a while
    returned_chairs: set[int] = field(default_factory=set)  # whose people have come back to it
    # Of each entry and all before it, as everybody may know them: another history has other ones.
    _marks: bytearray = field(default_factory=bytearray)
    _recent: list[PublicEntry] = field(default_factory=list)  # the last entries; of older ones only the marks stay
    _asked_for: dict[tuple[int | None, str], int] = field(default_factory=dict)  # the same: a hash of the request
    _settings: TableSettings | None = None
    _unplayed: frozenset[int] = frozenset()  # entries whose moves need not be played: nothing is left of them
    _checkpoints: list[tuple[int, Game]] = field(default_factory=list)  # of this match by number of moves

    @classmethod
    def from_journal(cls, table_id: str, entries: Sequence[JournalEntry]) -> Self:
        """The table that a journal adds up to. Only moves that still count are played, and each of them once."""
        table = cls(table_id, _unplayed=_superseded(entries))
        for entry in entries:
            table.apply(entry)
        table._unplayed = frozenset()
        return table

    # ---- reading

    @property
    def settings(self) -> TableSettings:
        """What was agreed when the table was made."""
        if self._settings is None:
            raise JournalError(f"table {self.id} has no entries")
        return self._settings

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self._marks) // MARK_BYTES

    def mark_at(self, number: int) -> str:
        """The mark of the history up to an entry: empty before the first one."""
        return self._marks[MARK_BYTES * (number - 1) : MARK_BYTES * number].hex() if number else ""

    def entries_after(self, number: int) -> list[PublicEntry] | None:
        """What everybody may know of the entries after one; None if they are not in memory any more."""
        first = number - (self.number - len(self._recent))
        return None if first < 0 else self._recent[first:]

    def event_count_at(self, number: int) -> int:
        """How many events the match had after an entry that is in memory; none before the first one."""
        return self._recent[number - 1 - (self.number - len(self._recent))].event_count if number else 0

    def is_known(self, number: int, mark: str | None) -> bool:
        """Whether a client that has so many entries, with this mark, has a part of this history."""
        return number <= self.number and mark in (None, self.mark_at(number))

    @property
    def status(self) -> TableStatus:
        """How far the table is."""
        if self.game is None:
            return TableStatus.OPEN
        if self.game.is_over or self.watched_record is not None:
            return TableStatus.OVER
        return TableStatus.PLAYING

    @property
    def hides_rats(self) -> bool:
        """Whether a seat may count only its own rats now: a setting of the table, until the match is over (C2)."""
        return self.settings.hide_rats and self.status is TableStatus.PLAYING

    @property
    def allows_hints(self) -> bool:
        """Whether hints may be asked for: as agreed, or where one person plays against bots."""
        agreed = self.settings.hints
        if self.settings.rated:
            return False
        if agreed is not None:
            return agreed
        return sum(chair.holder in (ChairHolder.PERSON, ChairHolder.OPEN) for chair in self.chairs) == 1

    @property
    def players(self) -> list[Chair]:
        """The chairs that are in the game."""
        return [chair for chair in self.chairs if not chair.closed]

    @property
    def people(self) -> list[Chair]:
        """The chairs of people who have not left: those whose consent is needed."""
        return [chair for chair in self.chairs if chair.is_present]

    @property
    def missing_consent(self) -> list[Chair]:
        """The people who have not agreed yet to what is proposed."""
        agreed = set() if self.proposal is None else self.proposal.agreed
        return [chair for chair in self.people if chair.colour not in agreed]

    @property
    def level_to_move(self) -> str | None:
        """The level of the bot that has to move; None if a person has to."""
        chair = self.to_move
        if chair is None:
            return None
        return self.settings.sitter if chair.away else chair.level

    @property
    def next_wakeup(self) -> float | None:
        """When the server has to act by itself: a bot has to move, or somebody's time is up."""
        if self.level_to_move is not None:
            return AT_ONCE
        return None if self.clock is None else self.clock.deadline

    def chair_of(self, colour: str | None) -> Chair | None:
        """The chair that plays a colour."""
        if colour is not None:
            for chair in self.chairs:
                if chair.colour == colour:
                    return chair
        return None

    def colour_of(self, role: Role) -> str | None:
        """The colour that a role plays; None for spectators."""
        return None if role.chair is None else self.chairs[role.chair - 1].colour

    def can_free_undo(self, colour: str | None) -> bool:
        """Whether a colour may undo without asking: the last move was its own and revealed nothing to anybody."""
        is_last = bool(self.moves) and self.moves[-1][0] == colour
        return is_last and self.game is not None and self.status is TableStatus.PLAYING and self.game.can_undo

    def can_ask_undo(self, colour: str | None) -> bool:
        """Whether a colour may ask the others to undo its last move: not in a match that is rated."""
        return self.last_move_of(colour) is not None and not self.settings.rated

    def last_move_of(self, colour: str | None) -> int | None:
        """How many moves had been made before the last move of a colour."""
        for number in range(len(self.moves) - 1, -1, -1):
            if self.moves[number][0] == colour:
                return number
        return None

    def is_same_request(self, chair: int | None, request_id: str, asked: tuple[object, ...]) -> bool:
        """Whether an answered request was this one, and not another with the same id."""
        return self._asked_for.get((chair, request_id)) == hash(asked)

    # ---- changing

    def apply(self, entry: JournalEntry) -> None:
        """Change the state by the next entry of the journal. JournalError if it does not follow."""
        if entry.number != self.number + 1:
            raise JournalError(f"table {self.id}: entry {entry.number} after entry {self.number}")
        had_proposal = self.proposal is not None
        public = self._apply(entry)
        self.to_move = self._decider()
        is_quiet = entry.kind in (EntryKind.MOVE, EntryKind.CHAT)
        if not is_quiet or had_proposal or self.clock is not None or self.status is TableStatus.OVER:
            self.info_changed_at = entry.number
        data = {"number": entry.number, "at": entry.at, "kind": entry.kind.value, **public}
        event_count = 0 if self.game is None else self.game.event_count
        before = bytes(self._marks[-MARK_BYTES:])
        self._marks += blake2b(before + orjson.dumps(data), digest_size=MARK_BYTES).digest()
        self._recent.append(PublicEntry(data, event_count, entry.kind in RESETTING))
        if len(self._recent) > KEPT_ENTRIES:
            del self._recent[0]
        self.last_at = entry.at
        if entry.request_id is not None:
            self._note_answer((entry.chair, entry.request_id), entry)

    def _note_answer(self, request: tuple[int | None, str], entry: JournalEntry) -> None:
        self.answered_requests[request] = entry.number
        self._asked_for[request] = hash(asked_for(entry.change))
        if len(self.answered_requests) > KEPT_ANSWERS:
            oldest = next(iter(self.answered_requests))
            del self.answered_requests[oldest], self._asked_for[oldest]

    def _apply(self, entry: JournalEntry) -> dict[str, Any]:
        """Change the state; what everybody may know of the entry, beside its number, time and kind."""
        match entry.change:
            case MovePlayed() as change:
                return self._apply_move(entry, change)
            case ChatSent() as change:
                return self._apply_chat(entry, change)
            case TableMade() as change:
                return self._apply_made(change)
            case ChairChanged() as change:
                return self._apply_chair(entry, change)
            case MatchBegun() as change:
                return self._apply_begun(entry, change)
            case RecordOpened() as change:
                return self._apply_record(change)
            case MovesUndone() as change:
                return self._apply_undone(entry, change)
            case ProposalMade() as change:
                return self._apply_proposal(entry, change)
            case ProposalAnswered() as change:
                return self._apply_answer(entry, change)
            case PersonLeft() as change:
                return self._apply_left(entry, change)
            case PersonReturned():
                return self._apply_returned(entry)
            case TableClosed():
                self.is_closed, self.proposal = True, None
                self._run_clock(entry.at, moved=False)
                return {}
            case ClockResumed() as change:
                if self.clock is not None:
                    self.clock.give_back(change.seconds, entry.at)
                return {"seconds": change.seconds}

    def _apply_made(self, change: TableMade) -> dict[str, Any]:
        self._settings = change.settings
        for number, holder in enumerate(change.chairs, 1):
            self.chairs.append(Chair(number, holder.get("name"), holder.get("bot"), player=holder.get("player")))
        self._assign_colours()
        return {}

    def _apply_chair(self, entry: JournalEntry, change: ChairChanged) -> dict[str, Any]:
        chair = self._acting_chair(entry)
        if change.holder is None:
            chair.name, chair.player = change.name, change.player or chair.player
        else:
            chair.closed, chair.level = change.holder is ChairHolder.CLOSED, change.level
            chair.name = chair.player = None  # only somebody who stands up had one
        if self.game is None:
            self._assign_colours()
        return {"chair": chair.number}

    def _apply_begun(self, entry: JournalEntry, change: MatchBegun) -> dict[str, Any]:
        self._reset_match()
        known = find_game(self.settings.game).version
        if change.rules_version != known:
            raise RulesVersionMismatch(change.rules_version, known)
        self.seal = None if change.seed is None or change.salt is None else Seal(change.seed, change.salt)
        self.start, self.shuffle_key = change.start, change.shuffle_key
        if entry.number in self._unplayed:  # another match follows
            self.game = None
            return {}
        self.game = self._replayed([])
        control = time_control_from(self.settings.clock)
        if control is not None:
            self.clock = MatchClock(control, self.game.seats)
        self._run_clock(entry.at, moved=False)
        return {}

    def _apply_record(self, change: RecordOpened) -> dict[str, Any]:
        self._reset_match()
        self.watched_record = change.record
        self.game = load_record(change.record)
        self.moves = [(seat, str(move)) for seat, move in self.game.moves]
        return {}

    def _apply_move(self, entry: JournalEntry, change: MovePlayed) -> dict[str, Any]:
        colour = self._acting_colour(entry)
        if entry.number not in self._unplayed:
            self._play(self._playing_game(entry), change.move, colour)
        self.moves.append((colour, change.move))
        self.proposal = None
        self._run_clock(entry.at, moved=True)
        return {"seat": colour} if change.fault is None else {"seat": colour, "fault": change.fault}

    def _play(self, game: Game, move: str, colour: str) -> None:
        made = len(self.moves)
        if made and made % CHECKPOINT_MOVES == 0 and (not self._checkpoints or self._checkpoints[-1][0] < made):
            self._checkpoints = [*self._checkpoints, (made, game.copy())][-MAX_CHECKPOINTS:]
        game.play(move, colour)

    def _apply_undone(self, entry: JournalEntry, change: MovesUndone) -> dict[str, Any]:
        if entry.number not in self._unplayed:
            game = self._playing_game(entry)
            while len(self.moves) > change.to and game.can_undo:
                game.undo()
                self.moves.pop()
            if len(self.moves) > change.to:
                self.game = self._replayed(self.moves[: change.to])
        del self.moves[change.to :]
        self._drop_checkpoints(change.to)
        self.undo_count += 1
        self.proposal = None
        self._run_clock(entry.at, moved=False)
        if self.clock is not None:
            self.clock.undo_to(change.to)
        return {"seat": self._acting_chair(entry).colour, "to": change.to}

    def _apply_proposal(self, entry: JournalEntry, change: ProposalMade) -> dict[str, Any]:
        colour = self._acting_colour(entry)
        self.proposal = Proposal(change.what, colour, change.to, {colour})
        return {"seat": colour, "what": change.what.value}

    def _apply_answer(self, entry: JournalEntry, change: ProposalAnswered) -> dict[str, Any]:
        colour = self._acting_colour(entry)
        if self.proposal is None:
            raise JournalError(f"table {self.id}: entry {entry.number} answers no proposal")
        if change.yes:
            self.proposal.agreed.add(colour)
        else:
            self.proposal = None
        return {"seat": colour, "yes": change.yes}

    def _apply_left(self, entry: JournalEntry, change: PersonLeft) -> dict[str, Any]:
        chair = self._acting_chair(entry)
        self.left_chairs.add(chair.number)
        if change.why is LeaveReason.REMOVED:
            chair.player = None  # whoever has the new key is somebody else
        return self._set_away(entry, True) | {"why": change.why.value}

    def _apply_returned(self, entry: JournalEntry) -> dict[str, Any]:
        self.returned_chairs.add(self._acting_chair(entry).number)
        colour = self._acting_chair(entry).colour
        if self.clock is not None and colour is not None:
            self.clock.give_grace(colour)
        return self._set_away(entry, False)

    def _apply_chat(self, entry: JournalEntry, change: ChatSent) -> dict[str, Any]:
        chair = self._acting_chair(entry)
        line = {"seat": chair.colour, "chair": chair.number, "text": change.text, "phrase": change.phrase}
        self.chat.append({"number": entry.number, "at": entry.at, **line})
        self.chat_counts[chair.number] += 1
        return line

    def _set_away(self, entry: JournalEntry, away: bool) -> dict[str, Any]:
        chair = self._acting_chair(entry)
        chair.away = away
        self._run_clock(entry.at, moved=False)
        return {"seat": chair.colour}

    def _acting_chair(self, entry: JournalEntry) -> Chair:
        if entry.chair is None or not 1 <= entry.chair <= len(self.chairs):
            raise JournalError(f"table {self.id}: entry {entry.number} has no chair {entry.chair}")
        return self.chairs[entry.chair - 1]

    def _acting_colour(self, entry: JournalEntry) -> str:
        colour = self._acting_chair(entry).colour
        if colour is None:
            raise JournalError(f"table {self.id}: entry {entry.number} is by a chair that does not play")
        return colour

    def _playing_game(self, entry: JournalEntry) -> Game:
        if self.game is None:
            raise JournalError(f"table {self.id}: entry {entry.number} comes before the first match")
        return self.game

    def _decider(self) -> Chair | None:
        if self.game is None or self.status is not TableStatus.PLAYING or self.is_closed:
            return None
        return self.chair_of(self.game.to_move)

    def _reset_match(self) -> None:
        self.match += 1
        self.moves, self.proposal, self.undo_count, self._checkpoints = [], None, 0, []
        self.left_chairs, self.returned_chairs = set(), set()
        self.rated_players = self._players_to_rate()
        self._assign_colours()

    def _players_to_rate(self) -> dict[int, str]:
        """The players by chair, where a match is rated: everybody who plays must be one.

        Whoever has left before the match takes no part: the bot that sits in is a bot like any other.
        """
        people = {chair.number: chair.player for chair in self.people}
        if not self.settings.rated or self.settings.position is not None:
            return {}
        known = {chair: player for chair, player in people.items() if player is not None}
        return known if len(known) == len(people) else {}

    def _assign_colours(self) -> None:
        for chair in self.chairs:
            chair.colour = None
        for chair, colour in zip(self.players, SEATS, strict=False):
            chair.colour = colour

    def _replayed(self, moves: Sequence[tuple[str, str]]) -> Game:
        """The game after these moves, which are the first of those that were made: played on from a checkpoint."""
        self._drop_checkpoints(len(moves))
        played = 0
        if self._checkpoints:
            played, checkpoint = self._checkpoints[-1]
            game = checkpoint.copy()
        else:
            game = game_from(shipped_parts(find_game(self.settings.game)), self.start)
            game.shuffle_key = self.shuffle_key
            if self.seal is not None:
                game.seed, game.salt = self.seal.seed, self.seal.salt
        for colour, text in moves[played:]:
            game.play(text, colour)
        return game

    def _drop_checkpoints(self, after: int) -> None:
        """Forget the copies of the game that were made after more than this many moves."""
        while self._checkpoints and self._checkpoints[-1][0] > after:
            self._checkpoints.pop()

    def _run_clock(self, at: float, moved: bool) -> None:
        """Run the clock of the person who decides; bots have unlimited time."""
        if self.clock is not None:
            chair = self._decider()
            self.clock.switch_to(chair.colour if chair is not None and chair.is_present else None, at, moved)


def rebuild(table_id: str, entries: Sequence[JournalEntry]) -> Table:
    """The table of a journal. JournalError if that cannot be read; RequestRefused if it follows other rules."""
    try:
        return Table.from_journal(table_id, entries)
    except RulesVersionMismatch as error:
        raise RequestRefused(ErrorCode.OTHER_RULES, error.why) from error
    except JournalError:
        raise
    except Exception as error:  # a move that is not legal, or data of which nobody has thought
        raise JournalError(f"table {table_id}: {type(error).__name__} {error}") from error


def _superseded(entries: Sequence[JournalEntry]) -> frozenset[int]:
    """The entries that need not be played: of matches before the last one, and moves that were undone later.

    Where a clock runs, undone moves are played all the same: whose time ran after them depends on them.
    """
    superseded: set[int] = set()
    of_match: list[int] = []  # entries of the match that goes on
    standing: list[int] = []  # its moves that are not undone
    has_clock = False
    for entry in entries:
        match entry.change:
            case TableMade(settings=settings):
                has_clock = settings.clock is not None
            case MatchBegun() | RecordOpened():
                superseded.update(of_match)
                of_match, standing = [entry.number], []
            case MovePlayed():
                of_match.append(entry.number)
                standing.append(entry.number)
            case MovesUndone(to=to):
                of_match.append(entry.number)
                if not has_clock:
                    superseded.update((entry.number, *standing[to:]))
                del standing[to:]
    return frozenset(superseded)


def hide_rat_counts(view: dict[str, Any], colour: str | None) -> dict[str, Any]:
    """A view with null for the rats of all other colours; None is a spectator, who has none."""
    rats = {seat: number if seat == colour else None for seat, number in view["rats"].items()}
    hidden = {**view, "rats": rats}
    pending = view["pending"]
    is_public = pending is None or "due" not in pending or pending["ask"] in PUBLIC_DUES
    if not is_public and view["to_move"] != colour:
        hidden["pending"] = {**pending, "due": None}  # it is never more than the rats that are left (C28)
    return hidden
