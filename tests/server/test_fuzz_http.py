"""The HTTP API follows its own description, whatever it receives."""

import contextlib
import json
import re
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from .ledger import table_of
from .server_process import ServerProcess, journal, own_environment, wait_for

EXAMPLES, MANY_EXAMPLES = 10, 400
PHASES = "examples,coverage,fuzzing,stateful"
# A wrong key, or none, looks like no table (404) by design: these two checks ask for 401. That holds is tested below.
# A schema cannot express all limits of a body (options by game, letters by Unicode category): 422 covers them.
CHECKS = """
# A text with NUL is refused everywhere, which the schema does not say (tests/server/test_strict_json.py).
[generation]
allow-x00 = false
[checks]
ignored_auth.enabled = false
missing_required_header.enabled = false
[[operations]]
include-name = "POST /api/open/{table}/sit"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/explain"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/tables"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "PATCH /api/tables/{table}/chairs/{chair}"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/players"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/me/name"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/open/make"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/me/link/close"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/me/channels"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/me/passkeys"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/passkeys/sign-in"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "POST /api/tables/{table}/reports"
[operations.checks]
positive_data_acceptance.enabled = false
[[operations]]
include-name = "PUT /api/me/notices"
[operations.checks]
positive_data_acceptance.enabled = false
"""
# They need what only an authenticator, an e-mail or an earlier answer has; tests/server/players does them.
NOT_BY_CHANCE = {
    "POST /api/mail/confirm",
    "POST /api/mail/stop",
    "POST /api/me/channels/remove",
    "POST /api/me/devices/remove",
    "POST /api/me/link/close",
    "POST /api/me/passkeys",
    "POST /api/me/passkeys/options",
    "POST /api/me/passkeys/remove",
    "POST /api/me/remove",  # other doors may have renewed the key before
    "POST /api/passkeys/options",
    "POST /api/passkeys/sign-in",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all tests here."""
    with ServerProcess(tmp_path_factory.mktemp("fuzz")) as server:
        yield server


@pytest.fixture(scope="module")
def tables(server: ServerProcess) -> list[dict[str, Any]]:
    """Tables that are open, being played, and over."""
    people, bots = [{"name": "Anna"}, {"name": "Ben"}], [{"bot": "easy"}] * 2
    bank = {"kind": "bank", "seconds": 600, "increment": 5}
    made = [
        server.make_table("rattus", 3),
        server.make_table("cartus", 2, chairs=people, clock=bank),
        server.make_table("africanus", 4, chairs=people, sitter="easy"),
        server.make_table("cartus", 2, chairs=people, clock=bank, start=True),
        server.make_table("africanus", 2, chairs=bots, start=True),
    ]
    wait_for(lambda: _shown(server, made[-1])["status"] == "over", "the match of bots ends")
    return made


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MANY_EXAMPLES, marks=pytest.mark.long)])
def test_schemathesis_finds_nothing(
    server: ServerProcess, tables: list[dict[str, Any]], examples: int, tmp_path: Path, seed: int
) -> None:
    (tmp_path / "schemathesis.toml").write_text(CHECKS)
    places = [
        (made["table"], [made["keys"]["host"], made["keys"]["watch"], *made["keys"]["chairs"]]) for made in tables
    ]
    expendable = [server.make_table("rattus", 3) for _ in range(20 * examples)]
    owners = [
        _player_at(server, server.make_table("cartus", 2, chairs=[{"name": "Anna"}])) for _ in range(10 * examples)
    ]
    spare = [(made["table"], [made["keys"]["host"], made["keys"]["watch"]]) for made in expendable]
    opened = _open_tables(server, 8 * examples)
    page = server.ask("POST", "/api/me/page", _new_player(server), json={"public": True}).json()["page"]
    words = ["--phases", PHASES, "--max-examples", str(examples), "--seed", str(seed), "--no-color"]
    words += ["--continue-on-failure"]
    done = subprocess.run(
        [Path(sys.executable).with_name("schemathesis"), "run", f"{server.url}/api/openapi.json", *words],
        cwd=tmp_path, capture_output=True, text=True, timeout=3000,
        env=own_environment(
            SCHEMATHESIS_HOOKS="fuzz_hooks", PYTHONPATH=str(Path(__file__).parent), RATTUS_PLACES=json.dumps(places),
            RATTUS_TEST_SEED=str(seed), RATTUS_OPEN=json.dumps(opened), RATTUS_PAGE=page,
            RATTUS_EXPENDABLE=json.dumps(spare), RATTUS_PLAYERS=json.dumps(owners),
        ),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5000:]
    assert not server.logged_errors()
    statuses = _statuses(server)
    for operation in _operations(server).keys() - NOT_BY_CHANCE:
        assert any(status < 300 for status in statuses[operation]), f"{operation} was never done: {statuses[operation]}"
    assert set(statuses["POST /api/tables/{table}/start"]) >= {200, 403, 404, 409}
    for made in tables:  # whatever was asked, everything that is there can be read and shown
        assert table_of(made["table"], journal(server.database, made["table"])).number > 0
        assert _shown(server, made)["id"] == made["table"]


def _open_tables(server: ServerProcess, number: int) -> list[tuple[str, str]]:
    """Tables that are open to everybody, and the key of whoever opened each."""
    found = []
    for _ in range(number):
        key = _new_player(server)
        table = {"game": "rattus", "players": 4, "chairs": [{"name": "Anna"}]}
        found.append((server.ask("POST", "/api/open/make", key, json={"table": table}).json()["table"], key))
    return found


def _new_player(server: ServerProcess) -> str:
    """The key of a player."""
    answer = server.ask("POST", "/api/players", json={"name": "Anna"})
    assert answer.status_code == 201, answer.text
    key: str = answer.json()["key"]
    return key


def _player_at(server: ServerProcess, made: dict[str, Any]) -> tuple[str, str]:
    """The key of a player, and a table where chair 1 is theirs."""
    key = _new_player(server)
    claimed = server.ask("PUT", f"/api/tables/{made['table']}/player", made["keys"]["chairs"][0], json={"player": key})
    assert claimed.json() == {"yours": True}
    return key, made["table"]


def test_every_operation_has_examples(server: ServerProcess) -> None:
    """Of its answer, and of the body that it takes."""
    for operation, described in _operations(server).items():
        answer = next(described["responses"][status] for status in ("200", "201") if status in described["responses"])
        for content in (answer, described.get("requestBody", answer)):
            assert _has_example(server, content), operation


def test_without_the_right_key_every_table_is_unknown(server: ServerProcess, tables: list[dict[str, Any]]) -> None:
    """No key, a wrong one and another table's give the same answer, which is that to a table that is not there."""
    nothing = server.ask("GET", "/api/tables/aaaaaaaaaa", tables[0]["keys"]["host"]).content
    wrong = [None, "x", "é", tables[1]["keys"]["host"], tables[0]["keys"]["host"][:-1], "A" * 10_000]
    for operation in _operations(server):
        method, path = operation.split()
        if "{table}" not in path or path.startswith("/api/open/"):  # there the key is a player's
            continue
        path = path.replace("{table}", tables[0]["table"]).replace("{seat}", "1")
        for key in wrong:
            headers = {} if key is None else {"authorization": f"Bearer {key}".encode()}
            answer = server.ask(method, path, headers=headers, json={"name": "x"} if method == "PATCH" else None)
            assert (answer.status_code, answer.content) == (404, nothing), (operation, key)


BODIES = [
    b"", b"{", b"[]", b"null", b"1e999", b'{"game": NaN}', b"\xff\xfe", b'{"game": "rattus", "players": 1e400}',
    b'{"game": "\\ud800", "players": 2}', b'{"position": {"game": "\\ud800"}}', b'{"position": {"game": ["rattus"]}}',
    b'{"position": {}}', b'{"record": {"game": {}}}', b'{"record": []}', b'{"scenario": "\\ud800"}',
    b'{"scenario": "&a [*a]"}', b'{"scenario": "!!python/object:os.system {}"}', b'{"scenario": "game: rattus"}',
    b'{"game": "rattus", "players": 2, "options": {"\\ud800": 1}}', b'{"game": "rattus", "players": 2, "move": 1}',
    b'{"game": "rattus", "players": 2, "options": {"first": 123456789012345678901234567890}}',
    b'{"game": "rattus", "players": 2, "chairs": [{"name": "\\ud800"}]}',
    b'{"game": "rattus", "players": 2, "chairs": [{"name": "a", "bot": "easy"}]}',
    b'{"game": "rattus", "players": 2, "clock": {"kind": "bank", "seconds": NaN}}',
    b'{"game": "rattus", "players": 2, "clock": {"kind": "bank", "seconds": Infinity}}',
    b'{"game": "rattus", "players": true}', b'{"game": "rattus", "players": 2, "key": "x"}',
    b"[" * 100_000, b'{"position": ' + b'{"a": ' * 50_000, b'{"record": {"moves": ' + b"[" * 5000 + b"]" * 5000 + b"}}",
    json.dumps({"scenario": "[" * 20_000}).encode(), json.dumps({"scenario": "- " * 20_000}).encode(),
    json.dumps({"scenario": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefghijkl", "bcdefghijklm", strict=True)
    )}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:60].decode("utf-8", "replace"))
def test_bad_bodies_are_refused_with_a_reason(server: ServerProcess, body: bytes) -> None:
    answer = server.ask("POST", "/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json().keys() == {"code", "why"}
    assert answer.json()["code"] == "malformed"
    assert not server.logged_errors()


def test_a_large_body_is_refused(server: ServerProcess) -> None:
    answer = server.ask("POST", "/api/tables", json={"scenario": "x" * 1_100_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_large_body_without_a_length_is_refused(server: ServerProcess) -> None:
    answer = server.ask("POST", "/api/tables", content=iter([b"x" * 100_000] * 30))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_an_unknown_method_is_refused(server: ServerProcess) -> None:
    answer = server.ask("DELETE", "/api/games")
    assert (answer.status_code, answer.headers["allow"], answer.json()["code"]) == (405, "GET", "malformed")
    assert server.ask("DELETE", "/api/tables/some/review").headers["allow"] == "GET, POST"


def test_too_many_requests_from_one_address_are_refused(server: ServerProcess) -> None:
    """Others are not held up."""
    request = "GET /api/tables/x HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.1.2.3\r\n"
    requests = f"{request}\r\n".encode() * 9 + f"{request}Connection: close\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        address = ("127.0.0.1", server.port)
        connections = [stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(30)]
        # All at once, so that they are too many however busy the machine is.
        for connection in connections:
            connection.sendall(requests)
        parts = [part for connection in connections for part in iter(partial(connection.recv, 65536), b"")]
    answers = b"".join(parts).decode()
    assert {*re.findall(r"HTTP/1\.1 (\d+)", answers)} == {"404", "429"}
    assert '"code":"busy"' in answers
    assert server.ask("GET", "/api/games").status_code == 200


def _shown(server: ServerProcess, made: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = server.ask("GET", f"/api/tables/{made['table']}", made["keys"]["watch"]).json()["table"]
    return shown


def _description(server: ServerProcess) -> dict[str, Any]:
    description: dict[str, Any] = server.ask("GET", "/api/openapi.json").json()
    return description


def _operations(server: ServerProcess) -> dict[str, dict[str, Any]]:
    """All operations as "GET /path", and how they are described."""
    paths = _description(server)["paths"]
    return {f"{method.upper()} {path}": paths[path][method] for path in paths for method in paths[path]}


def _has_example(server: ServerProcess, described: dict[str, Any]) -> bool:
    (content,) = described["content"].values()
    schema = content["schema"]
    if "$ref" in schema:
        schema = _description(server)["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return "example" in content or bool(schema.get("examples"))


def _statuses(server: ServerProcess) -> dict[str, Counter[int]]:
    """What was answered to each operation, by the log."""
    patterns = {
        operation: re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(operation))) for operation in _operations(server)
    }
    found: dict[str, Counter[int]] = {operation: Counter() for operation in patterns}
    for line in server.log().splitlines():
        record = json.loads(line) if '"rattus.http"' in line else None
        for operation, pattern in patterns.items():
            if record is not None and pattern.fullmatch(f"{record['method']} {record['path']}"):
                found[operation][record["status"]] += 1
    return found
