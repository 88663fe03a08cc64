"""What a process does with the games of the day: it deals them, tells the results, and shows yesterday's best."""

from __future__ import annotations

import asyncio
from typing import Any

from rattus.games import GAMES
from rattus.server.background import BackgroundWork
from rattus.server.clock import Clock
from rattus.server.daily.store import CHAIR, DailyResult, DailyStore, Try
from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.live.registry import TableRegistry
from rattus.server.players.keys import derived_key, watch_key
from rattus.server.players.store import Player, PlayerStore
from rattus.server.players.tracker import GameTracker
from rattus.server.protocol.open_tables import Seated
from rattus.server.tables.create import create_daily_table
from rattus.server.tables.daily import LEVELS, daily_seal, day_at, day_before, end_of
from rattus.server.tables.keys import chair_role, digest

FIRST_DAY = "2026-01-01"
SHOWN = 20  # results in one answer
KEPT_DAYS = 62.0  # that tries are kept
DAY_SECONDS = 86_400.0
OFF = "there is no game of the day on this server"


class DailyGames:
    """The games of the day of a server, as one of its processes sees them."""

    def __init__(
        self,
        store: DailyStore,
        players: PlayerStore,
        registry: TableRegistry,
        tracker: GameTracker,
        background: BackgroundWork,
        clock: Clock,
        is_on: bool,
    ) -> None:
        self._store, self._players, self._registry, self._tracker = store, players, registry, tracker
        self._background, self._clock = background, clock
        self.is_on = is_on
        self._secret = b""

    def open(self, secret: bytes) -> None:
        """Set the secret that all deals follow from. It comes from the database, so all processes have the same."""
        self._secret = secret

    async def has_begun(self, player: Player, game: str) -> bool:
        """Whether today's try of a player has begun, so that it needs no new table."""
        return await self._store.find(day_at(self._clock.now()), game, player) is not None

    async def begin(self, player: Player, key: str, game: str, table_id: str, maker: str) -> Seated:
        """The try of a player at today's game: a new one, or the one that they have begun."""
        if not self.is_on:
            raise RequestRefused(ErrorCode.NOT_FOUND, OFF)
        if game not in GAMES:
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no game {game!r}; there are {', '.join(GAMES)}")
        now = self._clock.now()
        day = day_at(now)
        known = await self._store.find(day, game, player)
        if known is not None:
            return await self._seated(player, key, known.table)
        seal = daily_seal(self._secret, game, day)
        table, journal = await self._background.run(
            maker, lambda: create_daily_table(game, day, player.name, LEVELS, seal, now, table_id)
        )
        found = await self._store.begin(day, player, key, table, journal, maker)
        if found == table_id:
            self._tracker.track(await self._registry.get(table_id))
        return await self._seated(player, key, found)

    async def _seated(self, player: Player, key: str, table_id: str) -> Seated:
        """The player's own chair; the key opens it on whatever device they have come back."""
        if not await self._store.has_chair(player, table_id):
            raise RequestRefused(ErrorCode.NOT_NOW, "you have left today's game; there is another one tomorrow")
        row = {"table_id": table_id, "chair": CHAIR, "is_host": False}
        await self._players.ensure_access(player, key, [row])
        return Seated(
            table=table_id, chair=CHAIR, key=derived_key(key, table_id, chair_role(CHAIR)), host=None, watch=None
        )

    async def leave(self, player: Player, table_id: str) -> None:
        """Somebody takes a game from their list: if it was a try, it is over."""
        await self._store.leave(player, table_id, self._clock.now())

    async def export(self, player: Player) -> list[dict[str, Any]]:
        """The tries of a player."""
        return await self._store.export(player)

    async def show(self, player: Player | None, key: str, day: str | None) -> dict[str, Any]:
        """The games of a day, today's if none is named. RequestRefused if there was none that day."""
        today = day_at(self._clock.now())
        shown = today if day is None else day
        if shown < FIRST_DAY:
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there was no game of the day before {FIRST_DAY}")
        if shown > today:
            raise RequestRefused(ErrorCode.NOT_FOUND, f"{shown} has not come yet; today is {today} (UTC)")
        told = {"on": self.is_on, "day": shown, "today": today, "ends": end_of(today), "levels": list(LEVELS)}
        if not self.is_on:
            return {**told, "games": []}
        games = await asyncio.gather(*(self._show_game(game, shown, today, player, key) for game in GAMES))
        return {**told, "games": games}

    async def _show_game(self, game: str, day: str, today: str, player: Player | None, key: str) -> dict[str, Any]:
        own = None if player is None else await self._store.find(day, game, player)
        # Whoever has not finished learns nothing of how it went for others: points tell about what is hidden. Leaving
        # is no finish, or a player made for that would see today's results before the first move.
        is_told = day < today or (own is not None and own.ended_at is not None and not own.has_left)
        found = await self._store.results(day, game, SHOWN) if is_told else []
        return {
            "game": game,
            "played": await self._store.count(day, game),
            "yours": None if own is None else self._own_data(own, key),
            "rank": None if own is None or not is_told else await self._store.rank(day, game, own),
            "told": is_told,
            "results": [_result_data(each, player) for each in found],
            "best": await self._best(game, day_before(day)),
        }

    async def _best(self, game: str, day: str) -> dict[str, Any] | None:
        """The best game of a day that is over, with a key to watch it."""
        for best in await self._store.results(day, game, 1):
            key = watch_key(self._secret, best.table)  # which opens nothing before it is told here
            if await self._store.let_watch(best.table, digest(key)):
                return {"day": day, "table": best.table, "key": key, **_named(best)}
        return None

    def _own_data(self, own: Try, key: str) -> dict[str, Any]:
        return {
            "table": own.table,
            "key": derived_key(key, own.table, chair_role(CHAIR)),
            "ended": own.ended_at is not None,
            "left": own.has_left,
            "place": own.place,
            "points": own.points,
        }

    async def remove_old(self) -> None:
        """Forget the tries of long ago."""
        await self._store.remove_before(day_at(self._clock.now() - KEPT_DAYS * DAY_SECONDS))


def _named(result: DailyResult) -> dict[str, Any]:
    return {"name": result.name, "place": result.place, "points": result.points}


def _result_data(result: DailyResult, player: Player | None) -> dict[str, Any]:
    return {**_named(result), "yours": player is not None and player.id == result.player}
