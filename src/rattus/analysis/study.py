"""Statistics of a game, from thousands of games of its network against itself.

What they say is true of strong play: advantage by place in the turn order, how games end, and what goes with winning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.analysis.active_tables import ActiveTables
from rattus.analysis.batch_net import Bytes, Ints, batch_network
from rattus.analysis.self_play import play_all
from rattus.arena.estimate import Estimate
from rattus.bots.net import Floats, Network, shipped_network
from rattus.games.cartus.editions import BUILDINGS
from rattus.games.rattus.vocabulary import OUT_OF_PLAY
from rattus.kernel.engine import Engine
from rattus.match.parts import Parts

CHUNK = 500  # games that are played side by side
NORMAL = 1.96  # half of a 95 % interval, in standard errors
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
# A place or a thing is called lopsided if it wins so much more or less than its share, surely.
LOPSIDED_PLACE = 0.20  # of the fair share
LOPSIDED_USE = 2.5  # times as often, or as rarely, as all are on average
FEWEST = 200  # seats that must have had a thing

Numbers = NDArray[np.float64]
OnStep = Callable[[int, int], None]


@dataclass(frozen=True)
class Thing:
    """A class card or a building: how often it was taken or entered, who won with it, and what once more goes with."""

    name: str
    games: int  # in which it was there
    times: float  # in such a game, by all seats together
    winners: Estimate | None  # the share of the win of a seat that had it at least once; None if none had
    worth: Estimate | None  # how much larger the share of the win is for each time more, all else equal
    missed: Estimate | None = None  # the share of the win of a seat that may not take or enter it

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        found = {"winners": self.winners, "worth": self.worth, "missed": self.missed}
        numbers = {name: None if each is None else each.as_data() for name, each in found.items()}
        return {"name": self.name, "games": self.games, "times": round(self.times, 3), **numbers}


@dataclass(frozen=True)
class Statistics:
    """What was measured for one number of players."""

    players: int
    games: int
    by_place: tuple[Estimate, ...]  # the share of wins by place in the turn order
    reasons: Mapping[str, int]  # why games ended
    shared: int
    unwon: int
    decisions: Estimate
    turns: Estimate
    lengths: tuple[int, ...]  # decisions of each game
    points: Estimate  # of the first in the ranking
    lead: Estimate  # over the second
    things: tuple[Thing, ...]
    regions: tuple[tuple[str, float, Estimate], ...]  # where seats settled: how often, and their share of the win

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "players": self.players, "games": self.games,
            "by_place": [share.as_data() for share in self.by_place],
            "reasons": dict(self.reasons), "shared": self.shared, "unwon": self.unwon,
            "decisions": self.decisions.as_data(), "turns": self.turns.as_data(),
            "points": self.points.as_data(), "lead": self.lead.as_data(),
            "things": [thing.as_data() for thing in self.things],
            "regions": [
                {"region": name, "share": round(often, 4), "winners": won.as_data()}
                for name, often, won in self.regions
            ],
        }  # fmt: skip

    @property
    def lopsided(self) -> tuple[str, ...]:
        """What wins far more or less than its share, in words."""
        fair, found = 1 / self.players, []
        for name, share in zip(PLACES, self.by_place, strict=False):
            if _is_outside(share, fair, LOPSIDED_PLACE * fair):
                found.append(f"the {name} player wins {share.value:.1%} of the games, not {fair:.1%}")
        number = len(self.things)
        whole = sum(thing.times for thing in self.things)
        for thing in self.things:
            if thing.missed is not None and _is_outside(thing.missed, fair, LOPSIDED_PLACE * fair):
                found.append(f"a seat without the {thing.name} wins {thing.missed.value:.1%}, not {fair:.1%}")
            if thing.times > LOPSIDED_USE * whole / number:
                found.append(f"the {thing.name} is chosen {thing.times / whole:.0%} of the time, one of {number}")
            if thing.times < whole / number / LOPSIDED_USE:
                found.append(f"the {thing.name} is hardly ever chosen: {thing.times:.2g} times a game")
        for name, often, share in self.regions:
            if often * self.games * self.players >= FEWEST and _is_outside(share, fair, 2 * LOPSIDED_PLACE * fair):
                found.append(f"who settles in {name} wins {share.value:.1%}, not {fair:.1%}")
        return tuple(found)


def _is_outside(estimate: Estimate, usual: float, margin: float) -> bool:
    if estimate.low is None or estimate.high is None:
        return False
    return estimate.low > usual + margin or estimate.high < usual - margin


@dataclass
class _Counts:
    """What is counted while games are played."""

    things: list[Numbers] = field(default_factory=list)  # games x seats x things: how often
    there: list[Numbers] = field(default_factory=list)  # games x things: 1 if it is in the game
    settled: list[Ints] = field(default_factory=list)  # games x seats: the region, or -1
    firsts: list[int] = field(default_factory=list)
    shares: list[Numbers] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    reasons: list[int] = field(default_factory=list)
    points: list[Numbers] = field(default_factory=list)  # games x places, the first first


def study(
    parts: Parts,
    players: int,
    options: Mapping[str, Any],
    games: int,
    seed: int = 0,
    network: Network | None = None,
    temperature: float = 1.0,
    on_step: OnStep = lambda _done, _total: None,
) -> Statistics:
    """Play games for one number of players, and count."""
    box = parts.rulebook.make_box(parts.components, players, options)
    engine = Engine(parts.rulebook, box)
    network = network or shipped_network(parts.rulebook.name, players)
    network.check(parts.rulebook, players)
    counts, names = _Counts(), thing_names(engine)
    # A quarter of the games, for each thing, is played with a seat that may not have it.
    fewer = max(1, games // 4)
    total = games + len(names) * fewer
    for start in range(0, games, CHUNK):
        _play_chunk(engine, network, min(CHUNK, games - start), seed + start, temperature, counts)
        on_step(min(start + CHUNK, games), total)
    found = _statistics(engine, counts)
    missed = {}
    for number, name in enumerate(names):
        if any(thing.name == name and thing.times for thing in found.things):
            missed[name] = _without(engine, network, fewer, seed, number)
        on_step(games + (number + 1) * fewer, total)
    return replace(found, things=tuple(replace(thing, missed=missed.get(thing.name)) for thing in found.things))


def _without(engine: Engine, network: Network, games: int, seed: int, thing: int) -> Estimate:
    """The share of the win of a seat, another one in each game, that may not take a card or enter a building."""
    box: Any = engine.box
    playing, names, won = batch_network(network, box), thing_names(engine), []
    banned = _things_by_move(engine, names) == thing
    entering, building = _entering_by_move(engine), np.asarray(getattr(box.record, "building", [0]))

    def allowed(tables: ActiveTables, masks: Bytes) -> Bytes:
        active = tables.active
        rows = np.flatnonzero(tables.movers == active % box.players)
        left = masks[rows] * ~banned
        if entering is not None:
            kinds = tables.tables["row"][active[rows]]
            for move in np.flatnonzero(entering >= 0):
                left[building[kinds[:, entering[move]]] == thing, move] = 0
        fine = left.any(axis=1)  # where nothing else is legal, it may
        masks[rows[fine]] = left[fine]
        return masks

    for start in range(0, games, CHUNK):
        number = min(CHUNK, games - start)
        shares = play_all(engine, playing, number, seed + start, allowed=allowed).shares
        won.append(shares[np.arange(number), np.arange(number) % box.players])
    return mean_with_interval(np.concatenate(won))


def _play_chunk(
    engine: Engine, network: Network, games: int, seed: int, temperature: float, counts: _Counts
) -> None:  # fmt: skip
    names, regions = thing_names(engine), region_names(engine)
    players = engine.box.players
    by_move = _things_by_move(engine, names)
    settles = _settles_by_move(engine, regions)
    entering = _entering_by_move(engine)
    had, settled = np.zeros((games, players, len(names))), np.full((games, players), -1, np.int32)
    lengths = np.zeros(games, np.int32)

    def count(tables: ActiveTables, _values: Floats, moves: Ints) -> None:
        active, movers = tables.active, tables.movers
        lengths[active] += 1
        thing = by_move[moves]
        if entering is not None:
            place = entering[moves]
            inside = np.flatnonzero(place >= 0)
            kinds = tables.tables["row"][active[inside], place[inside]]
            thing = thing.copy()
            thing[inside] = np.asarray(engine.box.record.building, np.int64)[kinds]
        known = np.flatnonzero(thing >= 0)
        np.add.at(had, (active[known], movers[known], thing[known]), 1)
        there = np.flatnonzero(settles[moves] >= 0)
        settled[active[there], movers[there]] = settles[moves][there]

    box: Any = engine.box
    playing = batch_network(network, box)
    tables = play_all(engine, playing, games, seed, count, keeps_ends=True, temperature=temperature)
    points = np.take_along_axis(tables.points, tables.rankings, axis=1)
    for place in range(games):
        end = tables.ends[place]
        turns, reason = engine.rulebook.rules["ended"](engine.box.record, end)
        counts.turns.append(int(turns))
        counts.reasons.append(int(reason))
        counts.firsts.append(_first_player(engine, end))
        counts.there.append(_there(end, len(names), entering is not None, had[place]))
    counts.things += list(had)
    counts.settled += list(settled)
    counts.shares += list(tables.shares)
    counts.lengths += lengths.tolist()
    counts.points += list(points.astype(np.float64))


# ---- what there is in each game


def thing_names(engine: Engine) -> tuple[str, ...]:
    """The class cards of a game, or its buildings."""
    if "row" in engine.rulebook.table_layout.fields:
        return BUILDINGS
    return tuple(text.split(" ")[1] for text in engine.box.moves if text.startswith("take "))


def region_names(engine: Engine) -> tuple[str, ...]:
    """The regions where one can settle."""
    return tuple(text.split(" ")[1] for text in engine.box.moves if text.startswith("settle "))


def _things_by_move(engine: Engine, names: Sequence[str]) -> Ints:
    words = [text.split(" ") for text in engine.box.moves]
    return np.array([names.index(each[1]) if each[0] == "take" else -1 for each in words], np.int32)


def _settles_by_move(engine: Engine, regions: Sequence[str]) -> Ints:
    words = [text.split(" ") for text in engine.box.moves]
    return np.array([regions.index(each[1]) if each[0] == "settle" else -1 for each in words], np.int32)


def _entering_by_move(engine: Engine) -> Ints | None:
    """The place in the row that a move enters, or -1; None where no building is entered."""
    words = [text.split(" ") for text in engine.box.moves]
    if not any(each[0] == "enter" for each in words):
        return None
    return np.array([int(each[1]) - 1 if each[0] == "enter" else -1 for each in words], np.int32)


def _first_player(engine: Engine, end: Any) -> int:
    """Who began. In Cartus the first player changes clockwise every round (C15)."""
    if "round" in engine.rulebook.table_layout.fields:
        return int(end.first - (end.round - 1)) % engine.box.players
    return int(end.first)


def _there(end: Any, number: int, has_buildings: bool, had: Numbers) -> Numbers:
    """1 for each thing that was in the game."""
    if has_buildings:
        return np.asarray(had.sum(axis=0) > 0, np.float64)
    return np.array([holder != OUT_OF_PLAY for holder in end.holder[:number]], np.float64)


# ---- the numbers


def _statistics(engine: Engine, counts: _Counts) -> Statistics:
    players, games = engine.box.players, len(counts.lengths)
    shares, firsts = np.array(counts.shares), np.array(counts.firsts)
    by_place = [shares[np.arange(games), (firsts + place) % players] for place in range(players)]
    points = np.array(counts.points)
    reasons = engine.rulebook.reasons
    return Statistics(
        players=players,
        games=games,
        by_place=tuple(mean_with_interval(each) for each in by_place),
        reasons={reasons[number]: counts.reasons.count(number) for number in sorted(set(counts.reasons))},
        shared=int(((shares > 0).sum(axis=1) > 1).sum()),
        unwon=int((shares.sum(axis=1) == 0).sum()),
        decisions=mean_with_interval(np.array(counts.lengths, float)),
        turns=mean_with_interval(np.array(counts.turns, float)),
        lengths=tuple(counts.lengths),
        points=mean_with_interval(points[:, 0]),
        lead=mean_with_interval(points[:, 0] - points[:, 1]),
        things=_worths(thing_names(engine), np.array(counts.things), np.array(counts.there), shares),
        regions=_settlements(region_names(engine), np.array(counts.settled), shares),
    )


def _worths(names: Sequence[str], had: Numbers, there: Numbers, shares: Numbers) -> tuple[Thing, ...]:
    """What goes with winning: least squares within each game, so that only differences between its seats count."""
    centred = (had - had.mean(axis=1, keepdims=True)).reshape(-1, len(names))
    won = (shares - shares.mean(axis=1, keepdims=True)).ravel()
    used = np.flatnonzero(centred.any(axis=0))
    inverse = np.linalg.pinv(centred[:, used].T @ centred[:, used])
    worth = inverse @ centred[:, used].T @ won
    # Seats of one game are not independent: errors are clustered by game.
    rest = (won - centred[:, used] @ worth).reshape(shares.shape)
    scores = np.einsum("gsk,gs->gk", centred[:, used].reshape(*shares.shape, -1), rest)
    errors = np.sqrt(np.diag(inverse @ (scores.T @ scores) @ inverse))
    found = []
    for number, name in enumerate(names):
        with_it, games = had[:, :, number] > 0, int(there[:, number].sum())
        slope = winners = None
        if number in used:
            place = used.tolist().index(number)
            slope = Estimate(*(float(worth[place] + way * NORMAL * errors[place]) for way in (0, -1, 1)))
            winners = mean_with_interval(shares[with_it])
        if games:
            found.append(Thing(name, games, float(had[:, :, number].sum()) / games, winners, slope))
    return tuple(sorted(found, key=lambda thing: -thing.times))


def _settlements(names: Sequence[str], settled: Ints, shares: Numbers) -> tuple[tuple[str, float, Estimate], ...]:
    found = []
    for number, name in enumerate(names):
        here = settled == number
        if here.any():
            found.append((name, float(here.mean()), mean_with_interval(shares[here])))
    return tuple(sorted(found, key=lambda each: -each[1]))


def mean_with_interval(numbers: Numbers) -> Estimate:
    """A mean with its 95 % interval, for thousands of numbers."""
    mean = float(numbers.mean())
    if len(numbers) < 2:
        return Estimate(mean)
    error = float(numbers.std(ddof=1) / np.sqrt(len(numbers)))
    return Estimate(mean, mean - NORMAL * error, mean + NORMAL * error)


def as_json(found: Sequence[Statistics]) -> str:
    """All statistics as JSON."""
    return json.dumps([statistics.as_data() for statistics in found])
