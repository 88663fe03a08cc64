"""A restored backup: clients that know another history get the one that counts now, and merge nothing."""

import asyncio
import sqlite3
from contextlib import closing

import orjson
import pytest
from websockets.asyncio.client import connect

from rattus.server.client import TableClient
from rattus.server.protocol.basics import PROTOCOL

from .in_memory_table import InMemoryTable, people
from .local_server import LocalServer
from .wait import eventually

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}


def copy(source, target) -> None:
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


def restore(folder, backup) -> None:
    for name in ("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"):
        (folder / name).unlink(missing_ok=True)
    copy(backup, folder / "tables.sqlite")


@pytest.mark.parametrize("more", [0, 2, 9])
def test_a_client_of_a_restored_backup_merges_no_histories(tmp_path, more) -> None:
    """It had 6 entries, the backup has 3; after the restore `more` others were made before it came back."""
    backup = tmp_path / "backup.sqlite"

    async def play() -> None:
        server = LocalServer(tmp_path)
        async with server:
            made = await server.make(**TWO)
            old = TableClient(server.url, made.id, made.chairs[0])
            async with old:
                await old.request("chat", text="before the backup")
                copy(server.file, backup)
                for number in range(3):
                    await old.request("chat", text=f"lost {number}")
                await old.until(lambda: len(old.chat) == 4)
                known = {"have": old.number, "mark": old.mark}
        restore(tmp_path, backup)
        async with LocalServer(tmp_path) as server:
            made.server = server
            async with TableClient(server.url, made.id, made.chairs[1]) as bert:
                for number in range(more):
                    await bert.request("chat", text=f"new {number}")
                await bert.until(lambda: len(bert.chat) == 1 + more)
                back = TableClient(server.url, made.id, made.chairs[0])
                for name in ("number", "mark", "you", "table", "view", "legal", "moves", "undo", "events", "chat"):
                    setattr(back, name, getattr(old, name))  # a page that stayed open
                async with back:
                    await back.until(lambda: back.mark == bert.mark)
                    assert (back.number, back.chat) == (bert.number, bert.chat)
                    await bert.request("chat", text="go on")
                    await back.until(lambda: back.mark == bert.mark)
                    assert back.chat[-1]["text"] == "go on"
                    assert not any("lost" in line["text"] for line in back.chat)
            async with connect(f"ws{server.url.removeprefix('http')}/api/live") as raw:
                hello = {"type": "hello", "protocol": PROTOCOL, "table": made.id, "key": made.watch, **known}
                await raw.send(orjson.dumps(hello).decode())
                message = orjson.loads(await raw.recv())
                assert (message["type"], message["anew"]) == ("state", True)

    asyncio.run(play())


def test_the_same_history_has_the_same_mark_and_goes_on_by_updates(tmp_path) -> None:
    made = InMemoryTable(**TWO)
    for _ in range(8):
        made.move()
    assert made.rebuilt().mark_at(5) == made.table.mark_at(5) != made.table.mark_at(6)

    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            hosted = await server.make(**TWO)
            async with TableClient(server.url, hosted.id, hosted.chairs[0]) as anna:
                await anna.request("chat", text="one")
                await eventually(lambda: anna.chat)
                known = {"have": 2, "mark": server.runtime.registry.tables[hosted.id].table.mark_at(2)}
                async with connect(f"ws{server.url.removeprefix('http')}/api/live") as raw:
                    hello = {"type": "hello", "protocol": PROTOCOL, "table": hosted.id, "key": hosted.watch, **known}
                    await raw.send(orjson.dumps(hello).decode())
                    assert orjson.loads(await raw.recv())["type"] == "update"

    asyncio.run(play())
