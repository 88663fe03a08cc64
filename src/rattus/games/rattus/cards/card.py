"""What cards and editions are made of: verbs with their moves, questions, events. Each names the rules behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rattus.games.rattus.sizes import MOST_SHIPPED, SLOTS
from rattus.games.rattus.vocabulary import LAST_ROUND, TURN
from rattus.kernel.explaining import Choosing, Reason, reason
from rattus.kernel.rule import Rule

Borders = Sequence[tuple[int, int]]
Row = tuple[int, int, int, str]  # source region or class card, region, number or slot or card; the words after the verb


class NamedRegionCard(Protocol):
    """A region card, as moves refer to it."""

    @property
    def classes(self) -> tuple[str, ...]: ...

    @property
    def name(self) -> str: ...


class Names(Protocol):
    """The names that moves refer to."""

    cards: tuple[str, ...]
    regions: tuple[str, ...]

    @property
    def region_cards(self) -> Sequence[NamedRegionCard]: ...

    def class_of(self, card: str) -> str:
        """The class of a class card."""


Rows = Callable[[Names, Borders], Iterable[Row]]
# box, veiled table, seat, what is chosen so far, region: why the region cannot be chosen
Explainer = Callable[[Any, Any, int, Choosing, int], Iterator[Reason]]


@dataclass(frozen=True, eq=False)
class Verb:
    """A kind of moves: the first word of their texts, and the rule that makes them.

    `use` takes `box, table, log` and, of a move, what it names: `source`, `region`, `number`, as its rows have them.
    """

    word: str
    number: str  # the name of its number in rules: `USE_MONK`
    rows: Rows
    use: Rule
    form: str  # for learners: `monk TOKEN TO`, what it does, and the rules
    meaning: str
    rules: str
    # The arguments, as the vocabulary has them; None: another verb with the same word has them. A slot is one word,
    # `gallia.1`; `word` is one that may be left out.
    arguments: tuple[str, ...] | None
    is_final: bool = False  # a move reveals something, so it cannot be undone
    is_secret: bool = False  # a move names a card that is as secret as the event that follows
    explain: Explainer | None = None
    is_frequent: bool = False  # most moves are: it is looked for first
    rule: str = ""  # the one that people are shown; empty: the last of the rules

    @property
    def main_rule(self) -> str:
        """The rule that people are shown."""
        return self.rule or self.rules.rpartition(", ")[2]


@dataclass(frozen=True, eq=False)
class Question:
    """Something that a player is asked in the middle of a move."""

    word: str
    moves: Rule  # box, table, out: the legal moves; how many
    phases: tuple[int, ...] = (TURN, LAST_ROUND)  # in which it can be asked
    skip: Rule | None = None  # box, table, log: what `pass` does, where it is a move
    is_evident: bool = True  # how many moves are legal is public
    fields: tuple[str, ...] = ()  # of `pending` in a position, beside `ask`
    describe: Callable[[Any, Any], dict[str, Any]] | None = None  # box, table: these fields
    # box, table, pending: read the fields, and check that the question is possible; None: the rules ask it again
    read: Callable[[Any, Any, Mapping[str, Any]], None] | None = None

    @property
    def number(self) -> str:
        """The name of its number in rules."""
        return f"ASK_{self.word.upper()}"


@dataclass(frozen=True, eq=False)
class Event:
    """Something that happens: its word, its rule, and the meaning of its numbers, see `kernel.events.Shapes`."""

    word: str
    rule: str
    fields: tuple[str, ...] = ()
    is_revealing: bool = False  # somebody learns something, or has answered: it cannot be undone
    kind: int | None = None  # a fixed number
    card: str = ""  # of a rule set's own events: the class card that was used

    @property
    def number(self) -> str:
        """The name of its number in rules."""
        return self.word.upper()


def no_use(box: Any, table: Any, seat: int) -> Reason:
    """A card that may be used and has nothing to do."""
    return reason("noUse")


@dataclass(frozen=True, eq=False)
class Card:
    """A class card: whom it hits, what its holder can do with it, and the editions it is in.

    `moves` takes `box, table, out, number` and writes the moves of a holder who may use the card now (R16, R17) behind
    those that are there; it returns how many there are then. Rules call the card's number by its name: `MONK`.
    """

    name: str
    class_name: str
    rule: str
    editions: tuple[str, ...]  # the first one is the one that it came with
    moves: Rule
    verbs: tuple[Verb, ...]
    events: tuple[Event, ...] = ()
    questions: tuple[Question, ...] = ()
    in_last_round_only: bool = False  # in a turn it has no move of its own (R35)
    useless: Callable[[Any, Any, int], Reason] = no_use  # box, table, seat: why it has nothing to do

    @property
    def number(self) -> str:
        """The name of its number in rules."""
        return self.name.upper()


@dataclass(frozen=True, eq=False)
class RuleSet:
    """What an edition adds beside class cards: words before those of its cards, and after them."""

    name: str
    verbs: tuple[Verb, ...] = ()
    events: tuple[Event, ...] = ()
    symbols: tuple[str, ...] = ()  # beside those of the classes
    last_questions: tuple[Question, ...] = ()
    last_verbs: tuple[Verb, ...] = ()
    last_events: tuple[Event, ...] = ()


# ---- rows of moves


def alone(_: Names, __: Borders) -> Iterator[Row]:
    """One move: the verb and nothing else."""
    yield 0, 0, 0, ""


def at_regions(names: Names, _: Borders) -> Iterator[Row]:
    """A move for each region."""
    for region, name in enumerate(names.regions):
        yield 0, region, 0, name


def at_slots(names: Names, _: Borders) -> Iterator[Row]:
    """A move for each place of a rat token."""
    for region, name in enumerate(names.regions):
        for slot in range(SLOTS):
            yield 0, region, slot, f"{name}.{slot + 1}"


def over_borders(names: Names, borders: Borders) -> Iterator[Row]:
    """A move for each border, in both directions."""
    for source, region in borders:
        yield source, region, 0, f"{names.regions[source]} {names.regions[region]}"


def cubes_over_borders(names: Names, borders: Borders) -> Iterator[Row]:
    """A move for each border and each number of cubes."""
    for source, region, _, words in over_borders(names, borders):
        for number in range(1, MOST_SHIPPED + 1):
            yield source, region, number, f"{words} {number}"


def tokens_over_borders(names: Names, borders: Borders) -> Iterator[Row]:
    """A move for each border and each place of a rat token."""
    for source, region in borders:
        for slot in range(SLOTS):
            yield source, region, slot, f"{names.regions[source]}.{slot + 1} {names.regions[region]}"


def with_diplomat(rows: Rows) -> Rows:
    """The same moves with a diplomat (A20)."""

    def diplomats(names: Names, borders: Borders) -> Iterator[Row]:
        for source, region, number, words in rows(names, borders):
            yield source, region, number, f"{words} diplomat"

    return diplomats


# ---- why a region cannot be chosen


def always(why: str, rule: str) -> Explainer:
    """An explanation that is the same everywhere."""

    def explain(*_: Any) -> Iterator[Reason]:
        yield reason(why, rule)

    return explain


def source_of(box: Any, choosing: Choosing, default: int = -1) -> int:
    """The region that was chosen first."""
    chosen = choosing.words and choosing.words[0] in box.regions
    return int(box.regions.index(choosing.words[0])) if chosen else default


def beyond_border(box: Any, source: int, region: int, rule: str) -> Iterator[Reason]:
    """Why a region cannot be reached over one border."""
    record = box.record
    if source < 0:
        return
    if source == region:
        yield reason("same", rule)
    elif region not in record.neighbours[source][: record.degree[source]]:
        yield reason("border", rule, region=box.regions[source])


def has_cubes(box: Any, table: Any, seat: int) -> bool:
    """Whether a seat has a cube on the map."""
    return any(row[seat] for row in table.cubes[: len(box.regions)])
