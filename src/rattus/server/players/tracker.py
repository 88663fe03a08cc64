"""Follows the tables where players sit: keeps their summaries up to date, and tells players that are connected."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from weakref import WeakKeyDictionary

from rattus.server.cluster.bus import Bus, EntryNotice
from rattus.server.errors import RequestRefused, StorageError
from rattus.server.live.live_table import ChangeListener, LiveTable
from rattus.server.players.store import PlayerStore
from rattus.server.players.summary import GameSummary, summary_of
from rattus.server.tables.table import TableStatus

log = logging.getLogger(__name__)


class Watcher:
    """A page of a player that is told when their games change."""

    def __init__(self, player_id: str, device: str | None = None) -> None:
        self.player_id = player_id
        self.device = device  # of the player, if it has a key of its own
        self.is_in_sight = False
        self.changed = asyncio.Event()
        self.games_changed = asyncio.Event()  # those of this player, or at first
        self.games_changed.set()
        self.is_ended = False  # the player's key was renewed, or the player was removed

    def nudge(self) -> None:
        """The games of this player have changed."""
        self.games_changed.set()
        self.changed.set()


class GameTracker:
    """Told of every change of a table, as the scheduler is; it passes them on to that."""

    def __init__(self, players: PlayerStore, inner: ChangeListener, bus: Bus) -> None:
        self._players, self._inner, self._bus = players, inner, bus
        self._is_tracked: WeakKeyDictionary[LiveTable, bool] = WeakKeyDictionary()  # tables that were asked about
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._dirty: dict[str, LiveTable] = {}
        self._ended: dict[tuple[str, int], GameSummary] = {}  # matches that are over, before a rematch replaces them
        self._writing = asyncio.Lock()  # who waits for a write also waits for one that is under way
        self._has_work = asyncio.Event()
        self._watchers: dict[str, set[Watcher]] = {}
        self._fingerprints: dict[str, tuple[int, int]] = {}
        self._task: asyncio.Task[None] | None = None
        self._unreadable: set[str] = set()  # tables that this version cannot load

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Write what is left, and stop."""
        tasks = [*self._asking.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StorageError):
            await self._write()
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.nudge()

    # ---- tables

    def table_changed(self, live: LiveTable) -> None:
        """A table may have changed."""
        self._inner.table_changed(live)
        is_tracked = self._is_tracked.get(live)
        if is_tracked is None:
            self._ask(live)
        elif is_tracked:
            self._mark(live)

    def track(self, live: LiveTable) -> None:
        """A player has sat down here: from now on this table is followed, by whichever process has it."""
        self._is_tracked[live] = True
        self._mark(live)
        self._bus.publish(live.table.id, live.table.number)

    async def take_notice(self, notice: EntryNotice) -> None:
        """Something happened in another process: a player may have sat down there."""
        for live in [live for live, is_tracked in self._is_tracked.items() if not is_tracked]:
            if notice.table in (None, live.table.id):
                del self._is_tracked[live]

    async def repair(self, load: Callable[[str], Awaitable[LiveTable]], is_ours: Callable[[str], bool]) -> None:
        """Follow up the tables that went on while nobody wrote it down: a process has died, or did not know."""
        for table_id in filter(is_ours, await self._players.outdated()):
            if table_id in self._unreadable:
                continue
            try:
                self.track(await load(table_id))
            except StorageError:
                raise
            except RequestRefused as refused:
                self._unreadable.add(table_id)
                log.warning("a table of a player cannot be read", extra={"table": table_id, "error": str(refused)})

    def _ask(self, live: LiveTable) -> None:
        """Find out whether a player sits at a table."""
        table_id = live.table.id
        if table_id in self._asking:
            return

        async def ask() -> None:
            with suppress(StorageError):  # asked again at the next change
                self._is_tracked.setdefault(live, await self._players.is_tracked(table_id))
                if self._is_tracked.get(live):
                    self._mark(live)

        self._asking[table_id] = asyncio.create_task(ask())
        self._asking[table_id].add_done_callback(lambda _: self._asking.pop(table_id, None))

    def _mark(self, live: LiveTable) -> None:
        self._dirty[live.table.id] = live
        if live.table.status is TableStatus.OVER and not live.is_stale:
            self._ended[live.table.id, live.table.match] = summary_of(live.table)
        self._has_work.set()

    async def _write_forever(self) -> None:
        while True:
            await self._has_work.wait()
            try:
                await self._write()
            except StorageError as error:  # `repair` finds what is missing
                log.error("games of players could not be stored", extra={"error": str(error)})
            except Exception:
                log.exception("games of players could not be described")

    async def _write(self) -> None:
        """Store all changed summaries in one transaction. What changes meanwhile is in the next one."""
        async with self._writing:
            self._has_work.clear()
            dirty, self._dirty = self._dirty, {}
            ended, self._ended = self._ended, {}
            # A table whose last entry is not stored yet tells of it once it is.
            now = [summary_of(live.table) for live in dirty.values() if not live.is_stale]
            known = {(summary.table, summary.match) for summary in now}
            # Those of matches before a rematch come first, since the last one of a table is what it has come to.
            summaries = [summary for match, summary in ended.items() if match not in known] + now
            if summaries:
                try:
                    self.nudge(await self._players.write(summaries))
                except StorageError:
                    self._ended = ended | self._ended
                    raise

    # ---- players that are connected

    def watch(self, watcher: Watcher) -> None:
        """Tell a page of changes from now on."""
        self._watchers.setdefault(watcher.player_id, set()).add(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        """A page was closed."""
        watchers = self._watchers.get(watcher.player_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(watcher.player_id, None)
            self._fingerprints.pop(watcher.player_id, None)

    def pages_of(self, player_id: str) -> int:
        """How many pages of a player are connected to this process."""
        return len(self._watchers.get(player_id, ()))

    @property
    def watching(self) -> Counter[str]:
        """How many pages of each player are connected to this process."""
        return Counter({player: len(watchers) for player, watchers in self._watchers.items()})

    def nudge(self, player_ids: Iterable[str]) -> None:
        """Tell the pages of these players that their games have changed."""
        for player_id in player_ids:
            for watcher in self._watchers.get(player_id, ()):
                watcher.nudge()

    def nudge_all(self) -> None:
        """Tell all pages that something has changed that concerns everybody, and no games of theirs."""
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.changed.set()

    @property
    def is_watched(self) -> bool:
        """Whether any page is connected to this process."""
        return bool(self._watchers)

    def end(self, player_id: str) -> None:
        """The key of a player is no longer good: pages that were opened with it are closed."""
        for watcher in self._watchers.get(player_id, ()):
            watcher.is_ended = True
            watcher.nudge()

    def end_device(self, player_id: str, device: str | None) -> None:
        """The same for one device of a player; None for all that came by the player's link."""
        for watcher in self._watchers.get(player_id, ()):
            if watcher.device == device:
                watcher.is_ended = True
                watcher.nudge()

    @property
    def in_sight(self) -> list[str]:
        """The players who have a page in sight that is connected to this process."""
        return [
            player
            for player, watchers in self._watchers.items()
            if any(watcher.is_in_sight and not watcher.is_ended for watcher in watchers)
        ]

    async def follow(self) -> None:
        """Look whether other processes have changed the games of the players who are connected here."""
        if not self._watchers:
            return
        found = await self._players.fingerprints(list(self._watchers))
        self.nudge(player for player in self._watchers if self._fingerprints.get(player) != found.get(player))
        self._fingerprints = found
