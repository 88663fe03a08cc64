"""Hints: the best moves for a seat, its chances with each, and a reason, as data that can be shown in any language.

The reason comes from the search: how a move changes everybody's chances compared with the other moves, and how it
changes the points at the end of the game in playouts of worlds that agree with what the seat sees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.bots.chances import with_chances
from rattus.bots.net import NetPlayer
from rattus.bots.net_search import NetSearch, NetSearchPlayer
from rattus.bots.players import LevelPlayer, are_players_compiled
from rattus.bots.protocol import Budget, Choice, Option, Player
from rattus.bots.search import Search, SearchPlayer
from rattus.kernel.engine import Engine
from rattus.kernel.warming import is_warm
from rattus.match.sight import Sight

BEST = "best"
SHOWN = 3  # moves
PLAYOUTS, PLAYOUTS_ON_LISTS = 400, 8  # of each move
LEAST_CHANCE = 0.02  # the smallest change of a chance that is mentioned
LEAST_POINTS = 0.5
ON_LISTS = Budget(simulations=300, seconds=2.0)  # where nothing is compiled
SPREAD = 0.2  # about the standard deviation of the chances that single simulations find
# How many standard errors a change must have to be mentioned: of chances that the search found, and of results of
# playouts, of which more are compared.
SURE_CHANCE, SURE_RESULT = 2.5, 3


class Purpose(StrEnum):
    """The kind of reason for a move; the key of a sentence, `help.hint.why.…` in `rattus/words`."""

    ONLY = "only"  # there is no other
    WIN = "win"  # raises one's own chance: `chance`, and `other` with the other moves
    STOP = "stop"  # lowers the chance of `seat`: `chance`, and `other` with the other moves
    POINTS = "points"  # `points` more of one's own at the end of playouts
    DENY = "deny"  # `points` fewer for `seat` at the end of playouts
    SURVIVE = "survive"  # survives more often in playouts: `chance`, and `other` with the other moves
    EVEN = "even"  # no better than others that were tried


@dataclass(frozen=True)
class Reason:
    """A purpose with its numbers."""

    purpose: Purpose
    values: Mapping[str, float | str]

    def as_data(self) -> dict[str, Any]:
        """For JSON: the key of a sentence and the values in it."""
        rounded = {name: value if isinstance(value, str) else round(value, 3) for name, value in self.values.items()}
        return {"key": str(self.purpose), "values": rounded}


@dataclass(frozen=True)
class Hint:
    """A move, everybody's chances to win with it, and the reason for it."""

    option: Option
    reason: Reason

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {**self.option.as_data(), "reason": self.reason.as_data()}


@dataclass(frozen=True)
class Prospect:
    """The results of playouts after a move, a row each: for each seat the points, and 1 if it survives."""

    points: NDArray[np.float64]
    alive: NDArray[np.float64]


def hints_for(sight: Sight, seed: int | str) -> list[Hint]:
    """The best moves for the seat to move, from what that seat sees, by the strongest level."""
    is_compiled = are_players_compiled(sight.parts.rulebook)
    player = hinting_player(LevelPlayer(BEST, is_compiled).player_for(sight))
    if isinstance(player, SearchPlayer):
        if not is_compiled:
            player.budget = ON_LISTS
        search = player.begin(sight, seed)
        search.widen()
        choice = compared(search, search.run())
    else:
        choice = player.choose(sight, seed)
    return explained(sight, choice, seed, is_warm(sight.parts.rulebook))


def hinting_player(player: Player) -> Player:
    """The player that finds the hints of a player.

    `best` plays by the network alone as long as nothing is compiled. That gives one value for the position and none
    for each move, so hints come from a short search even then.
    """
    return NetSearchPlayer(BEST, ON_LISTS, compiled=False) if type(player) is NetPlayer else player


def compared(search: Search, choice: Choice) -> Choice:
    """The choice of a search as hints show it: in chances to win, and the best move for the seat first.

    A search chooses the move that it tried most often, though it may have found a better one shortly before its end.
    Here moves are ordered by their chances, less a standard error: little is known of a move that was hardly tried.
    """
    if isinstance(search, NetSearch):
        choice = with_chances(choice, search.network, search.sight.box.players)
    seat = search.sight.box.seats[search.sight.seat]

    def sure_chance(option: Option) -> float:
        return option.chances[seat] - SPREAD / math.sqrt(option.simulations)

    options = tuple(sorted(choice.options, key=sure_chance, reverse=True))
    return replace(choice, move=options[0].move, options=options) if options else choice


def explained(sight: Sight, choice: Choice, seed: int | str, compiled: bool) -> list[Hint]:
    """The first options of a choice with their reasons."""
    options = choice.options[:SHOWN] or (Option(choice.move, 0, 0.0, {}),)
    if len(sight.legal) == 1:
        return [Hint(options[0], Reason(Purpose.ONLY, {}))]
    moves = list(dict.fromkeys([*(option.move for option in options), *sight.moves]))[: SHOWN + 3]
    prospects = prospects_of(sight, moves, seed, compiled)
    return [Hint(option, reason_of(sight, option, choice.options, prospects)) for option in options]


def reason_of(
    sight: Sight, option: Option, options: Sequence[Option], prospects: Mapping[str, Prospect]
) -> Reason:  # fmt: skip
    """The reason for a move: the largest difference that it makes compared with the other moves."""
    others = [other for other in options if other.move != option.move]
    mine, seats = sight.box.seats[sight.seat], sight.box.seats
    found: list[tuple[float, Reason]] = []
    if others and option.chances:
        counts = (option.simulations, sum(other.simulations for other in others))
        error = math.hypot(*(SPREAD / math.sqrt(max(count, 1)) for count in counts))
        for seat in seats:
            usual = _mean_chance(others, seat)
            change = option.chances[seat] - usual
            least = max(LEAST_CHANCE, SURE_CHANCE * error)
            values: dict[str, float | str] = {"chance": option.chances[seat], "other": usual}
            if seat == mine and change >= least:
                found.append((change, Reason(Purpose.WIN, values)))
            elif seat != mine and -change >= least:
                # Weighted down: the seat's own chance matters more than that of others.
                found.append((-0.7 * change, Reason(Purpose.STOP, {"seat": seat, **values})))
    found += _differences(sight, option.move, prospects)
    best = max(found, key=lambda each: each[0], default=None)
    return Reason(Purpose.EVEN, {}) if best is None else best[1]


def _mean_chance(options: Sequence[Option], seat: str) -> float:
    """A seat's mean chance with these moves, weighted by how often the search tried them."""
    weights = [max(option.simulations, 1) for option in options]
    return sum(w * option.chances.get(seat, 0.0) for w, option in zip(weights, options, strict=True)) / sum(weights)


def _differences(sight: Sight, move: str, prospects: Mapping[str, Prospect]) -> list[tuple[float, Reason]]:
    """The changes at the end of the game, on the scale of chances: 10 points are as much as a chance of 1."""
    others = [prospect for name, prospect in prospects.items() if name != move]
    if move not in prospects or not others:
        return []
    points = _sure(prospects[move].points - np.mean([other.points for other in others], axis=0))
    more_alive = float(_sure(prospects[move].alive - np.mean([other.alive for other in others], axis=0))[sight.seat])
    found = []
    if more_alive >= LEAST_CHANCE:
        alive = float(prospects[move].alive[:, sight.seat].mean())
        found.append((more_alive, Reason(Purpose.SURVIVE, {"chance": alive, "other": alive - more_alive})))
    if points[sight.seat] >= LEAST_POINTS:
        found.append((float(points[sight.seat]) / 10, Reason(Purpose.POINTS, {"points": float(points[sight.seat])})))
    for seat, name in enumerate(sight.box.seats):
        if seat != sight.seat and -points[seat] >= LEAST_POINTS:
            reason = Reason(Purpose.DENY, {"points": float(-points[seat]), "seat": name})
            found.append((-0.7 * float(points[seat]) / 10, reason))
    return found


def _sure(changes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean change for each seat over the playouts (rows); 0 where it may be chance."""
    mean, error = changes.mean(axis=0), changes.std(axis=0, ddof=1) / math.sqrt(len(changes))
    sure: NDArray[np.float64] = np.where(np.abs(mean) >= SURE_RESULT * error, mean, 0.0)
    return sure


def prospects_of(sight: Sight, moves: Sequence[str], seed: int | str, compiled: bool) -> dict[str, Prospect]:
    """The results of random playouts after each of these moves, in the same worlds for all of them."""
    engine, players = Engine(sight.parts.rulebook, sight.box, compiled), sight.box.players
    rules, box = sight.parts.rulebook.rules, sight.box.record
    tables, out, scratch = engine.pack([sight.table] * 3), engine.move_buffer(), engine.scratch()
    number = PLAYOUTS if compiled else PLAYOUTS_ON_LISTS
    found = {move: Prospect(np.zeros((number, players)), np.zeros((number, players))) for move in moves}
    for world in range(number):
        engine.imagine(tables, 0, 1, sight.seat, engine.stream(f"{seed}/world/{world}"), scratch)
        for move in moves:
            engine.copy(tables, 1, 2)
            if engine.apply(tables, 2, sight.box.ids[move], out) > 0:
                engine.play_out(tables, 2, engine.stream(f"{seed}/playout/{world}"), out)
            end = engine.unpack(tables, 2)
            points, ranking = [0] * players, [0] * players
            rules["score"](box, end, points, ranking)
            found[move].points[world] = points
            found[move].alive[world, ranking[: int(rules["survivors"](box, end))]] = 1
    return found
