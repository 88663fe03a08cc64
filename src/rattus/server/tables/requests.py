"""What may be asked of a table. A request becomes an entry for the journal or is refused; nothing changes here."""

from __future__ import annotations

from typing import Any

from rattus.errors import FormatError, IllegalMove
from rattus.kernel.seats import SEATS
from rattus.match.game import Game, game_from, new_game
from rattus.match.parts import find_game, shipped_parts
from rattus.match.seal import Seal, new_seal
from rattus.server.errors import BrokenInvariant, ErrorCode, RequestRefused
from rattus.server.tables.journal import (
    ChairChanged,
    ChairHolder,
    Change,
    ChatSent,
    ClockResumed,
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
    TableClosed,
)
from rattus.server.tables.keys import Role, RoleKind, chair_role
from rattus.server.tables.table import Chair, Table, TableStatus

MAX_CHAT_LINES = 1000  # of a table; each chair has an equal part of them
MAX_UNDOS = 200  # in a match: each is replayed, and the limit is far beyond what a learner needs
MAX_ENTRIES = 20_000  # of a journal; moves go on after that, and no match has that many


class TableRequests:
    """The requests that a role makes at a table at one moment; `request_id` is the client's own id for it."""

    def __init__(self, table: Table, role: Role, now: float, request_id: str | None = None) -> None:
        self.table = table
        self.role = role
        self.at = max(now, table.last_at)  # a journal never goes back in time
        self._request_id = request_id

    # ---- before the match

    def set_name(self, chair: int, name: str) -> JournalEntry:
        """Sit down, or change one's name."""
        if self.role != chair_role(chair):
            raise RequestRefused(ErrorCode.NOT_YOURS, f"only the key of chair {chair} can set its name")
        if self._chair(chair).holder in (ChairHolder.BOT, ChairHolder.CLOSED):
            why = f"chair {chair} is {self._chair(chair).holder}; ask the host to open it"
            raise RequestRefused(ErrorCode.NOT_NOW, why)
        return self._entry(chair, ChairChanged(name=name))

    def set_holder(self, chair: int, holder: ChairHolder, level: str | None) -> JournalEntry:
        """Give an empty chair to a bot, close it, or open it again."""
        self._check_host()
        self._check_status(TableStatus.OPEN, "the match has begun")
        if self._chair(chair).holder is ChairHolder.PERSON:
            raise RequestRefused(ErrorCode.NOT_NOW, f"{self._chair(chair).name} sits there")
        if holder is ChairHolder.CLOSED:
            self._check_can_close()
        return self._entry(chair, ChairChanged(holder=holder, level=level if holder is ChairHolder.BOT else None))

    def sit(self, chair: int, name: str, player: str) -> JournalEntry:
        """Take a free chair at a table that is open to everybody, as the player with this id."""
        self._check_status(TableStatus.OPEN, "the match has begun")
        if self.role != chair_role(chair) or self.table.settings.opening is None:
            raise RequestRefused(ErrorCode.NOT_YOURS, "only at an open table one sits down without a key")
        if self._chair(chair).holder is not ChairHolder.OPEN:
            raise RequestRefused(ErrorCode.LATE, "that chair is taken")
        return self._entry(chair, ChairChanged(name=name, player=player))

    def stand_up(self, chair: int) -> JournalEntry:
        """Leave one's chair before the match, so that somebody else can have it."""
        self._check_status(TableStatus.OPEN, "the match has begun")
        if self.role != chair_role(chair) or self._own_chair().number != chair:
            raise RequestRefused(ErrorCode.NOT_YOURS, f"chair {chair} is not yours")
        return self._entry(chair, ChairChanged(holder=ChairHolder.OPEN))

    def start(self, seal: Seal | None = None) -> JournalEntry:
        """Begin the first match; with a seal it is dealt from that."""
        self._check_host()
        self._check_status(TableStatus.OPEN, "the match has begun")
        empty = [str(chair.number) for chair in self.table.chairs if chair.holder is ChairHolder.OPEN]
        if empty:
            why = f"empty chairs: {', '.join(empty)}; close them, or give them to bots"
            raise RequestRefused(ErrorCode.NOT_NOW, why)
        return self._begin_match(seal)

    # ---- during the match

    def move(self, text: str, after: int, fault: str | None = None) -> JournalEntry:
        """Make a move that was decided when `after` moves had been made."""
        chair, game = self._own_chair(), self.table.game
        if self.table.is_closed:
            raise RequestRefused(ErrorCode.CLOSED, "this table was closed")
        if self.table.status is not TableStatus.PLAYING or game is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "no match is being played")
        if after != len(self.table.moves):
            raise RequestRefused(ErrorCode.LATE, "the game has gone on; look at the table again")
        if chair is not self.table.to_move:
            raise RequestRefused(ErrorCode.ILLEGAL, f"{game.to_move} is to move")
        if chair.is_present == (self.role.kind is RoleKind.SERVER):
            raise RequestRefused(ErrorCode.NOT_NOW, "a bot plays for you; take your chair back first")
        try:
            game.check(text)
        except IllegalMove as error:
            raise RequestRefused(ErrorCode.ILLEGAL, str(error)) from None
        return self._entry(chair.number, MovePlayed(text, fault))

    def undo(self) -> JournalEntry:
        """Take back the last move of this chair and all after it: at once, or as a proposal to the others."""
        chair = self._own_chair()
        self._check_not_daily("moves stand in the game of the day")
        self._check_status(TableStatus.PLAYING, "no match is being played")
        to = self.table.last_move_of(chair.colour)
        if to is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "you have made no move yet")
        if self.table.undo_count >= MAX_UNDOS:
            raise RequestRefused(ErrorCode.NOT_NOW, f"{MAX_UNDOS} times moves were undone in this match; play on")
        if self.table.can_free_undo(chair.colour):
            return self._entry(chair.number, MovesUndone(to))
        if not self.table.can_ask_undo(chair.colour):
            raise RequestRefused(ErrorCode.NOT_NOW, "in a rated match only what revealed nothing can be undone")
        if not self._other_people(chair):
            return self._entry(chair.number, MovesUndone(to))
        return self._propose(chair, ProposalMade(ProposalKind.UNDO, to))

    def rematch(self) -> JournalEntry:
        """Propose another match with the same chairs."""
        chair = self._own_chair()
        self._check_not_daily("the game of the day is played once")
        self._check_status(TableStatus.OVER, "the match is not over")
        if self.table.watched_record is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, "this table shows a record")
        return self._propose(chair, ProposalMade(ProposalKind.REMATCH))

    def answer(self, yes: bool) -> JournalEntry:
        """Agree to the proposal, or not."""
        chair, proposal = self._own_chair(), self.table.proposal
        if proposal is None or chair.colour in proposal.agreed:
            raise RequestRefused(ErrorCode.NOT_NOW, "nothing is asked of you")
        return self._entry(chair.number, ProposalAnswered(yes))

    def carry_out_proposal(self) -> JournalEntry | None:
        """The entry that follows once all people have agreed; None while they have not."""
        proposal = self.table.proposal
        if proposal is None or self.table.missing_consent:
            return None
        if proposal.what is ProposalKind.REMATCH:
            return self._begin_match()
        chair = self.table.chair_of(proposal.colour)
        if chair is None or proposal.to is None:
            raise BrokenInvariant("an undo is proposed by nobody, or to nowhere")
        return self._entry(chair.number, MovesUndone(proposal.to))

    def resume_clock(self, seconds: float) -> JournalEntry:
        """Give back the time in which the server was away."""
        if self.table.clock is None or self.table.clock.running is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "no clock is running")
        return self._entry(None, ClockResumed(seconds))

    def leave(self, why: LeaveReason = LeaveReason.GAVE_UP) -> JournalEntry:
        """Let a bot play on."""
        chair = self._own_chair()
        self._check_status(TableStatus.PLAYING, "no match is being played")
        if chair.away:
            raise RequestRefused(ErrorCode.NOT_NOW, "a bot plays for this chair already")
        return self._entry(chair.number, PersonLeft(why))

    def return_to_chair(self) -> JournalEntry:
        """Take the chair back from the bot."""
        chair = self._own_chair()
        self._check_not_daily("whoever leaves the game of the day has had their try")
        if not chair.away:
            raise RequestRefused(ErrorCode.NOT_NOW, "no bot plays for you")
        return self._entry(chair.number, PersonReturned())

    def chat(self, text: str, phrase: str | None = None) -> JournalEntry:
        """Say something to the table, in one's own words or by one of the quick phrases."""
        chair = self._own_chair()
        if self.table.chat_counts[chair.number] >= MAX_CHAT_LINES // len(self.table.chairs):
            raise RequestRefused(ErrorCode.BUSY, "you have used up your part of the chat of this table")
        return self._entry(chair.number, ChatSent(text, phrase))

    def check_can_mark(self) -> None:
        """RequestRefused unless a person who sits here may point at something now."""
        self._own_chair()
        self._check_status(TableStatus.PLAYING, "no match is being played")
        if self.table.is_closed:
            raise RequestRefused(ErrorCode.CLOSED, "this table was closed")

    # ---- inside

    def close(self) -> JournalEntry:
        """Close the table for good."""
        self._check_host()
        return self._entry(None, TableClosed())

    def remove_person(self, chair: int) -> JournalEntry | None:
        """Let a bot play on for a person who was removed; None where no person plays there now."""
        self._check_host()
        if self.table.status is not TableStatus.PLAYING or not self._chair(chair).is_present:
            return None
        return self._entry(chair, PersonLeft(LeaveReason.REMOVED))

    def _entry(self, chair: int | None, change: Change) -> JournalEntry:
        if self.table.is_closed:
            raise RequestRefused(ErrorCode.CLOSED, "this table was closed")
        if self.table.number >= MAX_ENTRIES and not isinstance(
            change, MovePlayed | PersonLeft | ClockResumed | TableClosed
        ):
            raise RequestRefused(ErrorCode.BUSY, "the journal of this table is full; make a new table")
        return JournalEntry(self.table.number + 1, self.at, chair, change, self._request_id)

    def _begin_match(self, seal: Seal | None = None) -> JournalEntry:
        """Deal a match, from this seal or from a new one."""
        settings = self.table.settings
        parts = shipped_parts(find_game(settings.game))
        if settings.position is not None:
            return self._match_begun(game_from(parts, settings.position, new_seal().seed), None)
        seal = seal or new_seal()
        try:
            game = new_game(parts, len(self.table.players), seal.seed, self._options())
        except FormatError as error:  # options that are possible only with more players
            raise RequestRefused(ErrorCode.NOT_NOW, str(error)) from None
        return self._match_begun(game, seal)

    def _match_begun(self, game: Game, seal: Seal | None) -> JournalEntry:
        version = game.parts.rulebook.version
        if seal is None:
            # A position that gives the stream of its shuffles is played by it: whoever wrote it knows all cards anyway.
            is_open = "stream" not in (self.table.settings.position or {})
            key = new_seal().shuffle_key if is_open else None
            return self._entry(None, MatchBegun(game.position(), None, None, version, key))
        return self._entry(None, MatchBegun(game.position(), seal.seed, seal.salt, version, seal.shuffle_key))

    def _propose(self, chair: Chair, proposal: ProposalMade) -> JournalEntry:
        if self.table.proposal is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, "something else is being asked")
        return self._entry(chair.number, proposal)

    def _own_chair(self) -> Chair:
        if self.role.chair is None:
            raise RequestRefused(ErrorCode.NOT_YOURS, "only somebody with a chair may do that")
        chair = self._chair(self.role.chair)
        if self.role.kind is not RoleKind.SERVER and chair.holder is not ChairHolder.PERSON:
            raise RequestRefused(ErrorCode.NOT_YOURS, f"chair {chair.number} is {chair.holder}")
        return chair

    def _other_people(self, chair: Chair) -> list[Chair]:
        return [other for other in self.table.people if other is not chair]

    def _chair(self, number: int) -> Chair:
        if not 1 <= number <= len(self.table.chairs):
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no chair {number}")
        return self.table.chairs[number - 1]

    def _check_host(self) -> None:
        if self.role.kind not in (RoleKind.HOST, RoleKind.SERVER):
            raise RequestRefused(ErrorCode.NOT_YOURS, "only the host may do that")

    def _check_status(self, status: TableStatus, why: str) -> None:
        if self.table.status is not status:
            raise RequestRefused(ErrorCode.NOT_NOW, why)

    def _check_not_daily(self, why: str) -> None:
        if self.table.settings.daily is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, why)

    def _check_can_close(self) -> None:
        if self.table.settings.position is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, "a match from a position needs all its seats")
        fewest = min(find_game(self.table.settings.game).player_counts)
        if len(self.table.players) <= fewest:
            raise RequestRefused(ErrorCode.NOT_NOW, f"the game needs {fewest} players")

    def _options(self) -> dict[str, Any]:
        """The options, without a first player whose chair was closed."""
        options = dict(self.table.settings.options)
        if options.get("first") not in (None, *SEATS[: len(self.table.players)]):
            del options["first"]
        return options
