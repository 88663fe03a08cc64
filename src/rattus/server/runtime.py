"""Everything that one server process has: store, bus, tables, bots, and the jobs that it repeats."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from rattus.analysis.worker import PROGRAM
from rattus.bots.pool import BotPool
from rattus.server.administrator import maker_id
from rattus.server.analysis.review_scheduler import ReviewScheduler
from rattus.server.analysis.review_store import ReviewStore
from rattus.server.analysis.what_if import WhatIf
from rattus.server.archive import DAY_SECONDS, archived_table, write_archive
from rattus.server.background import BackgroundWork
from rattus.server.bots.scheduler import TableScheduler
from rattus.server.clock import BEAT_SECONDS, Clock, Pause
from rattus.server.cluster.bus import EntryNotice, make_bus
from rattus.server.cluster.sharding import shard_of
from rattus.server.daily.service import DailyGames
from rattus.server.daily.store import DailyStore, note_result
from rattus.server.errors import ErrorCode, JournalError, RequestRefused, StorageError
from rattus.server.health import HealthCheck
from rattus.server.idle_collector import IdleCollector
from rattus.server.live.connection import ByteBudget, CloseCode
from rattus.server.live.registry import TableRegistry
from rattus.server.live.replays import Replays
from rattus.server.metrics import Metrics
from rattus.server.notices.notifier import Notifier
from rattus.server.notices.store import IN_SIGHT_SECONDS, NoticeStore
from rattus.server.open_tables.service import OpenTables
from rattus.server.open_tables.store import Bounds, OpenTableStore
from rattus.server.players.codes import CodeStore
from rattus.server.players.keys import watch_key
from rattus.server.players.passkeys import PasskeyStore
from rattus.server.players.store import PlayerStore
from rattus.server.players.tracker import GameTracker
from rattus.server.rate_limit import AddressLimiter
from rattus.server.ratings.counter import FigureCounter
from rattus.server.ratings.store import RatingStore
from rattus.server.settings import Settings
from rattus.server.shared_limits import LimitBook, SharedFile
from rattus.server.storage.administration import Action, Administration, AuditRow
from rattus.server.storage.lock import DatabaseLock
from rattus.server.storage.migrations import migrate
from rattus.server.storage.reports import ReportStore
from rattus.server.storage.store import FIRST, TableStore
from rattus.server.tables.keys import new_table_id

log = logging.getLogger(__name__)
FIND_WORK_SECONDS = 2.0  # between two searches for tables that no process runs
EVICT_SECONDS = 5.0
COLLECT_SECONDS = 30.0
ARCHIVE_SECONDS = 600.0
MAX_ARCHIVED = 50  # tables at once, or players
REPAIR_SECONDS = 20.0  # between two looks for tables of players that went on unnoticed
UNUSED_PLAYER_SECONDS = 30 * DAY_SECONDS  # until a player who never sat down is removed
REVIEW_SECONDS = 5.0  # between two looks for reviews that wait, of another process or from before a restart
FOLLOW_SECONDS = 1.0  # between two looks at the journals while there is no bus
SEND_SECONDS = 1.0  # between two looks for messages that are due
BANNED = "this address was shut out by whoever runs this server"


class Runtime:
    """A running server process."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = Metrics()
        limits = settings.limits
        self.limit_book = _limit_book(settings)
        self.unread = ByteBudget(limits.all_unread_bytes // settings.processes)
        self.store = TableStore(settings.database)
        self.bus = make_bus(settings.redis, settings.relay_path)
        self.bot_pool = BotPool(settings.bot_workers, program=PROGRAM)
        # A process that is restarted keeps its name and so its leases; with Redis other processes take them over.
        is_alone = settings.database.startswith("sqlite")  # its lock keeps other servers away
        self._is_only_process = is_alone and settings.processes == 1
        owner = f"process {settings.process}" if is_alone else secrets.token_hex(8)
        # Where other servers may use the database and no bus tells of them, the journal is asked.
        self._has_bus = is_alone or settings.redis is not None
        self.scheduler = TableScheduler(
            owner, self.store, self.bot_pool, clock, settings.lease_seconds, limits.unattended_tables
        )
        self.background = BackgroundWork()
        self.notices = NoticeStore(self.store, settings.notices.delay_seconds)
        self.players = PlayerStore(self.store, (self.notices.note_turn, note_result))
        self.codes = CodeStore(self.store)
        self.notifier = Notifier(settings.notices, self.store, self.notices, self.codes, clock)
        self.mail_limits = AddressLimiter(limits.new_mails, limits.mail_burst)
        self.passkeys = PasskeyStore(self.store, self.codes)
        self.tracker = GameTracker(self.players, self.scheduler, self.bus)
        self.ratings = RatingStore(self.store)
        self.figure_counter = FigureCounter(self.ratings, self.store, self.background, clock, self.tracker.nudge)
        self.registry = TableRegistry(self.store, self.bus, clock, self.tracker, self.background)
        bounds = Bounds(limits.open_tables, limits.open_tables_from_address, limits.open_chairs)
        self.open_tables = OpenTables(
            OpenTableStore(self.store, bounds),
            self.players,
            self.registry,
            self.tracker,
            self.ratings,
            self.background,
            clock,
            self._revoke_chair,
            settings.open_tables,
            settings.invitation_code,
        )
        self.daily = DailyGames(
            DailyStore(self.store),
            self.players,
            self.registry,
            self.tracker,
            self.background,
            clock,
            settings.daily_games,
        )
        self.administration = Administration(self.store, "host")
        self.reports = ReportStore(self.store)
        self.health = HealthCheck(self.store, self.bus, clock)
        self.is_ready = False
        self.replays = Replays(self.store, self.background, clock)
        self.what_if = WhatIf(self.replays, self.bot_pool, self.background)
        self.reviews = ReviewStore(self.store)
        self.review_scheduler = ReviewScheduler(
            owner, self.reviews, self.store, self.bot_pool, self.background, clock
        )  # fmt: skip
        self._idle_collector = IdleCollector(clock.now())
        self._jobs: list[asyncio.Task[None]] = []
        self._lock: DatabaseLock | None = None
        self._secret = b""
        self._last_pause: list[Pause] = []
        self._banned: set[str] = set()
        self._audited = 0  # the last row of the audit log that was followed
        self._add_metrics()

    async def open(self) -> None:
        """Start everything; interrupted matches go on."""
        if self.settings.processes == 1:  # otherwise the supervisor has the lock
            self._lock = DatabaseLock(self.settings.database)
        await asyncio.to_thread(migrate, self.settings.database)
        self._secret = await self.store.secret()
        await self.notifier.open(self._secret)
        self.daily.open(self._secret)
        self.open_tables.set_secret(self._secret)
        self._audited = await self.administration.last_row()
        self._banned = {ban.address for ban in await self.administration.bans()}
        await self.bot_pool.start()
        if self.settings.database.startswith("sqlite"):
            await self.store.release_all(self.scheduler.owner)  # no other process has this name
            await self.reviews.release(self.scheduler.owner)
        await self.bus.open(self._take_notice, self._send_presence, self._show_mark)
        self.tracker.open()
        jobs = (
            (self._beat, BEAT_SECONDS),
            (self._find_work, FIND_WORK_SECONDS),
            (self._tick, self.settings.tick_seconds),
            (self._evict_idle_tables, EVICT_SECONDS),
            (self._collect_garbage, COLLECT_SECONDS),
            (self._follow_journal, FOLLOW_SECONDS),
            (self.follow_audit, FOLLOW_SECONDS),
            (self.archive_unused_tables, ARCHIVE_SECONDS),
            (self._repair_games, REPAIR_SECONDS),
            (self._follow_games, FOLLOW_SECONDS),
            (self.open_tables.follow, FOLLOW_SECONDS),
            (self._run_open_tables, FIND_WORK_SECONDS),
            (self._count_figures, FIND_WORK_SECONDS),
            (self._remove_unused_players, ARCHIVE_SECONDS),
            (self._find_reviews, REVIEW_SECONDS),
            (self._remove_expired, ARCHIVE_SECONDS),
            (self.notifier.send_due, SEND_SECONDS),
            (self._note_in_sight, IN_SIGHT_SECONDS / 3),
        )
        self.is_ready = True
        self._jobs = [asyncio.create_task(self._repeat(*job)) for job in jobs]

    def take_request(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address may send one more request now, which counts for `cost` of them."""
        return self.limit_book.requests.take(address, self.clock.now(), cost)

    def unattended_tables(self, maker: str) -> int:
        """How many tables of a maker are run without anybody there, by any process of this server."""
        counts = self.limit_book.unattended_tables
        counts.replace(self.scheduler.unattended_tables())
        return counts.of(maker)

    def maker_id(self, address: str) -> str:
        """What is stored of the address that a table was made from: a hash with a secret of the database."""
        return maker_id(self._secret, address)

    def watch_key(self, table_id: str) -> str:
        """The key with which anybody may watch an open table; whoever sits there may give it away."""
        return watch_key(self._secret, table_id)

    def is_banned(self, address: str) -> bool:
        """Whether an address is shut out."""
        return bool(self._banned) and self.maker_id(address) in self._banned

    def is_assigned(self, table_id: str) -> bool:
        """Whether a table is assigned to this process."""
        return shard_of(table_id, self.settings.processes) == self.settings.process

    def new_table_id(self) -> str:
        """An id for a table that is assigned to this process."""
        while not self.is_assigned(table_id := new_table_id()):
            pass
        return table_id

    async def close(self) -> None:
        """Stop everything; what was acknowledged is stored."""
        self.is_ready = False
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        for live in self.registry.tables.values():
            for connection in live.connections:
                connection.close(CloseCode.RESTART)
        await self.scheduler.close()
        await self.review_scheduler.close()
        await self.tracker.close()
        await self.notifier.close()
        await self.bot_pool.close()
        await self.bus.close()
        self.background.close()
        await self.store.close()
        if self._lock is not None:
            self._lock.release()

    def _add_metrics(self) -> None:
        watch = self.metrics.watch
        watch("tables", "Tables in memory", lambda: len(self.registry.tables))
        watch("bot_queue", "Requests that wait for a bot", lambda: self.bot_pool.waiting)
        watch("storage_queue", "Entries that wait for the database", lambda: self.store.waiting)
        watch("unread_bytes", "Bytes that wait for clients to read them", lambda: self.unread.used)
        watch("bots_thinking", "Bots that are thinking", lambda: self.bot_pool.thinking)

    async def _repeat(self, job: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            try:
                await job()
            except StorageError as error:
                log.error("the database does not work", extra={"error": str(error)})
            except Exception:
                log.exception("a repeated job failed")
            await self.clock.sleep(seconds)

    async def _beat(self) -> None:
        """Notice when this process stood still, and give the time back to those who could not move."""
        last = [*self.clock.pauses()][-1:]
        if last != self._last_pause:
            self._last_pause = last
            log.warning("this process stood still", extra={"seconds": round(last[0].until - last[0].since, 1)})
            await self.registry.give_back_pauses()

    async def _find_work(self) -> None:
        for live in list(self.registry.tables.values()):
            with suppress(RequestRefused):  # it follows other rules, or the database fails: others go on
                if live.is_stale:  # the database failed before, or an entry is being stored just now
                    await self.registry.refresh(live)
                await self.registry.carry_out_agreed(live)
        await self.scheduler.find_work(self.registry.get, self.is_assigned)

        self.limit_book.unattended_tables.replace(self.scheduler.unattended_tables())

    async def _follow_journal(self) -> None:
        """Without a bus, look for what other servers have stored, so that people there and here go on together."""
        if self._has_bus and self.bus.is_connected:
            return
        numbers = await self.store.last_numbers(list(self.registry.tables))
        for table_id, number in numbers.items():
            await self.registry.take_notice(EntryNotice(table_id, number))

    async def follow_audit(self) -> None:
        """Carry out here what hosts have done, in this process or any other."""
        for row in await self.administration.log(self._audited):
            self._audited = row.id
            log.warning("a host acted", extra={"who": row.who, "action": row.action, "table": row.table})
            await self._follow(row)

    async def _follow(self, row: AuditRow) -> None:
        if row.action in (Action.RENEW_PLAYER, Action.REMOVE_PLAYER):
            self.registry.disconnect_player(row.detail)
            self.tracker.end(row.detail)
        elif row.action == Action.SIGN_OUT:
            player_id, _, device = row.detail.partition(" ")
            self.registry.disconnect_device(player_id, device or None)
            self.tracker.end_device(player_id, device or None)
        elif row.action in (Action.BAN, Action.UNBAN):
            self._banned = {ban.address for ban in await self.administration.bans()}
            for live in self.registry.tables.values():
                for connection in [each for each in live.connections if self.is_banned(each.address)]:
                    connection.refuse(RequestRefused(ErrorCode.NOT_YOURS, BANNED))
        elif row.table is None:
            return
        elif row.action == Action.REMOVE:
            self.registry.drop(row.table)
        else:
            if row.action in (Action.KICK, Action.RENEW_KEY, Action.STAND_UP):
                self.registry.disconnect(row.table, int(row.detail))
            live_table = self.registry.tables.get(row.table)
            if live_table is not None:
                await self.registry.catch_up(live_table)

    async def _take_notice(self, notice: EntryNotice) -> None:
        await self.tracker.take_notice(notice)
        await self.registry.take_notice(notice)

    async def _repair_games(self) -> None:
        await self.tracker.repair(self.registry.get, self.is_assigned)

    async def _follow_games(self) -> None:
        if not self._is_only_process:  # otherwise every change is made here
            await self.tracker.follow()

    async def _find_reviews(self) -> None:
        self.review_scheduler.find_work()

    async def _revoke_chair(self, table_id: str, chair: int) -> None:
        """Somebody has left a chair: whoever is still connected to it, to any process, is disconnected."""
        await self.administration.note(Action.STAND_UP, table_id, str(chair), self.clock.now())
        await self.follow_audit()

    async def _run_open_tables(self) -> None:
        await self.open_tables.run_due(self.is_assigned)

    async def _count_figures(self) -> None:
        await self.figure_counter.count(self.is_assigned)

    async def _remove_expired(self) -> None:
        if self.settings.process == 0:
            await self.codes.remove_expired(self.clock.now())
            await self.notices.remove_old(self.clock.now())
            await self.daily.remove_old()
            await self.administration.remove_old(self.clock.now())

    async def _note_in_sight(self) -> None:
        await self.notices.note_in_sight(self.tracker.in_sight, self.clock.now())

    async def _remove_unused_players(self) -> None:
        if self.settings.process == 0:
            before = self.clock.now() - UNUSED_PLAYER_SECONDS
            while await self.players.remove_unused(before, MAX_ARCHIVED) == MAX_ARCHIVED:  # more can be made than these
                pass

    async def archive_unused_tables(self) -> None:
        """Export the tables that nobody has used for so long as the host has set, and remove them."""
        days, folder = self.settings.archive_days, self.settings.archive_folder
        if days is None or folder is None:
            return
        unused_since, last = self.clock.now() - days * DAY_SECONDS, FIRST
        while found := await self.store.unused_since(unused_since, MAX_ARCHIVED, last):
            last = found[-1]
            for _, table_id in found:
                live = self.registry.tables.get(table_id)
                if not self.is_assigned(table_id) or (live is not None and live.connections):
                    continue
                try:
                    await self._archive(table_id, folder)
                except JournalError as error:  # it stays as it is, and all others are archived
                    log.error("a damaged table is not archived", extra={"table": table_id, "error": str(error)})

    async def _archive(self, table_id: str, folder: Path) -> None:
        entries = await self.store.entries(table_id)
        if not entries:  # removed meanwhile
            return
        data = await self.background.run(table_id, partial(archived_table, table_id, entries))
        await asyncio.to_thread(write_archive, folder, table_id, data)
        live = self.registry.tables.get(table_id)
        if live is not None and live.connections:  # somebody came meanwhile
            return
        if live is not None:
            self.registry.evict(live)
        if await self.store.remove(table_id, entries[-1].number):
            log.info("an unused table was archived", extra={"table": table_id})

    async def _tick(self) -> None:
        """Tell all clients the last number that was sent to them, so that one that has missed a message notices."""
        for live in list(self.registry.tables.values()):
            for connection in live.connections:
                connection.send({"type": "tick", "number": connection.number, "at": self.clock.now()})

    async def _evict_idle_tables(self) -> None:
        """Evict the tables that nobody uses."""
        for live in self.registry.idle_since(self.clock.now() - self.settings.idle_seconds):
            if not self.scheduler.is_running(live):
                self.registry.evict(live)
                await self.scheduler.release(live)

    async def _collect_garbage(self) -> None:
        """Collect garbage while the server is idle."""
        self._idle_collector.collect_if_idle(self.clock.now(), self.registry.last_used_at)

    def _show_mark(self, table_id: str, chair: int, thing: str) -> None:
        live = self.registry.tables.get(table_id)
        if live is not None:
            live.show_mark(chair, thing)

    def _send_presence(self, table_id: str) -> None:
        live = self.registry.tables.get(table_id)
        if live is not None:
            live.send_presence()


def _limit_book(settings: Settings) -> LimitBook:
    limits, path = settings.limits, settings.limits_path
    file = None if path is None else SharedFile(Path(path), settings.processes, settings.process)
    rates = limits.requests, limits.new_tables, limits.burst
    return LimitBook(
        *rates,
        file,
        new_chairs=limits.new_chairs,
        new_players=limits.new_players,
        player_burst=limits.player_burst,
        messages=limits.address_messages,
        all_requests=limits.all_requests,
    )
