"""Real clients over connections on which everything goes wrong: a wrong state is never shown, and games end."""

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import orjson
import pytest

from rattus.server.client import TableClient
from rattus.server.errors import RequestRefused
from rattus.server.tables.keys import Role

from ..faulty_proxy import FaultyProxy
from ..in_memory_table import people
from ..local_server import GENEROUS, LocalServer
from ..oracle import Oracle, same
from ..wait import eventually

KNOWN = ("number", "you", "table", "view", "legal", "moves", "undo", "events", "chat")
BAD = {"lose": 0.03, "double": 0.06, "delay": 0.15, "cut": 0.01}
TERRIBLE = {"lose": 0.15, "double": 0.2, "delay": 0.5, "cut": 0.02}
TIMEOUT_SECONDS = 400.0


class WatchedClient(TableClient):
    """A client that keeps every state that it was ever in."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments, resend_seconds=0.1)
        self.states: dict[bytes, None] = {}
        self.went_back = 0  # how often its number decreased

    def apply(self, message: dict[str, Any]) -> bool:
        before = self.number
        follows = super().apply(message)
        self.went_back += self.number < before
        if self.number:
            self.states[orjson.dumps(self.state_data)] = None
        return follows

    @property
    def state_data(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in KNOWN}


async def decide(client: WatchedClient, chance: random.Random) -> None:
    what = chance.random()
    if what < 0.05:
        await client.request("chat", text="hello?")
    elif what < 0.15 and client.undo is not None:
        await client.request("undo")
    else:
        await client.move(chance.choice(client.legal))


async def play_on(client: WatchedClient, chance: random.Random) -> None:
    """Play, talk and change one's mind until the match is over."""
    while client.table["status"] == "playing":
        try:
            asked = client.table["asked"]
            if asked is not None and client.you["seat"] in asked["waiting"]:
                await client.request("answer", yes=True)
            elif client.legal:
                await decide(client, chance)
            else:
                await asyncio.sleep(0.005)
        except RequestRefused as refused:
            if refused.code not in ("late", "illegal", "not_now"):  # what was known was old, and that can be
                raise


async def session(folder, game: str, players: int, faults: dict[str, float], seed: int) -> FaultyProxy:
    limits = replace(GENEROUS, hello_seconds=0.3, bad_messages=10_000)
    names = ("Anna", "Bert", "Cleo", "Dora")[:players]
    async with (
        LocalServer(folder, limits=limits, tick_seconds=0.05, seals=random.Random(seed)) as server,
        FaultyProxy(server.url, seed, **faults) as proxy,
        asyncio.timeout(TIMEOUT_SECONDS),
    ):
        made = await server.make(game=game, players=players, chairs=people(*names), start=True)
        keys = {role: key for role, key in made.keys.items() if role.kind != "host"}
        async with AsyncExitStack() as stack:
            clients = {
                role: await stack.enter_async_context(WatchedClient(proxy.url, made.id, key))
                for role, key in keys.items()
            }
            await asyncio.gather(
                *(play_on(client, random.Random(role.chair)) for role, client in clients.items() if role.chair)
            )
            last = len(made.journal())
            await eventually(
                lambda: all(client.number == last for client in clients.values()), "somebody missed the end"
            )
        check(clients, Oracle(made.id, made.journal()), last)
        return proxy


def check(clients: dict[Role, WatchedClient], oracle: Oracle, last: int) -> None:
    for role, client in clients.items():
        assert len(client.states) > 10
        assert client.went_back == 0
        for belief in map(orjson.loads, client.states):
            true = oracle.state(belief["number"], role)
            same(belief, {name: true[name] for name in KNOWN})
        same(client.state_data, {name: oracle.state(last, role)[name] for name in KNOWN})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players"), [("rattus", 2), pytest.param("africanus", 2, marks=pytest.mark.long), ("cartus", 2)]
)
def test_a_whole_game_over_a_bad_connection(tmp_path, game, players) -> None:
    proxy = asyncio.run(session(tmp_path, game, players, BAD, seed=players))
    assert all(proxy.faults.values()), proxy.faults


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "players"), [("rattus", 3), ("africanus", 4), ("cartus", 2), ("cartus", 4)])
def test_whole_games_over_terrible_connections(tmp_path, game, players, seed) -> None:
    asyncio.run(session(tmp_path, game, players, TERRIBLE, seed=seed))
