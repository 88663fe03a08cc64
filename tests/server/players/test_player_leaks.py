"""Lists tell nobody what their seat may not know: they are made of what spectators see, byte for byte."""

import asyncio
import random
from typing import Any

import orjson
import pytest

from ..in_memory_table import people
from ..local_server import HostedTable, LocalServer
from ..recording_client import RecordingClient
from ..somebody import Somebody

GAMES = [("rattus", {}), ("africanus", {}), ("cartus", {"hide_rats": True})]


async def public(made: HostedTable) -> dict[str, Any]:
    """What a spectator sees of the table."""
    return (await made.ask("GET", "", made.watch)).json()


@pytest.mark.parametrize(("game", "more"), GAMES)
def test_a_list_is_made_of_what_everybody_sees(tmp_path, game: str, more: dict[str, Any], seed: int) -> None:
    chance = random.Random(seed)

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(game=game, players=2, chairs=people("Anna", "Bert"), start=True, **more)
            players = [await Somebody.new(server, name) for name in ("Anna", "Bert")]
            for chair, player in enumerate(players, 1):
                await player.claim(made, chair)
            secrets = [*made.secrets, *(player.key for player in players)]
            async with (
                RecordingClient(made, made.chairs[0]) as anna,
                RecordingClient(made, made.chairs[1]) as bert,
                RecordingClient(made, made.watch) as watcher,
            ):
                moves = 0
                while anna.table["status"] == "playing":
                    mover = next(client for client in (anna, bert) if client.legal)
                    await mover.ask("move", move=chance.choice(mover.legal), after=mover.moves)
                    moves += 1
                    for client in (anna, bert, watcher):
                        await client.until(lambda client=client, moves=moves: client.moves == moves)
                    if moves % 10 == 0 and anna.table["status"] == "playing":
                        for chair, player in enumerate(players, 1):
                            told = await player.until_games(
                                lambda told, moves=moves: told["games"] and told["games"][0]["moves"] == moves
                            )
                            await compare(made, told["games"][0], chair, moves, watcher.view, secrets)
            for player in players:
                await player.until_games(lambda told: not told["games"])
                (result,) = (await player.results())["results"]
                seen = await public(made)
                assert {each["seat"]: each["points"] for each in result["seats"]} == seen["table"]["outcome"]["points"]
                assert not any(secret in orjson.dumps(result).decode() for secret in secrets)

    asyncio.run(visit())


def expected_of(view: dict[str, Any]) -> str:
    """What the one to move is expected to do, out of what a spectator sees."""
    if view["phase"] != "turn":
        return view["phase"]
    left = {(False, False): "turn", (True, False): "place", (True, True): "lead", (False, True): "lead"}
    return left[view["taken"], view["placed"]]


async def compare(
    made: HostedTable, game: dict[str, Any], chair: int, moves: int, view: dict[str, Any], secrets: list[str]
) -> None:
    """Every field of a game in a list is one that a spectator has, or the player's own."""
    seen = await public(made)
    table = seen["table"]
    waits = next((each["chair"] for each in table["chairs"] if each["seat"] == seen["to_move"]), None)
    assert game == {
        "table": made.id, "chair": chair, "key": game["key"], "host": None, "watch": None, "daily": None,
        "game": table["game"], "status": "playing",
        "match": 1, "moves": moves, "turn": game["turn"], "expected": expected_of(view), "chairs": table["chairs"],
        "waits_for": waits, "deadline": None, "clock": None, "changed": game["changed"],
    }  # fmt: skip
    assert not any(secret in orjson.dumps(game).decode() for secret in secrets)
