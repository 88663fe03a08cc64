"""Games for machines: many tables side by side, moves as numbers, compiled or on plain lists."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.errors import FormatError
from rattus.kernel import machine, rule
from rattus.kernel.random import WORDS, stream
from rattus.kernel.rulebook import Box, Rulebook
from rattus.kernel.schema import Schema
from rattus.kernel.threads import Work

Tables = Any  # a NumPy array of records, or a list of records
Numbers = Any  # a NumPy array, or a list


class Engine:
    """The entry points of one game with one box.

    All calls take tables as (array, index) and write into buffers of the caller, made by the methods here:

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
        self.entries = self._make_entries()

    def _make_entries(self) -> dict[str, rule.Rule]:
        entries = self.rulebook.entries
        return {name: rule.compiled(entry) for name, entry in entries.items()} if self.compiled else dict(entries)

    # ---- buffers

    def tables(self, number: int) -> Tables:
        """Empty tables."""
        return self.pack([self.rulebook.table_layout.new() for _ in range(number)])

    def pack(self, records: list[Any]) -> Tables:
        """Tables with the numbers of these records."""
        return self.rulebook.table_layout.pack(records) if self.compiled else [record.copy() for record in records]

    def unpack(self, tables: Tables, index: int) -> Any:
        """A table as a record on lists."""
        return self.rulebook.table_layout.unpack(tables, index) if self.compiled else tables[index].copy()

    def move_buffer(self) -> Numbers:
        """Room for the ids of all legal moves."""
        return self._numbers((self.num_actions,), np.int32)

    def mask(self, *shape: int) -> Numbers:
        """Room for a mask over all moves, or for many."""
        return self._numbers((*shape, self.num_actions), np.int8)

    def observation(self, *shape: int) -> Numbers:
        """Room for an observation, or for many."""
        return self._numbers((*shape, self.observation_size), np.int8)

    def scratch(self) -> Numbers:
        """Room that `imagine` needs for its own use."""
        return self._numbers((self.rulebook.scratch,), np.int32)

    def seat_numbers(self, *shape: int) -> Numbers:
        """Room for a number a seat, as `score` needs for points and ranking, or for many."""
        return self._numbers((*shape, self.box.players), np.int32)

    def rewards(self, *shape: int) -> Numbers:
        """Room for a reward a seat, or for many."""
        return self._numbers((*shape, self.box.players), np.float32)

    def numbers(self, *shape: int) -> Numbers:
        """Room for whole numbers."""
        return self._numbers(shape, np.int32)

    def stream(self, seed: int | str) -> Numbers:
        """A stream of random numbers."""
        return self._host_stream(seed) if self.compiled else stream(seed)

    def streams(self, seed: int | str, number: int) -> Numbers:
        """Several streams that have nothing to do with each other."""
        streams = self._host_streams(seed, number)
        return streams if self.compiled else streams.tolist()

    def _host_stream(self, seed: int | str) -> NDArray[np.int64]:
        return np.array(stream(seed), np.int64)

    def _host_streams(self, seed: int | str, number: int) -> NDArray[np.int64]:
        words = [stream(f"{seed}/{place}") for place in range(number)]
        return np.array(words, np.int64).reshape(number, WORDS)

    def _numbers(self, shape: tuple[int, ...], kind: Any) -> Numbers:
        array = np.zeros(shape, kind)
        return array if self.compiled else array.tolist()

    def schema(self) -> Schema:
        """What every number of an observation and every action is."""
        return self.rulebook.schema(self.box)

    # ---- moves as text

    def text(self, move: int) -> str:
        """A move's text."""
        return self.box.moves[move]

    def id(self, text: str) -> int:
        """The id of a move's text."""
        return self.box.ids[text]

    # ---- the game

    def begin(self, tables: Tables, t: int, rng: Numbers, out: Numbers) -> int:
        """Set a game up; returns how many legal moves are in `out`."""
        number: int = self.entries["begin"](self.boxes, 0, tables, t, rng, out)
        return number

    def legal(self, tables: Tables, t: int, out: Numbers) -> int:
        """Write the ids of the legal moves into `out`; returns how many, 0 after the end."""
        number: int = self.entries["list_moves"](self.boxes, 0, tables, t, out)
        return number

    def legal_mask(self, tables: Tables, t: int, out: Numbers, mask: Numbers) -> int:
        """Set `mask` to 1 at the legal moves and to 0 elsewhere; returns how many there are."""
        number: int = self.entries["mask_moves"](self.boxes, 0, tables, t, out, mask)
        return number

    def apply(self, tables: Tables, t: int, move: int, out: Numbers) -> int:
        """Make a move; returns how many legal moves are then in `out`, or -1 if it is illegal and nothing changed."""
        number: int = self.entries["apply"](self.boxes, 0, tables, t, move, out)
        return number

    def copy(self, tables: Tables, source: int, target: int) -> None:
        """Make one table equal to another."""
        self.entries["copy"](tables, source, target)

    def copy_often(self, tables: Tables, source: int, target: int, times: int) -> None:
        """Copy a table many times, for measuring."""
        self.entries["copy_often"](tables, source, target, times)

    def play_out(self, tables: Tables, t: int, rng: Numbers, out: Numbers) -> int:
        """Play random moves to the end; returns how many decisions that took."""
        decisions: int = self.entries["play_out"](self.boxes, 0, tables, t, rng, out)
        return decisions

    def play_games(self, number: int, rng: Numbers) -> RandomGames:
        """Play whole random games."""
        games = RandomGames(self, number)
        tables, out = self.tables(1), self.move_buffer()
        games.decisions = self.entries["play_games"](
            self.boxes, 0, tables, 0, rng, out, games.lengths, games.points, games.rankings, games.ends
        )
        return games

    def play_each(self, streams: Numbers) -> RandomGames:
        """Play a whole random game with each of these streams of random numbers."""
        games = RandomGames(self, len(streams))
        tables, out = self.tables(1), self.move_buffer()
        results = (games.lengths, games.points, games.rankings, games.ends)
        games.decisions = self.entries["play_each"](self.boxes, 0, tables, 0, streams, out, *results)
        return games

    def see(self, tables: Tables, source: int, target: int, seat: int) -> None:
        """Make one table equal to what a seat can know of another; -1 is a spectator."""
        self.entries["see"](self.boxes, 0, tables, source, target, seat)

    def observe(self, tables: Tables, t: int, seat: int, out: Numbers) -> None:
        """Write what a seat can know of a table as numbers into `out`."""
        self.entries["observe"](self.boxes, 0, tables, t, seat, out)

    def imagine(self, tables: Tables, source: int, target: int, seat: int, rng: Numbers, scratch: Numbers) -> None:
        """Make one table a world that could be the other's, as far as a seat can know."""
        self.entries["imagine"](self.boxes, 0, tables, source, target, seat, rng, scratch)

    def new_batch(self, number: int, seed: int | str, reward: int = machine.WIN) -> Any:
        """Many games that go on side by side: a `Batch`, or on a GPU a `CudaBatch`."""
        return Batch(self, number, seed, reward)


class RandomGames:
    """The results of many random games, a row each."""

    def __init__(self, engine: Engine, number: int) -> None:
        self.decisions = 0
        self.lengths = engine.numbers(number)
        self.points = engine.seat_numbers(number)
        self.rankings = engine.seat_numbers(number)
        self.ends = engine.numbers(number, 3)  # turns, reason, how many won


class Batch:
    """Games that go on side by side; one that ends begins anew.

    `masks` and `to_move` tell what can be done on each table and by whom, and so do the first `counts` of `choices`.
    After a step `done` tells which games ended with it, `points`, `rankings` and `winners` (how many of the ranking)
    hold the results of those, `rewards` what they are worth to each seat (see `machine.reward`), and `finals` what was
    seen at their end by the seats in `watchers`: those who made the last move. `observations` are those of the seats to
    move, as of the last call of `observe`.
    """

    def __init__(self, engine: Engine, number: int, seed: int | str, reward: int = machine.WIN) -> None:
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
        engine.entries["begin_all"](engine.boxes, 0, self.tables, self.streams, *now)

    def restore(self, tables: Tables, streams: Numbers) -> None:
        """Go on from these tables, and with these random numbers."""
        self.tables[:], self.streams[:] = tables, streams
        now = (self.choices, self.counts, self.masks, self.to_move)
        self.engine.entries["resume_all"](self.engine.boxes, 0, self.tables, *now)

    def step(self, moves: Numbers) -> None:
        """Make a move on every table. If one is illegal, IndexError: nothing has changed on any table."""
        chosen, entries = self._chosen(moves), self.engine.entries
        bad = self.first_refused(chosen)
        if bad is not None:
            raise IndexError(f"move {moves[bad]} is not legal on table {bad}")
        self.watchers[:] = self.to_move
        entries["step_some"](0, len(chosen), *self._stepping(self._everywhere, chosen))
        entries["mask_all"](self.choices, self.counts, self.masks)

    def first_refused(self, moves: Numbers, places: Numbers | None = None) -> int | None:
        """The first table on which a move is illegal, of all tables or of those at some places, if there is one."""
        where, chosen = self._everywhere if places is None else places, self._chosen(moves)
        bad = self.engine.entries["first_refused"](where, self.choices, self.counts, chosen)
        return None if bad == machine.REFUSED else int(bad)

    def observe(self) -> None:
        """Look at every table with the eyes of the seat to move."""
        engine = self.engine
        engine.entries["observe_all"](engine.boxes, 0, self.tables, self.to_move, self.observations)

    def choose(self, rngs: Numbers, moves: Numbers) -> None:
        """Choose a random legal move on every table, with a stream of random numbers for each."""
        self.engine.entries["choose_all"](self.choices, self.counts, rngs, moves)

    def stepping(self, places: Numbers, moves: Numbers, observations: Numbers, masks: Numbers) -> Work:
        """What makes legal moves on some of the tables at these places, and writes what is seen and legal then.

        It leaves `masks` of this batch as they were, and the watchers to the caller.
        """
        entry, arguments = self.engine.entries["step_and_show"], self._stepping(places, moves)
        return lambda first, last: entry(first, last, *arguments, self.spare(), observations, masks)

    def showing(self, places: Numbers, observations: Numbers, masks: Numbers) -> Work:
        """The same without any move."""
        entry, now = self.engine.entries["show_some"], (self.choices, self.counts, self.to_move)
        tables = (places, self.engine.boxes, 0, self.tables)
        return lambda first, last: entry(first, last, *tables, self.spare(), *now, observations, masks)

    def spare(self) -> Tables:
        """Room for a table, with anything in it: every thread needs its own."""
        return np.empty(1, self.tables.dtype) if self.engine.compiled else [None]

    def _chosen(self, moves: Numbers) -> Numbers:
        if len(moves) != len(self.to_move):
            raise IndexError(f"{len(moves)} moves for {len(self.to_move)} tables")
        return np.asarray(moves, np.int32) if self.engine.compiled else moves

    def _stepping(self, places: Numbers, moves: Numbers) -> tuple[Any, ...]:
        """What `step_some` takes, with these moves."""
        now = (self.choices, self.counts, self.to_move, moves)
        results = (self.done, self.points, self.rankings, self.winners, self._reward, self.rewards)
        games = (self.engine.boxes, 0, self.tables, self.streams)
        return (places, *games, *now, *results, self.watchers, self.finals)


def make_engine(rulebook: Rulebook, box: Box, compiled: bool = True, device: str = "cpu") -> Engine:
    """The engine of a game on the CPU, or on an NVIDIA GPU (`cuda`)."""
    if device == "cpu":
        return Engine(rulebook, box, compiled)
    if device != "cuda":
        raise FormatError("device", f"cpu or cuda, not {device!r}")
    if not compiled:
        raise FormatError("device", "rules run on lists on the CPU only")
    from rattus.kernel.cuda import CudaEngine  # here, since it is an extra

    return CudaEngine(rulebook, box)
