"""People who run a server, and hosts of tables, can act: on tables, keys and addresses, and it stands in a log."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace

import orjson
import pytest
from typer.testing import CliRunner

from rattus.cli import app
from rattus.server.storage.administration import Action

from .in_memory_table import people
from .local_server import GENEROUS, LocalServer
from .manual_clock import ManualClock
from .recording_client import RecordingClient
from .wait import eventually

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}


async def admin(server: LocalServer, *words: str, status: int = 0) -> str:
    """What `rattus admin` prints, in a thread: the server of the test goes on meanwhile."""
    words = ("admin", *words, "--database", server.settings.database)
    result = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert result.exit_code == status, result.output
    return result.output


def test_the_command_acts_on_a_running_server(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made, other = await server.make(**TWO), await server.make(**TWO)
            listed = [orjson.loads(line) for line in (await admin(server, "list", "--json")).splitlines()]
            assert {row["id"] for row in listed} == {made.id, other.id}
            shown = orjson.loads(await admin(server, "show", made.id))
            assert [seat["name"] for seat in shown["chairs"]] == ["Anna", "Bert"]
            assert not any(secret in str(shown) for secret in made.secrets)
            assert (shown["seed"], shown["salt"]) == (None, None)
            assert "view" not in shown
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[1]) as bert:
                printed = await admin(server, "kick", made.id, "2")
                key = printed.partition("chair 2: ")[2].split()[0]
                await bert.until(lambda: bert.code is not None)
                assert bert.code == 1008
                await anna.until(lambda: any(m["kind"] == "left" for m in happened(anna)))
                assert anna.table["chairs"][1]["away"]
                refused = await made.ask("GET", "", made.chairs[1])
                assert refused.status_code == 404  # the old key
                async with RecordingClient(made, key) as carl:
                    assert carl.you["chair"] == 2
                    assert (await carl.ask("return"))["type"] == "done"
                await admin(server, "close", made.id)
                await anna.until(lambda: anna.table["closed"])
                assert anna.legal == []
                for kind, fields in (("chat", {"text": "oh"}), ("undo", {}), ("leave", {})):
                    assert (await anna.ask(kind, **fields))["type"] == "refused"
                assert (await anna.ask("chat", text="oh"))["code"] == "closed"
                record = (await made.ask("GET", "/record", made.watch)).json()
                assert record["seed"] is None  # closing reveals nothing
                assert (await made.ask("GET", "/moments?everything=true", made.watch)).status_code == 403
                await admin(server, "remove", made.id, "--yes")
                await anna.until(lambda: anna.code is not None)
                assert (await made.ask("GET", "", made.host)).status_code == 404
            assert (await other.ask("GET", "", other.host)).status_code == 200
            log = [orjson.loads(line) for line in (await admin(server, "log", "--json")).splitlines()]
            assert [(row["action"], row["table"]) for row in log] == [
                (action, made.id) for action in ("kick", "close", "remove")
            ]
            assert all(row["who"].startswith("admin ") for row in log)
            assert key not in str(log)
            assert "there is no table" in await admin(server, "close", made.id, status=2)

    asyncio.run(visit())


def happened(client: RecordingClient) -> list[dict[str, object]]:
    return [entry for message in client.messages for entry in message.get("happened", [])]


def test_an_address_can_be_shut_out_and_let_in_again(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                await admin(server, "ban", "--table", made.id, "--why", "spam")
                await anna.until(lambda: anna.code is not None)
                assert anna.code == 1008
            for _ in range(2):
                answer = await server.http.post("/api/tables", json=TWO)
                assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
            assert (await made.ask("GET", "", made.host)).status_code == 403
            assert (await server.http.get("/healthz")).status_code == 200
            assert "127.0.0.1" not in await admin(server, "bans")
            assert "spam" in await admin(server, "bans")
            await admin(server, "unban", "127.0.0.1")
            await eventually(lambda: not server.runtime._banned)
            assert (await server.http.post("/api/tables", json=TWO)).status_code == 201
            await admin(server, "ban", "2001:db8::7")
            assert server.runtime.maker_id("2001:db8::8") in await admin(server, "bans")
        async with LocalServer(tmp_path) as server:  # it is remembered
            assert server.runtime.is_banned("2001:db8::1234")
            assert not server.runtime.is_banned("2001:db9::1234")

    asyncio.run(visit())


def test_the_host_of_a_table_can_do_so_there_and_nobody_else(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made, other = await server.make(**TWO), await server.make(**TWO)
            acts = [("POST", "/chairs/2/key"), ("POST", "/chairs/2/kick"), ("POST", "/close"), ("POST", "/remove")]
            for method, path in acts:
                for key, status in ((made.chairs[0], 403), (made.watch, 403), (other.host, 404), ("x", 404)):
                    assert (await made.ask(method, path, key)).status_code == status, (method, path)
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[1]) as bert:
                renewed = (await made.ask("POST", "/chairs/2/key", made.host)).json()
                await bert.until(lambda: bert.code is not None)
                assert renewed["chair"] == 2
                assert not anna.table["chairs"][1]["away"]
                async with RecordingClient(made, renewed["key"]) as again:
                    kicked = (await made.ask("POST", "/chairs/2/kick", made.host)).json()
                    await again.until(lambda: again.code is not None)
                    await anna.until(lambda: anna.table["chairs"][1]["away"])
                assert (await made.ask("GET", "", renewed["key"])).status_code == 404
                assert (await made.ask("GET", "", kicked["key"])).status_code == 200
                assert (await made.ask("POST", "/close", made.host)).json()["table"]["closed"]
                assert (await made.ask("POST", "/close", made.host)).status_code == 409
                await anna.until(lambda: anna.table["closed"])
                assert (await made.ask("POST", "/remove", made.host)).json() == {"table": made.id}
                await anna.until(lambda: anna.code is not None)
            assert (await made.ask("GET", "", made.host)).status_code == 404
            rows = await server.runtime.administration.log()
            assert [(row.who, row.action) for row in rows] == [
                ("host", action) for action in ("renew_key", "kick", "close", "remove")
            ]

    asyncio.run(visit())


@pytest.mark.parametrize("words", [("close", "nothing"), ("kick", "nothing", "1"), ("renew-key", "nothing", "1"),
                                   ("show", "nothing"), ("unban", "192.0.2.1"), ("ban",)])  # fmt: skip
def test_what_is_not_there_is_said_in_a_sentence(tmp_path, words) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            printed = await admin(server, *words, status=2)
            assert len(printed.strip().splitlines()) <= 2

    asyncio.run(visit())


def test_making_ratings_anew_stands_in_the_log(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            assert await admin(server, "rate-again") == "0 rated matches\n"
            (row,) = (await admin(server, "log", "--who", "admin", "--json")).splitlines()
            assert (orjson.loads(row)["action"], orjson.loads(row)["detail"]) == ("rate_again", "0 matches")

    asyncio.run(visit())


@pytest.mark.parametrize("word", ["show", "close", "kick"])
def test_a_damaged_table_is_named_in_a_sentence_and_can_be_removed(tmp_path, word) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            with closing(sqlite3.connect(server.file, timeout=60)) as database, database:
                broken = '{"seed": 1, "salt": 2, "start": [], "rules_version": 2}'
                change = "UPDATE entries SET data = ? WHERE table_id = ? AND number = 2"
                assert database.execute(change, [broken, made.id]).rowcount == 1
            printed = await admin(server, word, made.id, *(["1"] if word == "kick" else []), status=2)
            assert len(printed.strip().splitlines()) <= 2
            await admin(server, "remove", made.id, "--yes")
            assert (await made.ask("GET", "", made.host)).status_code == 404

    asyncio.run(visit())


def test_without_a_database_none_is_made(tmp_path) -> None:
    file = tmp_path / "none.sqlite"
    result = CliRunner().invoke(app, ("admin", "list", "--database", f"sqlite:///{file}"))
    assert result.exit_code == 2
    assert not file.exists()


def test_the_log_cannot_be_filled_by_hosts_of_tables(tmp_path) -> None:
    async def visit() -> None:
        clock = ManualClock()
        async with LocalServer(tmp_path, clock=clock, limits=replace(GENEROUS, requests=10.0, burst=5.0)) as server:
            made = await server.make(**TWO)
            await admin(server, "kick", made.id, "1")
            codes = [(await made.ask("POST", "/chairs/2/key", made.host)).status_code for _ in range(8)]
            assert codes == [200] * 4 + [429] * 4  # each counts for ten requests, and one was for the table
            log = server.runtime.administration.log
            await server.runtime.administration.note(Action.SIGN_OUT, None, "x", clock.now())
            # A host sees the newest, and can leave out what others did.
            printed = [
                orjson.loads(line) for line in (await admin(server, "log", "--json", "--limit", "2")).splitlines()
            ]
            assert [row["action"] for row in printed] == ["renew_key", "sign_out"]
            (own,) = (await admin(server, "log", "--who", "admin")).splitlines()
            assert "kick" in own
            assert len((await admin(server, "log", "--after", "2")).splitlines()) == 4
            await server.runtime.administration.remove_old(clock.now() + 29 * 86_400.0)
            assert len(await log()) == 6
            last = (await log())[-1]
            await server.runtime.administration.remove_old(clock.now() + 31 * 86_400.0)
            assert [row.action for row in await log()] == ["kick", "sign_out"]  # the last one, since servers count on
            assert await server.runtime.administration.last_row() == last.id

    asyncio.run(visit())
