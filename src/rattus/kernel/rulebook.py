"""What a game provides to everything that plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rattus.kernel import entry_points as shared_rules
from rattus.kernel.explaining import Choosing, Explanation
from rattus.kernel.layout import Layout
from rattus.kernel.rule import Rule, bind
from rattus.kernel.schema import Schema

ENTRY_POINTS = (
    "copy", "copy_often", "begin", "list_moves", "mask_moves", "apply", "play_out", "play_games", "play_each", "see",
    "observe", "imagine", "begin_all", "resume_all", "first_refused", "step_some", "show_some",
    "observe_all", "mask_all", "choose_all",
)  # fmt: skip


LARGE_TABLE_SIZE = 2048  # bytes
BOX_CACHE_SIZE = 64  # boxes of a game that are kept to be shared: making one is slow


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
    """A game: its layouts, its rules by the names that `entry_points` uses, and its vocabulary."""

    name: str
    title: str
    player_counts: tuple[int, ...]
    version: int  # of the rules; incremented when an old record would play differently
    files: tuple[str, ...]  # the TOML files with its components
    box_layout: Layout
    table_layout: Layout
    names: Mapping[str, Any]  # the value of each UNBOUND name in rules: numbers of cards, verbs, events
    rules: Mapping[str, Rule]  # the game's own, and `advance`, which is bound to them
    observation: int  # numbers in an observation
    schema: Callable[[Any], Schema]  # box: the meaning of every number of an observation and of every action
    scratch: int  # size of the work buffer that `resample` needs
    reasons: tuple[str, ...]  # why a game ended, by number
    expected: Callable[[Any, Any], str]  # box, table: the kind of decision, as a word that reveals nothing hidden
    read_components: Callable[[Mapping[str, Mapping[str, Any]]], Any]
    make_box: Callable[[Any, int, Mapping[str, Any]], Any]
    read_position: Callable[[Any, Mapping[str, Any], int | str], tuple[Any, Any]]
    fields: frozenset[str]  # of a position
    describe: Callable[[Any, Any, int | None], dict[str, Any]]  # box, table, its viewer if it is veiled
    # A game that is over, without what only its end reveals. Arguments: box, a copy of the table, viewer, `veil`.
    describe_as_played: Callable[[Any, Any, int, Rule], dict[str, Any]]
    describe_event: Callable[[Any, tuple[int, ...], int | None], dict[str, Any]]  # box, event, viewer
    is_public: Callable[[Any, tuple[int, ...]], bool]  # box, event: everybody may know all of it
    describe_shuffle: Callable[[Any, tuple[int, ...]], list[str] | None]  # box, event: the new pile of a shuffle
    plan_shuffle: Callable[[Any, Any, list[str]], None]  # box, table, the next pile (from a record)
    conclude: Callable[[Any, Any, list[int], list[int]], dict[str, Any]]  # box, table, points, ranking: see Outcome
    explain: Callable[[Any, Any, Choosing, str], Explanation]  # box, veiled table, choices so far, a thing
    vocabulary: Callable[[Any], dict[str, Any]]  # components: cards, verbs, events, limits
    has_hands: bool  # players hold cards that nobody else sees, so every seat has a view of its own
    revealing: frozenset[int]  # kinds of events that give somebody new information
    secret_verbs: frozenset[str]  # moves with them are shown only to seats that may know the whole event
    entry_points: Mapping[str, Rule] = field(init=False)  # the functions of `entry_points`, bound to this game

    def __post_init__(self) -> None:
        advance = bind({"advance": shared_rules.advance}, self.name, self.rules)
        object.__setattr__(self, "rules", {**self.rules, **advance})
        shared = {name: getattr(shared_rules, name) for name in ENTRY_POINTS}
        names = {**self.rules, "LARGE_TABLE": self.table_layout.dtype.itemsize > LARGE_TABLE_SIZE}
        object.__setattr__(self, "entry_points", bind(shared, self.name, names))
