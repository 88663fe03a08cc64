"""What may be asked of a table. Each request becomes an entry for the journal, or is refused; nothing changes here."""

from __future__ import annotations

from typing import Any

from rattus.errors import FormatError, IllegalMove
from rattus.kernel.seats import SEATS
from rattus.match.game import Game, game_from, new_game
from rattus.match.parts import find_game, shipped_parts
from rattus.match.seal import Seal, new_seal
from rattus.server.errors import Refused
from rattus.server.tables.journal import Entry
from rattus.server.tables.keys import Role
from rattus.server.tables.table import Seat, Table

MOST_CHAT = 1000  # lines a table
MOST_ENTRIES = 20_000  # of a journal; moves, of which no match has that many, go on
KEEPER = "keeper"  # the role of the server itself, when it acts for a bot or a clock


class Requests:
    """The requests of somebody at a table, at a moment."""

    def __init__(self, table: Table, role: Role, now: float) -> None:
        self.table = table
        self.role = role
        self.at = max(now, table.last_at)  # a journal never goes back in time

    # ---- before the match

    def name(self, seat: int, name: str) -> Entry:
        """Sit down, or take another name."""
        if self.role != Role("seat", seat):
            raise Refused("not_yours", f"only the key of seat {seat} can name who sits there")
        if self._seat(seat).holder in ("bot", "closed"):
            raise Refused("not_now", f"seat {seat} is {self._seat(seat).holder}; ask the host to open it")
        return self._entry("seat", seat, name=name)

    def hold(self, seat: int, holder: str, level: str | None) -> Entry:
        """Give an empty seat to a bot, close it, or open it again."""
        self._check_host()
        self._check_status("open", "the match has begun")
        if self._seat(seat).holder == "person":
            raise Refused("not_now", f"{self._seat(seat).name} sits there")
        if holder == "bot":
            return self._entry("seat", seat, holder=holder, level=level)
        if holder == "closed":
            self._check_can_close()
        return self._entry("seat", seat, holder=holder)

    def start(self) -> Entry:
        """Begin the first match."""
        self._check_host()
        self._check_status("open", "the match has begun")
        empty = [str(seat.number) for seat in self.table.seats if seat.holder == "open"]
        if empty:
            raise Refused("not_now", f"empty seats: {', '.join(empty)}; close them, or let a bot sit there")
        return self.begin()

    def begin(self) -> Entry:
        """Begin a match: everything is dealt."""
        settings = self.table.settings
        parts = shipped_parts(find_game(settings["game"]))
        if "position" in settings:
            return self._begun(game_from(parts, settings["position"], new_seal().seed), None)
        seal = new_seal()
        try:
            game = new_game(parts, len(self.table.players), seal.seed, self._options())
        except FormatError as error:  # options that held for more players
            raise Refused("not_now", str(error)) from None
        return self._begun(game, seal)

    def _begun(self, game: Game, seal: Seal | None) -> Entry:
        seed, salt = (None, None) if seal is None else (seal.seed, seal.salt)
        version = game.parts.rulebook.version
        return self._entry("begun", None, seed=seed, salt=salt, start=game.position(), rules_version=version)

    # ---- while it runs

    def move(self, text: str, after: int, **data: Any) -> Entry:
        """Make a move."""
        seat, game = self._player(), self.table.game
        if self.table.status != "playing" or game is None:
            raise Refused("not_now", "no match is being played")
        if after != len(self.table.moves):
            raise Refused("late", "the game has gone on; look at the table again")
        if seat is not self.table.to_move:
            raise Refused("illegal", f"{game.to_move} is to move")
        if seat.is_present == (self.role.kind == KEEPER):
            raise Refused("not_now", "a bot sits in for you; take your seat back first")
        try:
            game.check(text)
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        return self._entry("move", seat.number, move=text, **data)

    def undo(self, **data: Any) -> Entry:
        """Take the last move of this seat back, and all after it: at once, or after asking."""
        seat = self._player()
        self._check_status("playing", "no match is being played")
        to = self.table.last_move_of(seat.colour)
        if to is None:
            raise Refused("not_now", "you have made no move yet")
        if self.table.can_free_undo(seat.colour) or not self._others(seat):
            return self._entry("undone", seat.number, to=to, **data)
        return self._ask(seat, what="undo", to=to, **data)

    def rematch(self, **data: Any) -> Entry:
        """Ask for another match with the same seats."""
        seat = self._player()
        self._check_status("over", "the match is not over")
        if self.table.watched is not None:
            raise Refused("not_now", "this is a record to be watched")
        return self._ask(seat, what="rematch", **data)

    def answer(self, yes: bool, **data: Any) -> Entry:
        """Agree to what is asked, or not."""
        seat, asked = self._player(), self.table.asked
        if asked is None or seat.colour in asked.agreed:
            raise Refused("not_now", "nothing is asked of you")
        return self._entry("answered", seat.number, yes=yes, **data)

    def outcome_of_question(self) -> Entry | None:
        """What follows when all who are here have agreed."""
        asked = self.table.asked
        if asked is None or any(seat.colour not in asked.agreed for seat in self.table.people):
            return None
        if asked.what == "rematch":
            return self.begin()
        seat = self.table.seat_of(asked.colour)
        assert seat is not None
        return self._entry("undone", seat.number, to=asked.to)

    def leave(self, why: str = "gave_up", **data: Any) -> Entry:
        """Let a bot play on."""
        seat = self._player()
        self._check_status("playing", "no match is being played")
        if seat.away:
            raise Refused("not_now", "a bot sits in already")
        return self._entry("left", seat.number, why=why, **data)

    def come_back(self, **data: Any) -> Entry:
        """Take the seat back."""
        seat = self._player()
        if not seat.away:
            raise Refused("not_now", "no bot sits in for you")
        return self._entry("returned", seat.number, **data)

    def chat(self, text: str, **data: Any) -> Entry:
        """Say something to the table."""
        seat = self._player()
        if self.table.chat_lines >= MOST_CHAT:
            raise Refused("busy", "too much has been said at this table")
        return self._entry("chat", seat.number, text=text, **data)

    # ---- inside

    def _entry(self, kind: str, seat: int | None, **data: Any) -> Entry:
        if self.table.number >= MOST_ENTRIES and kind not in ("move", "left"):
            raise Refused("busy", "too much has happened at this table; make a new one")
        return Entry(self.table.number + 1, self.at, kind, seat, data)

    def _ask(self, seat: Seat, **data: Any) -> Entry:
        if self.table.asked is not None:
            raise Refused("not_now", "something else is being asked")
        return self._entry("asked", seat.number, **data)

    def _player(self) -> Seat:
        if self.role.seat is None:
            raise Refused("not_yours", "only who sits at the table may do that")
        seat = self._seat(self.role.seat)
        if self.role.kind != KEEPER and seat.holder != "person":
            raise Refused("not_yours", f"seat {seat.number} is {seat.holder}")
        return seat

    def _others(self, seat: Seat) -> list[Seat]:
        return [other for other in self.table.people if other is not seat]

    def _seat(self, number: int) -> Seat:
        if not 1 <= number <= len(self.table.seats):
            raise Refused("not_found", f"there is no seat {number}")
        return self.table.seats[number - 1]

    def _check_host(self) -> None:
        if self.role.kind != "host":
            raise Refused("not_yours", "only the host may do that")

    def _check_status(self, status: str, why: str) -> None:
        if self.table.status != status:
            raise Refused("not_now", why)

    def _check_can_close(self) -> None:
        if "position" in self.table.settings:
            raise Refused("not_now", "a match from a position needs all its seats")
        fewest = min(find_game(self.table.settings["game"]).player_counts)
        if len(self.table.players) <= fewest:
            raise Refused("not_now", f"the game needs {fewest} players")

    def _options(self) -> dict[str, Any]:
        """The options, without a first player whose seat was closed."""
        options = dict(self.table.settings["options"])
        if options.get("first") not in (None, *SEATS[: len(self.table.players)]):
            del options["first"]
        return options
