"""Judging a decision by what its seat could know.

What the seat cannot see is sampled, as often as there are worlds. In each world every move that matters is made, the
game is played on for some moves by the network, each seat by what it sees itself, and the network values the position
it came to. All moves are tried in the same worlds with the same random numbers, so that luck does not decide
between them. First all legal moves are tried roughly, then the best ones and the one that was played in more worlds and
further on.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.analysis.active_tables import ActiveTables, Shares
from rattus.analysis.batch_net import BatchNetwork, batch_network, picked_by
from rattus.bots.chances import calibration_for, chances_of
from rattus.bots.net import Network, load_network, shipped_network
from rattus.bots.net_search import NetSearch
from rattus.bots.players import are_players_compiled
from rattus.bots.protocol import Budget
from rattus.errors import FormatError
from rattus.kernel.engine import Engine
from rattus.kernel.rulebook import Rulebook
from rattus.kernel.warming import is_warm
from rattus.match.sight import Sight

ROOM = 1024  # tables that are played on side by side, at most
LEAST_WORLDS = 4
SURE = 2.5  # standard errors by which a move must be better to be called so
SETTLED = 3.0  # standard errors by which a move must be worse not to be tried any more


TRUST = 0.02  # how far the network's own estimate of a chance is usually off


@dataclass(frozen=True)
class Effort:
    """How carefully a decision is judged."""

    first_worlds: int  # in which all moves are tried
    candidates: int  # moves that are tried again, beside the one that was played
    worlds: int  # in which these are tried
    more_worlds: int  # in which those are tried that may still be the best, and the one that was played
    plies: int  # moves that the game is played on for
    simulations: int  # of the search that suggests a candidate; 0: none


EFFORTS = {
    "glance": Effort(4, 1, 8, 0, 0, 0),
    "quick": Effort(8, 2, 12, 12, 4, 0),
    "normal": Effort(16, 3, 16, 40, 10, 200),
    "deep": Effort(32, 5, 64, 192, 24, 2000),
}
ON_LISTS = Effort(4, 2, 4, 4, 1, 0)  # where nothing is compiled


def find_effort(name: str) -> Effort:
    """An effort by name."""
    if name not in EFFORTS:
        raise FormatError("effort", f"one of {', '.join(EFFORTS)}, not {name!r}")
    return EFFORTS[name]


def load_named_network(game: str, players: int, path: Path | None = None) -> Network:
    """The network of a file, or the shipped one."""
    return shipped_network(game, players) if path is None else load_network(path)


@dataclass(frozen=True, eq=False)
class Judged:
    """A move that was tried: its prior, and in each world the chances that it led to."""

    move: int
    prior: float  # the probability that the network gives it
    worlds: Shares  # worlds x seats

    @property
    def found(self) -> NDArray[np.float64]:
        """Everybody's chance in these worlds."""
        return np.asarray(self.worlds.mean(axis=0))


@dataclass(frozen=True, eq=False)
class Judgement:
    """A decision that was judged. `options` are the moves that were tried to the end, the best for the seat first."""

    seat: int
    options: tuple[Judged, ...]
    roughly: tuple[Judged, ...]  # all moves, as they were first tried
    expected: NDArray[np.float64]  # everybody's chance before the move, as the network sees it

    def of(self, move: int) -> Judged:
        """What was found about a move."""
        return next(judged for judged in self.options if judged.move == move)

    @property
    def before(self) -> NDArray[np.float64]:
        """Everybody's chance before the move: as the network would play, not with the best move."""
        level = self._level
        return _proper(level + self._pull * (self.expected - level), level)

    def chances(self, judged: Judged) -> NDArray[np.float64]:
        """Everybody's chance with a move.

        A sample of worlds may be a lucky one. The moves' differences hardly suffer from that, since all are tried in
        the same worlds, but their level does. So it is moved towards the network's own estimate, the more the more the
        worlds differ among themselves.
        """
        return _proper(judged.found + self._pull * (self.expected - self._level), judged.found)

    @property
    def _pull(self) -> float:
        first = self.options[0].worlds
        noise = float(first.var(axis=0).mean()) / len(first)
        return noise / (noise + TRUST**2)

    @functools.cached_property
    def _level(self) -> NDArray[np.float64]:
        """Everybody's chance if the network chooses: its probabilities times what was found.

        Moves that were tried only roughly count as they were found then, corrected by how far this was off for others.
        """
        rough = {judged.move: judged.found for judged in self.roughly}
        tried = {judged.move: judged.found for judged in self.options}
        off = np.mean([found - rough[move] for move, found in tried.items()], axis=0)
        parts = [judged.prior * tried.get(judged.move, judged.found + off) for judged in self.roughly]
        return np.asarray(np.sum(parts, axis=0) / sum(judged.prior for judged in self.roughly))

    def gap(self, better: Judged, worse: Judged) -> tuple[float, float]:
        """By how much one move raises the seat's chance over another, and the standard error of that."""
        number = min(len(better.worlds), len(worse.worlds))
        gaps = better.worlds[:number, self.seat] - worse.worlds[:number, self.seat]
        error = float(gaps.std(ddof=1) / np.sqrt(len(gaps))) if len(gaps) > 1 else 1.0
        return float(gaps.mean()), error

    def is_settled(self, judged: Judged) -> bool:
        """Whether the best move is so much better than this one that it need not be tried again."""
        gap, error = self.gap(self.options[0], judged)
        return judged is not self.options[0] and gap > SETTLED * error

    def better_than(self, move: int) -> Judged | None:
        """The best move, if it is surely better than this one."""
        best, played = self.options[0], self.of(move)
        gap, error = self.gap(best, played)
        return best if gap > SURE * error and gap > 0 else None


def _proper(chances: NDArray[np.float64], like: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances from 0 to 1, with the same sum as others."""
    proper = np.clip(chances, 0.0, 1.0)
    return np.asarray(proper * (like.sum() / max(proper.sum(), 1e-9))).clip(0.0, 1.0)


def _sorted(tried: dict[int, Shares], priors: dict[int, float], seat: int) -> tuple[Judged, ...]:
    """Moves that were tried, the best for a seat first."""
    judged = [Judged(move, priors[move], worlds) for move, worlds in tried.items()]
    return tuple(sorted(judged, key=lambda each: -each.found[seat]))


class Judge:
    """Judges decisions at one kind of table. Not for several threads at once: each needs its own."""

    def __init__(
        self, rulebook: Rulebook, box: Any, effort: Effort, network: Network | None = None, compiled: bool | None = None
    ) -> None:
        self.compiled = is_warm(rulebook) if compiled is None else compiled
        self.effort = effort if self.compiled else ON_LISTS
        network = network or shipped_network(rulebook.name, box.players)
        network.check(rulebook, box.players)
        self.engine = Engine(rulebook, box, self.compiled)
        self.network: BatchNetwork = batch_network(network, box)
        self.calibration = calibration_for(network, box.players)
        self._tables: ActiveTables | None = None
        self._budget: Budget | None = None
        if self.effort.simulations and are_players_compiled(rulebook):
            self._budget = Budget(self.effort.simulations)

    def judge(self, sight: Sight, played: int | None, seed: int | str) -> Judgement:
        """Judge a decision. The move that was played, if there is one, is always among the options."""
        effort, legal, seat = self.effort, list(sight.legal), sight.seat
        priors, expected = self._ask(sight)
        number = max(LEAST_WORLDS, min(effort.first_worlds, 4 * ROOM // len(legal)))
        roughly = _sorted(self._try(sight, legal, number, 0, seed), priors, seat)
        kept = [judged.move for judged in roughly[: effort.candidates]]
        kept.append(max(legal, key=lambda move: priors[move]))
        if self._budget is not None:
            suggested = NetSearch(self.network.network, sight, self._budget, f"{seed}/search").run().move
            kept.append(int(sight.box.ids[suggested]))
        kept += [] if played is None else [played]
        tried = self._try(sight, list(dict.fromkeys(kept)), effort.worlds, effort.plies, f"{seed}/again")
        judgement = Judgement(seat, _sorted(tried, priors, seat), roughly, expected)
        if not effort.more_worlds:
            return judgement
        open_moves = [each.move for each in judgement.options if not judgement.is_settled(each)]
        open_moves += [] if played is None or played in open_moves else [played]
        for move, worlds in self._try(sight, open_moves, effort.more_worlds, effort.plies, f"{seed}/more").items():
            tried[move] = np.concatenate([tried[move], worlds])
        # What has been tried in fewer worlds is surely worse: it comes last.
        most = {move: worlds for move, worlds in tried.items() if move in open_moves}
        rest = {move: worlds for move, worlds in tried.items() if move not in open_moves}
        options = (*_sorted(most, priors, seat), *_sorted(rest, priors, seat))
        return Judgement(seat, options, roughly, expected)

    def glance(self, sight: Sight, seed: int | str) -> tuple[Judged, ...]:
        """All legal moves, tried roughly, the best first."""
        priors, _ = self._ask(sight)
        return _sorted(self._try(sight, list(sight.legal), self.effort.first_worlds, 0, seed), priors, sight.seat)

    def chances(self, table: Any, viewer: int, seed: int | str) -> NDArray[np.float64]:
        """Everybody's chance at a table, by what a seat knows of it that need not be to move.

        The game is played on as after a move that is judged, so that both say the same of a position.
        """
        engine, effort = self.engine, self.effort
        worlds = max(effort.worlds, effort.more_worlds)
        tables, scratch, rng = engine.pack([table] * (worlds + 1)), engine.scratch(), engine.stream(seed)
        for world in range(worlds):
            engine.imagine(tables, worlds, world, viewer, rng, scratch)
        chance = np.random.default_rng(np.asarray(engine.stream(f"{seed}/moves"), np.uint64))
        draws = chance.random((effort.plies, worlds))
        return np.asarray(self._play_on(tables, worlds, effort.plies, draws).mean(axis=0))

    def _ask(self, sight: Sight) -> tuple[dict[int, float], NDArray[np.float64]]:
        """The network's probability of each legal move, and everybody's chance."""
        engine, network = self.engine, self.network
        tables, row = engine.pack([sight.table]), engine.observation()
        engine.observe(tables, 0, sight.seat, row)
        mask = np.zeros((1, engine.num_actions), np.int8)
        mask[0, list(sight.legal)] = 1
        hidden = network.hidden(np.asarray([row], np.int8))
        mover = np.array([sight.seat], np.int32)
        chances = network.probabilities(hidden, mask, mover)[0]
        expected = chances_of(network.values(hidden, mover), self.calibration)[0]
        return {move: float(chances[move]) for move in sight.legal}, expected

    def _try(
        self, sight: Sight, moves: Sequence[int], worlds: int, plies: int, seed: int | str
    ) -> dict[int, Shares]:  # fmt: skip
        """Make each move in the same worlds; returns the chances that it led to, worlds x seats, for each move."""
        engine = self.engine
        rng, scratch, out = engine.stream(seed), engine.scratch(), engine.move_buffer()
        at_once = max(1, min(worlds, ROOM // len(moves)))
        chance = np.random.default_rng(np.asarray(engine.stream(f"{seed}/moves"), np.uint64))
        draws, parts = chance.random((plies, worlds)), []
        for start in range(0, worlds, at_once):
            number = min(at_once, worlds - start)
            # The tables: one world after the other, with all moves in each; then the sight, and the world itself.
            size = number * len(moves)
            tables = engine.pack([sight.table] * (size + 2)) if not engine.compiled else self._room(sight, size + 2)
            for world in range(number):
                engine.imagine(tables, size, size + 1, sight.seat, rng, scratch)
                for place, move in enumerate(moves):
                    engine.copy(tables, size + 1, world * len(moves) + place)
                    engine.apply(tables, world * len(moves) + place, move, out)
            same = np.repeat(draws[:, start : start + number], len(moves), axis=1)
            parts.append(self._play_on(tables, size, plies, same).reshape(number, len(moves), -1))
        found = np.concatenate(parts)
        return {move: found[:, place] for place, move in enumerate(moves)}

    def _room(self, sight: Sight, size: int) -> Any:
        tables = np.empty(size, self.engine.rulebook.table_layout.dtype)
        tables[size - 2 :] = self.engine.pack([sight.table])[0]
        return tables

    def _play_on(self, tables: Any, number: int, plies: int, draws: NDArray[np.float64]) -> Shares:
        """Play tables on by the network; returns everybody's chance at each of them then, or the result."""
        active = self._active(number)
        active.load(tables, number)
        for ply in range(plies):
            if not len(active.active):
                break
            hidden = self.network.hidden(active.observations)
            probabilities = self.network.probabilities(hidden, active.masks, active.movers)
            active.step(picked_by(probabilities, draws[ply, active.active]))
        if len(active.active):
            values = self.network.values(self.network.hidden(active.observations), active.movers)
            active.shares[active.active] = chances_of(values, self.calibration)
        return active.shares

    def _active(self, number: int) -> ActiveTables:
        if self._tables is None or self._tables.room < number:
            self._tables = ActiveTables(self.engine, number, "judge")
        return self._tables
