"""Computer players in some of the seats of an environment."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from rattus.bots.players import make_player
from rattus.bots.protocol import BotFault, Player
from rattus.envs.play import Play
from rattus.errors import FormatError
from rattus.kernel.random import below, stream
from rattus.match.sight import Sight


class Opponents:
    """Who plays which seat. They see what their seat sees and nothing else; copies and pickles make them anew."""

    def __init__(self, seats: tuple[str, ...], names: Mapping[str, str], compiled: bool) -> None:
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
        """They are not needed any more."""
        for player in self._players.values():
            player.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"names": self.names, "_compiled": self._compiled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._players = self._make()


def move_or_chance(player: Player, sight: Sight, seed: str) -> int:
    """The move of a player. One that gives none loses it to chance, and that is said."""
    try:
        text = player.choose(sight, seed).move
        if text not in sight.moves:
            raise BotFault(f"{player.name}: illegal: {text!r}")
    except BotFault as fault:
        warnings.warn(f"a random move is made in place of a fault: {fault}", stacklevel=2)
        return sight.legal[below(stream(seed), len(sight.legal))]
    return int(sight.box.ids[text])
