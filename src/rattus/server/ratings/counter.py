"""Counts the figures of matches that are over, beside the event loop: each once, by whichever process has the table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial

from rattus.server.background import BackgroundWork
from rattus.server.clock import Clock
from rattus.server.errors import JournalError
from rattus.server.ratings.figures import figures_of
from rattus.server.ratings.store import RatingStore
from rattus.server.storage.store import TableStore
from rattus.server.tables.daily import day_at

log = logging.getLogger(__name__)


class FigureCounter:
    """Finds finished matches that were not counted: new ones, those of a process that died, those of older versions."""

    def __init__(
        self,
        ratings: RatingStore,
        store: TableStore,
        background: BackgroundWork,
        clock: Clock,
        tell: Callable[[Iterable[str]], None],
    ) -> None:
        self._ratings, self._store, self._background, self._clock = ratings, store, background, clock
        self._tell = tell  # tells the pages of players that something of theirs has changed

    async def count(self, is_ours: Callable[[str], bool]) -> None:
        """Count some of them."""
        for table_id, match in await self._ratings.uncounted(day_at(self._clock.now())):
            if is_ours(table_id):
                await self._count(table_id, match)

    async def _count(self, table_id: str, match: int) -> None:
        try:
            journal = await self._store.entries(table_id)
            found = await self._background.run(table_id, partial(figures_of, journal, match))
        except JournalError as error:
            log.warning("a match cannot be counted", extra={"table": table_id, "error": str(error)})
            found = None
        self._tell(await self._ratings.count(table_id, match, found))
