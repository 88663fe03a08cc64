"""The schema: everything that the server sends follows it, and it has nothing that is never sent."""

import asyncio
import random
import re
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter, ValidationError

import rattus
from rattus.match.record import load_record
from rattus.match.vocabulary import vocabulary_of
from rattus.server.app import make_app
from rattus.server.errors import RequestRefused
from rattus.server.live.snapshots import explained_message, state_message, table_answer, update_message
from rattus.server.protocol.basics import PROTOCOL, PROTOCOL_HEADER, models_by_name
from rattus.server.protocol.entries import PublicEntry
from rattus.server.protocol.games import VocabularyAnswer
from rattus.server.protocol.messages import ServerMessage, message_schema
from rattus.server.protocol.records import GameRecord, Moment
from rattus.server.protocol.requests import ExplainRequest, read_hello
from rattus.server.protocol.tables import TableSeen
from rattus.server.settings import Settings
from rattus.server.tables.journal import ChairHolder, EntryKind
from rattus.server.tables.replay import MatchReplay

from .in_memory_table import HOST, WATCH, InMemoryTable, chair_role, people, server_role
from .local_server import LocalServer
from .recording_client import RecordingClient

CASES = [("rattus", 2), ("rattus", 4), ("africanus", 3), ("africanus", 6), ("cartus", 2), ("cartus", 5)]
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred")
MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)
RECORD: TypeAdapter[Any] = TypeAdapter(GameRecord)
PUBLIC_ENTRY: TypeAdapter[Any] = TypeAdapter(PublicEntry)
MOMENT: TypeAdapter[Any] = TypeAdapter(Moment)


def check(data_type: TypeAdapter[Any], data: Any) -> None:
    """ValidationError unless this is such data, as it is sent."""
    data_type.validate_json(orjson.dumps(data), strict=True)


def played(game: str, players: int, seed: int, **settings: Any) -> InMemoryTable:
    harness = InMemoryTable(game=game, players=players, chairs=people(*NAMES[:players]), start=True, **settings)
    harness.play(random.Random(seed), random.Random(-seed).choice([5, 40, 10_000]))
    return harness


@pytest.mark.parametrize(("game", "players"), CASES)
def test_messages_of_whole_matches_follow_the_schema(game: str, players: int) -> None:
    chance = random.Random(players)
    for seed in range(3):
        hidden = {"hide_rats": True} if game == "cartus" and seed else {}
        harness = InMemoryTable(game=game, players=players, chairs=people(*NAMES[:players]), start=True, **hidden)
        roles = [WATCH, *(chair_role(chair) for chair in range(1, players + 1))]
        while harness.table.status == "playing":
            harness.move(str(chance.choice(harness.table.game.legal())), fault=chance.choice([None, "it broke"]))
            role = chance.choice(roles)
            check(MESSAGE, update_message(harness.table, role, harness.table.number - 1))
        for role in roles:
            check(MESSAGE, state_message(harness.table, role))
            TableSeen.model_validate(table_answer(harness.table, role))


@pytest.mark.parametrize(("game", "players"), CASES)
def test_records_and_moments_follow_the_schema(game: str, players: int) -> None:
    for seed in range(3):
        harness = played(game, players, seed)
        replay = MatchReplay.from_journal(harness.journal, 1)
        assert harness.table.game is not None
        for seat in (None, *harness.table.game.seats):
            check(RECORD, replay.record(seat))
            for moment in replay.moments(seat, replay.is_over, 0, 20):
                check(MOMENT, moment)


def test_everything_that_can_happen_at_a_table_follows_the_schema() -> None:
    clock = {"kind": "bank", "seconds": 600, "increment": 5}
    harness = InMemoryTable(game="rattus", players=3, chairs=[{"name": "Anna"}, {"name": "Bert"}, {}], clock=clock)
    anna, bert = chair_role(1), chair_role(2)
    harness.submit(anna, lambda requests: requests.chat("before"))
    harness.submit(HOST, lambda requests: requests.set_holder(3, ChairHolder.BOT, "easy"))
    harness.submit(HOST, lambda requests: requests.start())
    table, chance = harness.table, random.Random(4)
    while table.to_move is None or not table.to_move.is_present or table.last_move_of("red") is None:
        harness.play(chance, 1)
    harness.append(harness.requests(server_role(1)).resume_clock(3.5))
    harness.submit(bert, lambda requests: requests.leave())
    harness.submit(bert, lambda requests: requests.return_to_chair())
    harness.submit(HOST, lambda requests: requests.remove_person(2))
    harness.submit(bert, lambda requests: requests.return_to_chair())
    while table.can_free_undo("red"):
        harness.play(chance, 1)
    harness.submit(anna, lambda requests: requests.undo())
    harness.submit(bert, lambda requests: requests.answer(True))
    harness.submit(HOST, lambda requests: requests.close())
    happened = [entry.data for entry in table.entries_after(0)]
    assert {each["kind"] for each in happened} == {str(kind) for kind in EntryKind}
    assert {each.get("why") for each in happened if each["kind"] == "left"} == {"gave_up", "removed"}
    for each in happened:
        check(PUBLIC_ENTRY, each)
    for role in (HOST, WATCH, anna, bert):
        check(MESSAGE, {**state_message(table, role), "anew": True})


def test_what_the_schema_does_not_have_is_refused() -> None:
    message = state_message(played("cartus", 3, 1).table, WATCH)
    for place in (message, message["view"], message["table"], message["you"], message["table"]["chairs"][0]):
        place["more"] = 1  # type: ignore[index]
        with pytest.raises(ValidationError):
            check(MESSAGE, message)
        del place["more"]  # type: ignore[arg-type]
    check(MESSAGE, message)


def test_every_example_of_the_description_is_one(tmp_path) -> None:
    app = make_app(Settings(database=f"sqlite:///{tmp_path}/x.db"))
    schemas = app.openapi()["components"]["schemas"]
    with_examples = {name: schema["examples"] for name, schema in schemas.items() if "examples" in schema}
    assert {"CreateTableRequest", "GamesAnswer", "MomentsAnswer", "RecordAnswer", "TableSeen"} <= set(with_examples)
    models = models_by_name()
    for name, examples in with_examples.items():
        for example in examples:
            models[name].model_validate(example)
    (record,) = with_examples["RecordAnswer"]
    assert load_record(record).moves == [("red", rattus.Move("settle gallia"))]


def test_the_schema_of_the_messages_is_served_and_whole(tmp_path) -> None:
    async def visit() -> dict[str, Any]:
        async with LocalServer(tmp_path) as server:
            answer = await server.http.get("/api/messages")
            assert answer.status_code == 200
            return answer.json()

    schema = asyncio.run(visit())
    defined = schema["$defs"]
    assert schema["protocol"] == PROTOCOL
    assert set(re.findall(r'"#/\$defs/(\w+)"', orjson.dumps(schema).decode())) <= set(defined)
    told = set(defined["ServerMessage"]["discriminator"]["mapping"])
    assert told == {"state", "update", "tick", "here", "hint", "explained", "marked", "done", "refused", "error"}
    asked = set(defined["ClientMessage"]["discriminator"]["mapping"])
    assert asked == {
        "sync", "explain", "move", "undo", "rematch", "leave", "return", "hint", "answer", "chat", "phrase",
        "mark",
    }  # fmt: skip
    assert set(defined["Hello"]["required"]) == {"type", "table", "key"}
    assert set(defined["PlayerHello"]["required"]) == {"type", "player"}
    assert set(defined["PageSight"]["required"]) == {"type", "visible"}
    assert set(defined["WaitingMessage"]["required"]) == {"type", "waiting", "open"}


def test_a_seat_is_a_colour_and_a_chair_is_a_number() -> None:
    def look(data: Any) -> None:
        if isinstance(data, dict):
            assert data.get("seat") is None or data["seat"] in rattus.kernel.seats.SEATS
            assert data.get("chair") is None or data["chair"] in range(1, 7)
            assert "colour" not in data
            for value in data.values():
                look(value)
        elif isinstance(data, list):
            for value in data:
                look(value)

    harness = InMemoryTable(game="africanus", players=4, chairs=people(*NAMES[:4]))
    harness.submit(chair_role(2), lambda requests: requests.chat("before"))
    look(state_message(harness.table, chair_role(2)))
    harness.submit(HOST, lambda requests: requests.start())
    harness.play(random.Random(3), 30)
    harness.submit(chair_role(2), lambda requests: requests.chat("after"))
    look(state_message(harness.table, chair_role(2)))
    look(update_message(harness.table, WATCH, 4))


def test_no_field_and_no_address_calls_a_place_at_the_table_a_seat(tmp_path) -> None:
    described = make_app(Settings(database=f"sqlite:///{tmp_path}/x.db")).openapi()
    messages = message_schema()["$defs"]
    assert not [path for path in described["paths"] if re.search("(?i)seat|colour", path)]
    fields = 0
    for name, schema in {**described["components"]["schemas"], **messages}.items():
        for field, kind in schema.get("properties", {}).items():
            if re.fullmatch("(.+_)?(seat|seats)", field):
                fields += 1
                assert not re.search('"integer"|Chair', orjson.dumps(kind).decode()), f"{name}.{field}"
    assert fields > 20


# ---- versions


@pytest.mark.parametrize("version", ["", '"protocol": 1,', '"protocol": 2,', '"protocol": 99, "of_the_future": [],'])
def test_another_version_is_told_so_before_its_fields_are_read(version: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        read_hello(f'{{"type": "hello", {version} "table": "t", "key": "k"}}')
    assert refused.value.code == "outdated"
    assert "reload" in refused.value.why


def test_an_old_client_is_refused_by_socket_and_by_http(tmp_path) -> None:
    async def run() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(game="rattus", players=2)
            for version, status in (("1", 426), ("2", 426), (str(PROTOCOL), 200), ("99", 426), ("nonsense", 200)):
                answer = await server.http.get("/api/games", headers={PROTOCOL_HEADER: version})
                assert answer.status_code == status
            assert (await server.http.get("/api/games", headers={PROTOCOL_HEADER: "1"})).json()["code"] == "outdated"
            async with RecordingClient(made, made.watch) as client:
                assert client.number

    asyncio.run(run())


# ---- explanations and the vocabulary


@pytest.mark.parametrize(("game", "players"), CASES)
def test_explanations_follow_the_schema(game: str, players: int) -> None:
    harness, chance = played(game, players, 3), random.Random(players)
    things = ["gallia", "germania", "king", "sultan", "church-3", "pass", "building.1", "nun.2"]
    for _ in range(25):
        if harness.table.status != "playing":
            break
        for thing in things:
            request = ExplainRequest(type="explain", id="1", thing=thing)
            for role in (WATCH, chair_role(1), chair_role(2)):
                check(MESSAGE, explained_message(harness.table, role, request))
        harness.play(chance, 1)


def test_an_explanation_can_be_asked_for_by_whoever_may_look(tmp_path) -> None:
    async def run() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(
                game="rattus", players=2, chairs=people("Anna", "Bert"), options={"first": "red"}, start=True
            )
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[1]) as bert:
                told = await anna.ask("explain", thing="gallia")
                assert (told["type"], told["moves"], told["reasons"]) == ("explained", ["settle gallia"], [])
                told = await bert.ask("explain", thing="gallia")
                assert (told["moves"], told["reasons"]) == ([], [{"why": "waits", "rule": "", "seat": "red"}])

    asyncio.run(run())


def test_the_vocabulary_is_told_by_http(tmp_path) -> None:
    async def run() -> None:
        async with LocalServer(tmp_path) as server:
            for game in rattus.GAMES:
                answer = await server.http.get(f"/api/games/{game}/vocabulary")
                VocabularyAnswer.model_validate_json(answer.content, strict=True)
                assert answer.json() == vocabulary_of(rattus.GAMES[game])
            assert (await server.http.get("/api/games/chess/vocabulary")).status_code == 404

    asyncio.run(run())
