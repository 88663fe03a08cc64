"""Quick phrases, marks on the board, and reports to whoever runs the server."""

import asyncio
from collections import Counter

import orjson
import pytest

from rattus.server.live.marks import markable_things
from rattus.server.storage.reports import MAX_FROM_ADDRESS, MAX_OF_TABLE, MAX_OF_TABLE_FROM_ADDRESS
from rattus.server.tables.journal import PHRASES
from rattus.words import LANGUAGES, say_in

from ..in_memory_table import people
from ..local_server import LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..somebody import Somebody
from ..test_administration import admin

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}


def marks(client: RecordingClient) -> list[dict]:
    return [message for message in client.messages if message["type"] == "marked"]


def test_a_phrase_is_a_line_of_chat_with_a_name(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.watch) as watcher:
                done = await anna.ask("phrase", id="p1", phrase="well_played")
                assert (await anna.ask("phrase", id="p1", phrase="well_played"))["number"] == done["number"]
                assert (await anna.ask("phrase", id="p1", phrase="thanks"))["code"] == "malformed"
                await anna.ask("chat", text="Well played.")
                await watcher.until(lambda: len(watcher.chat) == 2)
                assert [(line["text"], line["phrase"]) for line in watcher.chat] == [
                    ("Well played.", "well_played"), ("Well played.", None),
                ]  # fmt: skip
                await anna.say({"type": "phrase", "id": "x", "phrase": "nonsense"})
                await anna.until(lambda: anna.messages[-1]["type"] == "error")
                assert anna.messages[-1]["code"] == "malformed"
                assert (await watcher.ask("phrase", phrase="hello"))["code"] == "not_yours"
            async with RecordingClient(made, made.chairs[1]) as bert:  # who comes later sees the same
                assert bert.chat[0]["phrase"] == "well_played"

    asyncio.run(visit())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_has_a_text(language: str) -> None:
    assert all(say_in(language, f"company.phrase.{phrase}") for phrase in PHRASES)


def test_a_mark_is_seen_by_all_and_stored_nowhere(tmp_path) -> None:
    async def visit() -> None:
        clock = ManualClock()
        async with LocalServer(tmp_path, clock) as server:
            made = await server.make(**TWO)
            before = made.journal()
            async with (
                RecordingClient(made, made.chairs[0]) as anna,
                RecordingClient(made, made.chairs[1]) as bert,
                RecordingClient(made, made.watch) as watcher,
            ):
                assert (await bert.ask("mark", thing="gallia"))["type"] == "done"  # whoever's turn it is
                for client in (anna, bert, watcher):
                    await client.until(lambda client=client: marks(client))
                    assert marks(client) == [{"type": "marked", "chair": 2, "seat": "yellow", "thing": "gallia"}]
                assert (await watcher.ask("mark", thing="gallia"))["code"] == "not_yours"
                for thing in ("", "<b>", "libya", "building.1", "peasantry-3"):
                    assert (await anna.ask("mark", thing=thing))["code"] == "malformed", thing
                answers = [await anna.ask("mark", thing="italia") for _ in range(12)]
                assert Counter(answer.get("code", "done") for answer in answers) == {"done": 4, "busy": 8}
                clock.advance(2)
                assert (await anna.ask("mark", thing="italia"))["type"] == "done"
            assert made.journal() == before
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert not marks(anna)

    asyncio.run(visit())


def test_only_what_lies_open_can_be_marked() -> None:
    assert {"gallia", "monk", "church"} <= markable_things("rattus")
    assert {"libya", "sultan"} <= markable_things("africanus")
    assert {"building.2", "nun.5", "royalty"} <= markable_things("cartus")
    assert "church-3" not in markable_things("cartus")  # a card in somebody's hand


def test_before_the_match_and_after_its_end_there_are_no_marks(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**{**TWO, "start": False})
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (await anna.ask("mark", thing="gallia"))["code"] == "not_now"

    asyncio.run(visit())


def test_a_report_reaches_the_host_with_the_last_lines(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            player = await Somebody.new(server, "Bert")
            await player.claim(made, 2)
            async with RecordingClient(made, made.chairs[1]) as bert:
                for number in range(40):
                    await bert.ask("chat", text=f"line {number}")
            body = {"chair": 2, "why": "abuse", "text": "see line 39"}
            for _ in range(3):  # the same again is no other
                assert (await made.ask("POST", "/reports", made.chairs[0], json=body)).status_code == 201
            assert (await made.ask("POST", "/reports", made.watch, json=body | {"why": "spam"})).status_code == 201
            for bad, status in (
                ({"chair": 1, "why": "abuse"}, 409),  # oneself
                ({"chair": 3, "why": "abuse"}, 409),
                ({"chair": 2, "why": "taste"}, 422),
                ({"chair": 2, "why": "abuse", "text": "x" * 301}, 422),
            ):
                assert (await made.ask("POST", "/reports", made.chairs[0], json=bad)).status_code == status
            assert (await made.ask("POST", "/reports", "wrong", json=body)).status_code == 404
            rows = [orjson.loads(line) for line in (await admin(server, "reports", "--json")).splitlines()]
            assert [(row["why"], row["by_chair"], row["name"]) for row in rows] == [
                ("spam", None, "Bert"), ("abuse", 1, "Bert"),
            ]  # fmt: skip
            assert rows[1]["player_id"] == player.id
            assert (await player.ask("POST", "/remove")).status_code == 200
            kept = [orjson.loads(line) for line in (await admin(server, "reports", "--json")).splitlines()]
            assert kept == [row | {"player_id": None} for row in rows]  # of somebody who is no player any more
            assert [line["text"] for line in rows[1]["lines"]] == [f"line {number}" for number in range(10, 40)]
            assert not any(secret in str(rows) for secret in made.secrets)
            assert "127.0.0.1" not in str(rows)
            printed = await admin(server, "reports")
            assert "see line 39" in printed
            assert "line 38" in printed
            await admin(server, "reports", "--dismiss", str(rows[0]["id"]))
            await admin(server, "reports", "--dismiss", "999", status=2)
            await admin(server, "remove", made.id, "--yes")
            assert len((await admin(server, "reports", "--json")).splitlines()) == 1  # it outlives the table
            assert "dismiss_report" in await admin(server, "log")

    asyncio.run(visit())


def test_nobody_floods_the_host_with_reports(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:

            async def report(count: int) -> Counter[int]:
                made = await server.make(**TWO)
                bodies = [{"chair": 2, "why": "other", "text": str(number)} for number in range(count)]
                answers = [await made.ask("POST", "/reports", made.chairs[0], json=body) for body in bodies]
                return Counter(answer.status_code for answer in answers)

            # One address does not use up what a table has.
            assert await report(MAX_OF_TABLE) == {201: MAX_OF_TABLE_FROM_ADDRESS, 429: MAX_OF_TABLE - 3}
            tables = [await report(1) for _ in range(MAX_FROM_ADDRESS)]
            assert tables.count({201: 1}) == MAX_FROM_ADDRESS - MAX_OF_TABLE_FROM_ADDRESS
            assert tables[-1] == {429: 1}

    asyncio.run(visit())
