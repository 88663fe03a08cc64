"""The one thread that writes. It commits all that waits at once, so that many tables share the wait for the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from sqlalchemy import Connection, Engine, bindparam, update
from sqlalchemy.exc import DataError, IntegrityError

from rattus.server.storage.database import StorageTrouble, committing, writing
from rattus.server.storage.lock import Turn
from rattus.server.storage.schema import entries, tables

MOST = 1000  # entries in one transaction
COLUMNS = tuple(column.name for column in entries.columns)


class Unchanged(Enum):
    """Instead of a value: it stays as it is."""

    UNCHANGED = auto()


UNCHANGED: Final = Unchanged.UNCHANGED


@dataclass(frozen=True, slots=True)
class Append:
    """An entry that waits to be stored. What comes of it: whether its number was still free."""

    row: dict[str, Any]
    attention: float | Unchanged | None
    outcome: asyncio.Future[bool]


@dataclass(frozen=True, slots=True)
class Job:
    """Anything else that writes, in a transaction of its own."""

    work: Callable[[Connection], Any]
    outcome: asyncio.Future[Any]


Settled = list[tuple[asyncio.Future[Any], Any]]  # with a result or a StorageTrouble each


class Writer:
    """Takes what is to be written from an event loop, and tells it when that is stored."""

    def __init__(self, engine: Engine, turn: Turn) -> None:
        self._turn = turn
        self._engine, self._committing = writing(engine), committing(engine)
        self._mark = "%s" if engine.dialect.name == "postgresql" else "?"
        self._attend = update(tables).where(tables.c.id == bindparam("table")).values(attention=bindparam("when"))
        self._queue: SimpleQueue[Append | Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._queue.qsize()

    def put(self, task: Append | Job) -> None:
        """Have something written; its outcome will be told."""
        self._queue.put(task)

    def close(self) -> None:
        """Write what still waits, and end. Nothing may be put in after that."""
        self._queue.put(None)
        self._thread.join()
        self._turn.close()

    def _run(self) -> None:
        while batch := self._take():
            if appends := [task for task in batch if isinstance(task, Append)]:
                _settle(self._store(appends))
            for task in batch:
                if isinstance(task, Job):
                    _settle([(task.outcome, self._do(task))])

    def _take(self) -> list[Append | Job]:
        """All that waits; nothing at the end."""
        batch: list[Append | Job] = []
        with suppress(Empty):
            while len(batch) < MOST:
                task = self._queue.get(block=not batch)
                if task is None:
                    if batch:
                        self._queue.put(None)  # it will be found again, alone
                    break
                batch.append(task)
        return batch

    def _store(self, appends: list[Append]) -> Settled:
        try:
            is_stored = self._write(appends)
        except (IntegrityError, DataError) as error:
            if len(appends) == 1:
                return [(appends[0].outcome, StorageTrouble(error))]
            # A number is taken, or something cannot be stored at all: the others shall not suffer for it.
            return [settled for append in appends for settled in self._store([append])]
        except Exception as error:
            return [(append.outcome, StorageTrouble(error)) for append in appends]
        return [(append.outcome, is_stored) for append in appends]

    def _write(self, appends: list[Append]) -> bool:
        """Store all of these, or nothing and raise an error; False if the number of a single one is taken."""
        # Always in the same order, so that two processes never wait for each other.
        appends = sorted(appends, key=lambda append: append.row["table_id"])
        insert = self._insert(len(appends))
        values = tuple(append.row[column] for append in appends for column in COLUMNS)
        attentions = [
            {"table": append.row["table_id"], "when": append.attention}
            for append in appends
            if append.attention is not UNCHANGED
        ]
        engine = self._engine if attentions else self._committing
        with engine.connect() as connection, self._turn, connection.begin():
            is_stored = connection.exec_driver_sql(insert, values).rowcount == len(appends)
            if attentions and is_stored:
                connection.execute(self._attend, attentions)
        return is_stored

    def _insert(self, number: int) -> str:
        """So many entries in one statement. After each statement Python's lock has to be had anew, and others wait."""
        row = f"({', '.join([self._mark] * len(COLUMNS))})"
        taken = " ON CONFLICT DO NOTHING" if number == 1 else ""  # many are an error if the number of one is taken
        return f"INSERT INTO {entries.name} ({', '.join(COLUMNS)}) VALUES {', '.join([row] * number)}{taken}"

    def _do(self, job: Job) -> Any:
        try:
            with self._turn, self._engine.begin() as connection:
                return job.work(connection)
        except Exception as error:
            return StorageTrouble(error)


def _settle(settled: Settled) -> None:
    with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
        settled[0][0].get_loop().call_soon_threadsafe(_tell, settled)


def _tell(settled: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for outcome, result in settled:
        if outcome.done():  # who waited was cancelled
            continue
        if isinstance(result, StorageTrouble):
            outcome.set_exception(result)
        else:
            outcome.set_result(result)
