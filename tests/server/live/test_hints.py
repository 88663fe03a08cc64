"""Hints are a setting of the table: where they are given, and how they are refused elsewhere."""

import asyncio
from typing import Any

import pytest

from rattus.bots.pool import Rank
from rattus.server.live.snapshots import table_data
from rattus.server.tables.table import Table

from ..local_server import LocalServer
from ..recording_client import RecordingClient
from ..stored_entry import StoredEntry

ONE = [{"name": "Anna"}, {"bot": "easy"}]
TWO = [{"name": "Anna"}, {"name": "Bert"}]
OPEN = [{"name": "Anna"}, {}]
RED_FIRST = {"first": "red"}
OFF = "hints are off at this table, as was agreed when it was made"


@pytest.mark.parametrize(
    ("chairs", "agreed", "given"),
    [
        (ONE, {}, True),
        (TWO, {}, False),
        (OPEN, {}, False),
        (TWO, {"hints": None}, False),
        (ONE, {"hints": False}, False),
        (TWO, {"hints": True}, True),
        (OPEN, {"hints": True}, True),
    ],
)
def test_hints_are_given_where_they_are_agreed(tmp_path, chairs, agreed, given) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(game="rattus", players=2, chairs=chairs, options=RED_FIRST, **agreed)
            if chairs is OPEN:
                await made.ask("PATCH", "/chairs/2", made.chairs[1], json={"name": "Bert"})
            await made.start()
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert anna.table["hints"] is given
                assert (await made.ask("GET", "", made.watch)).json()["table"]["hints"] is given
                answer = await anna.ask("hint")
                if given:
                    assert answer["type"] == "hint"
                    assert answer["move"] in anna.legal
                else:
                    assert (answer["type"], answer["code"], answer["why"]) == ("refused", "not_now", OFF)
                    assert not server.bot_pool.requests, "no bot thinks about a refused hint"

    asyncio.run(play())


def test_the_default_for_hints_follows_the_seats_until_the_start(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(game="rattus", players=3, chairs=[{"name": "Anna"}, {}, {"bot": "easy"}])

            async def change(seat: int, change: dict[str, Any]) -> bool:
                answer = await made.ask("PATCH", f"/chairs/{seat}", made.host, json=change)
                given: bool = answer.json()["table"]["hints"]
                return given

            async with RecordingClient(made, made.chairs[0]) as anna:
                assert anna.table["hints"] is False
                assert await change(2, {"holder": "bot", "level": "easy"}) is True
                await anna.until(lambda: anna.table["hints"])
                assert await change(3, {"holder": "open"}) is False
                assert await change(3, {"holder": "closed"}) is True

    asyncio.run(play())


def test_a_rematch_keeps_the_setting(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            options = RED_FIRST | {"max_turns": 1}
            made = await server.make(game="rattus", players=2, chairs=TWO, options=options, hints=True, start=True)
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[1]) as bert:
                while anna.table["status"] != "over":
                    await anna.until(lambda: anna.legal or bert.legal or anna.table["status"] == "over")
                    for player in (anna, bert):
                        if player.legal:
                            await player.ask("move", move=player.legal[0], after=player.moves)
                assert (await anna.ask("rematch"))["type"] == "done"
                await bert.until(lambda: bert.table["asked"])
                assert (await bert.ask("answer", yes=True))["type"] == "done"
                await anna.until(lambda: anna.table["match"] == 2 and anna.legal)
                assert anna.table["hints"] is True
                assert (await anna.ask("hint"))["type"] == "hint"

    asyncio.run(play())


def test_a_table_from_before_the_setting_gives_hints() -> None:
    table = Table("old")
    settings = {"game": "rattus", "options": {}, "seats": TWO, "clock": None, "sitter": "normal", "hide_rats": False}
    table.apply(StoredEntry(1, 0.0, "made", None, settings).parsed())
    assert table.allows_hints
    assert table_data(table)["hints"] is True


@pytest.mark.parametrize("agreed", ["yes", 1, 0, []])
def test_only_booleans_are_accepted(tmp_path, agreed) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            request = {"game": "rattus", "players": 2, "hints": agreed}
            answer = await server.http.post("/api/tables", json=request)
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed")

    asyncio.run(play())


def test_hints_of_one_address_wait_for_each_other(tmp_path) -> None:
    """Otherwise whoever asks on a hundred connections is served before somebody who asks on one."""

    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            makers, think = [], server.bot_pool.think

            def note(request, **options):
                makers.append((options["rank"], options["maker"]))
                return think(request)

            server.bot_pool.think = note
            made = await server.make(game="rattus", players=2, chairs=ONE, options=RED_FIRST, start=True)
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (await anna.ask("hint"))["type"] == "hint"
            assert makers == [(Rank.HINT, "127.0.0.1")]

    asyncio.run(play())
