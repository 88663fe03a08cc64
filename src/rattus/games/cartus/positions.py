"""Reads positions. Every contradiction and every unknown field raises a FormatError that names its place.

The form of a position is checked first, by its type in `models`; all that follows can rely on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.cartus.box import Box, make_box
from rattus.games.cartus.components import Components
from rattus.games.cartus.dealing import ATTEMPTS, SCRATCH, deal_cards
from rattus.games.cartus.position_cards import MOST_CARDS, BuildingReader, Heaps, read_kinds, read_stacks, read_tokens
from rattus.games.cartus.position_counts import (
    check_counted,
    check_view_counted,
    miscounted,
    read_counted,
    viewer_of,
)
from rattus.games.cartus.position_moment import MomentReader
from rattus.games.cartus.rules import RULES
from rattus.games.cartus.setup import forget_move
from rattus.games.cartus.sizes import MOST_PLAYERS, NAME, NUN_ROW, PLAYER_COUNTS, RATS
from rattus.games.cartus.table import TABLE
from rattus.games.cartus.veil import veil
from rattus.games.cartus.vocabulary import CLASSES, ENTER, HIDDEN, JOKER, OVER, PHASES, PLAYABLE, RESOLVE
from rattus.kernel.random import stream
from rattus.kernel.seats import NOBODY
from rattus.kernel.validation import read_number, read_stream, read_word

FIELDS = frozenset({
    "game", "players", "options", "round", "first", "to_move", "phase", "row", "buildings", "replacement", "returned",
    "used", "chosen", "influence", "rats", "points", "tokens", "stacks", "lost", "hands", "nuns", "deck", "discards",
    "looked", "entered", "premium", "pending", "counted", "stream",
})  # fmt: skip
SECRETS = ("deck", "buildings", "replacement", "tokens")  # numbers in a view
MOST = 1_000_000_000  # rats or influence
MOST_STRENGTH = MOST_CARDS
WORLDS = 100  # attempts to find a world in which all that is counted is true


def read_position(components: Components, data: Any, seed: int | str) -> tuple[Box, Any]:
    """The box and the table of a position. The seed chooses what the position leaves arbitrary."""
    _check_form(data)
    return _Reader(components, data, seed).read()


def _check_form(data: Any) -> None:
    """FormatError unless the data has the form of a position. Its type is imported here, since that takes a while."""
    from rattus.games.cartus.models import CartusPosition
    from rattus.kernel.data_types import check_form

    check_form(CartusPosition, data, "position", indexed=("entered",))


class _Reader:
    """Fills a table from a position, part by part."""

    def __init__(self, components: Components, data: Mapping[str, Any], seed: int | str) -> None:
        if data.get("game") != NAME:
            raise FormatError("game", f"{NAME}, not {data.get('game')!r}")
        players = read_number(data.get("players"), "players", min(PLAYER_COUNTS), max(PLAYER_COUNTS))
        self.box = make_box(components, players, data.get("options", {}))
        self.data = data
        self.seed = seed
        self.rng = stream(seed)
        self.viewer = viewer_of(self.box, data)
        self.table = TABLE.new()

    def read(self) -> tuple[Box, Any]:
        """Read everything. A view is read as one of the worlds that it allows."""
        self.read_progress()
        self.read_players()
        BuildingReader(self.box, self.table, self.data).read(self.rng)
        read_tokens(self.box, self.table, self.data, self.rng)
        if self.viewer is None:
            self.read_cards()
        else:
            self.read_view(self.viewer)
        words = self.data.get("stream")
        self.table.rng = stream(f"{self.seed}/shuffles") if words is None else read_stream(words, "stream")
        return self.box, self.table

    def read_progress(self) -> None:
        """Round, phase and who is first."""
        table, data, box = self.table, self.data, self.box
        table.round = read_number(data.get("round", 1), "round", 1, box.record.rounds)
        table.phase = read_word(data.get("phase", PHASES[0]), PHASES, "phase")
        if table.phase == OVER and table.round < box.record.rounds:
            raise FormatError("round", f"the game is over after round {box.record.rounds}")
        usual = box.options["first"] or box.seats[0]
        table.first = read_word(data.get("first", usual), box.seats, "first")
        table.premium = NOBODY
        forget_move(table)

    def read_players(self) -> None:
        """Rats, influence and looks."""
        table, data, seats = self.table, self.data, self.box.seats
        table.rats = [RATS] * len(seats) + [0] * (MOST_PLAYERS - len(seats))
        for name, number in data.get("rats", {}).items():
            table.rats[self._seat(name, "rats")] = read_number(number, f"rats.{name}", 0, MOST)
        for name, ladder in data.get("influence", {}).items():
            self._read_ladder(read_word(name, CLASSES, "influence"), ladder, f"influence.{name}")
        for name, places in data.get("looked", {}).items():
            seat = self._seat(name, "looked")
            for place in places:
                table.looked[seat][read_number(place, f"looked.{name}", 1, NUN_ROW) - 1] = 1

    def _read_ladder(self, track: int, ladder: list[list[Any]], place: str) -> None:
        table, above = self.table, MOST
        for step in ladder:
            if len(step) != 2:
                raise FormatError(place, f"a seat and its influence, not {step!r}")
            seat, points = self._seat(step[0], place), read_number(step[1], place, 1, MOST)
            if table.influence[track][seat] or points > above:
                raise FormatError(place, "each seat once, from the highest rank to the lowest (C17)")
            table.influence[track][seat] = above = points
            table.ladder[track][table.ladder_size[track]] = seat
            table.ladder_size[track] += 1

    def read_cards(self) -> None:
        """A whole position: cards named, and arbitrary ones."""
        box, table = self.box, self.table
        heaps = Heaps(box, self.data)
        self._read_entries(heaps)
        heaps.check()
        heaps.fill(self.rng)
        heaps.lay(table)
        self._weigh_entries()
        outside = [heaps.outside(special) for special in range(len(table.stacks))]
        self.box = box = read_stacks(box, table, self.data, outside)
        read_counted(box, table, self.data)
        if table.phase != OVER:  # then there is nothing left to count
            check_counted(box, table)
        MomentReader(box, table, self.data, None).read()

    def read_view(self, viewer: int) -> None:
        """A view: hidden cards are dealt consistently with what its viewer can count."""
        box, table = self.box, self.table
        self._check_view(viewer)
        heaps = Heaps(box, self.data)
        self._read_entries(heaps)
        heaps.check()
        self._check_seen(heaps, viewer)
        self._lay_view(heaps, viewer)
        self.box = box = read_stacks(box, table, self.data, None)
        read_counted(box, table, self.data)
        check_view_counted(box, table, viewer)
        MomentReader(box, table, self.data, viewer).read()
        veil(box.record, table, viewer)
        trial, scratch = table.copy(), [0] * SCRATCH
        if not any(deal_cards(box.record, trial, viewer + 1, True, self.rng, scratch) for _ in range(ATTEMPTS)):
            raise FormatError("counted", "no cards can lie as this view tells")
        self._deal_world(scratch)
        MomentReader(box, self.table, self.data, viewer).check_asked()

    def _deal_world(self, scratch: list[int]) -> None:
        """Fill in what is hidden, consistently with what the others can count as well."""
        veiled = self.table
        for _ in range(WORLDS):
            self.table = veiled.copy()
            RULES["resample"](self.box.record, self.table, self.rng, scratch)
            if not any(miscounted(self.box, self.table, watcher) for watcher in range(self.box.players + 1)):
                return
        check_counted(self.box, self.table)

    def _check_view(self, viewer: int) -> None:
        if self.table.phase == OVER:
            raise FormatError("counted", "after the end everything is shown to all")
        for name in SECRETS:
            if not isinstance(self.data.get(name), int):
                raise FormatError(name, "a number in a view")
        for part, word in (("hands", "hand"), ("points", "tokens")):
            shown = self.data.get(part, {})
            for seat, name in enumerate(self.box.seats):
                own = seat == viewer
                if isinstance(shown.get(name, [] if own else 0), int) == own:
                    raise FormatError(f"{part}.{name}", f"a view shows the {word} of its viewer; numbers of others")

    def _check_seen(self, heaps: Heaps, viewer: int) -> None:
        """Check that a view shows exactly what its viewer sees."""
        table, seats = self.table, self.box.seats
        if HIDDEN in heaps.discards:
            raise FormatError("discards", "they are public")
        if viewer >= 0 and HIDDEN in heaps.hands[viewer]:
            raise FormatError(f"hands.{seats[viewer]}", "its viewer sees all of it")
        for place, kind in enumerate(heaps.nuns):
            if (kind != HIDDEN) != (viewer >= 0 and table.looked[viewer][place] == 1):
                raise FormatError("nuns", "a view shows those that its viewer has looked at")
        for entry in range(table.entered):
            seat = table.entry_seat[entry]
            hidden = seat != viewer and not table.shown[seat]
            if any((kind == HIDDEN) != hidden for kind in heaps.laid[seat]):
                raise FormatError(f"entered[{entry}].cards", "a view shows its viewer's own cards, and those shown")

    def _lay_view(self, heaps: Heaps, viewer: int) -> None:
        """Put down only what is seen; what is hidden is dealt later."""
        for seat in range(self.box.players):
            size = len(heaps.hands[seat]), len(heaps.laid[seat])
            if seat != viewer:
                heaps.hands[seat] = []
                if HIDDEN in heaps.laid[seat]:
                    heaps.laid[seat] = []
            heaps.lay_seat(self.table, seat, *size)
        heaps.lay_common(self.table)
        self._weigh_entries()

    def _read_entries(self, heaps: Heaps) -> None:
        """Who entered a building, and with which cards (C11)."""
        table = self.table
        for entry, part in enumerate(self.data.get("entered", [])):
            place = f"entered[{entry}]"
            seat = self._seat(part.get("seat"), f"{place}.seat")
            if seat in table.entry_seat[: table.entered]:
                raise FormatError(place, f"{part['seat']} has entered already (C11)")
            table.entry_seat[entry] = seat
            table.entry_place[entry] = (
                read_number(part.get("building"), f"{place}.building", 1, self.box.record.row) - 1
            )
            table.entered += 1
            table.shown[seat] = int(part.get("shown", False))
            heaps.laid[seat] = read_kinds(part.get("cards", []), f"{place}.cards")
            if any(kind >= PLAYABLE for kind in heaps.laid[seat]):
                raise FormatError(f"{place}.cards", "passes and golds are not played into a building (C12)")
            if table.shown[seat] and HIDDEN in heaps.laid[seat]:
                raise FormatError(f"{place}.cards", "they are shown to all")
        if table.entered and table.phase not in (ENTER, RESOLVE):
            raise FormatError("entered", f"nobody is in a building in the phase {PHASES[table.phase]}")

    def _weigh_entries(self) -> None:
        """Population cards and jokers played; where the cards have left, only the position can tell."""
        table = self.table
        for entry, part in enumerate(self.data.get("entered", [])):
            seat, place = table.entry_seat[entry], f"entered[{entry}].strength"
            strength = sum(table.laid[seat][: JOKER + 1])
            given = part.get("strength")
            if given is not None:
                read_number(given, place, 0, MOST_STRENGTH)
            gone = table.shown[seat] and not table.laid_size[seat]
            hidden = self.viewer not in (None, seat) and not table.shown[seat]
            if gone:
                strength = given or 0
            elif hidden and given is not None:
                raise FormatError(place, "it is hidden with the cards")
            elif given not in (None, strength):
                raise FormatError(place, f"{strength} population cards and jokers were played, not {given}")
            table.strength[seat] = strength

    def _seat(self, word: Any, place: str) -> int:
        return read_word(word, self.box.seats, place)
