"""Tables that are played side by side until each of them is over."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.analysis.batch_net import Bytes, Ints
from rattus.kernel.engine import Batch, Engine, Tables
from rattus.kernel.entry_points import WIN

Shares = NDArray[np.float64]  # tables x seats: the share of the win, or the chance of it


def win_shares(rankings: Any, winners: Any) -> Shares:
    """Each seat's share of the win: 1 for a sole winner, half for each of two, 0 for all if nobody has won (C37)."""
    seats, number = np.asarray(rankings, np.int64), np.asarray(winners, np.int64)[:, None]
    by_place = np.where(np.arange(seats.shape[1]) < number, 1 / np.maximum(number, 1), 0.0)
    shares = np.zeros(seats.shape)
    np.put_along_axis(shares, seats, by_place, axis=1)
    return shares


class ActiveTables:
    """Up to `number` tables. Those that are not over yet are `active`; `shares` has the results of the others."""

    def __init__(self, engine: Engine, number: int, seed: int | str, keeps_ends: bool = False) -> None:
        self.engine = engine
        self.room = number
        self.ends: dict[int, Any] = {}  # the last tables of the games that are over, as records, if they are kept
        self._keeps_ends = keeps_ends
        self._batch = Batch(engine, number, seed, WIN)
        self._observations, self._masks = engine.observation(number), engine.mask(number)
        self.shares = np.zeros((number, engine.box.players))
        self.active = np.arange(number, dtype=np.int32)
        self._show()

    @property
    def tables(self) -> Tables:
        """The tables themselves; where a game is over, one that does not count."""
        return self._batch.tables

    @property
    def points(self) -> Ints:
        """The points of each seat on the tables that are over."""
        return np.asarray(self._batch.points, np.int32)

    @property
    def rankings(self) -> Ints:
        """The seats from first to last on the tables that are over."""
        return np.asarray(self._batch.rankings, np.int32)

    def load(self, tables: Tables, number: int) -> None:
        """Continue from the first `number` of these tables, some of which may be over already."""
        batch, engine = self._batch, self.engine
        if engine.compiled:
            batch.tables[:number] = tables[:number]
        else:
            batch.tables[:number] = [table.copy() for table in tables[:number]]
        now = (batch.choices, batch.counts, batch.masks, batch.to_move[:number])
        engine.entry_points["resume_all"](engine.boxes, 0, batch.tables, *now)
        if not engine.compiled:
            batch.to_move[:number] = [table.to_move for table in batch.tables[:number]]  # a slice of a list is a copy
        counts = np.asarray(batch.counts)[:number]
        self.shares = np.zeros((number, engine.box.players))
        for place in np.flatnonzero(counts == 0).tolist():
            self.shares[place] = shares_at_end(engine, batch.tables, place)
        self.active = np.flatnonzero(counts > 0).astype(np.int32)
        self._show()

    def _show(self) -> None:
        if len(self.active):
            work = self._batch.show_work(self._places(), self._observations, self._masks)
            work(0, len(self.active))

    def _places(self) -> Any:
        return self.active if self.engine.compiled else self.active.tolist()

    @property
    def observations(self) -> Bytes:
        """What the seat to move sees on each active table."""
        return np.asarray(self._observations, np.int8)[self.active]

    @property
    def masks(self) -> Bytes:
        """The legal moves on each active table."""
        return np.asarray(self._masks, np.int8)[self.active]

    @property
    def movers(self) -> Ints:
        """The seat to move on each active table."""
        return np.asarray(self._batch.to_move, np.int32)[self.active]

    def step(self, moves: Ints) -> Ints:
        """Make a legal move on each active table; returns the tables that are over with it."""
        batch, places = self._batch, self._places()
        everywhere = np.zeros(len(batch.to_move), np.int32)
        everywhere[self.active] = moves
        before = batch.tables.copy() if self._keeps_ends else None  # a table that is over is used for a new game
        batch.watchers[:] = batch.to_move
        chosen = everywhere if self.engine.compiled else everywhere.tolist()
        batch.step_work(places, chosen, self._observations, self._masks)(0, len(self.active))
        over = np.asarray(batch.done)[self.active] == 1
        ended: Ints = self.active[over]
        if before is not None:
            out = self.engine.move_buffer()
            for place in ended.tolist():
                self.engine.apply(before, place, int(everywhere[place]), out)
                self.ends[place] = self.engine.unpack(before, place)
        if len(ended):
            self.shares[ended] = win_shares(np.asarray(batch.rankings)[ended], np.asarray(batch.winners)[ended])
            self.active = self.active[~over]
        return ended


def shares_at_end(engine: Engine, tables: Tables, place: int) -> Shares:
    """The shares of the win on a table that is over."""
    rules, box, table = engine.rulebook.rules, engine.box.record, engine.unpack(tables, place)
    points, ranking = [0] * engine.box.players, [0] * engine.box.players
    rules["score"](box, table, points, ranking)
    shares: Shares = win_shares([ranking], [int(rules["victors"](box, table, points, ranking))])[0]
    return shares
