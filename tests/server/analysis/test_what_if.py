"""Trying out moves: of a match that is over as it was, of a running one by what the own seat knows and nothing else."""

import asyncio
import random

import orjson
import pytest

import rattus
from rattus.analysis.variations import Variations
from rattus.server.analysis.what_if import TriedLine, first_world
from rattus.server.protocol.reviews import WhatIfAnswer

from ..in_memory_table import people
from ..local_server import InstantBots, LocalServer
from ..recording_client import RecordingClient
from .test_reviews import whole_game

GAMES = [("rattus", 3), ("africanus", 3), ("cartus", 3)]
TWO = {"game": "cartus", "players": 2, "chairs": people("Anna", "Bert"), "start": True}


class Chances(InstantBots):
    """A pool that says the same chances of everything, and notes what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[dict] = []

    def ask(self, request, _read, _rank, _maker=""):
        self.asked.append(request)
        answer = asyncio.get_running_loop().create_future()
        answer.set_result({"chances": {"red": 6000, "yellow": 4000}})
        return answer


def with_server(folder, visit) -> None:
    async def run() -> None:
        pool = Chances()
        async with LocalServer(folder, bot_pool=pool) as server:
            await visit(server, pool)

    asyncio.run(run())


async def tried(made, key: str, status: int = 200, **request) -> dict:
    answer = await made.ask("POST", "/what-if", key, json=request)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_another_move_is_played_in_the_game_as_it_was(tmp_path, name, players) -> None:
    game = whole_game(name, players)
    at = len(game.moves) // 2

    async def visit(server, _pool) -> None:
        made = await server.make(record=game.record())
        here = await tried(made, made.watch, at=at)
        before = game_at(game, at)
        assert here["legal"] == list(before.legal_texts)
        assert here["view"] == before.view(before.to_move)
        assert (here["moves"], here["seat"], here["events"], here["played"]) == (at, None, [], None)
        line: list[str] = []
        choice = random.Random(1)
        for _ in range(12):
            told = await tried(made, made.watch, at=at, line=line)
            WhatIfAnswer.model_validate(told)
            if not told["legal"]:
                break
            line.append(choice.choice(told["legal"]))
            before.play(line[-1])
        told = await tried(made, made.watch, at=at, line=line, seat="red")
        assert told["view"] == before.view("red")
        assert told["seat"] == before.moves[-1][0]
        assert told["events"]

    with_server(tmp_path, visit)


def test_a_computer_player_goes_on_and_chances_are_told(tmp_path) -> None:
    game = whole_game()

    async def visit(server, pool) -> None:
        made = await server.make(record=game.record())
        told = await tried(made, made.watch, at=10, level="easy", chances=True)
        assert told["played"] in (await tried(made, made.watch, at=10))["legal"]
        assert told["chances"] == {"red": 6000, "yellow": 4000}
        again = await tried(made, made.watch, at=10, line=[told["played"]])
        assert again["view"] == told["view"]
        end = await tried(made, made.watch, at=len(game.moves), chances=True)
        assert end["outcome"] == game.outcome.as_data()
        assert sum(end["chances"].values()) == 10_000
        await tried(made, made.watch, 409, at=len(game.moves), level="easy")
        assert pool.requests[0].sight.view == game_at(game, 10).view(game_at(game, 10).to_move)

    with_server(tmp_path, visit)


def game_at(game: rattus.Game, number: int) -> rattus.Game:
    return Variations(game.record(), number).game(())


def test_bad_lines_are_refused_and_name_the_place(tmp_path) -> None:
    async def visit(server, _pool) -> None:
        made = await server.make(record=whole_game().record())
        first = (await tried(made, made.watch, at=0))["legal"][0]
        assert (await tried(made, made.watch, 409, at=0, line=[first, "fly home"]))["why"].startswith("line[1]: ")
        refused = await tried(made, made.watch, 409, at=0, line=["pass"])
        assert (refused["code"], refused["why"][:9]) == ("illegal", "line[0]: ")
        await tried(made, made.watch, 404, at=10_000)
        await tried(made, made.watch, 422, at=0, line=["x"] * 401)
        await tried(made, made.watch, 422, at=0, line=["x" * 81])
        await tried(made, made.watch, 404, at=0, seat="blue")
        await tried(made, made.watch, 422, at=0, level="grandmaster")
        await tried(made, "wrong", 404, at=0)

    with_server(tmp_path, visit)


def test_of_a_running_match_only_its_players_can_try_moves_and_the_computer_says_nothing_without_hints(
    tmp_path,
) -> None:
    async def visit(server, pool) -> None:
        made = await server.make(**TWO)
        for key in (made.watch, made.host):
            assert (await tried(made, key, 403, at=0))["code"] == "not_yours"
        for more in ({"level": "best"}, {"chances": True}):
            assert (await tried(made, made.chairs[0], 403, at=0, **more))["code"] == "not_yours"
        assert pool.asked == pool.requests == []
        async with RecordingClient(made, made.chairs[0]) as anna:
            told = await tried(made, made.chairs[0], at=0, seat="red")
            assert told["view"] == anna.view
            mine, theirs = (
                told["view"]["hands"]["red"],
                (await tried(made, made.chairs[0], at=0, seat="yellow"))["view"],
            )
            true = server.runtime.registry.tables[made.id].table.game
            assert sorted(mine) == sorted(true.view("red")["hands"]["red"])
            hands = [
                (await tried(made, made.chairs[0], at=0, seat="yellow", world=world))["view"]["hands"]["yellow"]
                for world in range(8)
            ]
            assert hands[0] == theirs["hands"]["yellow"]  # fixed for a number
            assert len({tuple(sorted(hand)) for hand in hands}) > 1  # and not the one true hand
            record = (await tried(made, made.chairs[0], at=0, record=True))["record"]
            assert rattus.load(record).view("red") == anna.view

    with_server(tmp_path, visit)


class MatchOf:
    """A running match with this game in it."""

    is_over = hides_rats = False

    def __init__(self, game: rattus.Game) -> None:
        self._game = game

    def game_at(self, _number: int) -> rattus.Game:
        return self._game.copy()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_two_worlds_that_look_equal_to_a_seat_give_equal_answers(name, players) -> None:
    choice = random.Random(3)
    game = rattus.new(name, players, 5)
    differ = 0
    for number in range(40):
        if game.is_over:
            break
        for seat in game.seats:
            other = game.resample(seat, f"other {number}")
            differ += other.position() != game.position()
            firsts = [first_world(MatchOf(each), seat, number, 7) for each in (game, other)]
            assert firsts[0].record() == firsts[1].record()
            worlds = [TriedLine(first) for first in firsts]
            line: list[str] = []
            for _ in range(4):
                told = [orjson.dumps(world.as_data(None, number, line, False)) for world in worlds]
                assert told[0] == told[1], f"{name}, {seat}, after {number} moves and {line}"
                legal = worlds[0].game.legal_texts
                if not legal:
                    break
                line.append(choice.choice(legal))
                worlds = [world.after(line[-1]) for world in worlds]
        game.play(choice.choice(game.legal()))
    assert differ > 20  # the worlds did differ
