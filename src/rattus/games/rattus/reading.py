"""Positions read back from data: every contradiction and every unknown field is a FormatError that names its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.box import Box, Token
from rattus.games.rattus.components import Components, Face, read_face
from rattus.games.rattus.ending import end_reason, final_weight
from rattus.games.rattus.options import MOST_TURNS
from rattus.games.rattus.plague import go_on_ravaging, go_on_with_plague
from rattus.games.rattus.pool import Place, choose_tokens
from rattus.games.rattus.setup import settler
from rattus.games.rattus.table import CUBES, EXTRA_WEIGHT, SETTLERS, SLOTS, TABLE, TOKENS
from rattus.games.rattus.tokens import crowd, knows
from rattus.games.rattus.veil import SCRATCH, resample
from rattus.games.rattus.words import (
    ASK_SWAP,
    ASK_WITCH,
    CARDS,
    FINAL_RAVAGE,
    HIDDEN,
    KNIGHT,
    LAST_ROUND,
    NOBODY,
    NOWHERE,
    OUT_OF_PLAY,
    OVER,
    PEASANT,
    PHASES,
    PLAGUE,
    QUESTIONS,
    REASONS,
    RUNNING,
    SETTLING,
    TURN,
    TURNS_UP,
    UNDECIDED,
    WITCH,
)  # fmt: skip
from rattus.kernel.random import stream

FIELDS = frozenset({
    "game", "players", "options", "first", "turn", "to_move", "phase", "turns", "taken", "placed", "used", "plague",
    "regions", "palace", "classes", "supply", "turned", "removed", "known", "starting", "acting", "pending", "ravage",
    "reason",
})  # fmt: skip
ASKED_IN = {
    TURN: ("witch", "swap"),
    PLAGUE: ("spread", "weigh", "reveal"),
    LAST_ROUND: ("witch", "swap"),
    FINAL_RAVAGE: ("reveal",),
}
PENDING = {"witch": {"first"}, "swap": {"first", "second"}, "spread": {"due"}, "weigh": set(), "reveal": set()}

Slot = tuple[int, int]


def read_position(components: Components, data: Any, seed: int | str) -> tuple[Box, Any]:
    """The box and the table of a position. The seed decides what stands in it as "arbitrary"."""
    _check_fields(data, FIELDS, "position")
    reader = _Reader(components, data)
    reader.read_standing()
    reader.read_cubes()
    reader.read_classes()
    box = reader.read_tokens(seed)
    reader.read_known()
    reader.read_flags()
    reader.read_moment(box)
    return box, reader.table


class _Reader:
    """A table that is filled part by part from a position."""

    def __init__(self, components: Components, data: Mapping[str, Any]) -> None:
        if data.get("game") != "rattus":
            raise FormatError("game", f"rattus, not {data.get('game')!r}")
        players = _number(data.get("players"), "players", 2, 4)
        self.components = components
        self.data = data
        self.empty = Box(components, players, data.get("options", {}), [])
        self.table = TABLE.new()

    def read_standing(self) -> None:
        """Phase, first player and whose turn it is."""
        table, data = self.table, self.data
        table.phase = _word(data.get("phase"), PHASES, "phase")
        first, turn = data.get("first"), data.get("turn")
        if first is None and turn is None:
            raise FormatError("first", "a position needs `first` or `turn`")
        table.turn = self._seat(turn, "turn") if turn is not None else self._seat(first, "first")
        table.first = self._seat(first, "first") if first is not None else table.turn
        if table.phase == SETTLING and table.first != table.turn:
            raise FormatError("turn", "while settling it is the first player")
        table.turns = _number(data.get("turns", 0), "turns", 0, MOST_TURNS)
        table.pawn = self._region(data.get("plague"), "plague")

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
        """Who holds which class card. The cards named are those in play; all, if none is."""
        classes = _map(self.data.get("classes", dict.fromkeys(CARDS)), "classes")
        self.table.holder = [OUT_OF_PLAY] * len(CARDS)
        for name, holder in classes.items():
            card = _word(name, CARDS, "classes")
            self.table.holder[card] = NOBODY if holder is None else self._seat(holder, f"classes.{name}")

    def read_tokens(self, seed: int | str) -> Box:
        """All tokens. Which there are is known only now, so the box is made here."""
        places = self._token_places()
        rng = stream(seed)
        named, others = choose_tokens(self.components, places, "starting" in self.data, len(self.empty.regions), rng)
        box = Box(self.components, self.empty.players, self.empty.options, named + others)
        self._lay_tokens(box, places, named)
        resample(box.record, self.table, rng, [0] * SCRATCH)
        return box

    def _token_places(self) -> list[Place]:
        starting = {self._slot_word(name, "starting") for name in _list(self.data.get("starting", []), "starting")}
        places = []
        for name, part in self._regions().items():
            region = self._region(name, "regions")
            for slot, face in enumerate(_faces(part.get("rats", []), f"regions.{name}.rats", SLOTS)):
                where = "original" if (region, slot) in starting else "board"
                starting.discard((region, slot))
                places.append(Place(where, region, slot, face))
        if starting:
            region, slot = min(starting)
            raise FormatError("starting", f"there is no token at {self.empty.regions[region]}.{slot + 1}")
        for where in ("removed", "supply", "turned"):
            faces = _faces(self.data.get(where, []), where, TOKENS)
            if where == "turned" and None in faces:
                raise FormatError("turned", "turned tokens are known to all")
            places += [Place(where, NOWHERE, slot, face) for slot, face in enumerate(faces)]
        if len(places) > TOKENS:
            raise FormatError("position", f"{len(places)} tokens in all; there are {TOKENS} (R3)")
        return places

    def _lay_tokens(self, box: Box, places: list[Place], named: list[Token]) -> None:
        kinds = {(kind.starting, kind.face): number for number, kind in enumerate(box.kinds)}
        table, tokens = self.table, iter(named)
        for where, region, slot, face in places:
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
        for name, slots in _map(self.data.get("known", {}), "known").items():
            seat = self._seat(name, "known")
            for word in _list(slots, f"known.{name}"):
                region, slot = self._slot(word, f"known.{name}")
                self.table.seen[region][slot] |= 1 << seat

    def read_flags(self) -> None:
        """What the player has done in this turn."""
        table, data = self.table, self.data
        table.taken, table.placed = _flag(data, "taken"), _flag(data, "placed")
        if (table.taken or table.placed) and table.phase not in (TURN, PLAGUE):
            raise FormatError("taken", "only in a turn can a card be taken or cubes be placed")
        acting = self._to_move()
        for name in _list(data.get("used", []), "used"):
            card = _word(name, CARDS, "used")
            if table.phase not in (TURN, PLAGUE, LAST_ROUND) or table.holder[card] != acting:
                raise FormatError("used", f"only the holder can have used the {name}, in a turn or in the last round")
            if card in (PEASANT, KNIGHT) and table.phase != LAST_ROUND:
                raise FormatError("used", f"the {name} is not used by a move of its own in a turn")
            table.used[card] = 1

    def read_moment(self, box: Box) -> None:
        """Whose move it is and what is asked."""
        table, data = self.table, self.data
        table.to_move = self._to_move()
        if "to_move" in data and data["to_move"] != (*box.seats, None)[table.to_move]:
            expected = (*box.seats, "nobody")[table.to_move]
            raise FormatError("to_move", f"by the rules it is {expected}, not {data['to_move']}")
        self._check_settling(box)
        self._read_reason(box)
        pending = data.get("pending") or {}
        asks = self._pending_word(pending)
        self._read_ravage(asks)
        if asks in ("witch", "swap"):
            self._read_looks(pending, asks)
        elif asks:
            self._ask(box, pending, asks)

    def _to_move(self) -> int:
        table, data, players = self.table, self.data, self.empty.players
        if table.phase == OVER:
            return NOBODY
        if table.phase == SETTLING:
            steps = sum(CUBES - stock for stock in table.stock[:players]) // SETTLERS
            return int(settler(self.empty.record, table.first, min(steps, 2 * players - 1)))
        if table.phase != LAST_ROUND:
            if data.get("acting") is not None:
                raise FormatError("acting", "only in the last round")
            return int(table.turn)
        given = data.get("acting") if data.get("acting") is not None else data.get("to_move")
        acting = (table.turn - 1) % players if given is None else self._seat(given, "acting")
        if acting == table.turn:
            raise FormatError("acting", "who took the last turn does not act in the last round (R35)")
        return int(acting)

    def _check_settling(self, box: Box) -> None:
        table = self.table
        if table.phase != SETTLING:
            return
        steps = sum(CUBES - stock for stock in table.stock[: box.players]) // SETTLERS
        turns = Counter(settler(box.record, table.first, step) for step in range(min(steps, 2 * box.players)))
        odd = any(cubes % SETTLERS for row in table.cubes for cubes in row) or any(table.palace)
        if (
            odd
            or steps >= 2 * box.players
            or any(CUBES - table.stock[seat] != SETTLERS * turns[seat] for seat in range(box.players))
        ):
            raise FormatError("regions", "these cubes cannot come of settling (R11)")

    def _read_reason(self, box: Box) -> None:
        table, given = self.table, self.data.get("reason")
        ending = table.phase in (LAST_ROUND, FINAL_RAVAGE, OVER)
        if given is not None and not ending:
            raise FormatError("reason", "the game has not come to its last round")
        if given is not None:
            table.reason = _word(given, REASONS[1:], "reason") + 1
        elif ending:
            table.reason = end_reason(box.record, table)
            if table.reason == RUNNING:
                table.reason = TURNS_UP

    def _pending_word(self, pending: Any) -> str:
        if pending == {}:
            return ""
        place = "pending"
        asks = _map(pending, place).get("ask")
        _word(asks, QUESTIONS[1:], f"{place}.ask")
        if asks not in ASKED_IN.get(self.table.phase, ()):
            raise FormatError(place, f"`{asks}` is not asked in the phase {PHASES[self.table.phase]}")
        _check_fields(pending, {"ask", *PENDING[asks]}, place)
        return str(asks)

    def _read_ravage(self, asks: str) -> None:
        """The ravage that goes on; or the state of phase 3 before it."""
        table, data = self.table, self.data.get("ravage")
        table.ravaged = NOWHERE
        if data is None:
            if asks == "reveal":
                raise FormatError("ravage", "`reveal` is asked only in a ravage")
            if table.phase == PLAGUE:
                table.due, table.weight = UNDECIDED, UNDECIDED
            return
        _check_fields(data, {"region", "weight"}, "ravage")
        if table.phase not in (PLAGUE, FINAL_RAVAGE) or asks not in ("", "reveal"):
            raise FormatError("ravage", "no region is being ravaged now")
        table.ravaged = self._region(data.get("region"), "ravage.region")
        weight = _number(data.get("weight", 0), "ravage.weight", 0, EXTRA_WEIGHT)
        table.weight = weight
        if table.phase == PLAGUE:
            possible = (0, EXTRA_WEIGHT) if table.holder[KNIGHT] == table.turn else (0,)
            if table.ravaged != table.pawn:
                raise FormatError("ravage.region", "the plague ravages where the pawn is (R29)")
        else:
            possible = (final_weight(table, table.ravaged),)
            if "weight" not in data:
                table.weight = possible[0]
        if table.weight not in possible:
            raise FormatError("ravage.weight", f"the pawn cannot count for {weight} here")

    def _read_looks(self, pending: Mapping[str, Any], asks: str) -> None:
        table = self.table
        if table.holder[WITCH] != table.to_move or not table.used[WITCH]:
            raise FormatError("pending", "the Witch is asked about only while her holder is using her")
        table.first_region, table.first_slot = self._look(pending, "first")
        table.question = ASK_WITCH
        if asks == "swap":
            table.question = ASK_SWAP
            table.second_region, table.second_slot = self._look(pending, "second")
            if table.first_region == table.second_region:
                raise FormatError("pending", "tokens of one region are not swapped (R23)")

    def _look(self, pending: Mapping[str, Any], name: str) -> Slot:
        region, slot = self._slot(pending.get(name), f"pending.{name}")
        if not knows(self.table, region, slot, self.table.to_move):
            raise FormatError(f"pending.{name}", "the player has not looked at this token (`known`)")
        return region, slot

    def _ask(self, box: Box, pending: Mapping[str, Any], asks: str) -> None:
        """Let the rules ask the question, so that only what they would ask can be read."""
        table = self.table
        if asks == "spread":
            table.due = _number(pending.get("due"), "pending.due", 1, min(2, table.supply_left))
        elif asks == "weigh":
            table.due = 0
        if table.phase == PLAGUE:
            go_on_with_plague(box.record, table, None)
        elif table.count[table.ravaged] and crowd(box.record, table, table.ravaged):
            go_on_ravaging(box.record, table, table.turn, None)
        if QUESTIONS[table.question] != asks:
            raise FormatError("pending", f"`{asks}` would not be asked here")

    # ---- words

    def _seat(self, word: Any, place: str) -> int:
        return _word(word, self.empty.seats, place)

    def _region(self, word: Any, place: str) -> int:
        if word in self.components.regions and word not in self.empty.regions:
            raise FormatError(place, f"{word} is not in use with {self.empty.players} players")
        return _word(word, self.empty.regions, place)

    def _regions(self) -> Mapping[str, Any]:
        regions = _map(self.data.get("regions", {}), "regions")
        for name, part in regions.items():
            self._region(name, "regions")
            _check_fields(part, {"rats", "cubes"}, f"regions.{name}")
        return regions

    def _slot_word(self, word: Any, place: str) -> Slot:
        name, dot, number = str(word).partition(".")
        if not isinstance(word, str) or not dot or number not in ("1", "2", "3"):
            raise FormatError(place, f"a token is named like gallia.1, not {word!r}")
        return self._region(name, place), int(number) - 1

    def _slot(self, word: Any, place: str) -> Slot:
        region, slot = self._slot_word(word, place)
        if slot >= self.table.count[region]:
            raise FormatError(place, f"there is no token at {word}")
        return region, slot

    def _cubes(self, data: Any, place: str) -> list[int]:
        numbers = [0] * len(self.table.stock)
        for name, cubes in _map(data, place).items():
            numbers[self._seat(name, place)] = _number(cubes, f"{place}.{name}", 0, CUBES)
        return numbers


def _faces(data: Any, place: str, most: int) -> list[Face | None]:
    if isinstance(data, int) and not isinstance(data, bool):
        return [None] * _number(data, place, 0, most)
    faces = _list(data, place)
    if len(faces) > most:
        raise FormatError(place, f"at most {most} tokens, not {len(faces)}")
    return [None if face is None else read_face(face, f"{place}[{number}]") for number, face in enumerate(faces)]


def _check_fields(data: Any, known: Collection[str], place: str) -> None:
    for name in _map(data, place):
        if name not in known:
            raise FormatError(place, f"unknown field {name!r}")


def _map(data: Any, place: str) -> Mapping[Any, Any]:
    if not isinstance(data, Mapping):
        raise FormatError(place, f"a map, not {data!r}")
    return data


def _list(data: Any, place: str) -> list[Any]:
    if not isinstance(data, list):
        raise FormatError(place, f"a list, not {data!r}")
    return data


def _number(value: Any, place: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise FormatError(place, f"a number from {least} to {most}, not {value!r}")
    return value


def _word(word: Any, words: Collection[str], place: str) -> int:
    if not isinstance(word, str) or word not in words:
        raise FormatError(place, f"one of {', '.join(words)}, not {word!r}")
    return list(words).index(word)


def _flag(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise FormatError(name, f"true or false, not {value!r}")
    return int(value)
