"""Reports of people at tables, in the database, for whoever runs the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.storage.schema import reports, seatings
from rattus.server.storage.store import TableStore

DAY_SECONDS = 86_400.0
MAX_FROM_ADDRESS = 10  # in a day
MAX_OF_TABLE = 20
MAX_OF_TABLE_FROM_ADDRESS = 3  # so that one address cannot use up what others need
MAX_REPORTS = 5_000  # that the host has not dismissed


@dataclass(frozen=True)
class Report:
    """What somebody at a table has reported of whoever sits on a chair."""

    table: str
    chair: int
    name: str
    by_chair: int | None
    by_address: str
    why: str
    text: str
    lines: list[dict[str, Any]]


class ReportStore:
    """The reports of a database."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    async def add(self, report: Report, now: float) -> None:
        """Store a report. The same one again is no other; RequestRefused `busy` if there are too many."""
        counted = select(func.count()).select_from(reports)
        of_address = counted.where(reports.c.by_address == report.by_address, reports.c.at > now - DAY_SECONDS)
        of_table = counted.where(reports.c.table_id == report.table)
        of_chair = reports.c.table_id == report.table, reports.c.chair == report.chair
        same = select(reports.c.id).where(
            *of_chair,
            reports.c.by_address == report.by_address,
            reports.c.why == report.why,
            reports.c.text == report.text,
        )
        seen = "this table has been reported already; the host of the server will see it"
        many = "there are many reports already; try again tomorrow"
        bounds = (
            (of_address, MAX_FROM_ADDRESS, many),
            (of_table.where(reports.c.by_address == report.by_address), MAX_OF_TABLE_FROM_ADDRESS, seen),
            (of_table, MAX_OF_TABLE, seen),
            (counted, MAX_REPORTS, many),
        )
        owner = select(seatings.c.player_id).where(
            seatings.c.table_id == report.table, seatings.c.chair == report.chair
        )
        row = {
            "at": now,
            "table_id": report.table,
            "chair": report.chair,
            "name": report.name,
            "by_chair": report.by_chair,
            "by_address": report.by_address,
            "why": report.why,
            "text": report.text,
            "lines": orjson.dumps(report.lines).decode(),
        }

        def work(connection: Connection) -> None:
            if connection.execute(same.limit(1)).one_or_none() is not None:
                return
            for query, bound, why in bounds:
                if connection.execute(query).scalar_one() >= bound:
                    raise RequestRefused(ErrorCode.BUSY, why)
            connection.execute(insert(reports), {**row, "player_id": connection.execute(owner).scalar_one_or_none()})

        await self._store.write(work)

    async def list(self, limit: int) -> list[dict[str, Any]]:
        """The reports that wait for the host, the newest first."""
        query = select(reports).order_by(reports.c.id.desc()).limit(limit)
        rows = await self._store.rows(query)
        return [{**row, "lines": orjson.loads(row["lines"])} for row in rows]

    async def dismiss(self, number: int) -> bool:
        """Remove a report; False if there is none with this number."""
        change = delete(reports).where(reports.c.id == number)
        return await self._store.write(lambda connection: connection.execute(change).rowcount) > 0
