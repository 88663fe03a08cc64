"""Runs tables: lets bots move and clocks run out.

Of several processes one runs a table, by a lease in the database; when it dies, another finds the lease expired.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from rattus.bots.pool import BotPool, PoolBusy, Rank
from rattus.bots.protocol import BotFault, ThinkRequest
from rattus.match.sight import sight_of
from rattus.server.clock import Clock
from rattus.server.errors import BrokenInvariant, ErrorCode, RequestRefused, StorageError
from rattus.server.live.live_table import LiveTable, MakeEntry
from rattus.server.storage.store import TableStore
from rattus.server.tables.daily import bot_seed
from rattus.server.tables.journal import JournalEntry, LeaveReason
from rattus.server.tables.keys import SERVER, server_role
from rattus.server.tables.requests import TableRequests
from rattus.server.tables.table import Chair, Table

log = logging.getLogger(__name__)
RETRY_SECONDS = 1.0
MIN_POSTPONED_SECONDS = 600.0  # that a table waits which is one too many; longer if nobody has been there for longer
MIN_OUTAGE_SECONDS = 0.5  # shorter ones are not worth an entry in the journal
RANDOM_MOVE = "the bot failed; this move was made at random"


class Duty(NamedTuple):
    """What the server has to do for a table; it stays the same as long as nothing but chat happens."""

    match: int
    moves: int
    bot_level: str | None
    deadline: float | None


class TableScheduler:
    """Does for tables what no client asks for: the moves of bots, and the end of somebody's time."""

    def __init__(
        self,
        owner: str,
        store: TableStore,
        bot_pool: BotPool,
        clock: Clock,
        lease_seconds: float,
        max_unattended: int | None = None,
    ) -> None:
        self.owner = owner  # the name of this process in the leases
        self._max_unattended = max_unattended  # tables of one maker that are run without anybody there
        self._store, self._bot_pool, self._clock = store, bot_pool, clock
        self._lease_seconds = lease_seconds
        self._leased: set[str] = set()
        self._claiming: set[str] = set()  # tables that may be leased: the claim has no answer yet
        self._tasks: dict[str, asyncio.Task[None]] = {}  # that run tables, by table
        self._duties: dict[str, Duty] = {}  # of these tasks
        self._running: dict[str, LiveTable] = {}  # of these tasks
        self._started_at = self._worked_at = clock.now()  # and when the database last worked
        self._outage_since: float | None = None  # while it does not
        self._unreadable: set[str] = set()  # tables that this version cannot load: tried once, not every time

    def table_changed(self, live: LiveTable) -> None:
        """Start what a table needs now, and cancel what it needed before."""
        table = live.table
        task = self._tasks.get(table.id)
        if task is not None and not task.done():
            if task is asyncio.current_task() or self._duties[table.id] == _duty(table):
                return
            if live.is_stale:  # an entry is being stored, perhaps by this task; afterwards we are called again
                return
            task.cancel()
        if table.next_wakeup is not None:
            self._duties[table.id] = _duty(table)
            self._running[table.id] = live
            self._tasks[table.id] = asyncio.create_task(self._run(live))

    def unattended_tables(self) -> Counter[str]:
        """How many tables of each maker are run without anybody there."""
        return Counter(live.maker for live in self._running.values() if _rank(live) is Rank.UNATTENDED)

    def is_running(self, live: LiveTable) -> bool:
        """Whether the table needs the server to act."""
        return live.table.id in self._tasks

    async def find_work(self, load: Callable[[str], Awaitable[LiveTable]], is_ours: Callable[[str], bool]) -> None:
        """Renew the leases, and take over tables that no process runs: after a restart, or when one has died."""
        leased = set(self._leased)
        try:
            renewed = await self._store.renew(self.owner, self._lease_end())
        except StorageError:
            self._note_outage()
            raise
        await self._end_outage()
        self._leased -= leased - renewed  # an expired lease may have been taken by another process
        abandoned = renewed - self._tasks.keys()  # after a failure of the database; most of them need nothing
        due = filter(is_ours, await self._store.due_tables(self._clock.now()))
        for table_id in (*due, *abandoned):
            try:
                if table_id not in self._unreadable:
                    self.table_changed(await load(table_id))
            except StorageError:
                raise
            except Exception as error:  # one bad table does not keep the others from being run
                self._unreadable.add(table_id)
                log.error("a table cannot be run", extra={"table": table_id, "error": str(error)})

    async def release(self, live: LiveTable) -> None:
        """End the lease on a table that is evicted from memory."""
        if live.table.id in self._leased:
            self._leased.discard(live.table.id)
            await self._store.release(live.table.id, self.owner, self._lease_end())

    async def close(self) -> None:
        """Stop, and end all leases so that other processes can go on at once."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table_id in self._leased | self._claiming:
            await self._store.release(table_id, self.owner, self._lease_end())

    # ---- inside

    def _lease_end(self) -> float:
        return self._clock.now() + self._lease_seconds

    async def _run(self, live: LiveTable) -> None:
        """Act for a table until it is for a person to decide, without a clock."""
        try:
            if await self._lease(live):
                while live.table.next_wakeup is not None:
                    if self._is_one_too_many(live):
                        await self._postpone(live)
                        if not live.is_attended or not await self._lease(live):  # somebody may have come meanwhile
                            return
                    self._duties[live.table.id] = _duty(live.table)
                    await (self._move(live) if live.table.level_to_move is not None else self._wait(live))
        except asyncio.CancelledError:
            raise
        except StorageError as error:  # `find_work` will find the table again
            log.error("a table could not be run", extra={"table": live.table.id, "error": str(error)})
        except Exception:
            self._unreadable.add(live.table.id)  # not again every few seconds
            log.exception("a table could not be run", extra={"table": live.table.id})
        finally:
            if self._tasks.get(live.table.id) is asyncio.current_task():
                del self._tasks[live.table.id], self._duties[live.table.id], self._running[live.table.id]

    def _is_one_too_many(self, live: LiveTable) -> bool:
        """Whether its maker has enough tables where bots play on alone: whoever made it, all have left it."""
        if self._max_unattended is None or live.table.level_to_move is None or _rank(live) is not Rank.UNATTENDED:
            return False
        alike = sum(each.maker == live.maker and _rank(each) is Rank.UNATTENDED for each in self._running.values())
        return alike > self._max_unattended

    async def _postpone(self, live: LiveTable) -> None:
        """Let a table rest, which need not stay in memory. It goes on later, or as soon as somebody comes."""
        now, table_id = self._clock.now(), live.table.id
        self._leased.discard(table_id)
        await self._store.postpone(table_id, self.owner, now + max(MIN_POSTPONED_SECONDS, now - live.table.last_at))

    async def _lease(self, live: LiveTable) -> bool:
        """Whether this process runs the table. Time that passed while no process did is given back."""
        table_id = live.table.id
        if table_id in self._leased:
            return True
        leased_until = await self._store.leased_until(table_id) if live.table.clock is not None else None
        self._claiming.add(table_id)  # and not discarded if this task is cancelled: the claim is carried out anyway
        wakeup = live.table.next_wakeup
        is_ours = await self._store.claim(table_id, self.owner, self._clock.now(), self._lease_end(), wakeup)
        self._claiming.discard(table_id)
        if is_ours:
            self._leased.add(table_id)
            last_run_at = 0.0 if leased_until is None else leased_until - self._lease_seconds
            # Since this process runs it could have been played, unless another process had it until now.
            now = self._clock.now()
            await self._give_back_time(live, last_run_at, self._started_at if self._started_at > last_run_at else now)
        return is_ours

    async def _give_back_time(self, live: LiveTable, since: float, until: float) -> None:
        """Do not count what passed from one time to another against the player who could not move."""
        clock = live.table.clock
        if clock is None or clock.running is None:
            return
        seconds = until - max(clock.since, since)
        if seconds >= MIN_OUTAGE_SECONDS:
            with suppress(RequestRefused):  # a move came first
                await live.submit(SERVER, lambda requests: requests.resume_clock(seconds))

    def _note_outage(self) -> None:
        if self._outage_since is None:
            self._outage_since = self._worked_at

    async def _end_outage(self) -> None:
        """The database works: give back the time in which it did not, at the tables whose clocks run."""
        since, self._outage_since, self._worked_at = self._outage_since, None, self._clock.now()
        if since is not None:
            for live in list(self._running.values()):
                await self._give_back_time(live, since, self._worked_at)

    async def _move(self, live: LiveTable) -> None:
        """Let the bot that has to decide make its move, by the same way as people."""
        table, fault = live.table, None
        after, request = len(table.moves), _think_request(table)
        chair = _chair_of(table, request.seat)
        try:
            choice = await self._bot_pool.think(request, rank=_rank(live), maker=live.maker)
            move = str(choice["move"])
        except PoolBusy:
            await self._clock.sleep(RETRY_SECONDS)
            return
        except BotFault as error:
            log.error("a bot has failed", extra={"table": table.id, "error": str(error)})
            move, fault = random.Random(request.seed).choice(request.legal), RANDOM_MOVE
        await self._submit(live, chair.number, lambda requests: requests.move(move, after, fault))

    async def _wait(self, live: LiveTable) -> None:
        """Wait until somebody's time is up, and let a bot take over."""
        clock = live.table.clock
        if clock is None or clock.deadline is None:
            raise BrokenInvariant(f"table {live.table.id} has a wake-up without a clock that runs")
        deadline, chair = clock.deadline, _chair_of(live.table, clock.running)
        await self._clock.sleep(max(0.0, deadline - self._clock.now()))
        if self._outage_since is not None:  # nobody can move now; `find_work` gives the time back
            await self._clock.sleep(RETRY_SECONDS)
        elif self._clock.now() >= deadline:
            await self._submit(live, chair.number, lambda requests: _time_is_up(requests, deadline))

    async def _submit(self, live: LiveTable, chair: int, make_entry: MakeEntry) -> None:
        try:
            await live.submit(server_role(chair), make_entry)
        except RequestRefused as refused:  # the game has gone on meanwhile; the table says what it needs now
            log.info("an action of the server came too late", extra={"table": live.table.id, "error": str(refused)})
            if refused.code is ErrorCode.TROUBLE:
                self._note_outage()
                await self._clock.sleep(RETRY_SECONDS)


def _rank(live: LiveTable) -> Rank:
    """Whose bots think first: those of people who wait for them."""
    if live.is_attended:
        return Rank.PRESENT
    return Rank.ABSENT if live.table.people else Rank.UNATTENDED


def _duty(table: Table) -> Duty:
    deadline = None if table.clock is None else table.clock.deadline
    return Duty(table.match, len(table.moves), table.level_to_move, deadline)


def _time_is_up(requests: TableRequests, deadline: float) -> JournalEntry:
    """Let the person leave, unless a move came at the last moment."""
    table = requests.table
    clock, colour = table.clock, table.colour_of(requests.role)
    if clock is None or clock.running != colour or clock.deadline is None or clock.deadline > deadline:
        raise RequestRefused(ErrorCode.LATE, "there is time again")
    return requests.leave(LeaveReason.CLOCK)


def _think_request(table: Table) -> ThinkRequest:
    """What the bot that has to move is asked."""
    game, level = table.game, table.level_to_move
    if game is None or game.to_move is None or level is None:
        raise BrokenInvariant(f"table {table.id} has no bot to move")
    if (seed := bot_seed(table)) is not None:  # without the name of the game, since what was searched before is chance
        return ThinkRequest(sight_of(game), level, seed)
    return ThinkRequest(sight_of(game), level, secrets.token_hex(8), game=f"{table.id}/{table.match}")


def _chair_of(table: Table, colour: str | None) -> Chair:
    chair = table.chair_of(colour)
    if chair is None:
        raise BrokenInvariant(f"table {table.id} has no chair for {colour}")
    return chair
