"""One game played by seat and move numbers: what the environments are built on."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.errors import IllegalMove
from rattus.kernel.engine import Engine
from rattus.kernel.validation import check_players
from rattus.match.parts import Parts, find_game, shipped_parts
from rattus.match.sight import Sight

SPECTATOR = -1
Bytes = NDArray[np.int8]


@dataclass(frozen=True)
class Setting:
    """A game, its options and whether it is compiled: everything needed to make its engine."""

    game: str
    players: int
    options: str = "{}"  # as JSON
    compiled: bool = True

    @property
    def parts(self) -> Parts:
        """The parts of the game."""
        return shipped_parts(find_game(self.game))

    @property
    def engine(self) -> Engine:
        """Its engine; all plays of the same setting share one."""
        return _engine(self)


def make_setting(game: str, players: int, options: Mapping[str, Any] | None, compiled: bool = True) -> Setting:
    """The setting of a game with these options. FormatError if there is no such game or option."""
    rulebook = find_game(game)
    check_players(players, rulebook.player_counts, rulebook.title)  # the cache takes 2.0 for 2
    setting = Setting(game, players, json.dumps(dict(options or {}), sort_keys=True), compiled)
    assert setting.engine
    return setting


@functools.cache
def _engine(setting: Setting) -> Engine:
    parts = setting.parts
    box = parts.rulebook.make_box(parts.components, setting.players, json.loads(setting.options))
    return Engine(parts.rulebook, box, setting.compiled)


@dataclass(frozen=True)
class GameEnd:
    """How a game ended: points by seat, the seats from first to last, and how many of these have won and are alive."""

    points: list[int]
    ranking: list[int]
    winners: int
    survivors: int


class Play:
    """A running game. Seats and moves are numbers; observations and views are always those of one seat.

    >>> play = Play(make_setting("rattus", 2, {"first": "red"}, compiled=False))
    >>> play.begin(seed=7)
    >>> play.to_move, len(play.legal), play.setting.engine.text(play.legal[0])
    (0, 8, 'settle anglia')
    >>> play.apply(play.legal[0])
    >>> play.to_move
    1

    It can be copied and pickled at any moment.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rng: Any = None
        self._number = 0
        self._equip()

    def _equip(self) -> None:
        engine = self.setting.engine
        self._engine = engine
        self._tables = engine.tables(2)  # the game, and one to observe with
        self._out = engine.move_buffer()
        self._scratch = engine.scratch()
        self._movers = self._tables["to_move"] if engine.compiled else None

    # ---- the course of the game

    def begin(self, seed: int | str | None = None) -> None:
        """Set up a game from a seed, or else from the random numbers that follow those of the last game."""
        if seed is not None:
            self.rng = self._engine.stream(seed)
        self._number = self._engine.begin(self._tables, 0, self.rng, self._out)

    def apply(self, move: int) -> None:
        """Make a move. Raises IllegalMove, and changes nothing, if it is not legal."""
        try:
            # Compiled code takes no number of more than 64 bits.
            if not 0 <= move < self._engine.num_actions:
                raise self._engine.illegal(move, "not legal now")
            self._number = self._engine.apply(self._tables, 0, move, self._out)
        except IllegalMove as error:
            self._engine.legal(self._tables, 0, self._out)  # the refused call has overwritten the buffer
            texts = self._engine.box.moves
            raise type(error)(error.move, error.why, [texts[legal] for legal in self.legal]) from None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._number == 0

    @property
    def to_move(self) -> int:
        """The seat to decide next, or when the game is over the seat that decided last."""
        return int(self._tables[0].to_move if self._movers is None else self._movers[0])

    @property
    def legal(self) -> list[int]:
        """The legal moves of the seat to move."""
        moves = self._out[: self._number]
        return moves if self._movers is None else moves.tolist()  # type: ignore[no-any-return]

    @property
    def result(self) -> GameEnd:
        """How the game ended."""
        rules, box, table = self._engine.rulebook.rules, self._engine.box.record, self.table
        points, ranking = [0] * self.setting.players, [0] * self.setting.players
        rules["score"](box, table, points, ranking)
        winners, alive = rules["victors"](box, table, points, ranking), rules["survivors"](box, table)
        return GameEnd(points, ranking, int(winners), int(alive))

    # ---- observations

    def observe(self, seat: int) -> Bytes:
        """What a seat can know, as numbers."""
        if self._movers is None:
            row = self._engine.observation()
            self._engine.observe(self._tables, 0, seat, row)
            return np.array(row, np.int8)
        seen = np.empty(self._engine.observation_size, np.int8)
        self._engine.observe(self._tables, 0, seat, seen)
        return seen

    def mask(self, seat: int) -> Bytes:
        """1 for the moves that a seat can make now; all 0 if it is not to move."""
        mask = np.zeros(self._engine.num_actions, np.int8)
        if self._number and seat == self.to_move:
            mask[self._out[: self._number]] = 1
        return mask

    def sight(self, seat: int) -> Sight:
        """What a computer player in this seat sees."""
        setting = self.setting
        legal = tuple(self.legal) if seat == self.to_move else ()
        return Sight(setting.parts, self._engine.box, self._veiled(seat), seat, legal)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat can know, as data; SPECTATOR sees what is public."""
        return self._engine.rulebook.describe(self._engine.box, self._veiled(seat), seat)

    def _veiled(self, seat: int) -> Any:
        self._engine.see(self._tables, 0, 1, seat)
        return self._engine.unpack(self._tables, 1)

    def imagine(self, seat: int, seed: int | str) -> Play:
        """A play that the seat cannot tell from this one: hidden information is sampled."""
        rng = self._engine.stream(seed)
        self._engine.imagine(self._tables, 0, 1, seat, rng, self._scratch)
        world = self.copy()
        world.rng = rng  # the deal could be computed from the true stream
        self._engine.copy(world._tables, 1, 0)
        world._number = self._engine.legal(world._tables, 0, world._out)
        return world

    # ---- copying and pickling

    @property
    def table(self) -> Any:
        """The unveiled table, as a record on lists."""
        return self._engine.unpack(self._tables, 0)

    def copy(self) -> Play:
        """An independent copy of the game."""
        new = Play.__new__(Play)
        new.__dict__.update(self.__dict__)
        if self._movers is None:
            new._tables = [table.copy() for table in self._tables]
        else:
            new._tables = self._tables.copy()
            new._movers = new._tables["to_move"]
        new._out, new.rng = copy.copy(self._out), copy.copy(self.rng)
        new._scratch = self._engine.scratch()
        return new

    def __deepcopy__(self, _: dict[int, Any]) -> Play:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Leave out compiled code and list records, which cannot be pickled: the table is saved as an array."""
        layout = self._engine.rulebook.table_layout
        table = self._tables[:1] if self._movers is not None else layout.pack(self._tables[:1])
        return {"setting": self.setting, "table": table, "rng": self.rng, "legal": self.legal}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.setting, self.rng = state["setting"], state["rng"]
        self._equip()
        self._tables[0] = state["table"][0] if self.setting.compiled else self._read(state["table"])
        self._number = len(state["legal"])
        self._out[: self._number] = state["legal"]

    def _read(self, table: Any) -> Any:
        return self._engine.rulebook.table_layout.unpack(table, 0)
