"""The checker of histories finds what it is made for: each of these histories is impossible with an honest server."""

import random
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from rattus.server.live.snapshots import state_message, update_message
from rattus.server.tables.requests import TableRequests

from .histories import Asked, History, Seen, check_journal
from .in_memory_table import InMemoryTable, chair_role, people
from .stored_entry import StoredEntry


class Session:
    """A table where one chair chats and both move, and what both were told."""

    def __init__(self) -> None:
        self.table = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True)
        self.name = self.table.table.id
        self.anna, self.bert = (History(self.name, chair_role(chair)) for chair in (1, 2))
        self.time = 0.0
        self._see(None)
        for number in range(4):
            self._chat(f"c{number}")
            self.table.play(random.Random(number), 1)
            self._see(self.table.table.number - 1)

    @property
    def journal(self) -> list[StoredEntry]:
        return self.table.rows

    def check(self, journal: list[StoredEntry] | None = None) -> None:
        check_journal(self.name, journal or self.journal, [self.anna, self.bert])

    def _chat(self, request_id: str) -> None:
        began, since = self._tick(), self.table.table.number
        requests = TableRequests(self.table.table, chair_role(1), self.table.now, request_id)
        self.table.append(requests.chat("hello"))
        number = self.table.table.number
        asked = Asked(1, request_id, "chat", {"text": "hello"}, began, self._tick(), number, sent={1})
        self.anna.asked.append(asked)
        self._see(since)

    def _see(self, since: int | None) -> None:
        for history in (self.anna, self.bert):
            table = self.table.table
            state = state_message(table, history.role)
            message = state if since is None else update_message(table, history.role, since)
            history.seen.append(Seen(self._tick(), table.number, orjson.dumps(message)))

    def _tick(self) -> float:
        self.time += 1.0
        return self.time


@pytest.fixture
def session() -> Session:
    return Session()


def test_an_honest_history_fits(session: Session) -> None:
    session.check()
    assert len(session.journal) == 10


def renumbered(rows: list[StoredEntry]) -> list[StoredEntry]:
    return [row._replace(number=number) for number, row in enumerate(rows, 1)]


def without_last_chat(rows: list[StoredEntry]) -> list[StoredEntry]:
    last = max(index for index, row in enumerate(rows) if row.kind == "chat")
    return renumbered([*rows[:last], *rows[last + 1 :]])


def chat_twice(rows: list[StoredEntry]) -> list[StoredEntry]:
    return renumbered([*rows, next(row for row in rows if row.kind == "chat")])


def chat_of_nobody(rows: list[StoredEntry]) -> list[StoredEntry]:
    chat = next(row for row in rows if row.kind == "chat")
    return renumbered([*rows, chat._replace(data={**chat.data, "id": "never asked"})])


def other_text(rows: list[StoredEntry]) -> list[StoredEntry]:
    last = max(index for index, row in enumerate(rows) if row.kind == "chat")
    rows[last] = rows[last]._replace(data={**rows[last].data, "text": "bye"})
    return rows


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda rows: [*rows[:4], *rows[5:]], "a gap"),
        (lambda rows: rows[:-1], "was shown and is lost"),
        (without_last_chat, "acknowledged and lost"),
        (chat_twice, "stored twice"),
        (chat_of_nobody, "nobody asked"),
        (other_text, "stored otherwise"),
        (lambda rows: [*rows[:-1], rows[-1]._replace(at=rows[-1].at + 1)], "other entries were shown|mark was shown"),
    ],
)
def test_another_journal_does_not_fit(
    session: Session, change: Callable[[list[StoredEntry]], list[StoredEntry]], why: str
) -> None:
    with pytest.raises(AssertionError, match=why):
        session.check(change(session.journal))


def refused(session: Session) -> None:
    asked = session.anna.asked[1]
    asked.number, asked.code = None, "not_now"


def wrong_number(session: Session) -> None:
    session.anna.asked[1].number = session.anna.asked[2].number


def asked_after_it_was_known(session: Session) -> None:
    session.anna.asked[0].began = session.time
    session.anna.asked[0].ended = session.time + 1


def other_view(session: Session) -> None:
    change_message(session, lambda message: message["view"].update(to_move="nobody"))


def another_history(session: Session) -> None:
    change_message(session, lambda message: message.update(anew=True))


def change_message(session: Session, change: Callable[[dict[str, Any]], None]) -> None:
    message = orjson.loads(session.bert.seen[-1].data)
    change(message)
    session.bert.seen[-1] = session.bert.seen[-1]._replace(data=orjson.dumps(message))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (refused, "refused and stored"),
        (wrong_number, "acknowledged as another entry"),
        (asked_after_it_was_known, "was known before"),
        (other_view, "view was shown as"),
        (another_history, "another history"),
    ],
)
def test_another_history_does_not_fit(session: Session, change: Callable[[Session], None], why: str) -> None:
    change(session)
    with pytest.raises(AssertionError, match=why):
        session.check()
