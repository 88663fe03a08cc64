"""A match that was stored by another version of the rules is refused, and never replayed by this one."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from ..local_server import InstantBots, LocalServer
from ..wait import eventually

BOTS = {"chairs": [{"bot": "easy"}, {"bot": "easy"}], "start": True}


def mark(file: Path, table: str, version: int | None) -> None:
    """Let a stored match be of another version; None: of the first, which did not store it."""
    with closing(sqlite3.connect(file)) as database, database:
        query = "SELECT data FROM entries WHERE table_id = ? AND kind = 'begun'"
        data = orjson.loads(database.execute(query, [table]).fetchone()[0])
        del data["rules_version"]
        data |= {} if version is None else {"rules_version": version}
        database.execute(
            "UPDATE entries SET data = ? WHERE table_id = ? AND kind = 'begun'", [orjson.dumps(data).decode(), table]
        )


@pytest.mark.parametrize(("version", "words"), [(None, "version 1 of the rules"), (99, "Update rattus")])
def test_a_stored_match_of_other_rules_is_refused_and_does_not_block_others(tmp_path, version, words) -> None:
    async def begin() -> tuple[dict[str, str], dict[str, str]]:
        bot_pool = InstantBots()
        bot_pool.held = True
        async with LocalServer(tmp_path, bot_pool=bot_pool) as server:
            old = await server.make(game="cartus", players=2, **BOTS)
            new = await server.make(game="cartus", players=2, **BOTS)
            await eventually(lambda: len(bot_pool.requests) == 2)
            return {"id": old.id, "key": old.watch}, {"id": new.id, "key": new.watch}

    async def go_on(old: dict[str, str], new: dict[str, str]) -> None:
        async with LocalServer(tmp_path) as server:
            await eventually(lambda: new["id"] in server.runtime.registry.tables)
            await eventually(lambda: server.runtime.registry.tables[new["id"]].table.status == "over")
            for path in ("", "/record"):
                headers = {"authorization": f"Bearer {old['key']}"}
                answer = await server.http.get(f"/api/tables/{old['id']}{path}", headers=headers)
                assert answer.status_code == 410, answer.text
                assert answer.json()["code"] == "other_rules"
                assert words in answer.json()["why"]
            assert [entry.kind for entry in server.journal(old["id"])] == ["made", "begun"]

    old, new = asyncio.run(begin())
    mark(tmp_path / "tables.sqlite", old["id"], version)
    asyncio.run(go_on(old, new))


def test_a_record_of_other_rules_cannot_be_uploaded(tmp_path) -> None:
    async def run() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(game="rattus", players=2, **BOTS)
            await eventually(lambda: server.runtime.registry.tables[made.id].table.status == "over")
            record = (await made.ask("GET", "/record", made.watch)).json()
            assert record["rules_version"] == 2
            for version in (1, 3):
                answer = await server.http.post("/api/tables", json={"record": {**record, "rules_version": version}})
                assert answer.status_code == 422
                assert f"version {version} of the rules" in answer.json()["why"]

    asyncio.run(run())
