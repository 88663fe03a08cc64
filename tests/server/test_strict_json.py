"""What is no decent JSON is refused, and never a crash; records that are brought in are bounded in every field."""

import asyncio
import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import rattus

from .local_server import LocalServer

JSON = {"content-type": "application/json"}
ODD = [2**70, -(2**70), 1e308, float("nan"), float("-inf"), "\ud800", [[[[]]]], {"a": {}}, None, True, -1, "x" * 5000]
BODIES = [
    '{"game": "rattus", "players": NaN}',
    '{"game": "rattus", "players": 1180591620717411303424}',
    '{"game": "\\ud800", "players": 2}',
    '{"game": "rattus", "players": 2, "chairs": [{"name": "\\udfff"}]}',
    '{"game": "rattus", "players": 2, "options": {"first": NaN}}',
    '{"game": "rattus", "players": 2, "options": {"\\ud800": 1}}',
    '{"game": "rattus", "players": 2, "clock": {"kind": "bank", "seconds": NaN}}',
    '{"game": "rattus", "players": 2, "clock": {"kind": "bank", "seconds": 1e999}}',
    '{"game": "rattus", "players": 2, "options": ' + '{"a":' * 900 + "1" + "}" * 900 + "}",
    '{"game": "rattus", "players": 2, "options": ' + "[" * 50_000 + "]" * 50_000 + "}",
    '{"game": "rattus", "players": 2, "options": {"first": ' + "9" * 5000 + "}}",
    "[" * 100_000,
    "\ud800".encode("utf-8", "surrogatepass"),
    b"\xff\xfe{}",
    '{"game": "rattus", "players": 2, "options": {"first": "\\u0000"}}',
    '{"game": "rattus", "players": 2, "options": {"\\u0000": 1}}',
]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data[:2]) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def with_value(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


def played(game: str) -> rattus.Game:
    match, chance = rattus.new(game, 3, 1), random.Random(1)
    for _ in range(30):
        match.play(chance.choice(match.legal()))
    return match


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_odd_values_anywhere_in_a_record_or_position_are_no_crash(tmp_path, game, seed) -> None:
    chance = random.Random(seed)
    match = played(game)
    cases = [("record", match.record(), path) for path in places(match.record())]
    cases += [("position", match.position(), path) for path in places(match.position())]

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            for name, data, path in [*chance.sample(cases, 120), *(case for case in cases if len(case[2]) == 1)]:
                value = chance.choice(ODD)
                body = json.dumps({name: with_value(data, path, value)})
                answer = await server.http.post("/api/tables", content=body, headers=JSON)
                assert answer.status_code in (201, 409, 422), (name, path, value, answer.text)
                assert len(answer.content) < 1000

    asyncio.run(visit())


@pytest.mark.parametrize("name", ["seed", "salt", "commitment"])
@pytest.mark.parametrize("value", ["x" * 300, 2**70, [1], {"a": 1}, 1.5])
def test_a_record_is_bounded_in_every_field(tmp_path, name, value) -> None:
    record = {**played("rattus").record(), "seed": "s", "salt": "t", "commitment": "c", name: value}

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            answer = await server.http.post("/api/tables", json={"record": record})
            assert answer.status_code == 422, answer.text

    asyncio.run(visit())


def test_what_is_no_decent_json_is_refused(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(game="rattus", players=2)
            for body in BODIES:
                content = body if isinstance(body, bytes) else body.encode()
                answers = [
                    await server.http.post("/api/tables", content=content, headers=JSON),
                    await server.http.patch(
                        f"/api/tables/{made.id}/chairs/1",
                        content=content,
                        headers={**JSON, "authorization": f"Bearer {made.chairs[0]}"},
                    ),
                ]
                for answer in answers:
                    assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), (body[:60], answer.text)

    asyncio.run(visit())


@pytest.mark.parametrize("address", ["/api/pages/%00", "/api/ratings?game=%00", "/api/pages/x/history?game=rattus%00"])
def test_nobody_asks_a_database_for_what_it_cannot_store(tmp_path, address) -> None:
    """PostgreSQL takes no NUL, and would seem to be away."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            answer = await server.http.get(address)
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed")

    asyncio.run(visit())
