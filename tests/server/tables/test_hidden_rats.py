"""A table that hides the rats of others (C2): whole games, and every byte that is sent before the end."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

import rattus
from rattus.server.live.snapshots import table_data
from rattus.server.tables.keys import HOST, WATCH, Role, chair_role
from rattus.server.tables.table import Table

from ..live.test_leaks import Playthrough, check_everything, number_of, playthrough
from ..local_server import HostedTable, InstantBots, LocalServer
from ..manual_clock import ManualClock
from ..oracle import Oracle, hides_rats
from ..recording_client import RecordingClient
from ..stored_entry import StoredEntry
from ..wait import eventually

CHANGES = {"freed": 3, "scored": 30}  # events that tell how many rats go or come, and no event tells of more at once
AT_THE_END = {"died", "ended", "turned"}


def every_map(data: Any) -> Iterator[dict[str, Any]]:
    """All maps in something that was sent."""
    if isinstance(data, dict):
        yield data
        for value in data.values():
            yield from every_map(value)
    elif isinstance(data, list):
        for value in data:
            yield from every_map(value)


def check_rats(data: Any, colour: str | None) -> int:
    """AssertionError if something that was sent counts the rats of another. Returns how many counts it covers."""
    covered = 0
    for found in every_map(data):
        if isinstance(found.get("rats"), dict):
            for seat, number in found["rats"].items():
                assert (type(number) is int) == (seat == colour), f"{colour} is told that {seat} has {number} rats"
                assert seat == colour or number is None
                covered += seat != colour
            pending = found["pending"]
            if pending is not None and pending["ask"] == "discard" and found["to_move"] != colour:
                assert pending["due"] is None, "cards that may be discarded are no more than the rats (C28)"
        elif "rats" in found:
            assert found["event"] in CHANGES, f"{found} tells of rats"
            assert found["rats"] <= CHANGES[found["event"]]
        assert found.get("event") not in AT_THE_END
    return covered


def check_hidden(played: Playthrough, oracle: Oracle) -> None:
    """No text that was sent while a match ran counts the rats of another."""
    texts = [(role, text, number_of(text)) for role, player in played.players.items() for text in player.heard]
    texts += [(role, text, number_of(text)) for role, player in played.late for text in player.heard]
    texts += [(answer.role, answer.text, answer.number) for answer in played.answers]
    covered = 0
    for role, text, number in texts:
        if number is not None and hides_rats(oracle.moments[number]):
            covered += check_rats(orjson.loads(text), oracle.colour(number, role))
    assert covered > 1000, "nothing was looked at"


def shown_at_the_end(played: Playthrough) -> list[Any]:
    """The rats in all views that were sent when the first match was over."""
    first = min(number for number, status in spent_statuses(played) if status == "over")
    return [message["view"]["rats"] for player in played.players.values() for message in player.messages
            if message.get("number") == first and "view" in message]  # fmt: skip


def spent_statuses(played: Playthrough) -> Iterator[tuple[int, str]]:
    for player in played.players.values():
        for message in player.messages:
            if "table" in message:
                yield message["number"], message["table"]["status"]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "bots"), [(2, 0), (3, 1)])
def test_nobody_learns_how_many_rats_another_has_before_the_end(tmp_path, players, bots) -> None:
    played, oracle = playthrough(tmp_path, "cartus", players, bots=bots, seed=players, hide_rats=True)
    check_everything(played, oracle)
    check_hidden(played, oracle)
    shown = shown_at_the_end(played)
    assert shown
    assert all(type(number) is int for rats in shown for number in rats.values()), "at the end all is shown"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_learns_how_many_rats_another_has_in_many_games(tmp_path, players, seed) -> None:
    options = {"buildings": ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]} if seed else {}
    played, oracle = playthrough(
        tmp_path, "cartus", players, bots=(0, 1, players - 1)[seed], seed=seed, hide_rats=True, options=options
    )
    check_everything(played, oracle)
    check_hidden(played, oracle)


# ---- the same without any knowledge of the messages: compare bytes


@dataclass(frozen=True)
class Told:
    """What a role received during a match, and after its end."""

    before: list[str]
    after: list[str]


async def play_twice_the_same(made: HostedTable, clock: ManualClock, seed: int) -> dict[Role, Told]:
    """A whole game with moves that depend on the seed only; everybody looks everything up now and then."""
    chance, found = random.Random(seed), {role: Told([], []) for role in made.keys}
    async with AsyncExitStack() as stack:
        players = {role: await stack.enter_async_context(RecordingClient(made, key)) for role, key in made.keys.items()}
        await made.start()
        some = next(iter(players.values()))
        await eventually(lambda: any(player.legal for player in players.values()))
        while some.table["status"] != "over":
            await eventually(lambda: len({player.number for player in players.values()}) == 1)
            decider = next(player for player in players.values() if player.legal)
            if not decider.moves % 50:
                await look_up(made, players, found)
            clock.advance(1.0)
            number, move = decider.number, chance.choice(decider.legal)
            await decider.ask("move", id=f"move-{decider.moves}", move=move, after=decider.moves)
            await eventually(lambda number=number: all(player.number > number for player in players.values()))
        await eventually(lambda: all(player.table["status"] == "over" for player in players.values()))
        end = some.number
        for role, player in players.items():
            for text in player.heard:
                number = orjson.loads(text).get("number", 0)
                (found[role].after if number >= end else found[role].before).append(text.replace(made.id, "TABLE"))
    return found


async def look_up(made: HostedTable, players: dict[Role, RecordingClient], found: dict[Role, Told]) -> None:
    for role, key in made.keys.items():
        for path in ("", "/record", "/moments?first=0&last=1", f"/moments?first={players[role].moves}&last=9999"):
            answer = await made.ask("GET", path, key)
            assert answer.status_code == 200
            found[role].before.append(answer.text.replace(made.id, "TABLE"))
        assert (await made.ask("GET", "/moments?everything=true", key)).status_code == 403


def told(folder: Path, rats: dict[str, int], seed: int, *, hide_rats: bool) -> dict[Role, Told]:
    """What each role received of a game that begins with these rats."""
    folder.mkdir()
    position = rattus.new("cartus", 3, seed, {"buildings": "mixed"}).position() | {"rats": rats}

    async def spend() -> dict[Role, Told]:
        clock = ManualClock()
        seals = random.Random(seed)  # both worlds shuffle alike
        async with LocalServer(folder, clock, bot_pool=InstantBots(seed), seals=seals) as server:
            chairs = [{"name": "Anna"}, {"name": "Bert"}, {"name": "Cleo"}]
            made = await server.make(position=position, chairs=chairs, hide_rats=hide_rats)
            return await play_twice_the_same(made, clock, seed)

    return asyncio.run(spend())


SOME = {"red": 60, "yellow": 60, "green": 60}
OTHERS = {"red": 60, "yellow": 77, "green": 94}  # enough of them that nobody ever runs out of rats


def test_the_rats_of_others_change_no_byte_before_the_end(tmp_path) -> None:
    one, other = (told(tmp_path / name, rats, 5, hide_rats=True) for name, rats in (("a", SOME), ("b", OTHERS)))
    for role in (HOST, WATCH, chair_role(1)):
        assert len(one[role].before) > 100
        assert one[role].before == other[role].before, f"{role} can tell"
        assert one[role].after != other[role].after, "at the end all is shown"
    for role in (chair_role(2), chair_role(3)):
        assert one[role].before != other[role].before, "everybody sees his own"


def test_without_the_setting_the_rats_of_others_show(tmp_path) -> None:
    one, other = (told(tmp_path / name, rats, 5, hide_rats=False) for name, rats in (("a", SOME), ("b", OTHERS)))
    for role in one:
        assert one[role].before != other[role].before


# ---- making such a table


def test_hide_rats_is_a_setting_of_the_table_and_in_no_record(tmp_path) -> None:
    async def spend() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(game="cartus", players=2, chairs=[{"bot": "easy"}] * 2, hide_rats=True)
            shown = (await made.ask("GET", "", made.watch)).json()["table"]
            assert shown["hide_rats"] is True
            assert shown["options"] == {}
            await made.start()
            async with RecordingClient(made, made.watch) as watch:
                await watch.until(lambda: watch.table["status"] == "over")
            record = (await made.ask("GET", "/record", made.watch)).json()
            assert "hide_rats" not in record["options"]
            assert "hide_rats" not in record
            rattus.load(record)
            plain = await server.make(game="cartus", players=2)
            assert (await plain.ask("GET", "", plain.watch)).json()["table"]["hide_rats"] is False

    asyncio.run(spend())


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"game": "rattus", "players": 2, "hide_rats": True}, "hide_rats: players have no rats of their own in rattus"),
        ({"game": "africanus", "players": 2, "hide_rats": True}, "hide_rats: players have no rats"),
        ({"game": "cartus", "players": 2, "hide_rats": 1}, "hide_rats"),
        ({"record": "cartus", "hide_rats": True}, "hide_rats: a record is always shown as it is"),
    ],
)
def test_hide_rats_is_refused_where_there_is_nothing_to_hide(tmp_path, body, why) -> None:
    if "record" in body:
        body = {**body, "record": rattus.new(body["record"], 2, 1).record()}

    async def spend() -> None:
        async with LocalServer(tmp_path) as server:
            answer = await server.http.post("/api/tables", json=body)
            assert answer.status_code == 422
            assert answer.json()["code"] == "malformed"
            assert why in answer.json()["why"]

    asyncio.run(spend())


def test_a_table_from_before_the_setting_hides_nothing() -> None:
    table = Table("old")
    settings = {"game": "cartus", "options": {}, "seats": [{}, {}], "clock": None, "sitter": "normal"}
    table.apply(StoredEntry(1, 0.0, "made", None, settings).parsed())
    assert table_data(table)["hide_rats"] is False
    assert not table.hides_rats
