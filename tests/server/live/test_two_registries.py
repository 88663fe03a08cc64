"""Two processes with the same table in memory, of which one does not know yet what the other has stored."""

import asyncio
from pathlib import Path

import pytest

from rattus.server.cluster.bus import EntryNotice, make_bus
from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.live.live_table import LiveTable
from rattus.server.live.registry import TableRegistry
from rattus.server.tables.journal import JournalEntry, ProposalAnswered
from rattus.server.tables.keys import Role, chair_role
from rattus.server.tables.requests import TableRequests

from ..in_memory_table import people
from ..local_server import LocalServer

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "start": True}


class NoListener:
    """Does nothing for tables."""

    def table_changed(self, live: LiveTable) -> None:
        pass


def other_process(server: LocalServer) -> TableRegistry:
    """Tables of another process on the same database, which hears nothing of this one."""
    runtime = server.runtime
    return TableRegistry(runtime.store, make_bus(None), runtime.clock, NoListener(), runtime.background)


def to_move(live: LiveTable) -> Role:
    assert live.table.to_move is not None
    return chair_role(live.table.to_move.number)


def some_move(requests: TableRequests) -> JournalEntry:
    assert requests.table.game is not None
    return requests.move(requests.table.game.legal_texts[0], len(requests.table.moves))


def test_a_request_is_refused_only_by_what_the_journal_says(tmp_path: Path) -> None:
    """One that was stored elsewhere and is sent again here has its entry, though it could not be carried out here."""

    async def session() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            here, there = await server.runtime.registry.get(made.id), await other_process(server).get(made.id)
            role = to_move(here)
            await here.submit(role, some_move, "m1")
            number = await here.submit(role, TableRequests.undo, "u1", ("undo",))
            assert await there.submit(role, TableRequests.undo, "u1", ("undo",)) == number
            assert there.table.number == number
            with pytest.raises(RequestRefused) as refused:  # as it is when nothing is new
                await there.submit(role, TableRequests.undo, "u2", ("undo",))
            assert refused.value.code is ErrorCode.NOT_NOW
            assert len(made.journal()) == number

    asyncio.run(session())


def test_what_all_have_agreed_to_is_done_although_the_process_that_heard_it_died(tmp_path: Path) -> None:
    async def session() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            runtime = server.runtime
            live = await runtime.registry.get(made.id)
            first = to_move(live)
            while to_move(live) == first:
                await live.submit(first, some_move)
            second = to_move(live)
            await live.submit(second, some_move)
            await live.submit(first, TableRequests.undo)
            assert live.table.missing_consent
            # The other process stores the consent, and dies before it carries out what was agreed.
            entry = JournalEntry(live.table.number + 1, live.table.last_at, second.chair, ProposalAnswered(True))
            assert await runtime.store.append(made.id, entry)
            await runtime.registry.take_notice(EntryNotice(made.id, entry.number))
            await runtime._find_work()
            assert [stored.kind for stored in made.journal()][-3:] == ["asked", "answered", "undone"]
            assert live.table.proposal is None

    asyncio.run(session())
