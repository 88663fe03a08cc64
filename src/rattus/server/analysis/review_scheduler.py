"""Makes the reviews that wait, one at a time in a process, by the workers that think for bots: all bots go first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from rattus.bots.pool import BotPool, PoolBusy, Rank
from rattus.bots.protocol import BotFault
from rattus.server.analysis.review_store import ReviewJob, ReviewStore
from rattus.server.background import BackgroundWork
from rattus.server.clock import Clock
from rattus.server.errors import ErrorCode, RequestRefused, ServerError, StorageError
from rattus.server.storage.store import TableStore
from rattus.server.tables.daily import UNTIL_MIDNIGHT
from rattus.server.tables.replay import MatchReplay

log = logging.getLogger(__name__)
EFFORT = "normal"
PART = 2  # decisions that a worker judges at once: half a second, after which it is free for a bot
NOTE_SECONDS = 2.0  # between two notes of how far a review is
LEASE_SECONDS = 30.0  # until another process takes over the review of a dead one
RETRY_SECONDS = 1.0


class ReviewScheduler:
    """Makes reviews for one process."""

    def __init__(
        self,
        owner: str,
        reviews: ReviewStore,
        store: TableStore,
        pool: BotPool,
        background: BackgroundWork,
        clock: Clock,
    ) -> None:
        self._owner, self._reviews, self._store = owner, reviews, store
        self._pool, self._background, self._clock = pool, background, clock
        self._task: asyncio.Task[None] | None = None

    def find_work(self) -> None:
        """Make the reviews that wait, unless that is being done."""
        if self._pool.is_compiling:  # uncompiled rules would judge much worse, and for good
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop, and leave what waits to other processes, or to the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._reviews.release(self._owner)

    async def _run(self) -> None:
        try:
            while (job := await self._reviews.claim(self._owner, self._clock.now(), self._lease_end())) is not None:
                await self._make(job)
        except StorageError as error:  # `find_work` is called again
            log.error("reviews cannot be made now", extra={"error": str(error)})
        except Exception:
            log.exception("reviews cannot be made now")

    async def _make(self, job: ReviewJob) -> None:
        try:
            review = await self._review(job)
        except StorageError:
            raise
        except (BotFault, ServerError) as error:
            log.error("a review has failed", extra={"table": job.table_id, "error": str(error)})
            review = None
        await self._reviews.finish(job, self._owner, review, self._clock.now())

    async def _review(self, job: ReviewJob) -> bytes | None:
        """The review of a match as JSON; None if another process makes it now, or its table is gone."""
        entries = await self._store.entries(job.table_id)
        record = await self._background.run(job.table_id, lambda: _record(MatchReplay.from_journal(entries, job.match)))
        order = {"review": {"record": record, "effort": EFFORT, "seed": 0}}
        wanted: list[int] = (await self._ask(job, order))["wanted"]
        judged: list[Any] = []
        noted_at = self._clock.now()
        await self._reviews.note_progress(job, self._owner, 0, len(wanted), self._lease_end())
        for numbers in _parts(wanted):
            judged += (await self._ask(job, order | {"numbers": numbers}))["judged"]
            if self._clock.now() - noted_at >= NOTE_SECONDS:
                noted_at = self._clock.now()
                if not await self._reviews.note_progress(job, self._owner, len(judged), len(wanted), self._lease_end()):
                    return None
        answer = await self._ask(job, order | {"judged": judged})
        return orjson.dumps(answer["review"])

    async def _ask(self, job: ReviewJob, request: dict[str, Any]) -> dict[str, Any]:
        while True:
            try:
                # By its own name it is given to the worker that remembers this game.
                named = request | {"game": f"review {job.table_id} {job.match}"}
                return await self._pool.ask(named, read_analysis, Rank.ANALYSIS, job.asker)
            except PoolBusy:
                await self._clock.sleep(RETRY_SECONDS)

    def _lease_end(self) -> float:
        return self._clock.now() + LEASE_SECONDS


def read_analysis(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer of a worker. BotFault if it could not do what it was asked."""
    if "error" in answer:
        raise BotFault(str(answer["error"]))
    return answer


def check_can_review(match: MatchReplay) -> None:
    """RequestRefused unless a match has come to its end: of a running one nothing is told but what its players see."""
    if match.is_sealed:
        raise RequestRefused(ErrorCode.NOT_NOW, UNTIL_MIDNIGHT)
    if not match.has_ended:
        raise RequestRefused(ErrorCode.NOT_NOW, "a game is reviewed when it is over")


def _record(match: MatchReplay) -> dict[str, Any]:
    check_can_review(match)
    return match.record(None)


def _parts(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), PART):
        yield numbers[start : start + PART]
