"""What if another move had been played? The server plays the moves of a line and tells what comes of them.

Nothing is kept but a few games that were asked for last: every request names its moment and its line. Of a match that
is over, the line begins in the game as it was. Of one that is still running, it begins in a world that is dealt at
random from what the player knows, so that nothing can be found out by trying.
"""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import orjson

from rattus.bots.pool import BotPool, PoolBusy, Rank
from rattus.bots.protocol import BotFault, ThinkRequest
from rattus.errors import IllegalMove
from rattus.match.game import Game
from rattus.match.sight import pack_sight, sight_of
from rattus.server.analysis.review_scheduler import read_analysis
from rattus.server.background import BackgroundWork
from rattus.server.errors import ErrorCode, Overloaded, RequestRefused
from rattus.server.live.live_table import LiveTable
from rattus.server.live.replays import Replays
from rattus.server.protocol.reviews import WhatIfRequest
from rattus.server.tables.daily import UNTIL_MIDNIGHT
from rattus.server.tables.keys import Role
from rattus.server.tables.table import hide_rat_counts

MAX_GAMES = 64  # that are kept
MAX_THINKING = 2  # bots of one client at once
Line = tuple[str, ...]


class Match(Protocol):
    """What is asked of a match."""

    is_over: bool
    hides_rats: bool

    def game_at(self, number: int) -> Game:
        """A copy of the game after so many moves."""


class TriedLine:
    """A game that was gone on with: who sees it, and what the last move did."""

    def __init__(self, game: Game, known: int = 0) -> None:
        self.game = game
        self._known = known  # events before the last move

    def after(self, move: str) -> TriedLine:
        """The line with one more move. IllegalMove if that is not possible."""
        game = self.game.copy()
        known = game.event_count
        game.play(move)
        return TriedLine(game, known)

    def eyes(self, seat: str | None, length: int) -> str:
        """By whose knowledge it is told: the seat that was asked for, or whoever moves."""
        if seat is not None:
            if seat not in self.game.seats:
                raise RequestRefused(ErrorCode.NOT_FOUND, f"seat: one of {', '.join(self.game.seats)}, not {seat}")
            return seat
        return self.game.to_move or (self.game.moves[-1][0] if length else self.game.seats[0])

    def as_data(self, seat: str | None, at: int, line: Sequence[str], hides_rats: bool) -> dict[str, Any]:
        """What is answered, apart from what workers find out."""
        game, eyes = self.game, self.eyes(seat, len(line))
        view = game.view(eyes)
        outcome = game.outcome
        return {
            "moves": at + len(line),
            "seat": game.moves[-1][0] if line else None,
            "eyes": eyes,
            "events": game.events_seen(eyes, self._known) if line else [],
            "view": hide_rat_counts(view, eyes) if hides_rats else view,
            "legal": list(game.legal_texts),
            "outcome": None if outcome is None else outcome.as_data(),
        }


def first_world(match: Match, viewer: str | None, at: int, world: int) -> Game:
    """The game that a line begins in: as it was, or for a viewer one of those that look the same to them."""
    game = match.game_at(at)
    return game if viewer is None else game.resample(viewer, f"what if {viewer} {at} {world}")


class WhatIf:
    """Answers what comes of lines of moves."""

    def __init__(self, replays: Replays, pool: BotPool, background: BackgroundWork) -> None:
        self._replays, self._pool, self._background = replays, pool, background
        self._lines: OrderedDict[Hashable, TriedLine] = OrderedDict()
        self._thinking: Counter[str] = Counter()  # by client

    async def answer(self, live: LiveTable, role: Role, request: WhatIfRequest, client: str) -> bytes:
        """What comes of a line, as JSON."""
        key, match = await self._replays.match(live, request.match, client)
        if match.is_sealed:
            raise RequestRefused(ErrorCode.NOT_NOW, UNTIL_MIDNIGHT)
        viewer = None if match.is_over else match.colour_of(role)
        if not match.is_over:
            if viewer is None:
                raise RequestRefused(ErrorCode.NOT_YOURS, "while a game is running only its players can try out moves")
            if (request.level is not None or request.chances) and not match.allows_hints:
                raise RequestRefused(
                    ErrorCode.NOT_YOURS, "hints are not allowed at this table: no computer, no chances"
                )
        if request.at > match.move_count:
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there are {match.move_count} moves, not {request.at}")
        line: Line = tuple(request.line)
        start = key, viewer, request.at, request.world
        tried = await self._background.run(client, lambda: self._tried(match, start, line))
        played = None
        if request.level is not None:
            played = await self._decide(tried.game, request.level, client)
            line = *line, played
            tried = await self._background.run(client, lambda: self._tried(match, start, line))
        chances = await self._chances(tried, request, line, client) if request.chances else None

        def work() -> bytes:
            record = first_world(match, viewer, request.at, request.world).record() if request.record else None
            told = tried.as_data(request.seat, request.at, line, match.hides_rats)
            return orjson.dumps({**told, "played": played, "chances": chances, "record": record})

        return await self._background.run(client, work)

    def _tried(self, match: Match, start: tuple[Hashable, str | None, int, int], line: Line) -> TriedLine:
        """The game after a line, from the longest part of it that is known."""
        known = next((size for size in range(len(line), -1, -1) if (start, line[:size]) in self._lines), None)
        if known is None:
            _, viewer, at, world = start
            known = 0
            self._keep((start, ()), TriedLine(first_world(match, viewer, at, world)))
        tried = self._lines[start, line[:known]]
        for number, move in enumerate(line[known:], known):
            try:
                tried = tried.after(move)
            except IllegalMove as error:
                raise RequestRefused(ErrorCode.ILLEGAL, f"line[{number}]: {error}") from None
        self._keep((start, line), tried)
        return tried

    def _keep(self, key: Hashable, tried: TriedLine) -> None:
        self._lines[key] = tried
        self._lines.move_to_end(key)
        if len(self._lines) > MAX_GAMES:
            self._lines.popitem(last=False)

    async def _decide(self, game: Game, level: str, client: str) -> str:
        """What a computer player does, by what its seat sees."""
        if game.to_move is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "the game is over there")
        if self._thinking[client] >= MAX_THINKING:
            raise Overloaded("computer players are thinking for you already; wait a little")
        request = ThinkRequest(sight_of(game), level, secrets.token_hex(8))
        self._thinking[client] += 1
        try:
            return str((await self._pool.think(request, rank=Rank.HINT, maker=client))["move"])
        except PoolBusy as busy:
            raise Overloaded(str(busy)) from None
        except BotFault:
            raise RequestRefused(ErrorCode.TROUBLE, "the computer found no move; try again later") from None
        finally:
            self._thinking[client] -= 1
            if not self._thinking[client]:
                del self._thinking[client]

    async def _chances(
        self, tried: TriedLine, request: WhatIfRequest, line: Line, client: str
    ) -> dict[str, int] | None:  # fmt: skip
        """Everybody's chance in ten-thousandths, by what a seat knows; None if nobody has the time to say."""
        game = tried.game
        eyes = request.seat or (game.moves[-1][0] if line else tried.eyes(None, 0))
        if game.outcome is not None:
            winners = game.outcome.winners
            return {seat: 10_000 // len(winners) if seat in winners else 0 for seat in game.seats}
        asked = {"chances": {"sight": pack_sight(sight_of(game, eyes)), "seed": " ".join(line)}}
        try:
            answer = await self._pool.ask(asked, read_analysis, Rank.HINT, client)
        except (BotFault, PoolBusy):
            return None
        chances: dict[str, int] = answer["chances"]
        return chances
