"""Computer players, or functions, in some of the seats of an environment."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rattus.bots.players import make_player
from rattus.bots.protocol import BotFault, Player, legal_choice
from rattus.bots.python_player import Chooser
from rattus.envs.play import Play, Setting
from rattus.errors import FormatError
from rattus.kernel.engine import as_moves
from rattus.kernel.random import below, stream
from rattus.kernel.validation import short_repr
from rattus.match.sight import Sight

# A function gets the observations of the games in which it is to move, a row each, and an `info` with `to_move`, the
# seats, and `game`, the indices of these games; it returns a move for each. On a GPU these are arrays there.
Policy = Callable[[dict[str, Any], dict[str, Any]], Any]
Opponent = str | Chooser | Policy

LEARNER = -1


class Decisions(Protocol):
    """What is read of a batch to ask computer players: as in `rattus.kernel.engine.Batch`, on the CPU."""

    tables: Any
    to_move: Any
    choices: Any
    counts: Any


class Opponents:
    """Computer players by seat. They see only what their seat sees; copies and unpickled ones get new players."""

    def __init__(self, seats: tuple[str, ...], names: Mapping[str, str | Chooser], compiled: bool) -> None:
        for seat in names:
            if seat not in seats:
                raise FormatError("opponents", f"no seat {seat!r}; there are {', '.join(seats)}")
        self.names = {seats.index(seat): name for seat, name in names.items()}
        self._compiled = compiled
        self._players = self._make()

    def _make(self) -> dict[int, Player]:
        return {seat: make_player(name, self._compiled) for seat, name in self.names.items()}

    def __contains__(self, seat: int) -> bool:
        return seat in self._players

    def play(self, play: Play, seed: str) -> None:
        """Make their moves, until a learner is to move or the game is over."""
        number = 0
        while not play.is_over and play.to_move in self._players:
            play.apply(self.choose(play, f"{seed}/{number}"))
            number += 1

    def choose(self, play: Play, seed: str) -> int:
        """The move of the seat to move."""
        return move_or_chance(self._players[play.to_move], play.sight(play.to_move), seed)

    def close(self) -> None:
        """Close the players."""
        for player in self._players.values():
            player.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"names": self.names, "_compiled": self._compiled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._players = self._make()


def move_or_chance(player: Player, sight: Sight, seed: str) -> int:
    """The move of a player; if it returns no legal one, a random move and a warning."""
    try:
        text = legal_choice(player, sight, seed).move
    except BotFault as fault:
        warnings.warn(f"a random move is made in place of a fault: {fault}", stacklevel=2)
        return int(sight.legal[below(stream(seed), len(sight.legal))])
    return int(sight.box.ids[text])


class BatchOpponents:
    """Opponents of learners. They see only what their seat sees; unpickled ones get new players."""

    def __init__(self, setting: Setting, games: int, opponents: Mapping[str, Opponent] | Opponent) -> None:
        self._setting = setting
        seats, all_games = setting.engine.box.seats, np.arange(games)
        self._at = np.full((games, len(seats)), LEARNER, np.int32)  # the index of the opponent, by game and seat
        if isinstance(opponents, Mapping):
            for seat in opponents:
                if seat not in seats:
                    raise FormatError("opponents", f"no seat {seat!r}; there are {', '.join(seats)}")
            self._who = list(opponents.values())
            for number, seat in enumerate(opponents):
                self._at[:, seats.index(seat)] = number
            if len(opponents) == len(seats):
                raise FormatError("opponents", "no seat is left for a learner")
        else:
            self._who = [opponents]
            self._at[:] = 0
            self._at[all_games, all_games % len(seats)] = LEARNER
        for who in self._who:
            if not isinstance(who, str | Chooser) and not callable(who):
                raise FormatError("opponents", f"a player's name or object, or a function, not {short_repr(who)}")
        self._make()

    def _make(self) -> None:
        players = {number: who for number, who in enumerate(self._who) if isinstance(who, str | Chooser)}
        self._players = {number: make_player(who, self._setting.compiled) for number, who in players.items()}
        self._veiled = self._setting.engine.tables(2)

    def waiting(self, to_move: NDArray[np.int32], places: NDArray[np.int32]) -> NDArray[np.int32]:
        """Those of these games in which an opponent is to move."""
        theirs: NDArray[np.int32] = places[self._at[places, to_move[places]] != LEARNER]
        return theirs

    def asked(self, to_move: NDArray[np.int32], places: NDArray[np.int32]) -> Iterator[tuple[int, NDArray[np.int32]]]:
        """The numbers of the opponents who are to move in these games, each with its games."""
        theirs = self._at[places, to_move[places]]
        for number in range(len(self._who)):
            where = places[theirs == number]
            if len(where):
                yield number, where

    def choose(
        self,
        batch: Decisions,
        places: NDArray[np.int32],
        numbers: NDArray[np.int32],
        observations: dict[str, NDArray[Any]],
        seed_of: Callable[[int], str],
    ) -> NDArray[np.int32]:
        """A move for each of these games; other entries are undefined. `numbers` makes the seeds differ."""
        moves = np.zeros(len(batch.to_move), np.int32)
        for number, where in self.asked(batch.to_move, places):
            if self.is_player(number):
                moves[where] = self.moves_of(number, batch, where, numbers, seed_of)
            else:
                seen = {name: rows[where] for name, rows in observations.items()}
                answers = self.ask(number, seen, {"to_move": batch.to_move[where], "game": where})
                moves[where] = as_moves(answers, len(where), "opponents")
        return moves

    def is_player(self, number: int) -> bool:
        """Whether an opponent is a computer player, and no function."""
        return number in self._players

    def ask(self, number: int, seen: dict[str, Any], info: dict[str, Any]) -> Any:
        """What a function returns."""
        policy: Any = self._who[number]
        return policy(seen, info)

    def moves_of(
        self,
        number: int,
        batch: Decisions,
        places: NDArray[np.int32],
        numbers: NDArray[np.int32],
        seed_of: Callable[[int], str],
    ) -> NDArray[np.int32]:
        """The moves of a computer player in these games."""
        player = self._players[number]
        moves = [self._move(player, batch, game, f"{seed_of(game)}/{numbers[game]}") for game in places.tolist()]
        return np.array(moves, np.int32)

    def _move(self, player: Player, batch: Decisions, game: int, seed: str) -> int:
        setting, seat = self._setting, int(batch.to_move[game])
        self._veiled[0] = batch.tables[game]
        setting.engine.see(self._veiled, 0, 1, seat)
        legal = tuple(batch.choices[game][: batch.counts[game]].tolist())
        sight = Sight(setting.parts, setting.engine.box, setting.engine.unpack(self._veiled, 1), seat, legal)
        return move_or_chance(player, sight, seed)

    def close(self) -> None:
        """Close the players."""
        for player in self._players.values():
            player.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("_setting", "_at", "_who")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make()
