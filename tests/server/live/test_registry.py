"""The registry of tables: what happens when a journal cannot be read."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import orjson
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rattus.server.protocol.basics import PROTOCOL

from ..in_memory_table import people
from ..local_server import HostedTable, LocalServer

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "start": True}


def overwrite(file: Path, table: str, number: int, kind: str, data: str) -> None:
    """Change an entry that is stored."""
    with closing(sqlite3.connect(file)) as database, database:
        query = "UPDATE entries SET kind = ?, data = ? WHERE table_id = ? AND number = ?"
        assert database.execute(query, [kind, data, table, number]).rowcount == 1


@pytest.mark.parametrize(
    ("number", "kind", "data"),
    [
        (1, "made", "not JSON"),
        (1, "flown", "{}"),
        (2, "begun", "{}"),
        (2, "move", '{"move": "pass"}'),
        (3, "move", '{"move": "fly home"}'),
    ],
)
def test_a_broken_journal_is_refused_and_other_tables_go_on(tmp_path: Path, number: int, kind: str, data: str) -> None:
    async def make() -> tuple[HostedTable, HostedTable]:
        async with LocalServer(tmp_path) as server:
            tables = await server.make(**TWO), await server.make(**TWO)
            for table in tables:
                mover = server.runtime.registry.tables.get(table.id)
                live = mover or await server.runtime.registry.get(table.id)
                seat = live.table.to_move.number
                await live.submit(
                    {role.chair: role for role in table.keys if role.chair}[seat],
                    lambda requests: requests.move(requests.table.game.legal_texts[0], 0),
                )
            return tables

    async def look(broken: HostedTable, sound: HostedTable) -> None:
        async with LocalServer(tmp_path) as server:
            broken.server = sound.server = server
            for path in ("", "/record"):
                answer = await broken.ask("GET", path, broken.watch)
                assert (answer.status_code, answer.json()["code"]) == (503, "damaged")
                assert answer.json()["why"] == "what is stored of this table is damaged; tell whoever runs this server"
            async with connect(f"ws{server.url.removeprefix('http')}/api/live") as client:
                await client.send(
                    orjson.dumps(
                        {"type": "hello", "protocol": PROTOCOL, "table": broken.id, "key": broken.watch}
                    ).decode()
                )
                assert orjson.loads(await client.recv())["code"] == "damaged"
                with pytest.raises(ConnectionClosed):
                    await client.recv()
                assert client.close_code == 1008
            assert (await sound.ask("GET", "", sound.watch)).status_code == 200

    broken, sound = asyncio.run(make())
    overwrite(tmp_path / "tables.sqlite", broken.id, number, kind, data)
    asyncio.run(look(broken, sound))
