"""Reads positions. Every contradiction and every unknown field raises a FormatError that names its place.

The form of a position is checked first, by its type in `models`; all that follows can rely on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.african_positions import (
    AFRICAN_FIELDS,
    read_african_pieces,
    read_protection,
    read_region_cards,
)
from rattus.games.rattus.box import Box, Token, make_box
from rattus.games.rattus.cards import knight
from rattus.games.rattus.components import Components, read_faces
from rattus.games.rattus.editions import Edition
from rattus.games.rattus.ending import end_reason
from rattus.games.rattus.options import MOST_TURNS, RANDOM
from rattus.games.rattus.position_tokens import Place, choose_tokens
from rattus.games.rattus.rules import AFRICANUS_RULES, RATTUS_RULES
from rattus.games.rattus.setup import settler
from rattus.games.rattus.sizes import CUBES, EXTRA_WEIGHT, SETTLERS, SLOTS
from rattus.games.rattus.table import AFRICANUS_TABLE, RATTUS_TABLE
from rattus.games.rattus.veil import SCRATCH
from rattus.games.rattus.vocabulary import (
    CARAVAN,
    FINAL_RAVAGE,
    HIDDEN,
    LAST_ROUND,
    NOWHERE,
    OUT_OF_PLAY,
    OVER,
    PHASES,
    PLAGUE,
    REASONS,
    RUNNING,
    SETTLING,
    TURN,
    TURNS_UP,
    UNDECIDED,
)
from rattus.kernel.random import stream
from rattus.kernel.seats import NOBODY
from rattus.kernel.validation import check_fields, read_number, read_word

FIELDS = frozenset({
    "game", "players", "options", "first", "turn", "to_move", "phase", "turns", "taken", "placed", "used", "plague",
    "regions", "palace", "classes", "supply", "turned", "removed", "known", "starting", "marked", "acting", "pending",
    "ravage", "reason",
})  # fmt: skip
NO_PROTECTION: dict[str, Any] = {
    "token": None,
    "asking": None,
    "covered": {},
}  # the only values of these fields in Rattus

Slot = tuple[int, int]


def read_position(edition: Edition, components: Components, data: Any, seed: int | str) -> tuple[Box, Any]:
    """The box and the table of a position. The seed chooses what the position leaves arbitrary."""
    _check_form(edition, data)
    reader = _Reader(edition, components, data)
    reader.read_progress()
    reader.read_cubes()
    reader.read_classes()
    box = reader.read_tokens(seed)
    reader.read_known()
    reader.read_flags()
    if edition.african:
        read_region_cards(box, reader.table, data, seed)
        read_african_pieces(box, reader.table, data)
    reader.read_moment(box)
    return box, reader.table


def fields(edition: Edition) -> frozenset[str]:
    """The fields of a position."""
    return FIELDS | AFRICAN_FIELDS if edition.african else FIELDS


def _check_form(edition: Edition, data: Any) -> None:
    """FormatError unless the data has the form of a position; what it says is checked by the readers."""
    from rattus.games.rattus.models import (
        AfricanusPosition,
        RattusPosition,
    )  # not before a position is read: it is slow
    from rattus.kernel.data_types import check_form

    check_form(AfricanusPosition if edition.african else RattusPosition, data, "position", indexed=("rats",))


class _Reader:
    """Fills a table from a position, part by part."""

    def __init__(self, edition: Edition, components: Components, data: Mapping[str, Any]) -> None:
        if data.get("game") != edition.name:
            raise FormatError("game", f"{edition.name}, not {data.get('game')!r}")
        players = read_number(data.get("players"), "players", min(edition.player_counts), max(edition.player_counts))
        self.edition = edition
        self.components = components
        self.data = data
        self.empty = make_box(edition, components, players, data.get("options", {}), [])
        self.rules = AFRICANUS_RULES if edition.african else RATTUS_RULES
        self.table = (AFRICANUS_TABLE if edition.african else RATTUS_TABLE).new()

    def read_progress(self) -> None:
        """Phase, first player and whose turn it is."""
        table, data = self.table, self.data
        table.phase = read_word(data.get("phase"), self._phases(), "phase")
        first, turn = data.get("first"), data.get("turn")
        if first is None and turn is None:
            raise FormatError("first", "a position needs `first` or `turn`")
        table.turn = self._seat(turn, "turn") if turn is not None else self._seat(first, "first")
        table.first = self._seat(first, "first") if first is not None else table.turn
        if table.phase in (SETTLING, CARAVAN) and table.first != table.turn:
            raise FormatError("turn", "before the first turn it is the first player")
        table.turns = read_number(data.get("turns", 0), "turns", 0, MOST_TURNS)
        table.pawn = self._region(data.get("plague"), "plague")

    def _phases(self) -> tuple[str, ...]:
        return PHASES if self.edition.african else tuple(word for word in PHASES if word != PHASES[CARAVAN])

    def read_cubes(self) -> None:
        """Cubes in regions and palace; the rest of the twenty is in stock (R2)."""
        table = self.table
        for name, part in self._regions().items():
            table.cubes[self._region(name, "regions")] = self._cubes(part.get("cubes", {}), f"regions.{name}.cubes")
        table.palace = self._cubes(self.data.get("palace", {}), "palace")
        for seat, name in enumerate(self.empty.seats):
            table.stock[seat] = CUBES - table.palace[seat] - sum(row[seat] for row in table.cubes)
            if table.stock[seat] < 0:
                raise FormatError("regions", f"{name} has {CUBES - table.stock[seat]} cubes on the board of {CUBES}")

    def read_classes(self) -> None:
        """Who holds which class card. In play are those named here, or else those of the options, or the six of R4."""
        cards = self.empty.cards
        agreed = self.empty.options.get("cards", RANDOM)
        usual = self.edition.usual_cards if agreed == RANDOM else agreed
        classes = self.data.get("classes", dict.fromkeys(usual))
        if agreed != RANDOM and set(classes) != set(agreed):
            raise FormatError("classes", "the cards in play are not those of `options.cards`")
        self.table.holder = [OUT_OF_PLAY] * len(cards)
        for name, holder in classes.items():
            card = read_word(name, cards, "classes")
            self.table.holder[card] = NOBODY if holder is None else self._seat(holder, f"classes.{name}")

    def read_tokens(self, seed: int | str) -> Box:
        """All tokens, and with them the box, which depends on the tokens in the game."""
        places = self._token_places()
        rng = stream(seed)
        marked = "starting" in self.data
        named, others = choose_tokens(self.edition, self.components, places, marked, rng)
        box = make_box(self.edition, self.components, self.empty.players, self.empty.options, named + others)
        self._lay_tokens(box, places, named)
        self.rules["resample"](box.record, self.table, rng, [0] * SCRATCH)
        return box

    def _token_places(self) -> list[Place]:
        starting = {self.empty.read_slot_word(name, "starting") for name in self.data.get("starting", [])}
        marked = set(self.data.get("marked", []))
        places = []
        for name, part in self._regions().items():
            region = self._region(name, "regions")
            for slot, face in enumerate(read_faces(self.edition, part.get("rats", []), f"regions.{name}.rats", SLOTS)):
                where = "original" if (region, slot) in starting else "board"
                starting.discard((region, slot))
                mark = where == "original" or f"{name}.{slot + 1}" in marked
                places.append(Place(where, region, slot, face, mark))
        if starting:
            region, slot = min(starting)
            raise FormatError("starting", f"there is no token at {self.empty.regions[region]}.{slot + 1}")
        for where in ("removed", "supply", "turned"):
            faces = read_faces(self.edition, self.data.get(where, []), where, self.edition.tokens)
            if where == "turned" and None in faces:
                raise FormatError("turned", "turned tokens are known to all")
            places += [
                Place(where, NOWHERE, slot, face, f"{where}.{slot + 1}" in marked) for slot, face in enumerate(faces)
            ]
        if len(marked) != sum(place.starting and place.where != "original" and bool(place.face) for place in places):
            raise FormatError("marked", "only a token that is named can show its mark, where it did not come at set-up")
        if len(places) > self.edition.tokens:
            raise FormatError("position", f"{len(places)} tokens in all; there are {self.edition.tokens} (R3, A2)")
        return places

    def _lay_tokens(self, box: Box, places: list[Place], named: list[Token]) -> None:
        kinds = {(kind.starting, kind.face): number for number, kind in enumerate(box.kinds)}
        table, tokens = self.table, iter(named)
        for where, region, slot, face, _ in places:
            kind = HIDDEN if face is None else kinds[next(tokens)]
            if region == NOWHERE:
                getattr(table, where)[slot] = kind
            else:
                table.rats[region][slot] = kind
                table.original[region][slot] = int(where == "original")
                table.count[region] = slot + 1
        count = Counter(place.where for place in places)
        table.supply_left, table.turned_count, table.removed_count = (
            count["supply"], count["turned"], count["removed"],
        )  # fmt: skip
        table.supply[: table.supply_left] = table.supply[: table.supply_left][::-1]  # the last one is drawn first

    def read_known(self) -> None:
        """Which tokens each seat has looked at (R6)."""
        for name, slots in self.data.get("known", {}).items():
            seat = self._seat(name, "known")
            for word in slots:
                region, slot = self.empty.read_slot(self.table, word, f"known.{name}")
                self.table.seen[region][slot] |= 1 << seat

    def read_flags(self) -> None:
        """What the player has done in this turn."""
        table, data = self.table, self.data
        table.taken, table.placed = int(data.get("taken", False)), int(data.get("placed", False))
        if (table.taken or table.placed) and table.phase not in (TURN, PLAGUE):
            raise FormatError("taken", "only in a turn can a card be taken or cubes be placed")
        acting = self._to_move()
        for name in data.get("used", []):
            card = read_word(name, self.empty.cards, "used")
            if table.phase not in (TURN, PLAGUE, LAST_ROUND) or table.holder[card] != acting:
                raise FormatError("used", f"only the holder can have used the {name}, in a turn or in the last round")
            if self.edition.class_cards[card].in_last_round_only and table.phase != LAST_ROUND:
                raise FormatError("used", f"the {name} is not used by a move of its own in a turn")
            table.used[card] = 1

    def read_moment(self, box: Box) -> None:
        """Whose move it is and what is asked."""
        table, data = self.table, self.data
        table.acting = self._to_move() if table.phase == LAST_ROUND else NOBODY
        pending = {} if data.get("pending") is None else data["pending"]
        asks = self._pending_word(pending)
        table.to_move = self._to_move()
        self._check_settling(box)
        self._read_reason(box)
        self._read_ravage(box, asks)
        if asks:
            self._read_question(box, pending, asks)
        if "to_move" in data and data["to_move"] != (*box.seats, None)[table.to_move]:
            expected = (*box.seats, "nobody")[table.to_move]
            raise FormatError("to_move", f"by the rules it is {expected}, not {data['to_move']}")

    def _to_move(self) -> int:
        table, data, players = self.table, self.data, self.empty.players
        if table.phase == OVER:
            return NOBODY
        if table.phase == SETTLING:
            steps = sum(CUBES - stock for stock in table.stock[:players]) // SETTLERS
            return int(settler(self.empty.record, table.first, min(steps, self.empty.record.rounds * players - 1)))
        if table.phase == CARAVAN:
            return int((table.first - 1) % players)
        if table.phase != LAST_ROUND:
            if data.get("acting") is not None:
                raise FormatError("acting", "only in the last round")
            return int(table.turn)
        given = data.get("acting") if data.get("acting") is not None or data.get("pending") else data.get("to_move")
        acting = (table.turn - 1) % players if given is None else self._seat(given, "acting")
        if acting == table.turn:
            raise FormatError("acting", "who took the last turn does not act in the last round (R35)")
        return int(acting)

    def _check_settling(self, box: Box) -> None:
        table = self.table
        if table.phase != SETTLING:
            return
        steps = sum(CUBES - stock for stock in table.stock[: box.players]) // SETTLERS
        every = box.record.rounds * box.players
        turns = Counter(settler(box.record, table.first, step) for step in range(min(steps, every)))
        odd = any(cubes % SETTLERS for row in table.cubes for cubes in row) or any(table.palace)
        if (
            odd
            or steps >= every
            or any(CUBES - table.stock[seat] != SETTLERS * turns[seat] for seat in range(box.players))
        ):
            raise FormatError("regions", "these cubes cannot come of settling (R11)")

    def _read_reason(self, box: Box) -> None:
        table, given = self.table, self.data.get("reason")
        ending = table.phase in (LAST_ROUND, FINAL_RAVAGE, OVER)
        if given is not None and not ending:
            raise FormatError("reason", "the game has not come to its last round")
        if given is not None:
            table.reason = read_word(given, REASONS[1:], "reason") + 1
        elif ending:
            table.reason = end_reason(box.record, table)
            if table.reason == RUNNING:
                table.reason = TURNS_UP

    def _pending_word(self, pending: Mapping[str, Any]) -> str:
        if self.data.get("pending") is None:
            return ""
        place, asks = "pending", pending["ask"]
        possible = self.edition.own_questions
        read_word(asks, tuple(question.word for question in possible), f"{place}.ask")
        question = next(question for question in possible if question.word == asks)
        if self.table.phase not in question.phases:
            raise FormatError(place, f"`{asks}` is not asked in the phase {PHASES[self.table.phase]}")
        check_fields(pending, {"ask", *question.fields}, place)
        return str(asks)

    def _read_ravage(self, box: Box, asks: str) -> None:
        """The ravage in progress, or the state of phase 3 before it."""
        table, data = self.table, self.data.get("ravage")
        table.ravaged = NOWHERE
        if data is None:
            if asks in ("reveal", "protect"):
                raise FormatError("ravage", f"`{asks}` is asked only in a ravage")
            if table.phase == PLAGUE:
                table.due, table.weight = UNDECIDED, UNDECIDED
            return
        if not self.edition.african and any(data.get(name, none) != none for name, none in NO_PROTECTION.items()):
            raise FormatError("ravage", "in Rattus nobody is asked: `token` and `asking` are null, nothing is covered")
        if table.phase not in (PLAGUE, FINAL_RAVAGE) or asks not in ("", "reveal", "protect"):
            raise FormatError("ravage", "no region is being ravaged now")
        table.ravaged = self._region(data.get("region"), "ravage.region")
        weight = read_number(data.get("weight", 0), "ravage.weight", 0, EXTRA_WEIGHT)
        table.weight = weight
        if table.phase == PLAGUE:
            has_knight = table.holder[self.edition.cards.index(knight.CARD.name)] == table.turn
            possible = (0, EXTRA_WEIGHT) if has_knight else (0,)
            if table.ravaged != table.pawn:
                raise FormatError("ravage.region", "the plague ravages where the pawn is (R29)")
        else:
            possible = (self.rules["final_weight"](table, table.ravaged),)
            if "weight" not in data:
                table.weight = possible[0]
        if table.weight not in possible:
            raise FormatError("ravage.weight", f"the pawn cannot count for {weight} here")
        if self.edition.african:
            read_protection(box, table, data, asks)

    def _read_question(self, box: Box, pending: Mapping[str, Any], asks: str) -> None:
        """What a card asks, read by the card; other questions are asked again by the rules."""
        number = self.edition.question_words.index(asks)
        question = self.edition.questions[number - 1]
        if question.read is None:
            self._ask(box, pending, asks)
        else:
            question.read(box, self.table, pending)
            self.table.question = number

    def _ask(self, box: Box, pending: Mapping[str, Any], asks: str) -> None:
        """Let the rules ask the question, so that no other question is accepted."""
        table = self.table
        if asks == "spread":
            most = min(2, table.count[table.pawn], table.supply_left)
            table.due = read_number(pending.get("due"), "pending.due", 1, most)
        elif asks == "weigh":
            table.due = 0
        go_on = "continue_plague" if table.phase == PLAGUE else "continue_final_ravage"
        self.rules[go_on](box.record, table, None)
        if self.edition.question_words[table.question] != asks:
            raise FormatError("pending", f"`{asks}` would not be asked here")
        if asks == "protect" and box.seats[table.to_move] != self.data["ravage"]["asking"]:
            raise FormatError("ravage.asking", f"{box.seats[table.to_move]} would be asked")

    # ---- names

    def _seat(self, word: Any, place: str) -> int:
        return read_word(word, self.empty.seats, place)

    def _region(self, word: Any, place: str) -> int:
        return self.empty.read_region(word, place)

    def _regions(self) -> Mapping[str, Any]:
        regions: Mapping[str, Any] = self.data.get("regions", {})
        for name in regions:
            self._region(name, "regions")
        return regions

    def _cubes(self, data: Mapping[str, int], place: str) -> list[int]:
        numbers = [0] * len(self.table.stock)
        for name, cubes in data.items():
            numbers[self._seat(name, place)] = read_number(cubes, f"{place}.{name}", 0, CUBES)
        return numbers
