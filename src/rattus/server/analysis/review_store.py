"""Reviews in the database: one for each match, shared by all who may see the match. It is also their queue."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, delete, func, insert, or_, select, update

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.storage.schema import reviews
from rattus.server.storage.store import MAX_LEASE_SECONDS, TableStore

MAX_WAITING = 500  # reviews that wait, of all
MAX_OWN = 3  # of one address


class ReviewStatus(StrEnum):
    """How far a review is."""

    NONE = "none"  # nobody has asked for it
    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True)
class ReviewState:
    """How far a review is, how many others come first, and how many decisions are judged, of how many."""

    status: ReviewStatus
    ahead: int = 0
    done: int = 0
    total: int = 0
    data: bytes | None = None  # as JSON, when it is done


@dataclass(frozen=True)
class ReviewJob:
    """A review that is to be made."""

    table_id: str
    match: int
    asker: str


class ReviewStore:
    """The reviews of a database."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    async def state(self, table_id: str, match: int, now: float) -> ReviewState:
        """How far the review of a match is, with the review itself when it is done."""
        found = select(reviews).where(_is(table_id, match))

        def work(connection: Connection) -> ReviewState:
            row = connection.execute(found).mappings().one_or_none()
            if row is None:
                return ReviewState(ReviewStatus.NONE)
            if row["finished_at"] is not None:
                if row["data"] is None:
                    return ReviewState(ReviewStatus.FAILED)
                return ReviewState(ReviewStatus.DONE, 0, row["total"], row["total"], zlib.decompress(row["data"]))
            if row["leased_until"] is not None and row["leased_until"] >= now:
                return ReviewState(ReviewStatus.WORKING, 0, row["done"], row["total"])
            earlier = and_(reviews.c.finished_at.is_(None), reviews.c.asked_at < row["asked_at"])
            ahead = connection.execute(select(func.count()).select_from(reviews).where(earlier)).scalar_one()
            return ReviewState(ReviewStatus.WAITING, ahead)

        return await self._store.read(work)

    async def ask(self, table_id: str, match: int, asker: str, now: float) -> None:
        """Queue a review unless there is one; one that has failed is tried again. RequestRefused if too many wait."""
        waits = reviews.c.finished_at.is_(None)

        def count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
            query = select(func.count()).select_from(reviews).where(waits, *conditions)
            return int(connection.execute(query).scalar_one())

        def work(connection: Connection) -> None:
            has_failed = and_(reviews.c.finished_at.is_not(None), reviews.c.data.is_(None))
            connection.execute(delete(reviews).where(_is(table_id, match), has_failed))
            if connection.execute(select(reviews.c.match).where(_is(table_id, match))).one_or_none() is not None:
                return
            if count(connection, reviews.c.asker == asker) >= MAX_OWN:
                raise RequestRefused(
                    ErrorCode.BUSY, f"{MAX_OWN} reviews that you asked for are being made; wait a little"
                )
            if count(connection) >= MAX_WAITING:
                raise RequestRefused(ErrorCode.BUSY, "too many reviews are waiting; try again later")
            row = {"table_id": table_id, "match": match, "asked_at": now, "asker": asker, "done": 0, "total": 0}
            connection.execute(insert(reviews), row)

        await self._store.write(work)

    async def claim(self, owner: str, now: float, until: float) -> ReviewJob | None:
        """Lease the review that has waited longest; None if none waits."""
        lease = reviews.c.leased_until
        is_free = and_(
            reviews.c.finished_at.is_(None), or_(lease.is_(None), ~lease.between(now, now + MAX_LEASE_SECONDS))
        )
        first = select(reviews).where(is_free).order_by(reviews.c.asked_at).limit(1)

        def look(connection: Connection) -> RowMapping | None:
            return connection.execute(first).mappings().one_or_none()

        def work(connection: Connection) -> ReviewJob | None:
            row = look(connection)
            if row is None:
                return None
            job = ReviewJob(row["table_id"], row["match"], row["asker"])
            change = update(reviews).where(_is(job.table_id, job.match), is_free)
            is_ours = connection.execute(change.values(lease_owner=owner, leased_until=until, done=0)).rowcount == 1
            return job if is_ours else None

        # Mostly none waits: looking costs less than a transaction that writes.
        return None if await self._store.read(look) is None else await self._store.write(work)

    async def note_progress(self, job: ReviewJob, owner: str, done: int, total: int, until: float) -> bool:
        """Note how far a review is, and extend the lease; False if it is no longer ours, or the table is gone."""
        return await self._change(job, owner, done=done, total=total, leased_until=until)

    async def finish(self, job: ReviewJob, owner: str, data: bytes | None, now: float) -> bool:
        """Store a review as JSON, or that it could not be made; False if it is no longer ours."""
        packed = None if data is None else zlib.compress(data)
        return await self._change(job, owner, finished_at=now, data=packed, lease_owner=None, leased_until=None)

    async def release(self, owner: str) -> None:
        """End the leases of a process: others go on at once."""
        change = update(reviews).where(reviews.c.lease_owner == owner, reviews.c.finished_at.is_(None))
        change = change.values(lease_owner=None, leased_until=None)
        await self._store.write(lambda connection: connection.execute(change).rowcount)

    async def _change(self, job: ReviewJob, owner: str, **values: object) -> bool:
        which = and_(_is(job.table_id, job.match), reviews.c.lease_owner == owner, reviews.c.finished_at.is_(None))
        change = update(reviews).where(which).values(**values)
        return await self._store.write(lambda connection: connection.execute(change).rowcount == 1)


def _is(table_id: str, match: int) -> ColumnElement[bool]:
    return and_(reviews.c.table_id == table_id, reviews.c.match == match)
