"""The computer players at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rattus.bots.players import RandomPlayer, are_players_compiled, is_searching, make_player
from rattus.bots.protocol import BotFault, Player
from rattus.errors import FormatError
from rattus.match.game import Game
from rattus.match.sight import sight_of

USUAL = "normal"


class Computers:
    """A computer player for each seat without a person."""

    def __init__(self, players: Mapping[str, Player]) -> None:
        self.players = players

    def move(self, game: Game) -> str:
        """Make the move of the seat to move. Returns what went wrong with it, if anything did.

        It depends on the seed and on how many moves were made, not on how often the game was resumed.
        """
        sight, seed = sight_of(game), f"{game.seed}/computer/{len(game.moves)}"
        try:
            game.play(self.players[game.to_move or ""].choose(sight, seed).move)
        except BotFault as fault:
            game.play(RandomPlayer().choose(sight, seed).move)
            return f"{fault}; a random move was made for it"
        return ""

    def close(self) -> None:
        """Send them away."""
        for player in self.players.values():
            player.close()


def seat_computers(game: Game, people: Sequence[str], names: Sequence[str]) -> Computers:
    """The computer players: one name for all, or one for each seat in turn.

    They think on lists where nothing is compiled, so that nobody waits for a compiler, or where that is enough.
    """
    seats = [seat for seat in game.seats if seat not in people]
    if len(names) not in (0, 1, len(seats)):
        raise FormatError("--player", f"one name for all, or one for each of {len(seats)} seats, not {len(names)}")
    chosen = list(names) * len(seats) if len(names) == 1 else list(names) or [USUAL] * len(seats)
    quick = any(map(is_searching, chosen)) and are_players_compiled(game.parts.rulebook)
    return Computers({seat: make_player(name, quick) for seat, name in zip(seats, chosen, strict=True)})
