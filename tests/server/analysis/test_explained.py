"""Explanations of positions that are at no table: the same as at a table, from what a seat sees."""

import asyncio
import random

import pytest

import rattus
from rattus.analysis.lessons import shipped_course
from rattus.server.analysis.explained import explained_position
from rattus.server.protocol.explained import ExplainedAnswer, ExplainPositionRequest

from ..local_server import LocalServer

THINGS = {
    "rattus": ("gallia", "italia", "peasant", "king", "palace", "nowhere"),
    "africanus": ("gallia", "libya", "sultan", "explorer", "palace"),
    "cartus": ("building.1", "building.3", "nun.2", "peasantry-0", "joker", "gold", "sword"),
}


def asked(view, seat, thing, **more) -> ExplainPositionRequest:
    return ExplainPositionRequest.model_validate({"view": view, "seat": seat, "thing": thing, **more})


@pytest.mark.parametrize(("name", "players"), [("rattus", 3), ("africanus", 3), ("cartus", 2), ("cartus", 3)])
def test_a_view_is_explained_as_the_game_itself(name, players) -> None:
    choice, told = random.Random(1), 0
    game = rattus.new(name, players, "explained")
    while not game.is_over and len(game.moves) < 60:
        if len(game.moves) % 3 == 0:
            for seat in game.seats:
                for thing in THINGS[name]:
                    known = game.explain(seat, thing)
                    answer = ExplainedAnswer.model_validate_json(
                        explained_position(asked(game.view(seat), seat, thing))
                    )
                    assert (answer.moves, answer.reasons, answer.facts) == (
                        list(known.moves), list(known.reasons), list(known.facts),
                    ), (len(game.moves), seat, thing)  # fmt: skip
                    told += bool(answer.reasons)
        game.play(choice.choice(game.legal()))
    assert told > 20


def test_what_was_chosen_so_far_counts(tmp_path) -> None:
    game = shipped_course("rattus").steps[1].begin()

    async def visit(server) -> None:
        for more in ({}, {"verb": "place", "words": []}, {"verb": "nonsense", "words": ["x"] * 8}):
            body = {"view": game.view("red"), "seat": "red", "thing": "hispania", **more}
            answer = await server.http.post("/api/explain", json=body)
            assert answer.status_code == 200, answer.text
            known = game.explain("red", "hispania", more.get("verb"), more.get("words", ()))
            assert answer.json()["reasons"] == list(known.reasons)
        for wrong, status in (
            ({"view": {}, "seat": "red", "thing": "gallia"}, 422),
            ({"view": {"game": "rattus", "players": 9}, "seat": "red", "thing": "gallia"}, 422),
            ({"view": game.view("red"), "seat": "red", "thing": "x" * 101}, 422),
            ({"view": game.view("red"), "seat": "red", "thing": "gallia", "words": ["a"] * 9}, 422),
            ({"view": game.view("red"), "seat": "gold", "thing": "gallia"}, 422),
            ({"view": "all", "seat": "red", "thing": "gallia"}, 422),
        ):
            answer = await server.http.post("/api/explain", json=wrong)
            assert answer.status_code == status, (wrong, answer.text)
            assert answer.json()["why"]

    async def run() -> None:
        async with LocalServer(tmp_path) as server:
            await visit(server)

    asyncio.run(run())
