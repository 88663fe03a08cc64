"""Reads the cards and tokens of a position: those named, and arbitrary ones where it gives a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.cartus.box import Box, make_box
from rattus.games.cartus.components import BuildingCard, supply_text
from rattus.games.cartus.editions import BUILDINGS, buildings_of
from rattus.games.cartus.options import ONE_EACH
from rattus.games.cartus.sizes import DECK, IN_GAME, MOST_TOKENS, NUN_ROW, PER_CLASS_IN_GAME
from rattus.games.cartus.vocabulary import CARDS, CLASSES, HIDDEN, OVER, POPULATION, SPECIALS
from rattus.kernel.random import below
from rattus.kernel.validation import read_number, read_word

Kinds = list[int]  # of cards; HIDDEN is an arbitrary one
MOST_CARDS = 127  # in one place: a table has no room for more


def read_kinds(data: int | list[str | None], place: str) -> Kinds:
    """Cards from a list of names, or from a number of arbitrary ones."""
    if isinstance(data, int):
        return [HIDDEN] * read_number(data, place, 0, MOST_CARDS)
    if len(data) > MOST_CARDS:
        raise FormatError(place, f"at most {MOST_CARDS} cards, not {len(data)}")
    return [HIDDEN if name is None else read_word(name, CARDS, place) for name in data]


def _pick(pool: list[Any], rng: list[int], place: str) -> Any:
    if not pool:
        raise FormatError(place, "more arbitrary ones are asked for than there are not named elsewhere")
    return pool.pop(below(rng, len(pool)))


class Heaps:
    """All population cards and special cards of a position."""

    def __init__(self, box: Box, data: Mapping[str, Any]) -> None:
        self.box, self.data = box, data
        self.nuns = read_kinds(data.get("nuns", NUN_ROW), "nuns")
        self.deck = read_kinds(data.get("deck", []), "deck")
        self.discards = read_kinds(data.get("discards", []), "discards")
        hands = data.get("hands", {})
        for name in hands:
            read_word(name, box.seats, "hands")
        self.hands = [read_kinds(hands.get(name, []), f"hands.{name}") for name in box.seats]
        self.laid: list[Kinds] = [[] for _ in box.seats]
        if len(self.nuns) != NUN_ROW:
            raise FormatError("nuns", f"{NUN_ROW} cards, not {len(self.nuns)}")
        for name, kinds in (("nuns", self.nuns), ("deck", self.deck), ("discards", self.discards)):
            if any(kind >= POPULATION for kind in kinds):
                raise FormatError(name, "only population cards lie there")
            if len(kinds) > DECK:
                raise FormatError(name, f"there are {DECK} population cards, not {len(kinds)} (C1)")

    def check(self) -> None:
        """Check that there are not more cards of a kind than printed."""
        named = Counter(kind for heap in self._all() for kind in heap if kind != HIDDEN)
        for kind, number in named.items():
            most = (*self.box.record.population, *self.box.components.specials)[kind]
            if number > most:
                raise FormatError("position", f"{number} times {CARDS[kind]}; there are {most} (C1)")

    def fill(self, rng: list[int]) -> None:
        """Choose the arbitrary cards. All others are the deck, if the position has none, or else the discards."""
        named = Counter(kind for heap in self._all() for kind in heap)
        copies = self.box.record.population
        pool = [kind for kind in range(POPULATION) for _ in range(copies[kind] - named[kind])]
        for heap in self._all():
            for place, kind in enumerate(heap):
                if kind == HIDDEN:
                    heap[place] = _pick(pool, rng, "position")
        if pool and "deck" in self.data and "discards" in self.data:
            raise FormatError("position", f"{len(pool)} population cards are nowhere: leave out `deck` or `discards`")
        rest = self.deck if "deck" not in self.data else self.discards
        while pool:
            rest.append(_pick(pool, rng, "position"))

    def lay(self, table: Any) -> None:
        """Put the cards on the table."""
        self.lay_common(table)
        for seat in range(self.box.players):
            self.lay_seat(table, seat, len(self.hands[seat]), len(self.laid[seat]))

    def lay_common(self, table: Any) -> None:
        """Nun row, deck and discards."""
        table.nuns = list(self.nuns)
        table.deck[: len(self.deck)] = self.deck[::-1]  # the last one is drawn first
        table.deck_left = len(self.deck)
        for kind in self.discards:
            table.discards[kind] += 1

    def lay_seat(self, table: Any, seat: int, hand_size: int, laid_size: int) -> None:
        """A player's cards, as far as they are seen, and how many there are."""
        table.hand_size[seat], table.laid_size[seat] = hand_size, laid_size
        for row, heap in ((table.hands[seat], self.hands[seat]), (table.laid[seat], self.laid[seat])):
            for kind in heap:
                row[kind] += 1

    def outside(self, special: int) -> int:
        """How many special cards of a kind are in hands and buildings."""
        return sum(heap.count(POPULATION + special) for heap in (*self.hands, *self.laid))

    def _all(self) -> list[Kinds]:
        return [self.nuns, *self.hands, *self.laid, self.deck, self.discards]


def read_stacks(box: Box, table: Any, data: Mapping[str, Any], outside: list[int] | None) -> Box:
    """The stacks; by default each holds all cards that are not in hands or buildings (`outside`, if that is known).

    If a stack is smaller than that, the missing cards are not in this game, and not in its box.
    """
    stacks, lost = data.get("stacks", {}), data.get("lost", {})
    specials = []
    for special, name in enumerate(SPECIALS):
        printed = box.components.specials[special]
        left = printed - read_number(lost.get(name, 0), f"lost.{name}", 0, printed)
        if outside is None:
            table.stacks[special] = read_number(stacks.get(name), f"stacks.{name}", 0, left)
        else:
            most = left - outside[special]
            table.stacks[special] = read_number(stacks.get(name, most), f"stacks.{name}", 0, max(most, 0))
            if "lost" in data and table.stacks[special] != most:
                raise FormatError(f"stacks.{name}", f"{most} are left, not {table.stacks[special]}")
            left = table.stacks[special] + outside[special]
        specials.append(left)
    return make_box(box.components, box.players, box.options, tuple(specials))


def read_tokens(box: Box, table: Any, data: Mapping[str, Any], rng: list[int]) -> None:
    """Victory point tokens: values, or a number of arbitrary ones (C7)."""
    points = data.get("points", {})
    for name in points:
        read_word(name, box.seats, "points")
    earned = [_values(box, points.get(name, []), f"points.{name}") for name in box.seats]
    pool = [value for value in range(box.record.values) for _ in range(box.record.tokens[value])]
    stock = _values(box, data.get("tokens", [None] * (len(pool) - sum(map(len, earned)))), "tokens")
    for values in (*earned, stock):
        for value in values:
            if value != HIDDEN and value not in pool:
                raise FormatError("points", f"there are not as many tokens of {box.values[value]}")
            if value != HIDDEN:
                pool.remove(value)
    for values in (*earned, stock):
        for place, value in enumerate(values):
            if value == HIDDEN:
                values[place] = _pick(pool, rng, "tokens")
    table.tokens[: len(stock)] = stock[::-1]
    table.tokens_left = len(stock)
    for seat, values in enumerate(earned):
        table.earned_size[seat] = len(values)
        for value in values:
            table.earned[seat][value] += 1


def _values(box: Box, data: int | list[int | None], place: str) -> list[int]:
    if isinstance(data, int):
        return [HIDDEN] * read_number(data, place, 0, MOST_TOKENS)
    return [HIDDEN if value is None else _value(box, value, place) for value in data]


def _value(box: Box, value: int, place: str) -> int:
    if value not in box.values:
        raise FormatError(place, f"a value of a token, one of {', '.join(map(str, box.values))}, not {value!r}")
    return box.values.index(value)


class BuildingReader:
    """The building cards of a position: row, building deck, replacement deck, used ones."""

    def __init__(self, box: Box, table: Any, data: Mapping[str, Any]) -> None:
        self.box, self.table, self.data = box, table, data
        record = box.record
        self.due = (record.rounds - table.round) * record.row  # C8
        self.row = self._cards("row", record.row if table.phase != OVER else 0)
        self.buildings = self._cards("buildings", self.due)
        self.replacement = self._cards("replacement", record.replacement)
        self.returned = self._cards("returned", 0)
        self.used = self._cards("used", 0)

    def read(self, rng: list[int]) -> None:
        """Put them on the table; arbitrary ones are chosen from the cards that are in the game (C3)."""
        table, length = self.table, self.box.record.row
        if len(self.row) != (0 if table.phase == OVER else length):
            raise FormatError("row", f"{length} open buildings, none after the end; not {len(self.row)} (C9)")
        if len(self.buildings) != self.due:
            raise FormatError(
                "buildings", f"{self.due} cards last to the end of the last round, not {len(self.buildings)}"
            )
        self._know_returned()
        heaps = (self.row, self.buildings, self.replacement, self.used)
        pool = self._unseen([card for heap in heaps for card in heap if card != HIDDEN], rng)
        for heap in heaps:
            for place, card in enumerate(heap):
                if card == HIDDEN:
                    heap[place] = _pick(pool, rng, "buildings")
        if pool and "used" in self.data:
            raise FormatError("used", f"{len(pool)} building cards are nowhere: leave out `used`, or name them")
        self.used += pool
        self._lay()

    def _know_returned(self) -> None:
        """Cards put under the replacement deck: everybody has seen them (C9)."""
        number = len(self.returned)
        if number > len(self.replacement) or HIDDEN in self.returned:
            raise FormatError("returned", "known cards under the replacement deck")
        if not number:
            return
        under = self.replacement[-number:]
        if any(card not in (HIDDEN, known) for card, known in zip(under, self.returned, strict=True)):
            raise FormatError("returned", "they are the last cards of the replacement deck")
        self.replacement[-number:] = self.returned

    def _unseen(self, named: list[int], rng: list[int]) -> list[int]:
        """The cards that are in the game and not named."""
        box, seen = self.box, Counter(named)
        for card, number in seen.items():
            if number > box.record.copies[card]:
                raise FormatError("row", f"{number} times {box.kinds[card]}; there are {box.record.copies[card]} (C1)")
        self.table.copies = self._copies(seen, rng)
        pool: list[int] = []
        for track in range(len(CLASSES)):
            of_class = buildings_of(track)
            if self.table.copies[of_class[0]] == HIDDEN:
                lots = self._lots(track)
                unlikely = {*of_class} - {*lots}
                others = sum(number for card, number in seen.items() if box.record.building[card] in unlikely)
                pool += self._some(lots, PER_CLASS_IN_GAME - others, seen, rng)
            else:
                for building in of_class:
                    pool += self._some((building,), self.table.copies[building], seen, rng)
        return pool

    def _lots(self, track: int) -> tuple[int, ...]:
        """The buildings of a class that lots can bring (C3)."""
        return tuple(building for building in buildings_of(track) if self.box.record.by_lot[building])

    def _some(self, buildings: tuple[int, ...], number: int, seen: Counter[int], rng: list[int]) -> list[int]:
        record = self.box.record
        cards = [card for card in range(record.cards) if record.building[card] in buildings]
        wanted = number - sum(seen[card] for card in cards)
        if wanted < 0:
            names = " and ".join(BUILDINGS[building] for building in buildings)
            raise FormatError("row", f"only {number} cards of {names} are in the game (C3)")
        pool = [card for card in cards for _ in range(record.copies[card] - seen[card])]
        return [_pick(pool, rng, "buildings") for _ in range(wanted)]

    def _copies(self, seen: Counter[int], rng: list[int]) -> list[int]:
        """How many copies of each building are in the game; with `one_each` one a class, as given or as seen."""
        record = self.box.record
        if self.box.options["buildings"] != ONE_EACH:
            if "chosen" in self.data:
                raise FormatError("chosen", f"only where the option is `{ONE_EACH}`")
            return list(record.agreed)
        known = {BUILDINGS.index(name) for name in self.data.get("chosen", [])}
        known |= {record.building[card] for card in seen}
        for track in range(len(CLASSES)):
            of_class = {*buildings_of(track)}
            if len(of_class & known) > 1:
                raise FormatError("chosen", f"one building of {CLASSES[track]} is in the game (C3)")
            if not of_class & known:
                lots = self._lots(track)
                known.add(lots[below(rng, len(lots))])
        return [PER_CLASS_IN_GAME if building in known else 0 for building in range(len(BUILDINGS))]

    def _lay(self) -> None:
        table = self.table
        table.row[: len(self.row)] = self.row
        for name, count, cards in (
            ("buildings", "buildings_left", self.buildings[::-1]),
            ("replacement", "replacement_left", self.replacement[::-1]),
            ("used", "used_count", self.used),
        ):
            getattr(table, name)[: len(cards)] = cards
            setattr(table, count, len(cards))
        table.returned = len(self.returned)

    def _cards(self, name: str, usual: int) -> list[int]:
        data = self.data.get(name, usual)
        if isinstance(data, int):
            return [HIDDEN] * read_number(data, name, 0, IN_GAME)
        cards = [HIDDEN if card is None else self._card(card, name) for card in data]
        if len(cards) > IN_GAME:
            raise FormatError(name, f"at most {IN_GAME} cards, not {len(cards)}")
        return cards

    def _card(self, data: Mapping[str, str], place: str) -> int:
        name = data["building"]
        card = BuildingCard(name, supply_text(data["supply"], place))
        if card not in self.box.kinds:
            copies = [kind.supply for kind in self.box.kinds if kind.building == name]
            raise FormatError(place, f"no {name} with the supply action {card.supply}; there are {', '.join(copies)}")
        return self.box.kinds.index(card)


def plan_shuffle(_: Box, table: Any, deck: list[str]) -> None:
    """Make the next shuffle give this deck, the first one to be drawn first; an empty list makes it random."""
    if len(deck) > DECK or not all(name in CARDS[:POPULATION] for name in deck):
        raise FormatError("shuffles", "a list of population cards")
    table.planned = [CARDS.index(name) for name in reversed(deck)] + [0] * (DECK - len(deck))
    table.planned_count = len(deck)
