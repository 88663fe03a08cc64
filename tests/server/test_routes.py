"""Tables by HTTP: making them, sitting down, and what every answer has in common."""

import ast
import asyncio
import io
import logging
import re
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

import rattus.server
from rattus.bots.levels import LEVELS
from rattus.server.logging import EXTRA_FIELDS, LEAKY_LOGGERS, set_up_logging
from rattus.server.protocol.basics import PROTOCOL
from rattus.server.settings import Limits
from rattus.server.tables.keys import digest

from .in_memory_table import people
from .local_server import GENEROUS, LocalServer
from .manual_clock import ManualClock
from .recording_client import RecordingClient

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}
CLIENTS = ("websockets.client", "httpx", "httpcore")  # of the tests, in the same process
POLICY = {
    "default-src": "'none'", "script-src": "'self'", "connect-src": "'self'", "frame-ancestors": "'none'",
    "base-uri": "'none'",
}  # fmt: skip


def with_server(folder, visit, **settings) -> None:
    """Visit a server."""

    async def run() -> None:
        async with LocalServer(folder, **settings) as server:
            await visit(server)

    asyncio.run(run())


# ---- making


def test_the_games_are_listed(tmp_path) -> None:
    async def visit(server) -> None:
        told = (await server.http.get("/api/games")).json()
        assert [(game["game"], game["players"]) for game in told["games"]] == [
            ("rattus", [2, 3, 4]), ("africanus", [2, 3, 4, 5, 6]), ("cartus", [2, 3, 4, 5])
        ]  # fmt: skip
        assert told["levels"] == list(LEVELS)

    with_server(tmp_path, visit)


@pytest.mark.parametrize(("game", "players"), [("rattus", 4), ("africanus", 6), ("cartus", 5)])
def test_a_table_gives_a_secret_key_for_each_seat(tmp_path, game, players) -> None:
    async def visit(server) -> None:
        made = await server.make(game=game, players=players)
        assert len(made.chairs) == players
        assert len(set(made.keys.values())) == players + 2
        for role, key in made.keys.items():
            told = (await made.ask("GET", "", key)).json()
            colour = None if role.chair is None else told["table"]["chairs"][role.chair - 1]["seat"]
            assert told["you"] == {"role": "chair" if role.chair else role.kind, "chair": role.chair, "seat": colour}
            assert (told["table"]["status"], told["table"]["commitment"]) == ("open", None)
        stored = server.file.read_bytes() + server.file.with_name(server.file.name + "-wal").read_bytes()
        for key in made.keys.values():
            assert key.encode() not in stored
            assert digest(key).encode() in stored

    with_server(tmp_path, visit)


NO_WISHES = [
        ({}, "one of players, position"), ({"game": "chess", "players": 2}, "game"), ({"game": "rattus"}, "one of"),
        ({"game": "rattus", "players": 1}, "players"), ({"game": "rattus", "players": 5}, "players"),
        ({"game": "rattus", "players": 7}, "players"), ({"game": "rattus", "players": "2"}, "players"),
        ({"game": "rattus", "players": 2, "option": {}}, "option"),
        ({"game": "rattus", "players": 2, "options": {"colour": 1}}, "colour"),
        ({"game": "rattus", "players": 2, "chairs": [{}, {}, {}]}, "chairs"),
        ({"game": "rattus", "players": 2, "chairs": [{"name": "A", "bot": "easy"}]}, "chairs"),
        ({"game": "rattus", "players": 2, "chairs": [{"bot": "cmd:rm"}]}, "chairs.0.bot"),
        ({"game": "rattus", "players": 2, "sitter": "godlike"}, "sitter"),
        ({"game": "rattus", "players": 2, "clock": {"kind": "sand"}}, "clock"),
        ({"game": "rattus", "players": 2, "clock": {"kind": "bank", "seconds": 1}}, "seconds"),
        ({"game": "rattus", "players": 2, "clock": {"kind": "days", "days": 0}}, "days"),
        ({"game": "rattus", "players": 2, "move": 3}, "move"),
        ({"game": "rattus", "players": 2, "position": {}}, "one of"),
        ({"game": "rattus", "players": 2, "chairs": [{"name": "x" * 25}]}, "chairs.0.name"),
    ]  # fmt: skip


def test_impossible_tables_are_refused_with_the_field(tmp_path) -> None:
    async def visit(server) -> None:
        for request, place in NO_WISHES:
            answer = await server.http.post("/api/tables", json=request)
            assert answer.status_code == 422, request
            assert set(answer.json()) == {"code", "why"}
            assert answer.json()["code"] == "malformed"
            assert place in answer.json()["why"]
        for body in (
            b"",
            b"{",
            b"[]",
            b'{"game": "rattus", "players": 2, "clock": {"kind": "bank", "seconds": Infinity}}',
        ):
            answer = await server.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), body
        assert await server.runtime.store.count_tables() == 0

    with_server(tmp_path, visit)


def test_starting_at_once_needs_all_seats(tmp_path) -> None:
    async def visit(server) -> None:
        answer = await server.http.post("/api/tables", json={**TWO, "chairs": people("Anna")})
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
        assert await server.runtime.store.count_tables() == 0

    with_server(tmp_path, visit)


# ---- sitting down


NAMES = [
        ("Anna", "Anna"), ("  Anna ", "Anna"), ("Ännchen von Tharau", "Ännchen von Tharau"), ("李", "李"), ("🐀", "🐀"),
        ("x" * 24, "x" * 24), ("<script>", "<script>"), ("x" * 25, None), ("", None), ("   ", None), ("a\nb", None),
        ("a\x00b", None), ("a\x1bb", None), ("a\x7fb", None), ("\ue000", None), ("a\u202eb", None),
        ("a\u2028b", None), ("a\u2066b", None),
    ]  # fmt: skip


def test_names_are_single_lines_of_text(tmp_path) -> None:
    async def visit(server) -> None:
        for name, taken in NAMES:
            made = await server.make(game="rattus", players=2)
            answer = await made.ask("PATCH", "/chairs/1", made.chairs[0], json={"name": name})
            told = (await made.ask("GET", "", made.watch)).json()["table"]["chairs"][0]
            assert told["name"] == taken, name
            if taken is None:
                assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
            else:
                assert answer.json()["table"]["chairs"][0]["name"] == taken

    with_server(tmp_path, visit)


def test_the_host_closes_opens_and_fills_seats_and_everybody_sees_it(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(game="rattus", players=4)
        async with RecordingClient(made, made.chairs[2]) as cleo:
            for body in ({"holder": "bot", "level": "hard"}, {"holder": "open"}, {"holder": "closed"}):
                answer = await made.ask("PATCH", "/chairs/2", made.host, json=body)
                assert answer.status_code == 200
            await made.ask("PATCH", "/chairs/4", made.host, json={"holder": "bot", "level": "easy"})
            empty = await made.ask("POST", "/start", made.host)
            assert (empty.status_code, empty.json()["code"]) == (409, "not_now")
            assert empty.json()["why"].startswith("empty chairs: 1, 3")
            for number, name in ((1, "Anna"), (3, "Cleo")):
                await made.ask("PATCH", f"/chairs/{number}", made.chairs[number - 1], json={"name": name})
            told = await made.start()
            await cleo.until(lambda: cleo.table["status"] == "playing")
            assert cleo.you["seat"] == "yellow"
            chairs = told["table"]["chairs"]
            assert [(chair["holder"], chair["seat"]) for chair in chairs] == [
                ("person", "red"), ("closed", None), ("person", "yellow"), ("bot", "green")
            ]  # fmt: skip
            assert cleo.view["players"] == 3
            async with RecordingClient(made, made.chairs[1]) as nobody:  # a closed seat looks on
                assert nobody.view == server.runtime.registry.tables[made.id].table.game.view(None)
            again = await made.ask("POST", "/start", made.host)
            assert (again.status_code, again.json()["code"]) == (409, "not_now")

    with_server(tmp_path, visit)


NO_CHANGES = [
    {}, {"name": "A", "holder": "open"}, {"holder": "bot"}, {"holder": "open", "level": "easy"}, {"holder": "person"},
    {"level": "easy"}, {"holder": "bot", "level": "cmd:x"}, {"name": None}, [], None, 3,
]  # fmt: skip


def test_malformed_seat_changes_are_refused(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(game="rattus", players=3)
        for body in NO_CHANGES:
            for key in (made.host, made.chairs[0]):
                answer = await made.ask("PATCH", "/chairs/1", key, json=body)
                assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), body
        assert len(made.journal()) == 1

    with_server(tmp_path, visit)


def test_unknown_seats_are_refused(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(game="rattus", players=3)
        for seat in ("0", "4", "-1", str(10**30), "x", "1.5"):
            answer = await made.ask("PATCH", f"/chairs/{seat}", made.host, json={"holder": "closed"})
            assert answer.status_code in (404, 422)
            assert set(answer.json()) == {"code", "why"}

    with_server(tmp_path, visit)


# ---- every answer


def check_headers(answer) -> None:
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert {name: policy[name] for name in POLICY} == POLICY
    assert "unsafe-eval" not in answer.headers["content-security-policy"]
    assert not re.search(r"https?:|\*", answer.headers["content-security-policy"])
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers


def test_every_answer_has_security_headers_and_every_error_a_code_and_a_sentence(tmp_path, monkeypatch) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        requests = [
            ("GET", "/api/games", 200), ("GET", "/healthz", 200), ("GET", "/metrics", 200),
            ("GET", "/api/openapi.json", 200), ("GET", f"/api/tables/{made.id}", 404), ("GET", "/nothing", 404),
            ("GET", "/api/nothing", 404), ("DELETE", "/api/games", 405), ("PUT", f"/api/tables/{made.id}", 405),
            ("POST", "/api/tables", 422), ("GET", "/docs", 404), ("GET", "/api/live", 404), ("HEAD", "/healthz", 405),
        ]  # fmt: skip
        for method, path, status in requests:
            answer = await server.http.request(method, path)
            assert (path, answer.status_code) == (path, status)
            check_headers(answer)
            if status >= 400 and method != "HEAD":
                assert set(answer.json()) == {"code", "why"}
        told = await made.ask("GET", "", made.watch)
        check_headers(told)

        async def fail() -> None:
            raise RuntimeError("the floor is lava")

        monkeypatch.setattr(server.runtime.health, "check", fail)
        answer = await server.http.get("/healthz")
        assert answer.status_code == 500
        check_headers(answer)
        assert set(answer.json()) == {"code", "why"}
        assert "lava" not in answer.text

    with_server(tmp_path, visit)


def test_a_body_that_is_too_large_is_refused(tmp_path) -> None:
    async def visit(server) -> None:
        body = orjson.dumps({"game": "rattus", "players": 2, "scenario": "x" * 3000})

        async def parts():
            for _ in range(5):
                yield body

        for content in (body, parts()):
            answer = await server.http.post(
                "/api/tables", content=content, headers={"content-type": "application/json"}
            )
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
            check_headers(answer)
        assert (await server.http.get("/healthz")).status_code == 200

    with_server(tmp_path, visit, limits=replace(GENEROUS, body_bytes=2000))


def test_too_many_requests_are_refused_for_a_while(tmp_path) -> None:
    clock = ManualClock()

    async def visit(server) -> None:
        answers = [await server.http.get("/api/games") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]
        assert answers[-1].json()["code"] == "busy"
        check_headers(answers[-1])
        assert (await server.http.get("/healthz")).status_code == 200
        clock.advance(0.5)
        assert (await server.http.get("/api/games")).status_code == 200

    with_server(tmp_path, visit, clock=clock, limits=Limits(requests=2, burst=2))


def test_new_tables_have_a_lower_limit(tmp_path) -> None:
    clock = ManualClock()

    async def visit(server) -> None:
        answers = [await server.http.post("/api/tables", json=TWO) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        clock.advance(2)
        assert (await server.http.post("/api/tables", json=TWO)).status_code == 201

    with_server(tmp_path, visit, clock=clock, limits=Limits(new_tables=0.5, burst=4))


def test_guessing_keys_is_limited_too(tmp_path) -> None:
    async def visit(server) -> None:
        answers = [
            await server.http.get("/api/tables/t", headers={"authorization": f"Bearer guess-{number}"})
            for number in range(5)
        ]
        assert [answer.status_code for answer in answers] == [404] * 4 + [429]

    with_server(tmp_path, visit, clock=ManualClock(), limits=Limits(requests=2, burst=2))


# ---- logs


@pytest.fixture
def logged(monkeypatch):
    """Everything that a server logs at debug level."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    lines = io.StringIO()
    monkeypatch.setattr("sys.stderr", lines)
    set_up_logging("debug")
    yield lines
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in LEAKY_LOGGERS:
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_nothing_that_is_said_of_an_event_is_left_out_of_its_line() -> None:
    said = {
        key.value
        for path in Path(rattus.server.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "extra" and isinstance(node.value, ast.Dict)
        for key in node.value.keys
        if isinstance(key, ast.Constant)
    }
    assert {"table", "error"} <= said <= set(EXTRA_FIELDS)


def test_no_log_contains_a_secret(tmp_path, logged) -> None:
    """A whole session with everything that goes wrong."""

    async def visit(server) -> None:
        made = await server.make(**{**TWO, "chairs": [{"name": "Anna"}, {"bot": "easy"}]})
        other = await server.make(**TWO)
        secrets.extend([*made.secrets, *other.secrets])
        async with RecordingClient(made, made.chairs[0]) as anna:
            await anna.say({"type": "hello", "protocol": PROTOCOL, "table": made.id, "key": made.chairs[0]})
            await anna.say("{" + made.host)
            await anna.ask("leave")
            await anna.until(lambda: anna.table["status"] == "over")
            await anna.ask("rematch")
        async with RecordingClient(made, other.host) as stranger:
            assert stranger.code == 1008
        for path in ("", "/record", "/moments"):
            await made.ask("GET", path, made.chairs[0])
            await made.ask("GET", path, other.chairs[0])
        await made.ask("PATCH", "/chairs/1", made.chairs[0], json={"name": made.chairs[0]})
        await made.ask("PATCH", "/chairs/1", made.host, content=made.host.encode())
        await server.http.get(f"/api/tables/{made.id}?key={made.host[:5]}")
        for entry in (*made.journal(), *other.journal()):
            if entry.kind == "begun":
                secrets.extend([entry.data["seed"], entry.data["salt"]])

    secrets: list[str] = []
    with_server(tmp_path, visit)
    lines = [line for line in logged.getvalue().splitlines() if not orjson.loads(line)["logger"].startswith(CLIENTS)]
    assert any("rattus.http" in line for line in lines)
    assert any("INSERT INTO entries" in line for line in lines)
    assert len(secrets) > 16
    for secret in secrets:
        assert not [line for line in lines if secret in line], secret
