"""The one thread that writes. It commits everything that waits in one transaction, so that tables share a disk sync."""

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

from rattus.server.errors import ServerError, StorageError
from rattus.server.storage.database import for_single_statements, for_writing, reason
from rattus.server.storage.lock import WriteTurn
from rattus.server.storage.schema import entries, tables
from rattus.server.tables.journal import EntryRow

MAX_BATCH = 1000  # entries in one transaction
COLUMNS = (entries.c.table_id, *(entries.c[name] for name in EntryRow._fields))


class Unchanged(Enum):
    """The type of `UNCHANGED`, which stands for a value that stays as it is."""

    UNCHANGED = auto()


UNCHANGED: Final = Unchanged.UNCHANGED


@dataclass(frozen=True, slots=True)
class Append:
    """An entry that waits to be stored; `outcome` becomes whether its number was still free."""

    table: str
    row: EntryRow
    next_wakeup: float | Unchanged | None
    outcome: asyncio.Future[bool]


@dataclass(frozen=True, slots=True)
class WriteJob:
    """Anything else that writes, in a transaction of its own."""

    work: Callable[[Connection], Any]
    outcome: asyncio.Future[Any]


Outcomes = list[tuple[asyncio.Future[Any], Any]]  # each future with its result, or a StorageError


class Writer:
    """Takes work from an event loop, and resolves its futures when the work is committed."""

    def __init__(self, engine: Engine, turn: WriteTurn) -> None:
        self._turn = turn
        self._engine, self._single = for_writing(engine), for_single_statements(engine)
        self._placeholder = "%s" if engine.dialect.name == "postgresql" else "?"
        self._set_wakeup = update(tables).where(tables.c.id == bindparam("table")).values(next_wakeup=bindparam("when"))
        self._queue: SimpleQueue[Append | WriteJob | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many tasks wait."""
        return self._queue.qsize()

    def put(self, task: Append | WriteJob) -> None:
        """Queue a task; its future gets the outcome."""
        self._queue.put(task)

    def close(self) -> None:
        """Write what still waits, and end the thread. Nothing may be queued after that."""
        self._queue.put(None)
        self._thread.join()
        self._turn.close()

    def _run(self) -> None:
        while batch := self._take():
            if appends := [task for task in batch if isinstance(task, Append)]:
                _resolve(self._store(appends))
            for task in batch:
                if isinstance(task, WriteJob):
                    _resolve([(task.outcome, self._do(task))])

    def _take(self) -> list[Append | WriteJob]:
        """Everything that waits; nothing once the writer is closed."""
        batch: list[Append | WriteJob] = []
        with suppress(Empty):
            while len(batch) < MAX_BATCH:
                task = self._queue.get(block=not batch)
                if task is None:
                    if batch:
                        self._queue.put(None)  # to end after this batch
                    break
                batch.append(task)
        return batch

    def _store(self, appends: list[Append]) -> Outcomes:
        try:
            is_stored = self._write(appends)
        except (IntegrityError, DataError) as error:
            if len(appends) == 1:
                return [(appends[0].outcome, StorageError(reason(error)))]
            # One entry has a taken number or bad data: store each by itself, so that only that one fails.
            return [outcome for append in appends for outcome in self._store([append])]
        except Exception as error:
            return [(append.outcome, StorageError(reason(error))) for append in appends]
        return [(append.outcome, is_stored) for append in appends]

    def _write(self, appends: list[Append]) -> bool:
        """Store all of these, or nothing and raise an error. False if it is one entry and its number is taken."""
        # Always in the same order, so that two processes never deadlock.
        appends = sorted(appends, key=lambda append: append.table)
        insert = self._insert(len(appends))
        values = tuple(value for append in appends for value in (append.table, *append.row))
        wakeups = [
            {"table": append.table, "when": append.next_wakeup}
            for append in appends
            if append.next_wakeup is not UNCHANGED
        ]
        engine = self._engine if wakeups else self._single
        with engine.connect() as connection, self._turn, connection.begin():
            is_stored = connection.exec_driver_sql(insert, values).rowcount == len(appends)
            if wakeups and is_stored:
                connection.execute(self._set_wakeup, wakeups)
        return is_stored

    def _insert(self, number: int) -> str:
        """One multi-row INSERT: every statement re-acquires the GIL."""
        row = f"({', '.join([self._placeholder] * len(COLUMNS))})"
        # With several entries a taken number is an error, since it would not be known whose it was.
        taken = " ON CONFLICT DO NOTHING" if number == 1 else ""
        names = ", ".join(column.name for column in COLUMNS)
        return f"INSERT INTO {entries.name} ({names}) VALUES {', '.join([row] * number)}{taken}"

    def _do(self, job: WriteJob) -> Any:
        try:
            with self._turn, self._engine.begin() as connection:
                return job.work(connection)
        except ServerError as error:  # a refusal: nothing was changed
            return error
        except Exception as error:
            return StorageError(reason(error))


def _resolve(outcomes: Outcomes) -> None:
    with suppress(RuntimeError):  # the loop has ended, so that nobody waits any more
        outcomes[0][0].get_loop().call_soon_threadsafe(_set_results, outcomes)


def _set_results(outcomes: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for outcome, result in outcomes:
        if outcome.done():  # cancelled by whoever waited
            continue
        if isinstance(result, ServerError):
            outcome.set_exception(result)
        else:
            outcome.set_result(result)
