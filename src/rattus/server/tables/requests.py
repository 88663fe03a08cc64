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
    Change,
    ChatSent,
    ClockResumed,
    JournalEntry,
    LeaveReason,
    MatchBegun,
    MovePlayed,
    MovesUndone,
    ProposalAnswered,
    ProposalKind,
    ProposalMade,
    SeatChanged,
    SeatHolder,
    SeatLeft,
    SeatReturned,
    TableClosed,
)
from rattus.server.tables.keys import Role, RoleKind, seat_role
from rattus.server.tables.table import Seat, Table, TableStatus

MAX_CHAT_LINES = 1000  # of a table; each seat has an equal part of them
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

    def set_name(self, seat: int, name: str) -> JournalEntry:
        """Sit down, or change one's name."""
        if self.role != seat_role(seat):
            raise RequestRefused(ErrorCode.NOT_YOURS, f"only the key of seat {seat} can set its name")
        if self._seat(seat).holder in (SeatHolder.BOT, SeatHolder.CLOSED):
            why = f"seat {seat} is {self._seat(seat).holder}; ask the host to open it"
            raise RequestRefused(ErrorCode.NOT_NOW, why)
        return self._entry(seat, SeatChanged(name=name))

    def set_holder(self, seat: int, holder: SeatHolder, level: str | None) -> JournalEntry:
        """Give an empty seat to a bot, close it, or open it again."""
        self._check_host()
        self._check_status(TableStatus.OPEN, "the match has begun")
        if self._seat(seat).holder is SeatHolder.PERSON:
            raise RequestRefused(ErrorCode.NOT_NOW, f"{self._seat(seat).name} sits there")
        if holder is SeatHolder.CLOSED:
            self._check_can_close()
        return self._entry(seat, SeatChanged(holder=holder, level=level if holder is SeatHolder.BOT else None))

    def sit(self, seat: int, name: str) -> JournalEntry:
        """Take a free chair at a table that is open to everybody."""
        self._check_status(TableStatus.OPEN, "the match has begun")
        if self.role != seat_role(seat) or self.table.settings.opening is None:
            raise RequestRefused(ErrorCode.NOT_YOURS, "only at an open table one sits down without a key")
        if self._seat(seat).holder is not SeatHolder.OPEN:
            raise RequestRefused(ErrorCode.LATE, "that chair is taken")
        return self._entry(seat, SeatChanged(name=name))

    def stand_up(self, seat: int) -> JournalEntry:
        """Leave one's chair before the match, so that somebody else can have it."""
        self._check_status(TableStatus.OPEN, "the match has begun")
        if self.role != seat_role(seat) or self._own_seat().number != seat:
            raise RequestRefused(ErrorCode.NOT_YOURS, f"chair {seat} is not yours")
        return self._entry(seat, SeatChanged(holder=SeatHolder.OPEN))

    def start(self) -> JournalEntry:
        """Begin the first match."""
        self._check_host()
        self._check_status(TableStatus.OPEN, "the match has begun")
        empty = [str(seat.number) for seat in self.table.seats if seat.holder is SeatHolder.OPEN]
        if empty:
            why = f"empty seats: {', '.join(empty)}; close them, or give them to bots"
            raise RequestRefused(ErrorCode.NOT_NOW, why)
        return self._begin_match()

    # ---- during the match

    def move(self, text: str, after: int, fault: str | None = None) -> JournalEntry:
        """Make a move that was decided when `after` moves had been made."""
        seat, game = self._own_seat(), self.table.game
        if self.table.is_closed:
            raise RequestRefused(ErrorCode.CLOSED, "this table was closed")
        if self.table.status is not TableStatus.PLAYING or game is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "no match is being played")
        if after != len(self.table.moves):
            raise RequestRefused(ErrorCode.LATE, "the game has gone on; look at the table again")
        if seat is not self.table.to_move:
            raise RequestRefused(ErrorCode.ILLEGAL, f"{game.to_move} is to move")
        if seat.is_present == (self.role.kind is RoleKind.SERVER):
            raise RequestRefused(ErrorCode.NOT_NOW, "a bot plays for you; take your seat back first")
        try:
            game.check(text)
        except IllegalMove as error:
            raise RequestRefused(ErrorCode.ILLEGAL, str(error)) from None
        return self._entry(seat.number, MovePlayed(text, fault))

    def undo(self) -> JournalEntry:
        """Take back the last move of this seat and all after it: at once, or as a proposal to the others."""
        seat = self._own_seat()
        self._check_status(TableStatus.PLAYING, "no match is being played")
        to = self.table.last_move_of(seat.colour)
        if to is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "you have made no move yet")
        if self.table.undo_count >= MAX_UNDOS:
            raise RequestRefused(ErrorCode.NOT_NOW, f"{MAX_UNDOS} times moves were undone in this match; play on")
        if self.table.can_free_undo(seat.colour) or not self._other_people(seat):
            return self._entry(seat.number, MovesUndone(to))
        return self._propose(seat, ProposalMade(ProposalKind.UNDO, to))

    def rematch(self) -> JournalEntry:
        """Propose another match with the same seats."""
        seat = self._own_seat()
        self._check_status(TableStatus.OVER, "the match is not over")
        if self.table.watched_record is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, "this table shows a record")
        return self._propose(seat, ProposalMade(ProposalKind.REMATCH))

    def answer(self, yes: bool) -> JournalEntry:
        """Agree to the proposal, or not."""
        seat, proposal = self._own_seat(), self.table.proposal
        if proposal is None or seat.colour in proposal.agreed:
            raise RequestRefused(ErrorCode.NOT_NOW, "nothing is asked of you")
        return self._entry(seat.number, ProposalAnswered(yes))

    def carry_out_proposal(self) -> JournalEntry | None:
        """The entry that follows once all people have agreed; None while they have not."""
        proposal = self.table.proposal
        if proposal is None or self.table.missing_consent:
            return None
        if proposal.what is ProposalKind.REMATCH:
            return self._begin_match()
        seat = self.table.seat_of(proposal.colour)
        if seat is None or proposal.to is None:
            raise BrokenInvariant("an undo is proposed by nobody, or to nowhere")
        return self._entry(seat.number, MovesUndone(proposal.to))

    def resume_clock(self, seconds: float) -> JournalEntry:
        """Give back the time in which the server was away."""
        if self.table.clock is None or self.table.clock.running is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "no clock is running")
        return self._entry(None, ClockResumed(seconds))

    def leave(self, why: LeaveReason = LeaveReason.GAVE_UP) -> JournalEntry:
        """Let a bot play on."""
        seat = self._own_seat()
        self._check_status(TableStatus.PLAYING, "no match is being played")
        if seat.away:
            raise RequestRefused(ErrorCode.NOT_NOW, "a bot plays for this seat already")
        return self._entry(seat.number, SeatLeft(why))

    def return_to_seat(self) -> JournalEntry:
        """Take the seat back from the bot."""
        seat = self._own_seat()
        if not seat.away:
            raise RequestRefused(ErrorCode.NOT_NOW, "no bot plays for you")
        return self._entry(seat.number, SeatReturned())

    def chat(self, text: str) -> JournalEntry:
        """Say something to the table."""
        seat = self._own_seat()
        if self.table.chat_counts[seat.number] >= MAX_CHAT_LINES // len(self.table.seats):
            raise RequestRefused(ErrorCode.BUSY, "you have used up your part of the chat of this table")
        return self._entry(seat.number, ChatSent(text))

    # ---- inside

    def close(self) -> JournalEntry:
        """Close the table for good."""
        self._check_host()
        return self._entry(None, TableClosed())

    def remove_person(self, seat: int) -> JournalEntry | None:
        """Let a bot play on for a person who was removed; None where no person plays there now."""
        self._check_host()
        if self.table.status is not TableStatus.PLAYING or not self._seat(seat).is_present:
            return None
        return self._entry(seat, SeatLeft(LeaveReason.REMOVED))

    def _entry(self, seat: int | None, change: Change) -> JournalEntry:
        if self.table.is_closed:
            raise RequestRefused(ErrorCode.CLOSED, "this table was closed")
        if self.table.number >= MAX_ENTRIES and not isinstance(
            change, MovePlayed | SeatLeft | ClockResumed | TableClosed
        ):
            raise RequestRefused(ErrorCode.BUSY, "the journal of this table is full; make a new table")
        return JournalEntry(self.table.number + 1, self.at, seat, change, self._request_id)

    def _begin_match(self) -> JournalEntry:
        """Deal a match."""
        settings = self.table.settings
        parts = shipped_parts(find_game(settings.game))
        if settings.position is not None:
            return self._match_begun(game_from(parts, settings.position, new_seal().seed), None)
        seal = new_seal()
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

    def _propose(self, seat: Seat, proposal: ProposalMade) -> JournalEntry:
        if self.table.proposal is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, "something else is being asked")
        return self._entry(seat.number, proposal)

    def _own_seat(self) -> Seat:
        if self.role.seat is None:
            raise RequestRefused(ErrorCode.NOT_YOURS, "only somebody with a seat may do that")
        seat = self._seat(self.role.seat)
        if self.role.kind is not RoleKind.SERVER and seat.holder is not SeatHolder.PERSON:
            raise RequestRefused(ErrorCode.NOT_YOURS, f"seat {seat.number} is {seat.holder}")
        return seat

    def _other_people(self, seat: Seat) -> list[Seat]:
        return [other for other in self.table.people if other is not seat]

    def _seat(self, number: int) -> Seat:
        if not 1 <= number <= len(self.table.seats):
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no seat {number}")
        return self.table.seats[number - 1]

    def _check_host(self) -> None:
        if self.role.kind not in (RoleKind.HOST, RoleKind.SERVER):
            raise RequestRefused(ErrorCode.NOT_YOURS, "only the host may do that")

    def _check_status(self, status: TableStatus, why: str) -> None:
        if self.table.status is not status:
            raise RequestRefused(ErrorCode.NOT_NOW, why)

    def _check_can_close(self) -> None:
        if self.table.settings.position is not None:
            raise RequestRefused(ErrorCode.NOT_NOW, "a match from a position needs all its seats")
        fewest = min(find_game(self.table.settings.game).player_counts)
        if len(self.table.players) <= fewest:
            raise RequestRefused(ErrorCode.NOT_NOW, f"the game needs {fewest} players")

    def _options(self) -> dict[str, Any]:
        """The options, without a first player whose seat was closed."""
        options = dict(self.table.settings.options)
        if options.get("first") not in (None, *SEATS[: len(self.table.players)]):
            del options["first"]
        return options
