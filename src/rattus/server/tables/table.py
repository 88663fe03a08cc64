"""A table: who sits there and what is played. It is nothing but what its journal says."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rattus.errors import OtherRules
from rattus.kernel.seats import SEATS
from rattus.match.game import Game, game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.match.record import load_record
from rattus.match.seal import Seal
from rattus.server.tables.journal import Entry
from rattus.server.tables.keys import Role
from rattus.server.tables.time_control import Timer, time_limit_of

CHAT_SHOWN = 100  # lines that who comes new gets to read
UNMARKED = 1  # the rules of matches that were stored before their version was stored with them


@dataclass
class Seat:
    """A seat: open, closed, a bot's, or a person's. While a person is away a bot sits in."""

    number: int
    name: str | None = None
    level: str | None = None  # of a bot
    closed: bool = False
    away: bool = False
    colour: str | None = None  # in the match that is played

    @property
    def holder(self) -> str:
        """Who has it."""
        if self.closed:
            return "closed"
        if self.level is not None:
            return "bot"
        return "open" if self.name is None else "person"

    @property
    def is_present(self) -> bool:
        """Whether a person decides here."""
        return self.holder == "person" and not self.away


@dataclass
class Question:
    """Something that needs the consent of the table: to take moves back to number `to`, or to play once more."""

    what: str
    colour: str
    to: int | None
    agreed: set[str]


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry as everybody may know it, and how many events there were after it."""

    data: dict[str, Any]
    events: int
    is_fresh_start: bool  # what came before is no longer true: moves were taken back, or a match began


@dataclass
class Table:
    """The state of a table. `apply` is the only way to change it."""

    id: str
    settings: dict[str, Any] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    chat: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=CHAT_SHOWN))
    chat_lines: int = 0
    match: int = 0
    game: Game | None = None
    moves: list[tuple[str, str]] = field(default_factory=list)  # of this match: colour and text
    seal: Seal | None = None
    watched: dict[str, Any] | None = None  # a record that was brought in
    asked: Question | None = None
    timer: Timer | None = None
    answered: dict[tuple[int | None, str], int] = field(default_factory=dict)  # request of a seat -> entry
    last_at: float = 0.0
    changed_at: int = 0  # the last entry that changed more than the match
    start: dict[str, Any] = field(default_factory=dict)
    to_move: Seat | None = None  # who decides next, while a match is on

    # ---- what can be seen

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.happenings)

    @property
    def status(self) -> str:
        """`open`, `playing` or `over`."""
        if self.game is None:
            return "open"
        return "over" if self.game.is_over or self.watched is not None else "playing"

    @property
    def hides_rats(self) -> bool:
        """Whether a seat may count no rats but its own now: an option of the table, until the match is over (C2)."""
        return bool(self.settings.get("hide_rats", False)) and self.status == "playing"

    @property
    def gives_hints(self) -> bool:
        """Whether hints may be asked for: as agreed, or where one person plays against bots.

        Tables stored before this could be agreed always gave them.
        """
        agreed: bool | None = self.settings.get("hints", True)
        if agreed is not None:
            return agreed
        return sum(seat.holder in ("person", "open") for seat in self.seats) == 1

    @property
    def players(self) -> list[Seat]:
        """The seats that are in the game."""
        return [seat for seat in self.seats if not seat.closed]

    @property
    def people(self) -> list[Seat]:
        """The people who are here to be asked."""
        return [seat for seat in self.seats if seat.is_present]

    @property
    def level_to_move(self) -> str | None:
        """The level of the bot that has to move; None if it is for a person."""
        seat = self.to_move
        if seat is None:
            return None
        if seat.away:
            sitter: str = self.settings["sitter"]
            return sitter
        return seat.level

    @property
    def attention(self) -> float | None:
        """When somebody has to look after the table: a bot has to move, or a time is up."""
        if self.level_to_move is not None:
            return self.last_at
        return None if self.timer is None else self.timer.deadline

    def seat_of(self, colour: str | None) -> Seat | None:
        """The seat that plays a colour."""
        if colour is not None:
            for seat in self.seats:
                if seat.colour == colour:
                    return seat
        return None

    def colour_of(self, role: Role) -> str | None:
        """The colour that somebody plays; None for who watches."""
        return None if role.seat is None else self.seats[role.seat - 1].colour

    def can_free_undo(self, colour: str | None) -> bool:
        """Whether this one may take the last move back without asking: it was his, and told nobody anything new."""
        is_last = bool(self.moves) and self.moves[-1][0] == colour
        return is_last and self.game is not None and self.status == "playing" and self.game.can_undo

    def last_move_of(self, colour: str | None) -> int | None:
        """How many moves had been made before this one's last."""
        for number in range(len(self.moves) - 1, -1, -1):
            if self.moves[number][0] == colour:
                return number
        return None

    # ---- what happens

    def apply(self, entry: Entry) -> None:
        """Take an entry of the journal in."""
        assert entry.number == self.number + 1, f"{self.id}: entry {entry.number} after {self.number}"
        was_asked = self.asked is not None
        what = getattr(self, f"_apply_{entry.kind}")(entry)
        self.to_move = self._who_decides()
        if entry.kind not in ("move", "chat") or was_asked or self.timer is not None or self.status == "over":
            self.changed_at = entry.number
        data = {"number": entry.number, "at": entry.at, "kind": entry.kind, **(what or {})}
        self.happenings.append(Happening(data, self._events(), entry.kind in ("begun", "undone")))
        self.last_at = entry.at
        if "id" in entry.data:
            self.answered[entry.seat, entry.data["id"]] = entry.number

    def _who_decides(self) -> Seat | None:
        if self.game is None or self.status != "playing":
            return None
        return self.seat_of(self.game.to_move)

    def _events(self) -> int:
        return 0 if self.game is None else self.game.event_count

    def _colour(self, entry: Entry) -> str | None:
        return None if entry.seat is None else self.seats[entry.seat - 1].colour

    def _apply_made(self, entry: Entry) -> None:
        self.settings = dict(entry.data)
        for number, holder in enumerate(self.settings.pop("seats"), 1):
            self.seats.append(Seat(number, holder.get("name"), holder.get("bot")))
        self._give_colours()

    def _apply_seat(self, entry: Entry) -> dict[str, Any]:
        assert entry.seat is not None
        seat, data = self.seats[entry.seat - 1], entry.data
        if "name" in data:
            seat.name = data["name"]
        else:
            seat.closed, seat.level = data["holder"] == "closed", data.get("level")
        if self.game is None:
            self._give_colours()
        return {"seat": entry.seat}

    def _apply_begun(self, entry: Entry) -> None:
        data = entry.data
        self.match += 1
        self.moves, self.asked = [], None
        self._give_colours()
        if "record" in data:
            self.watched = data["record"]
            self.game = load_record(self.watched)
            self.moves = [(seat, str(move)) for seat, move in self.game.moves]
            return
        version, known = data.get("rules_version", UNMARKED), find_game(self.settings["game"]).version
        if version != known:
            raise OtherRules(version, known)
        self.seal = None if data["seed"] is None else Seal(data["seed"], data["salt"])
        self.start = data["start"]
        self.game = self._game_after([])
        limit = time_limit_of(self.settings.get("clock"))
        if limit is not None:
            self.timer = Timer(limit, self.game.seats)
        self._run_clock(entry.at, moved=False)

    def _apply_move(self, entry: Entry) -> dict[str, Any]:
        assert self.game is not None
        colour = self._colour(entry)
        assert colour is not None
        self.game.play(entry.data["move"], colour)
        self.moves.append((colour, entry.data["move"]))
        self.asked = None
        self._run_clock(entry.at, moved=True)
        fault = {"fault": entry.data["fault"]} if "fault" in entry.data else {}
        return {"colour": colour, **fault}

    def _apply_undone(self, entry: Entry) -> dict[str, Any]:
        assert self.game is not None
        to = entry.data["to"]
        while len(self.moves) > to and self.game.can_undo:
            self.game.undo()
            self.moves.pop()
        if len(self.moves) > to:
            del self.moves[to:]
            self.game = self._game_after(self.moves)
        self.asked = None
        self._run_clock(entry.at, moved=False)
        if self.timer is not None:
            self.timer.take_back(to)
        return {"colour": self._colour(entry), "to": to}

    def _apply_asked(self, entry: Entry) -> dict[str, Any]:
        colour = self._colour(entry)
        assert colour is not None
        self.asked = Question(entry.data["what"], colour, entry.data.get("to"), {colour})
        return {"colour": colour, "what": entry.data["what"]}

    def _apply_answered(self, entry: Entry) -> dict[str, Any]:
        colour = self._colour(entry)
        assert self.asked is not None
        assert colour is not None
        if entry.data["yes"]:
            self.asked.agreed.add(colour)
        else:
            self.asked = None
        return {"colour": colour, "yes": entry.data["yes"]}

    def _apply_left(self, entry: Entry) -> dict[str, Any]:
        return self._set_away(entry, True) | {"why": entry.data["why"]}

    def _apply_returned(self, entry: Entry) -> dict[str, Any]:
        colour = self._colour(entry)
        if self.timer is not None and colour is not None:
            self.timer.give_grace(colour)
        return self._set_away(entry, False)

    def _apply_chat(self, entry: Entry) -> dict[str, Any]:
        said = {"colour": self._colour(entry), "seat": entry.seat, "text": entry.data["text"]}
        self.chat.append({"number": entry.number, "at": entry.at, **said})
        self.chat_lines += 1
        return said

    def _set_away(self, entry: Entry, away: bool) -> dict[str, Any]:
        assert entry.seat is not None
        self.seats[entry.seat - 1].away = away
        self._run_clock(entry.at, moved=False)
        return {"colour": self._colour(entry)}

    def _give_colours(self) -> None:
        for seat in self.seats:
            seat.colour = None
        for seat, colour in zip(self.players, SEATS, strict=False):
            seat.colour = colour

    def _game_after(self, moves: Iterable[tuple[str, str]]) -> Game:
        game = game_from(shipped_parts(find_game(self.settings["game"])), self.start)
        if self.seal is not None:
            game.seed, game.salt = self.seal.seed, self.seal.salt
        for colour, text in moves:
            game.play(text, colour)
        return game

    def _run_clock(self, at: float, moved: bool) -> None:
        """Let the time of who has to decide run; a bot has all the time it needs."""
        if self.timer is not None:
            seat = self._who_decides()
            self.timer.pass_on(seat.colour if seat is not None and seat.is_present else None, at, moved)
