"""The programmatic interface of a game: arrays of tables, moves as numbers, compiled or on plain lists."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.errors import FormatError, IllegalMove, MalformedMove
from rattus.kernel import rule
from rattus.kernel.entry_points import REFUSED, WIN
from rattus.kernel.random import STATE_WORDS, stream
from rattus.kernel.rulebook import Box, Rulebook
from rattus.kernel.schema import Schema
from rattus.kernel.threads import Work
from rattus.kernel.validation import read_count

Tables = Any  # a NumPy array of records, or a list of records
Numbers = Any  # a NumPy array, or a list

# Tables that are stepped and then observed, while they are in the CPU cache. With fewer, the code of the rules and that
# of observations push each other out of it.
CHUNK = 512
HIGHEST = np.iinfo(np.int32).max


def as_moves(moves: Any, number: int, place: str = "moves") -> NDArray[np.int32]:
    """A move for each of so many games, as an array. FormatError at `place` if they are not whole numbers.

    A number of more than 32 bits, which is no move, becomes the illegal -1: it must not be cut to one that is legal.
    """
    try:
        given = np.asarray(moves)
    except (TypeError, ValueError):  # rows of different lengths, or on another device
        raise FormatError(place, f"{number} moves in a list or an array, not {type(moves).__name__}") from None
    check_form(given.shape, given.dtype, number, place)
    if given.dtype != np.int32:
        given = np.where((given < 0) | (given > HIGHEST), REFUSED, given)
    return np.ascontiguousarray(given, np.int32)


def check_form(shape: tuple[int, ...], kind: np.dtype[Any], number: int, place: str = "moves") -> None:
    """FormatError at `place` unless an array holds a whole number for each of so many games."""
    if shape != (number,):
        raise FormatError(place, f"{number} moves, not an array of shape {shape}")
    if kind.kind not in "iu":
        raise FormatError(place, f"whole numbers, not {kind}")


class Engine:
    """The entry points of one game with one box.

    Tables are passed as (array, index), and results are written into buffers that the caller makes once:

    >>> import rattus
    >>> engine = rattus.engine("rattus", players=2, compiled=False)
    >>> tables, out, rng = engine.tables(1), engine.move_buffer(), engine.stream(7)
    >>> engine.begin(tables, 0, rng, out)   # how many legal moves; their ids are in `out`
    8
    >>> engine.text(out[0])
    'settle anglia'
    >>> engine.apply(tables, 0, out[0], out)
    8
    """

    def __init__(self, rulebook: Rulebook, box: Box, compiled: bool = True, device: str = "cpu") -> None:
        self.rulebook = rulebook
        self.box = box
        self.compiled = compiled
        self.device = device
        self.num_actions = len(box.moves)
        self.observation_size = rulebook.observation
        self.boxes: Any = rulebook.box_layout.pack([box.record]) if compiled else [box.record]
        self.entry_points = self._make_entry_points()

    def _make_entry_points(self) -> dict[str, rule.Rule]:
        plain = self.rulebook.entry_points
        return {name: rule.compiled(function) for name, function in plain.items()} if self.compiled else dict(plain)

    # ---- buffers

    def tables(self, number: int) -> Tables:
        """Empty tables."""
        if self.compiled:
            return np.zeros(number, self.rulebook.table_layout.dtype)
        return self.pack([self.rulebook.table_layout.new() for _ in range(number)])

    def pack(self, records: list[Any]) -> Tables:
        """Tables with the contents of these records."""
        return self.rulebook.table_layout.pack(records) if self.compiled else [record.copy() for record in records]

    def unpack(self, tables: Tables, index: int) -> Any:
        """One table as a record on lists."""
        return self.rulebook.table_layout.unpack(tables, index) if self.compiled else tables[index].copy()

    def move_buffer(self) -> Numbers:
        """A buffer for the ids of all legal moves."""
        return self._numbers((self.num_actions,), np.int32)

    def mask(self, *shape: int) -> Numbers:
        """A buffer for a mask over all moves, or for many."""
        return self._numbers((*shape, self.num_actions), np.int8)

    def observation(self, *shape: int) -> Numbers:
        """A buffer for an observation, or for many."""
        return self._numbers((*shape, self.observation_size), np.int8)

    def scratch(self) -> Numbers:
        """The work buffer that `imagine` needs."""
        return self._numbers((self.rulebook.scratch,), np.int32)

    def seat_numbers(self, *shape: int) -> Numbers:
        """A buffer with a number for each seat, such as points or ranking, or many."""
        return self._numbers((*shape, self.box.players), np.int32)

    def rewards(self, *shape: int) -> Numbers:
        """A buffer with a reward for each seat, or many."""
        return self._numbers((*shape, self.box.players), np.float32)

    def numbers(self, *shape: int) -> Numbers:
        """A buffer for integers."""
        return self._numbers(shape, np.int32)

    def stream(self, seed: int | str) -> Numbers:
        """A random stream."""
        return self._host_stream(seed) if self.compiled else stream(seed)

    def streams(self, seed: int | str, number: int) -> Numbers:
        """Independent random streams."""
        streams = self._host_streams(seed, number)
        return streams if self.compiled else streams.tolist()

    def _host_stream(self, seed: int | str) -> NDArray[np.int64]:
        return np.array(stream(seed), np.int64)

    def _host_streams(self, seed: int | str, number: int) -> NDArray[np.int64]:
        words = [stream(f"{seed}/{place}") for place in range(number)]
        return np.array(words, np.int64).reshape(number, STATE_WORDS)

    def _numbers(self, shape: tuple[int, ...], kind: Any) -> Numbers:
        array = np.zeros(shape, kind)
        return array if self.compiled else array.tolist()

    def schema(self) -> Schema:
        """The meaning of every number of an observation and of every action."""
        return self.rulebook.schema(self.box)

    # ---- moves as text

    def text(self, move: int) -> str:
        """A move's text."""
        return self.box.moves[move]

    def id(self, text: str) -> int:
        """The id of a move's text. MalformedMove if this game has no such move."""
        if text not in self.box.ids:
            raise MalformedMove(text, "no such move in this game")
        return self.box.ids[text]

    def illegal(self, move: int, why: str) -> IllegalMove:
        """The error that says why a move's id is refused."""
        if 0 <= move < self.num_actions:
            return IllegalMove(self.text(move), why)
        return MalformedMove(str(move), why)

    # ---- the game

    def begin(self, tables: Tables, t: int, rng: Numbers, out: Numbers) -> int:
        """Set a game up; returns how many legal moves are in `out`."""
        number: int = self.entry_points["begin"](self.boxes, 0, tables, t, rng, out)
        return number

    def legal(self, tables: Tables, t: int, out: Numbers) -> int:
        """Write the ids of the legal moves into `out`; returns how many, 0 after the end."""
        number: int = self.entry_points["list_moves"](self.boxes, 0, tables, t, out)
        return number

    def legal_mask(self, tables: Tables, t: int, out: Numbers, mask: Numbers) -> int:
        """Set `mask` to 1 at the legal moves and to 0 elsewhere; returns how many there are."""
        number: int = self.entry_points["mask_moves"](self.boxes, 0, tables, t, out, mask)
        return number

    def apply(self, tables: Tables, t: int, move: int, out: Numbers) -> int:
        """Make a move; returns how many legal moves are then in `out`. Raises IllegalMove, and then changes nothing."""
        number: int = self.entry_points["apply"](self.boxes, 0, tables, t, move, out)
        if number == REFUSED:
            raise self.illegal(move, "not legal now")
        return number

    def copy(self, tables: Tables, source: int, target: int) -> None:
        """Copy one table over another."""
        self.entry_points["copy"](tables, source, target)

    def copy_often(self, tables: Tables, source: int, target: int, times: int) -> None:
        """Copy a table many times, for benchmarks."""
        self.entry_points["copy_often"](tables, source, target, times)

    def play_out(self, tables: Tables, t: int, rng: Numbers, out: Numbers) -> int:
        """Play random moves to the end; returns how many decisions that took."""
        decisions: int = self.entry_points["play_out"](self.boxes, 0, tables, t, rng, out)
        return decisions

    def play_games(self, number: int, rng: Numbers) -> RandomGames:
        """Play whole random games."""
        games = RandomGames(self, number)
        tables, out = self.tables(1), self.move_buffer()
        games.decisions = self.entry_points["play_games"](
            self.boxes, 0, tables, 0, rng, out, games.lengths, games.points, games.rankings, games.ends
        )
        return games

    def play_each(self, streams: Numbers) -> RandomGames:
        """Play a whole random game with each of these random streams."""
        games = RandomGames(self, len(streams))
        tables, out = self.tables(1), self.move_buffer()
        results = (games.lengths, games.points, games.rankings, games.ends)
        games.decisions = self.entry_points["play_each"](self.boxes, 0, tables, 0, streams, out, *results)
        return games

    def see(self, tables: Tables, source: int, target: int, seat: int) -> None:
        """Copy a table, without what a seat cannot know; -1 is a spectator."""
        self.entry_points["see"](self.boxes, 0, tables, source, target, seat)

    def observe(self, tables: Tables, t: int, seat: int, out: Numbers) -> None:
        """Write the observation of a seat into `out`."""
        self.entry_points["observe"](self.boxes, 0, tables, t, seat, out)

    def imagine(self, tables: Tables, source: int, target: int, seat: int, rng: Numbers, scratch: Numbers) -> None:
        """Copy a table, with everything that a seat cannot know replaced by a consistent random sample."""
        self.entry_points["imagine"](self.boxes, 0, tables, source, target, seat, rng, scratch)

    def new_batch(self, number: int, seed: int | str, reward: int = WIN) -> Any:
        """Many games in parallel: a `Batch`, or on a GPU a `CudaBatch`."""
        return Batch(self, read_count(number, "number"), seed, reward)


class RandomGames:
    """The results of many random games, one row each."""

    def __init__(self, engine: Engine, number: int) -> None:
        self.decisions = 0
        self.lengths = engine.numbers(number)
        self.points = engine.seat_numbers(number)
        self.rankings = engine.seat_numbers(number)
        self.ends = engine.numbers(number, 3)  # turns, reason, how many won


class Batch:
    """Games in parallel; where one ends, a new one begins.

    `to_move` and `masks` are the seat to move and its legal moves on each table; the first `counts` of `choices` are
    the same moves as ids. After a step, `done` is 1 where a game has ended; there, `points`, `rankings` and `winners`
    (how many of the ranking) are its results, `rewards` the reward of each seat (see `entry_points.reward`), and
    `finals` the last observation of the seat in `watchers`, who made the last move. `observations` are those of the
    seats to move, as of the last call of `observe`.
    """

    def __init__(self, engine: Engine, number: int, seed: int | str, reward: int = WIN) -> None:
        self.engine = engine
        self.tables = engine.tables(number)
        self.choices = engine.numbers(number, engine.num_actions)
        self.counts = engine.numbers(number)
        self.masks = engine.mask(number)
        self.to_move = engine.numbers(number)
        self.done = engine.numbers(number)
        self.points = engine.seat_numbers(number)
        self.rankings = engine.seat_numbers(number)
        self.winners = engine.numbers(number)
        self.rewards = engine.rewards(number)
        self.watchers = engine.numbers(number)
        self.finals = engine.observation(number)
        self.observations = engine.observation(number)
        self.streams = engine.streams(seed, number)
        self._reward = reward
        self._everywhere = np.arange(number, dtype=np.int32) if engine.compiled else list(range(number))
        now = (self.choices, self.counts, self.masks, self.to_move)
        engine.entry_points["begin_all"](engine.boxes, 0, self.tables, self.streams, *now)

    def restore(self, tables: Tables, streams: Numbers) -> None:
        """Continue from these tables and random streams."""
        self.tables[:], self.streams[:] = tables, streams
        now = (self.choices, self.counts, self.masks, self.to_move)
        self.engine.entry_points["resume_all"](self.engine.boxes, 0, self.tables, *now)

    def step(self, moves: Numbers) -> None:
        """Make a move on every table. Raises IllegalMove if one is illegal, and then changes no table."""
        chosen, entry_points = self._chosen(moves), self.engine.entry_points
        bad = self.first_refused(chosen)
        if bad is not None:
            raise self.engine.illegal(int(moves[bad]), f"not legal in game {bad}")
        self.watchers[:] = self.to_move
        entry_points["step_some"](0, len(chosen), *self._step_arguments(self._everywhere, chosen))
        entry_points["mask_all"](self.choices, self.counts, self.masks)

    def first_refused(self, moves: Numbers, places: Numbers | None = None) -> int | None:
        """The first table with an illegal move, of all tables or of those at `places`, if there is one."""
        where, chosen = self._everywhere if places is None else places, self._chosen(moves)
        bad = self.engine.entry_points["first_refused"](where, self.choices, self.counts, chosen)
        return None if bad == REFUSED else int(bad)

    def observe(self) -> None:
        """Write the observation of the seat to move of every table."""
        engine = self.engine
        engine.entry_points["observe_all"](engine.boxes, 0, self.tables, self.to_move, self.observations)

    def choose(self, rngs: Numbers, moves: Numbers) -> None:
        """Choose a random legal move on every table, with a random stream for each."""
        self.engine.entry_points["choose_all"](self.choices, self.counts, rngs, moves)

    def step_work(self, places: Numbers, moves: Numbers, observations: Numbers, masks: Numbers) -> Work:
        """Work for a thread pool: legal moves on the tables at these places, then their observations and masks.

        It does not update the `masks` of this batch, and leaves `watchers` to the caller.
        """
        step, arguments = self.engine.entry_points["step_some"], self._step_arguments(places, moves)
        show = self.show_work(places, observations, masks)

        def work(first: int, last: int) -> None:
            while first < last:
                end = min(first + CHUNK, last)
                step(first, end, *arguments)
                show(first, end)
                first = end

        return work

    def show_work(self, places: Numbers, observations: Numbers, masks: Numbers) -> Work:
        """Work for a thread pool: observations and masks of the tables at these places."""
        entry, now = self.engine.entry_points["show_some"], (self.choices, self.counts, self.to_move)
        tables = (places, self.engine.boxes, 0, self.tables)
        return lambda first, last: entry(first, last, *tables, self.table_buffer(), *now, observations, masks)

    def table_buffer(self) -> Tables:
        """An uninitialised buffer for one table; every thread needs its own."""
        return np.empty(1, self.tables.dtype) if self.engine.compiled else [None]

    def _chosen(self, moves: Numbers) -> Numbers:
        chosen = as_moves(moves, len(self.to_move))
        return chosen if self.engine.compiled else chosen.tolist()

    def _step_arguments(self, places: Numbers, moves: Numbers) -> tuple[Any, ...]:
        """The arguments of `step_some` for these moves."""
        now = (self.choices, self.counts, self.to_move, moves)
        results = (self.done, self.points, self.rankings, self.winners, self._reward, self.rewards)
        games = (self.engine.boxes, 0, self.tables, self.streams)
        return (places, *games, *now, *results, self.watchers, self.finals)
