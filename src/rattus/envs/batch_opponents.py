"""Who plays against the learners in many games at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rattus.bots.players import make_player
from rattus.bots.protocol import Player
from rattus.envs.opponents import move_or_chance
from rattus.envs.play import Setting
from rattus.errors import FormatError
from rattus.kernel.engine import Batch
from rattus.match.sight import Sight

if TYPE_CHECKING:
    from rattus.envs.batch import BatchEnv

# A function gets the observations of the games in which it is to move, a row each, and an `info` with `to_move`, who
# that is, and `game`, which games these are; it gives a move for each.
Policy = Callable[[dict[str, NDArray[Any]], dict[str, NDArray[Any]]], ArrayLike]
Opponent = str | Policy

LEARNER = -1


class BatchOpponents:
    """Opponents of learners: they see what their seat sees and nothing else. Pickles make players anew."""

    def __init__(self, setting: Setting, games: int, opponents: Mapping[str, Opponent] | Opponent) -> None:
        self._setting = setting
        seats, all_games = setting.engine.box.seats, np.arange(games)
        self._at = np.full((games, len(seats)), LEARNER, np.int32)  # which of them, by game and seat
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
        self._make()

    def _make(self) -> None:
        named = {number: who for number, who in enumerate(self._who) if isinstance(who, str)}
        self._players = {number: make_player(who, self._setting.compiled) for number, who in named.items()}
        self._veiled = self._setting.engine.tables(2)

    def waiting(self, to_move: NDArray[np.int32], places: NDArray[np.int32]) -> NDArray[np.int32]:
        """In which of these games one of them is to move."""
        theirs: NDArray[np.int32] = places[self._at[places, to_move[places]] != LEARNER]
        return theirs

    def choose(
        self, envs: BatchEnv, batch: Batch, places: NDArray[np.int32], numbers: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """A move for each of these games; for the others it means nothing."""
        moves = np.zeros(len(batch.to_move), np.int32)
        asked = self._at[places, batch.to_move[places]]
        for number, who in enumerate(self._who):
            where = places[asked == number]
            if not len(where):
                continue
            if isinstance(who, str):
                player = self._players[number]
                for game in where.tolist():
                    moves[game] = self._move(player, batch, game, f"{envs.seed_of(game)}/{numbers[game]}")
            else:
                seen = {"observation": envs.observation[where], "action_mask": envs.mask[where]}
                moves[where] = self._answers(who, seen, {"to_move": batch.to_move[where], "game": where})
        return moves

    def _answers(self, policy: Policy, seen: dict[str, Any], info: dict[str, Any]) -> NDArray[np.int32]:
        answers = np.asarray(policy(seen, info))
        if answers.shape != info["game"].shape:
            raise FormatError("opponents", f"{len(info['game'])} moves, not an array of shape {answers.shape}")
        return answers.astype(np.int32)

    def _move(self, player: Player, batch: Batch, game: int, seed: str) -> int:
        setting, seat = self._setting, int(batch.to_move[game])
        self._veiled[0] = batch.tables[game]
        setting.engine.see(self._veiled, 0, 1, seat)
        legal = tuple(batch.choices[game][: batch.counts[game]].tolist())
        sight = Sight(setting.parts, setting.engine.box, setting.engine.unpack(self._veiled, 1), seat, legal)
        return move_or_chance(player, sight, seed)

    def close(self) -> None:
        """They are not needed for now."""
        for player in self._players.values():
            player.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("_setting", "_at", "_who")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make()
