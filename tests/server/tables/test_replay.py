"""Records and replays, and tables from positions, scenarios and records."""

import asyncio
import copy
import random

import orjson
import pytest

import rattus
from rattus.match.record import verify_record
from rattus.match.seal import Seal
from rattus.server.tables.replay import MAX_MOMENTS

from ..in_memory_table import HOST, InMemoryTable, chair_role, people
from ..local_server import HostedTable, LocalServer
from ..oracle import same
from ..recording_client import RecordingClient
from ..wait import eventually

GAMES = [("rattus", 3), ("africanus", 2), ("cartus", 3)]
POSITION = {
    "game": "rattus", "players": 3, "turn": "red", "phase": "turn", "plague": "gallia", "supply": 5, "taken": True,
    "classes": {"peasant": None, "merchant": None, "monk": None, "knight": None, "witch": "red", "king": None},
    "regions": {"italia": {"rats": 2}, "gallia": {"rats": 2}},
}  # fmt: skip
SCENARIO = """
name: The king can save himself
position: {game: rattus, players: 3, turn: red, phase: turn, plague: gallia, supply: 5, taken: true,
  classes: {peasant: null, merchant: null, monk: null, knight: null, witch: red, king: null},
  regions: {italia: {rats: 2}, gallia: {rats: 2}}}
moves: [red: witch italia.1]
expect: {to_move: red}
"""


def whole_game(game: str, players: int, seed: int = 1) -> rattus.Game:
    played, chance = rattus.new(game, players, seed), random.Random(seed)
    while not played.is_over:
        played.play(chance.choice(played.legal()))
    return played


def with_server(folder, visit) -> None:
    async def run() -> None:
        async with LocalServer(folder) as server:
            await visit(server)

    asyncio.run(run())


async def get(made: HostedTable, path: str, key: str):
    answer = await made.ask("GET", path, key)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_after_the_end_everybody_gets_the_full_record_and_it_verifies(tmp_path, game, players) -> None:
    async def visit(server) -> None:
        bots = [{"bot": "easy"}] * (players - 1)
        made = await server.make(game=game, players=players, chairs=[{"name": "Anna"}, *bots], start=True)
        async with RecordingClient(made, made.chairs[0]) as anna:
            commitment = anna.table["commitment"]
            running = await get(made, "/record", made.chairs[0])
            assert (running["seed"], running["result"], running.get("salt")) == (None, None, None)
            assert running["shuffles"] == []
            await anna.ask("leave")
            await anna.until(lambda: anna.table["status"] == "over")
            assert {m["table"]["commitment"] for m in anna.messages if "table" in m} == {commitment}
            records = [await get(made, "/record", key) for key in made.keys.values()]
            assert all(record == records[0] for record in records)
            assert records[0]["commitment"] == commitment
            assert len(verify_record(records[0]).holds) == 3
            assert (records[0]["seed"], records[0]["salt"]) == (anna.table["seed"], anna.table["salt"])
            assert records[0]["result"] == anna.table["outcome"]
            assert rattus.load(records[0]).position() == anna.view
            assert (await made.ask("GET", "/record?match=2", made.host)).status_code == 404

    with_server(tmp_path, visit)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_match_is_replayed_moment_by_moment(tmp_path, game, players) -> None:
    async def visit(server) -> None:
        made = await server.make(game=game, players=players, chairs=[{"bot": "easy"}] * players, start=True)
        await eventually(lambda: server.runtime.registry.tables[made.id].table.status == "over")
        record = await get(made, "/record", made.host)
        for key, colour, more in ((made.chairs[1], "yellow", ""), (made.watch, None, ""), (made.watch, None, "all")):
            everything = "&everything=true" if more else ""
            moments = []
            while True:
                told = await get(made, f"/moments?first={len(moments)}&last=100000{everything}", key)
                assert len(told["moments"]) <= MAX_MOMENTS
                if not told["moments"]:
                    break
                moments += told["moments"]
            assert (told["match"], told["moves"]) == (1, len(record["moves"]))
            same(moments, list(moments_of(record, colour, bool(more))))

    with_server(tmp_path, visit)


def moments_of(record, colour, everything):
    game = rattus.from_position(record["start"])
    assert record["shuffling"] == "keyed"
    game.shuffle_key = Seal(record["seed"], record["salt"]).shuffle_key
    for number, move in enumerate([None, *record["moves"]]):
        if move is not None:
            ((mover, text),) = move.items()
            game.play(text, mover)
        events = game.events if everything else game.events_seen(colour)
        yield {
            "moves": number,
            "seat": None if move is None else mover,
            "events": [event for event in events if event["after"] == number],
            "view": game.position() if everything else game.view(colour),
        }


def test_before_the_first_match_there_is_no_replay(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(game="rattus", players=2)
        for path in ("/record", "/moments", "/record?match=1"):
            answer = await made.ask("GET", path, made.host)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        for path in ("/record?match=0", "/moments?first=-1", "/moments?last=x", "/record?match=" + "9" * 30):
            answer = await made.ask("GET", path, made.host)
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed")

    with_server(tmp_path, visit)


def test_the_record_of_the_first_match_is_available_during_the_second(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(game="rattus", players=2, chairs=[{"name": "A"}, {"bot": "easy"}], start=True)
        async with RecordingClient(made, made.chairs[0]) as anna:
            await anna.ask("leave")
            await anna.until(lambda: anna.table["status"] == "over")
            first = await get(made, "/record", made.watch)
            await anna.ask("return")
            await anna.ask("rematch")
            await anna.until(lambda: anna.table["match"] == 2)
            assert await get(made, "/record?match=1", made.watch) == first
            second = await get(made, "/record", made.watch)
            assert second["commitment"] != first["commitment"]
            assert (second["seed"], second.get("salt"), second["result"]) == (None, None, None)
            refused = await made.ask("GET", "/moments?everything=true", made.watch)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
            told = await get(made, "/moments?everything=true&match=1&last=0", made.watch)
            assert told["moments"][0]["view"] == first["start"]

    with_server(tmp_path, visit)


# ---- uploaded


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_record_can_be_uploaded_and_watched(tmp_path, game, players) -> None:
    played = whole_game(game, players)

    async def visit(server) -> None:
        made = await server.make(record=played.record())
        async with RecordingClient(made, made.watch) as watch:
            assert (watch.table["status"], watch.table["watched"], watch.moves) == ("over", True, len(played.moves))
            assert (watch.view, watch.legal) == (played.view(None), [])
            assert watch.table["outcome"] == played.outcome.as_data()
        assert await get(made, "/record", made.watch) == played.record()
        last = len(played.moves)
        told = await get(made, f"/moments?first={last}&last={last}&everything=true", made.watch)
        assert told["moments"][0]["view"] == played.position()
        named = await made.ask("PATCH", "/chairs/1", made.chairs[0], json={"name": "Anna"})
        assert named.status_code == 200
        async with RecordingClient(made, made.chairs[0]) as anna:
            for kind, fields in (("move", {"move": "x", "after": last}), ("undo", {}), ("rematch", {}), ("leave", {})):
                assert (await anna.ask(kind, **fields))["code"] == "not_now"
        assert (await made.ask("POST", "/start", made.host)).json()["code"] == "not_now"

    with_server(tmp_path, visit)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_record_can_be_continued_from_any_move(tmp_path, game, players) -> None:
    played = whole_game(game, players)
    names = people("Anna", "Bert", "Cleo")[:players]

    async def visit(server) -> None:
        for move in (0, 7, len(played.moves) - 1):
            made = await server.make(record=played.record(), move=move, chairs=names, start=True)
            there = rattus.from_position(played.record()["start"])
            for mover, text in played.moves[:move]:
                there.play(text, mover)
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (anna.view, anna.moves) == (there.view("red"), 0)
                assert anna.table["commitment"] is None
                assert (await made.ask("PATCH", "/chairs/1", made.host, json={"holder": "closed"})).status_code == 409
                if anna.legal:
                    assert (await anna.move())["type"] == "done"
        for move in (len(played.moves), len(played.moves) + 1, 10**6):
            answer = await server.http.post("/api/tables", json={"record": played.record(), "move": move})
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed")

    with_server(tmp_path, visit)


def test_a_position_or_a_scenario_can_be_continued(tmp_path) -> None:
    async def visit(server) -> None:
        bots = [{"name": "Anna"}, {"bot": "easy"}, {"bot": "easy"}]
        made = await server.make(position=POSITION, chairs=bots, start=True)
        async with RecordingClient(made, made.chairs[0]) as anna:
            assert "witch italia.1" in anna.legal
            assert anna.view["classes"]["witch"] == "red"
            assert anna.view["regions"]["italia"]["rats"] == [None, None]
            assert anna.table["commitment"] is None
        made = await server.make(scenario=SCENARIO, chairs=bots, start=True)
        async with RecordingClient(made, made.chairs[0]) as anna:
            assert anna.view["regions"]["italia"]["rats"][0] is not None  # the witch has looked
            assert anna.view["known"] == {"red": ["italia.1"]}
            assert (await anna.move())["type"] == "done"

    with_server(tmp_path, visit)


def test_what_a_position_leaves_open_cannot_be_predicted() -> None:
    """It is dealt again for every match."""
    starts = set()
    for _ in range(4):
        harness = InMemoryTable(position=POSITION, chairs=people("Anna", "Bert", "Cleo"), start=True)
        starts.add(orjson.dumps(harness.table.game.position()))
        harness.play(random.Random(1))
        harness.submit(chair_role(1), lambda requests: requests.rematch())
        for number in (2, 3):
            harness.submit(chair_role(number), lambda requests: requests.answer(True))
        assert harness.table.match == 2
        starts.add(orjson.dumps(harness.table.game.position()))
    assert len(starts) > 5
    assert orjson.dumps(rattus.from_position(POSITION).position()) not in starts


def test_what_a_position_fixes_is_the_same_in_every_match() -> None:
    full = rattus.new("cartus", 2, 3).position()
    harness = InMemoryTable(position=full, chairs=people("Anna", "Bert"))
    harness.submit(HOST, lambda requests: requests.start())
    assert harness.table.game.position() == full


def broken(record: dict) -> list[dict]:
    """A record with something wrong with it, each time something else."""
    wrongs = []
    for change in (
        lambda r: r.pop("start"), lambda r: r.update(game="chess"), lambda r: r.update(moves=r["moves"][1:]),
        lambda r: r.update(rules_version=99), lambda r: r["moves"].append({"red": "settle gallia"}),
        lambda r: r.update(result={"points": {}}), lambda r: r.update(players=4), lambda r: r.update(more=1),
        lambda r: r["start"].update(plague="atlantis"), lambda r: r.update(moves=[3]), lambda r: r.update(moves={}),
        lambda r: r.update(shuffles=[["gallia"]]), lambda r: r.update(components={"x.toml": {}}),
        lambda r: r.update(start=None), lambda r: r.update(salt="x"),
    ):  # fmt: skip
        wrong = copy.deepcopy(record)
        change(wrong)
        wrongs.append(wrong)
    return wrongs


def test_impossible_positions_and_records_are_refused_with_a_reason(tmp_path) -> None:
    record = whole_game("rattus", 2).record()
    wishes = [
        *({"record": wrong} for wrong in [*broken(record), {}]),
        *({"record": wrong, "move": 3} for wrong in broken(record)[:2]),
        *({"position": wrong} for wrong in ({}, {"game": "rattus"}, {**POSITION, "plague": "x"}, {**POSITION, "x": 1})),
        *({"scenario": wrong} for wrong in ("", "[]", "name: x", "{", "a: &a [*a]", "!!python/object:os.system x")),
        {"scenario": SCENARIO.replace("italia.1", "italia.9")},
        {"record": record, "options": {"first": "red"}},
        {"record": record, "game": "cartus"},
        {"position": whole_game("rattus", 2).position()},  # it is over there
    ]

    async def visit(server) -> None:
        for request in wishes:
            answer = await server.http.post("/api/tables", json=request)
            assert (answer.status_code, answer.json().get("code")) == (422, "malformed"), request
            assert len(answer.json()["why"]) > 8
        assert await server.runtime.store.count_tables() == 0

    with_server(tmp_path, visit)
