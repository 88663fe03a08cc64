"""A damaged table stops nothing but itself."""

import asyncio
import random
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from rattus.server import runtime
from rattus.server.archive import archived_table
from rattus.server.errors import JournalError
from rattus.server.notices.store import ChannelKind
from rattus.server.players.store import Player
from rattus.server.ratings.figures import figures_of
from rattus.server.tables.replay import MatchReplay

from .in_memory_table import InMemoryTable, chair_role, people
from .local_server import GENEROUS, InstantBots, LocalServer
from .manual_clock import ManualClock
from .recording_client import RecordingClient
from .somebody import Somebody
from .wait import eventually

BOTS = {"game": "rattus", "players": 2, "chairs": [{"bot": "easy"}, {"bot": "easy"}], "start": True}
TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "start": True}
DAMAGE = [
    "UPDATE entries SET data = 'no JSON' WHERE table_id = ? AND number = 2",
    "UPDATE entries SET data = '[]' WHERE table_id = ? AND number = 1",
    """UPDATE entries SET data = '{"seed": 1, "salt": 2, "start": [], "rules_version": 2}'
       WHERE table_id = ? AND number = 2""",
    """UPDATE entries SET data = '{"game": "rattus", "options": 3, "chairs": 4, "sitter": 5}'
       WHERE table_id = ? AND number = 1""",
    "UPDATE entries SET kind = 'nothing' WHERE table_id = ? AND number = 2",
    """UPDATE entries SET kind = 'move', seat = 77, data = '{"move": 5}' WHERE table_id = ? AND number = 2""",
    "DELETE FROM entries WHERE table_id = ? AND number = 1",
]


def damage(server: LocalServer, statement: str, table: str) -> None:
    with closing(sqlite3.connect(server.file, timeout=60)) as database, database:
        assert database.execute(statement, [table]).rowcount == 1


@pytest.mark.parametrize("statement", DAMAGE)
def test_bots_move_at_other_tables(tmp_path, statement) -> None:
    async def visit() -> None:
        bots = InstantBots()
        bots.held = True
        async with LocalServer(tmp_path, bot_pool=bots) as server:
            broken, sound = await server.make(**BOTS), await server.make(**BOTS)
        damage(server, statement, broken.id)
        async with LocalServer(tmp_path) as server:
            sound.server = broken.server = server
            tables = server.runtime.registry.tables
            await eventually(lambda: sound.id in tables and tables[sound.id].table.status == "over")
            for path in ("", "/record"):
                answer = await broken.ask("GET", path, broken.host)
                assert (answer.status_code, answer.json()["code"]) == (503, "damaged")
                assert "entry" not in answer.text
            assert (await sound.ask("GET", "/record", sound.host)).status_code == 200
            async with RecordingClient(broken, broken.watch) as watcher:
                await watcher.until(lambda: watcher.code is not None)
                assert (watcher.code, watcher.messages[0]["code"]) == (1008, "damaged")

    asyncio.run(visit())


@pytest.mark.parametrize("change", [{"move": 5}, {"move": "fly"}, {"start": []}], ids=str)
def test_an_earlier_match_that_is_damaged_is_damaged_alone(change) -> None:
    made = InMemoryTable(**TWO)
    made.play(random.Random(1))
    made.submit(chair_role(1), lambda requests: requests.rematch())
    made.submit(chair_role(2), lambda requests: requests.answer(True))
    made.move()
    journal = list(made.journal)
    index = 1 if "start" in change else 2  # the beginning of the first match, or its first move
    journal[index] = replace(journal[index], change=replace(journal[index].change, **change))
    with pytest.raises(JournalError):
        MatchReplay.from_journal(journal, 1)
    assert figures_of(journal, 1) is None
    assert MatchReplay.from_journal(journal, 2).move_count == 1
    assert archived_table(made.table.id, journal)["records"] == []  # the second is not over


def test_a_damaged_summary_keeps_no_table_from_the_list_and_no_message_from_anybody(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(runtime, "SEND_SECONDS", 3600.0)  # only this test looks for messages
    body = {"table": {"game": "rattus", "players": 2, "chairs": [{"name": "A"}, {}]}}
    spoil = "UPDATE games SET data = '{}' WHERE table_id = ?"

    async def visit() -> None:
        limits = replace(GENEROUS, open_tables=10)
        async with LocalServer(tmp_path, clock=ManualClock(), limits=limits) as server:
            store, clock = server.runtime.notices, server.clock
            player = await Somebody.new(server)
            headers = {"authorization": f"Bearer {player.key}"}
            opened = [await server.http.post("/api/open/make", json=body, headers=headers) for _ in range(2)]
            broken, sound = [answer.json()["table"] for answer in opened]
            damage(server, spoil, broken)
            clock.advance(2.0)
            assert [each["table"] for each in (await server.http.get("/api/open")).json()["tables"]] == [sound]
            await server.runtime.open_tables.run_due(lambda _: True)

            told = Player(player.id, "Anna", 0.0, 0.0)
            await store.add_channel(told, ChannelKind.WEBHOOK, "http://example.org/", "Here", {}, clock.now())
            made = [await server.make(**TWO) for _ in range(2)]
            for each in made:
                await player.claim(each, 1)
                await player.claim(each, 2)
            await server.runtime.tracker._write()
            damage(server, spoil, made[0].id)
            clock.advance(100.0)
            taken = await store.claim_due(clock.now(), 10)
            assert {message.table for message in taken} == {made[1].id}
            assert await store.claim_due(clock.now(), 10) == []  # the other is not tried again and again

    asyncio.run(visit())


def test_people_at_a_table_that_is_found_damaged_are_told(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            broken, sound = await server.make(**TWO), await server.make(**TWO)
            async with (
                RecordingClient(broken, broken.chairs[0]) as anna,
                RecordingClient(sound, sound.chairs[0]) as eva,
            ):
                damage(server, DAMAGE[0], broken.id)
                live = server.runtime.registry.tables[broken.id]
                live.is_stale = True  # as after a failure of the database: it is read again
                await anna.until(lambda: anna.code is not None)
                assert (anna.code, anna.messages[-1]["code"]) == (1008, "damaged")
                assert broken.id not in server.runtime.registry.tables
                assert (await eva.ask("chat", text="we go on"))["type"] == "done"

    asyncio.run(visit())


def test_quarantine_reads_a_journal_once_and_tries_again_later(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            broken = await server.make(**TWO)
            registry = server.runtime.registry
            registry.tables.pop(broken.id, None)
            damage(server, DAMAGE[0], broken.id)
            reads, entries = [], server.runtime.store.entries

            async def counting(table, after=0):
                reads.append(table)
                return await entries(table, after)

            server.runtime.store.entries = counting
            for _ in range(5):
                assert (await broken.ask("GET", "", broken.host)).status_code == 503
            assert reads == [broken.id]
            registry._damaged[broken.id] = 0.0  # its time is over
            assert (await broken.ask("GET", "", broken.host)).status_code == 503
            assert len(reads) == 2

    asyncio.run(visit())
