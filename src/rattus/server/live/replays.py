"""Records and replays for whoever asks: each is computed once beside the event loop, and its answer is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

import orjson

from rattus.server.background import BackgroundWork
from rattus.server.clock import Clock
from rattus.server.live.live_table import LiveTable
from rattus.server.storage.store import TableStore
from rattus.server.tables.daily import is_sealed
from rattus.server.tables.keys import Role
from rattus.server.tables.replay import MatchReplay
from rattus.server.tables.table import Table

MAX_REPLAYS = 32  # matches that are kept
MAX_BYTES = 1 << 24  # of answers that are kept


class Replays:
    """A cache of the matches that were asked for last, and of the answers."""

    def __init__(self, store: TableStore, background: BackgroundWork, clock: Clock, max_bytes: int = MAX_BYTES) -> None:
        self._store, self._background, self._clock = store, background, clock
        self._matches: OrderedDict[Hashable, MatchReplay] = OrderedDict()
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes, self._max_bytes = 0, max_bytes

    async def record(self, live: LiveTable, role: Role, number: int | None, client: str) -> bytes:
        """The record of a match as JSON; without a number of the last one."""
        key, match = await self.match(live, number, client)
        colour = match.colour_of(role)
        return await self._answer((key, "record", colour), client, lambda: match.record(colour))

    async def moments(
        self, live: LiveTable, role: Role, number: int | None, first: int, last: int, everything: bool, client: str
    ) -> bytes:
        """Some moments of a match as JSON; without a number of the last one."""
        key, match = await self.match(live, number, client)
        colour = match.colour_of(role)

        def work() -> dict[str, Any]:
            found = match.moments(colour, everything, first, last)
            return {"match": match.number, "moves": match.move_count, "moments": found}

        return await self._answer((key, colour, everything, first, last), client, work)

    async def match(self, live: LiveTable, number: int | None, client: str) -> tuple[Hashable, MatchReplay]:
        """A match, without a number the last one, and the key under which it is kept as it is now."""
        match, key, current = await live.read(lambda table: self._current(table, number))
        if current is not None:
            return key, current
        found = self._matches.get(key)
        if found is None:
            entries, is_sealed = await self._store.entries(live.table.id), self._is_sealed(live.table)
            found = await self._background.run(
                client, lambda: MatchReplay.from_journal(entries, match, is_sealed=is_sealed)
            )
            self._keep(key, found)
        return key, found

    def _current(self, table: Table, number: int | None) -> tuple[int, Hashable, MatchReplay | None]:
        """Which match is meant, under which key it is kept, and the match itself if it is the last one."""
        match = table.match if number is None else number
        if match != table.match:
            return match, (table.id, match, self._is_sealed(table)), None
        key = table.id, match, table.undo_count, len(table.moves), table.status, self._is_sealed(table)
        if key not in self._matches:
            self._keep(key, MatchReplay(table, is_sealed=self._is_sealed(table)))
        return match, key, self._matches[key]

    def _is_sealed(self, table: Table) -> bool:
        return is_sealed(table.settings, self._clock.now())

    def _keep(self, key: Hashable, match: MatchReplay) -> None:
        self._matches[key] = match
        if len(self._matches) > MAX_REPLAYS:
            self._matches.popitem(last=False)

    async def _answer(self, key: Hashable, client: str, work: Callable[[], Any]) -> bytes:
        answer = self._answers.get(key)
        if answer is None:
            answer = await self._background.run(client, lambda: orjson.dumps(work()))
            if key not in self._answers:
                self._answers[key] = answer
                self._bytes += len(answer)
            while self._bytes > self._max_bytes:
                _, oldest = self._answers.popitem(last=False)
                self._bytes -= len(oldest)
        return answer
