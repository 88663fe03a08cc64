"""What a game hands to everything that plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rattus.kernel import machine
from rattus.kernel.layout import Layout
from rattus.kernel.rule import Rule, bind
from rattus.kernel.schema import Schema

ENTRIES = (
    "copy", "copy_often", "begin", "list_moves", "mask_moves", "apply", "play_out", "play_games", "play_each", "see",
    "observe", "imagine", "begin_all", "resume_all", "first_refused", "step_some", "show_some", "step_and_show",
    "observe_all", "mask_all", "choose_all",
)  # fmt: skip


LARGE_TABLE = 2048  # bytes
BOXES = 64  # of a game that are kept to be shared: a box takes a while to make


class Box(Protocol):
    """The parts of one game with their names. It never changes, so games with the same parts share one."""

    players: int
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    ids: Mapping[str, int]
    record: Any

    @property
    def agreed(self) -> dict[str, Any]:
        """The options that differ from the defaults."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A game: its layouts, its rules by the names that `machine` uses, and its words."""

    name: str
    title: str
    player_counts: tuple[int, ...]
    version: int  # of the rules: a change by which an old record would play differently makes it one more
    files: tuple[str, ...]  # the component tables it is made of
    box_layout: Layout
    table_layout: Layout
    rules: Mapping[str, Rule]  # those of the game, and `advance`, which `machine` makes of them
    observation: int  # numbers in an observation
    schema: Callable[[Any], Schema]  # box: what the numbers of an observation and the actions are
    scratch: int  # numbers that its rules need for their own use
    reasons: tuple[str, ...]  # why a game ended, by number
    read_components: Callable[[Mapping[str, Mapping[str, Any]]], Any]
    make_box: Callable[[Any, int, Mapping[str, Any]], Any]
    read_position: Callable[[Any, Mapping[str, Any], int | str], tuple[Any, Any]]
    fields: frozenset[str]  # of a position
    describe: Callable[[Any, Any, int | None], dict[str, Any]]  # box, table, viewer of a veiled one
    describe_event: Callable[[Any, tuple[int, ...], int | None], dict[str, Any]]  # box, event, viewer
    is_public: Callable[[Any, tuple[int, ...]], bool]  # box, event: everybody may know all of it
    describe_shuffle: Callable[[Any, tuple[int, ...]], list[str] | None]  # box, event: the new pile, if it tells one
    plan_shuffle: Callable[[Any, Any, list[str]], None]  # box, table, the next pile: it is known from a record
    conclude: Callable[[Any, Any, list[int], list[int]], dict[str, Any]]  # box, table, points, ranking: see Outcome
    has_hands: bool  # players hold cards that nobody else sees, so no two of them see the same
    revealing: frozenset[int]  # kinds of events that tell somebody something new
    secret_verbs: frozenset[str]  # of moves that only those may read who may know all of the first event that follows
    entries: Mapping[str, Rule] = field(init=False)  # the entry points for machines, bound to this game

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", {**self.rules, **bind({"advance": machine.advance}, self.name, self.rules)})
        shared = {name: getattr(machine, name) for name in ENTRIES}
        names = {**self.rules, "LARGE": self.table_layout.dtype.itemsize > LARGE_TABLE}
        object.__setattr__(self, "entries", bind(shared, self.name, names))
