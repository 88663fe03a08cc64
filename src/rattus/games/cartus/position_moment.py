"""Reads whose move it is in a position, and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.cartus.box import Box
from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.editions import BUILDING_CARDS, OWN_QUESTIONS, QUESTION_WORDS
from rattus.games.cartus.entering import has_entered
from rattus.games.cartus.fights import is_last, leader
from rattus.games.cartus.position_cards import MOST_CARDS
from rattus.games.cartus.resolving import actor, is_inside, strongest
from rattus.games.cartus.rules import RULES
from rattus.games.cartus.sizes import NUN_ROW, TOWER_GIFT
from rattus.games.cartus.supply import unseen_nuns
from rattus.games.cartus.vocabulary import (
    ACTIONS,
    BY_SWORD,
    CARDS,
    CAUSES,
    ENTER,
    FLUTE,
    FLUTE_PLAYING,
    NONE,
    OVER,
    PHASES,
    RESOLVE,
    SHOWING,
    SUPPLY,
    SWORD,
)
from rattus.kernel.seats import NOBODY
from rattus.kernel.validation import check_fields, read_number, read_word

OWN = tuple(question.word for question in OWN_QUESTIONS)  # which only one building asks
ASKED_IN = {
    SUPPLY: ("peek",),
    ENTER: ("play",),
    RESOLVE: ("rob", "give", "infest", "act", "peek", "discard", *OWN),
    OVER: (),
}
PENDING_FIELDS = {
    "peek": {"due", "seen"}, "play": {"last"}, "rob": set(), "infest": set(), "act": {"premium"},
    "give": {"due", "last", "by", "to", "given", "givers"}, "discard": {"due", "last"},
    **{word: {"due"} for word in OWN},
}  # fmt: skip


class MomentReader:
    """Reads `to_move`, `pending` and `premium`. What the viewer, if there is one, cannot see is not read."""

    def __init__(self, box: Box, table: Any, data: Mapping[str, Any], viewer: int | None) -> None:
        self.box, self.table, self.data, self.viewer = box, table, data, viewer
        self.pending = {} if data.get("pending") is None else data["pending"]
        self.asks = self._asks()

    def read(self) -> None:
        """Whose move it is and what is asked."""
        table = self.table
        if table.phase in (ENTER, RESOLVE):
            self._check_entries()
        self._read_premium()
        table.to_move = self._to_move()
        if table.phase == RESOLVE:
            self._read_place()
        if self.asks:
            table.question = QUESTION_WORDS.index(self.asks)
            readers = {
                "act": self._read_act,
                "discard": self._read_discard,
                "give": self._read_give,
                "infest": self._read_infest,
                "peek": self._read_peek,
                "play": self._read_play,
                "rob": self._read_rob,
                **dict.fromkeys(OWN, self._read_own),
            }
            readers[self.asks]()
        if self.viewer is None:
            self.check_asked()

    def check_asked(self) -> None:
        """Check what depends on hidden cards: the question must be one that the rules would ask."""
        table, record = self.table, self.box.record
        if self.box.players == 2 and table.premium != NOBODY and table.premium != strongest(record, table):
            raise FormatError("premium", "the other one played more (C23)")
        if self.asks == "give" and sum(table.hands[table.to_move][max(table.last, 0) :]) < table.due:
            raise FormatError("pending.last", "no cards can follow it in the order of the card list")
        if table.phase == RESOLVE and table.step > ACTIONS:
            self._check_action()
            self._find_step()

    def _check_action(self) -> None:
        """A building action: what is asked depends on whether it is the premium one (C22)."""
        table, record = self.table, self.box.record
        premium = strongest(record, table) == table.to_move
        if self.asks == "act":
            building = record.building[table.row[table.place]]
            if not RULES["matters"](record, table, table.to_move, building, premium):
                raise FormatError("pending", "`act` would not be asked here (C22)")
            if self.pending.get("premium", premium) is not premium:
                raise FormatError("pending.premium", f"{str(premium).lower()} by the cards played (C22)")
        elif self.asks == "peek":
            self._expect_due(self._looks_left(self._most_due()[premium]))
        elif self.asks == "discard":
            self._expect_due(self._discards_left(self._most_due()[premium]))
        elif self.asks in OWN:
            self._expect_due(range(1, 1 + self._most_due()[premium]))
        elif strongest(record, table) != table.to:
            raise FormatError("pending.to", "cards are given to who has the premium action (C29)")
        if self.box.players == 2:
            table.premium = strongest(record, table)

    def _asks(self) -> str:
        if not self.pending:
            return ""
        asks = QUESTION_WORDS[1:][read_word(self.pending.get("ask"), QUESTION_WORDS[1:], "pending.ask")]
        if asks not in ASKED_IN[self.table.phase]:
            raise FormatError("pending", f"`{asks}` is not asked in the phase {PHASES[self.table.phase]}")
        check_fields(self.pending, {"ask", "place", *PENDING_FIELDS[asks]}, "pending")
        return asks

    def _check_entries(self) -> None:
        table, players = self.table, self.box.players
        everybody = table.entered == players
        if table.phase == RESOLVE and not everybody:
            raise FormatError("entered", "buildings are resolved when all have entered (C14)")
        if table.phase == ENTER and (any(table.shown) or (everybody and self.asks != "play")):
            raise FormatError("entered", "when all have entered the phase is `resolve`; before, no cards are shown")

    def _read_premium(self) -> None:
        name = self.data.get("premium")
        if name is None:
            return
        if self.box.players != 2 or self.table.phase != RESOLVE:
            raise FormatError("premium", "with two players, while buildings are resolved (C23)")
        self.table.premium = read_word(name, self.box.seats, "premium")

    def _to_move(self) -> int:
        table, seats, mover = self.table, self.box.seats, self.data.get("to_move")
        if table.phase == OVER:
            if mover is not None:
                raise FormatError("to_move", "the game is over")
            return NOBODY
        if mover is not None:
            return self._check_mover(read_word(mover, seats, "to_move"))
        if self.asks == "play":
            return self._check_mover(table.entry_seat[max(table.entered - 1, 0)])
        if self.asks and table.phase == RESOLVE:
            raise FormatError("to_move", f"who is asked `{self.asks}`?")
        order: list[int] = [(table.first + step) % len(seats) for step in range(len(seats))]
        waiting = [seat for seat in order if not has_entered(table, seat)]
        return waiting[0] if waiting else order[0]

    def _check_mover(self, seat: int) -> int:
        table = self.table
        if self.asks == "play" and (not table.entered or table.entry_seat[table.entered - 1] != seat):
            raise FormatError("to_move", "who entered last plays cards (C11)")
        if table.phase == ENTER and not self.asks and has_entered(table, seat):
            raise FormatError("to_move", "who has entered has no turn any more (C11)")
        return seat

    def _read_place(self) -> None:
        """Which building is being resolved: those before it are done with, those behind it still hidden (C14)."""
        table = self.table
        entries = [(table.entry_place[entry], table.entry_seat[entry]) for entry in range(table.entered)]
        if self.asks:
            table.place = read_number(self.pending.get("place"), "pending.place", 1, self.box.record.row) - 1
        else:
            table.place = min((place for place, seat in entries if not table.shown[seat]), default=self.box.record.row)
        table.step = SHOWING
        for place, seat in entries:
            over = table.shown[seat] and not table.laid_size[seat]
            here = place == table.place and self.asks
            if place < table.place and not over:
                raise FormatError("entered", "cards in a building that is done with have been shown and have left")
            if here and not table.laid_size[seat] and table.strength[seat]:
                raise FormatError("entered", "who has played no cards has no strength")
            if (here and not table.shown[seat]) or (place >= table.place and not here and table.shown[seat]):
                raise FormatError("entered", "cards are shown when their building is resolved (C16)")
        if self.asks and not is_inside(table, table.to_move) and self.asks != "give":
            raise FormatError("to_move", "who is asked is in the building being resolved")

    def _read_due(self) -> None:
        self.table.due = read_number(self.pending.get("due"), "pending.due", 1, MOST_CARDS)

    def _expect_due(self, possible: Collection[int]) -> None:
        if self.table.due not in possible:
            numbers = " or ".join(str(number) for number in sorted(possible) if number > 0)
            raise FormatError("pending.due", f"{numbers or 'nothing'} by the rules, not {self.table.due}")

    def _read_last(self, seen: bool) -> None:
        """The card that was played, given or discarded last; hidden from some."""
        last = self.pending.get("last")
        if last is not None and not seen:
            raise FormatError("pending.last", "it is hidden")
        self.table.last = NONE if last is None else read_word(last, CARDS, "pending.last")

    def _sees(self, *seats: int) -> bool:
        return self.viewer is None or self.viewer in seats

    def _read_peek(self) -> None:
        table = self.table
        if table.phase == SUPPLY:
            if self.pending.get("place") is not None:
                raise FormatError("pending.place", "in phase B no building is resolved")
            looks = {self.box.record.looks[card] for card in table.row[: self.box.record.row]}
        else:
            looks = set(self._most_due())
        for place in self.pending.get("seen", []):
            number = read_number(place, "pending.seen", 1, NUN_ROW) - 1
            if not table.looked[table.to_move][number]:
                raise FormatError("pending.seen", f"{place} is not among the places looked at")
            table.seen[number] = 1
        self._read_due()
        self._expect_due({left for number in looks for left in self._looks_left(number)})

    def _looks_left(self, number: int) -> set[int]:
        """How many looks are left; a player who has seen all has none (C10)."""
        done = sum(self.table.seen)
        return {min(number, unseen_nuns(self.table, self.table.to_move) + done) - done}

    def _read_play(self) -> None:
        table = self.table
        if self.pending.get("place") not in (None, table.entry_place[table.entered - 1] + 1):
            raise FormatError("pending.place", "no building is resolved in phase C")
        if self._sees(table.to_move):
            laid = [kind for kind, number in enumerate(table.laid[table.to_move]) if number]
            table.last = laid[-1] if laid else NONE
            if self.pending.get("last") not in (None, CARDS[table.last] if laid else None):
                raise FormatError("pending.last", "cards are played in the order of the card list")
        else:
            self._read_last(seen=False)

    def _read_rob(self) -> None:
        self._expect_tie(SWORD)
        self.table.step = FLUTE_PLAYING

    def _read_infest(self) -> None:
        self._expect_tie(FLUTE)
        if not self.table.rats[self.table.to_move]:
            raise FormatError("pending", "without a rat nothing is asked (C20)")
        self.table.step = ACTIONS

    def _expect_tie(self, kind: int) -> None:
        table = self.table
        last = [seat for seat in range(self.box.players) if is_last(table, kind, seat)]
        if leader(table, kind) != table.to_move or len(last) < 2:
            raise FormatError("pending", f"`{self.asks}` is asked of who played the most, if several played the fewest")

    def _read_give(self) -> None:
        table, seats = self.table, self.box.seats
        table.by = read_word(self.pending.get("by"), CAUSES[1:], "pending.by") + 1
        table.to = read_word(self.pending.get("to"), seats, "pending.to")
        self._read_last(self._sees(table.to_move, table.to))
        self._read_due()
        if table.by == BY_SWORD:
            self._read_given(lambda hand: hand // 2)
            if leader(table, SWORD) != table.to or not is_last(table, SWORD, table.to_move):
                raise FormatError("pending", "who played the fewest swords gives to who played the most (C19)")
            table.step = FLUTE_PLAYING
        else:
            self._read_given(lambda hand: min(hand, TOWER_GIFT))
            self._most_due()
            self._read_givers()

    def _read_given(self, share: Callable[[int], int]) -> None:
        """How many have been given of the share of the hand that there was (C19, C29)."""
        table = self.table
        hand, sees = table.hand_size[table.to_move], self._sees(table.to_move, table.to)
        fitting = [
            given
            for given in range(MOST_CARDS)
            if share(hand + given) - given == table.due and (not sees or (given > 0) == (table.last != NONE))
        ]
        if not fitting:
            raise FormatError("pending.due", f"not {table.due} of these cards are due (C19, C29)")
        number = self.pending.get("given")
        table.given = fitting[0] if number is None else read_number(number, "pending.given", 0, MOST_CARDS)
        if table.given not in fitting:
            raise FormatError("pending.given", f"{table.given} given and {table.due} due are not the share")

    def _read_givers(self) -> None:
        table, seats = self.table, self.box.seats
        givers = [read_word(name, seats, "pending.givers") for name in self.pending.get("givers", [])]
        givers = [table.to_move, *(seat for seat in givers if seat != table.to_move)]
        order = [(seat - table.first) % len(seats) for seat in givers]
        if order != sorted(set(order)) or not is_inside(table, table.to):
            raise FormatError("pending.givers", "they give in turn order from the first player (C29)")
        for seat in givers:
            if RULES["is_guarded"](self.box.record, table, seat):
                raise FormatError("pending.givers", f"{seats[seat]} has entered a watchtower (C29)")
            if not table.hand_size[seat]:
                raise FormatError("pending.givers", f"{seats[seat]} has no cards to give (C29)")
            table.givers[seat] = 1
        table.step = ACTIONS + 1

    def _read_act(self) -> None:
        if self.table.round == self.box.record.rounds:
            raise FormatError("pending", "in the last round there are no building actions (C24)")
        self.table.step = ACTIONS + 1

    def _read_discard(self) -> None:
        standard, premium = self._most_due()
        self._read_last(seen=True)
        self._read_due()
        self._expect_due(self._discards_left(standard) | self._discards_left(premium))

    def _discards_left(self, number: int) -> set[int]:
        """How many cards may still go; each took a rat with it (C28)."""
        rats, gone = self.table.rats[self.table.to_move], {0} if self.table.last == NONE else set(range(1, number))
        return {min(number, rats + cards) - cards for cards in gone}

    def _most_due(self) -> tuple[int, int]:
        """How much is due at most of what the building being resolved asks: standard, premium (C22)."""
        table, record = self.table, self.box.record
        building: Building = BUILDING_CARDS[record.building[table.row[table.place]]]
        if self.asks not in building.asks or table.round == record.rounds:
            raise FormatError("pending", f"`{self.asks}` is not asked in this building")
        table.step = ACTIONS + 1
        return building.asks[self.asks]

    def _read_own(self) -> None:
        most = max(self._most_due())
        self._read_due()
        self._expect_due(range(1, 1 + most))

    def _find_step(self) -> None:
        """How many have had their action: up to who has it now."""
        table, record = self.table, self.box.record
        seat = table.to if self.asks == "give" else table.to_move
        number = 0
        while actor(record, table, number) not in (seat, NOBODY):
            number += 1
        table.step = ACTIONS + number + 1
