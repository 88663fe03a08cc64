"""Looks after tables: lets bots move and time run out.

Of several servers one keeps a table, by a lease in the database; when it dies, another finds the lease run out.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable

from rattus.bots.protocol import BotFault
from rattus.server.bots.pool import Busy, Question, Thinkers
from rattus.server.clock import Clock
from rattus.server.errors import Refused
from rattus.server.live.live_table import Ask, LiveTable
from rattus.server.storage.store import Storage, StorageTrouble
from rattus.server.tables.journal import Entry
from rattus.server.tables.keys import Role
from rattus.server.tables.requests import KEEPER, Requests
from rattus.server.tables.table import Table

log = logging.getLogger("rattus.keeper")
RETRY_SECONDS = 1.0
Need = tuple[int, int, str | None, float | None]


class Keeper:
    """Does for tables what nobody asks for: the moves of bots, the end of somebody's time."""

    def __init__(self, name: str, storage: Storage, thinkers: Thinkers, clock: Clock, lease_seconds: float) -> None:
        self.name = name
        self._storage, self._thinkers, self._clock = storage, thinkers, clock
        self._lease_seconds = lease_seconds
        self._kept: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}  # what is being done, by table
        self._needs: dict[str, Need] = {}  # and for which need
        self._unreadable: set[str] = set()  # tables that cannot be loaded by this version: tried once, not every round

    def look_after(self, live: LiveTable) -> None:
        """Something has happened at a table: do what has to be done next, and no longer what had to be done before."""
        table = live.table
        task = self._tasks.get(table.id)
        if task is not None and not task.done():
            if task is asyncio.current_task() or self._needs[table.id] == _need(table):
                return
            if live.is_stale:  # an entry is being stored, perhaps by this task; who stores it comes here afterwards
                return
            task.cancel()
        if table.attention is not None:
            self._needs[table.id] = _need(table)
            self._tasks[table.id] = asyncio.create_task(self._attend(live))

    def is_busy_with(self, live: LiveTable) -> bool:
        """Whether something has to be done for a table."""
        return live.table.id in self._tasks

    async def find_work(self, load: Callable[[str], Awaitable[LiveTable]], is_ours: Callable[[str], bool]) -> None:
        """Look for tables that nobody looks after: after a restart, or when another server has died."""
        kept = set(self._kept)
        renewed = await self._storage.renew(self.name, self._until())
        self._kept -= kept - renewed  # a lease ran out: another one keeps it
        given_up = renewed - self._tasks.keys()  # where the database was in trouble; most of them need nothing
        waiting = filter(is_ours, await self._storage.needing_attention(self._clock.now()))
        for name in (*waiting, *given_up):
            try:
                if name not in self._unreadable:
                    self.look_after(await load(name))
            except Refused as refused:
                self._unreadable.add(name)
                log.error("a table cannot be looked after", extra={"table": name, "error": str(refused)})

    async def let_go(self, live: LiveTable) -> None:
        """The table is forgotten here."""
        if live.table.id in self._kept:
            self._kept.discard(live.table.id)
            await self._storage.release(live.table.id, self.name)

    async def close(self) -> None:
        """Stop; other servers may go on at once."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for name in self._kept:
            await self._storage.release(name, self.name)

    # ---- inside

    def _until(self) -> float:
        return self._clock.now() + self._lease_seconds

    async def _attend(self, live: LiveTable) -> None:
        """Do what has to be done for a table, until it is for a person to decide without a clock."""
        try:
            if await self._claim(live.table.id):
                while live.table.attention is not None:
                    self._needs[live.table.id] = _need(live.table)
                    await (self._move(live) if live.table.level_to_move is not None else self._wait(live))
        except asyncio.CancelledError:
            raise
        except StorageTrouble as trouble:  # the next round finds it again
            log.error("a table could not be looked after", extra={"table": live.table.id, "error": str(trouble)})
        except Exception:
            log.exception("a table could not be looked after", extra={"table": live.table.id})
        finally:
            if self._tasks.get(live.table.id) is asyncio.current_task():
                del self._tasks[live.table.id], self._needs[live.table.id]

    async def _claim(self, name: str) -> bool:
        if name not in self._kept and not await self._storage.claim(name, self.name, self._clock.now(), self._until()):
            return False
        self._kept.add(name)
        return True

    async def _move(self, live: LiveTable) -> None:
        """Let the bot that has to decide make its move, through the same door as people."""
        question, after = _question(live.table), len(live.table.moves)
        data: dict[str, str] = {}
        try:
            choice = await self._thinkers.think(question)
            move = str(choice["move"])
        except Busy:
            await self._clock.sleep(RETRY_SECONDS)
            return
        except BotFault as fault:
            log.error("a bot has failed", extra={"table": live.table.id, "error": str(fault)})
            move, data = random.choice(question.legal), {"fault": "the bot failed; this move was made at random"}
        seat = live.table.seat_of(question.seat)
        assert seat is not None
        await self._ask(live, seat.number, lambda requests: requests.move(move, after, **data))

    async def _wait(self, live: LiveTable) -> None:
        """Wait until somebody's time is up, and let a bot take over."""
        timer = live.table.timer
        assert timer is not None
        deadline, seat = timer.deadline, live.table.seat_of(timer.running)
        if deadline is None or seat is None:
            return
        await self._clock.sleep(max(0.0, deadline - self._clock.now()))
        if self._clock.now() >= deadline:
            await self._ask(live, seat.number, lambda requests: _run_out(requests, deadline))

    async def _ask(self, live: LiveTable, seat: int, ask: Ask) -> None:
        try:
            await live.ask(Role(KEEPER, seat), ask)
        except Refused as refused:  # the game has gone on meanwhile; what is to be done now shows in the table
            log.info("too late", extra={"table": live.table.id, "error": str(refused)})
            if refused.code == "trouble":
                await self._clock.sleep(RETRY_SECONDS)


def _need(table: Table) -> Need:
    """What has to be done for a table; the same as long as nothing but chat happens."""
    deadline = None if table.timer is None else table.timer.deadline
    return table.match, len(table.moves), table.level_to_move, deadline


def _run_out(requests: Requests, deadline: float) -> Entry:
    """Somebody's time is up, unless he has moved in the last moment."""
    table = requests.table
    timer, colour = table.timer, table.colour_of(requests.role)
    if timer is None or timer.running != colour or timer.deadline is None or timer.deadline > deadline:
        raise Refused("late", "there is time again")
    return requests.leave("clock")


def _question(table: Table) -> Question:
    game, level = table.game, table.level_to_move
    assert game is not None
    assert game.to_move is not None
    assert level is not None
    return Question(game.view(game.to_move), game.to_move, game.legal_texts, level, secrets.token_hex(8))
