"""Plays the games of one worker, with players that are made once."""

from __future__ import annotations

from rattus.arena.result import MatchResult, result_of
from rattus.arena.schedule import Fixture
from rattus.arena.settings import Settings
from rattus.bots.players import make_player
from rattus.bots.protocol import BotFault, Budget, Player, legal_choice
from rattus.bots.search import SearchPlayer
from rattus.kernel.random import below, stream
from rattus.match.game import Game
from rattus.match.sight import sight_of

MAX_COMPLAINT = 200  # characters of a fault's message that are kept


class MatchRunner:
    """Plays fixtures, one after the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._players = {name: make_player(name, settings.compiled) for name in settings.players}

    def play(self, fixture: Fixture) -> MatchResult:
        """Play a game to its end."""
        game = self._settings.deal(fixture.deal)
        seed = f"{self._settings.seed}/{fixture.deal}/{','.join(fixture.seating)}"
        faults, complaints = [0] * len(fixture.seating), [""] * len(fixture.seating)
        while game.to_move is not None:
            seat = game.seats.index(game.to_move)
            move_seed = f"{seed}/{len(game.moves)}"
            try:
                game.play(choose(self._players[fixture.seating[seat]], game, move_seed))
            except BotFault as fault:
                faults[seat] += 1
                complaints[seat] = complaints[seat] or str(fault)[:MAX_COMPLAINT]
                legal = game.legal()
                game.play(legal[below(stream(f"{move_seed}/fault"), len(legal))])
        return result_of(fixture, game, faults, complaints)

    def close(self) -> None:
        """Close the players."""
        for player in self._players.values():
            player.close()


def choose(player: Player, game: Game, seed: str) -> str:
    """A player's move. BotFault if it returns no legal one, whatever goes wrong inside it."""
    try:
        return legal_choice(player, sight_of(game), seed).move
    except BotFault:
        raise
    except Exception as error:  # a bug in a player forfeits its move; it must not end the tournament
        raise BotFault(f"{player.name}: {type(error).__name__}: {error}") from error


def compile_ahead(settings: Settings) -> None:
    """Compile what the players need, so that the workers find it in the cache and do not all do it at once."""
    for name in settings.players:
        player = make_player(name, settings.compiled)
        if name.startswith(("cmd:", "py:")):
            continue
        if isinstance(player, SearchPlayer):
            player.budget = Budget(1)
        player.choose(sight_of(settings.deal(0)), 0)
