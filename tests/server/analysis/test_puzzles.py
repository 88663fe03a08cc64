"""Puzzles on a server: the same one a day for everybody, and nothing of the answer before the answer."""

import asyncio
from datetime import UTC, datetime

import pytest

import rattus
from rattus.analysis.puzzles import Puzzle, puzzle_of_the_day, shipped_puzzles
from rattus.server.analysis.puzzles import DAYS, judged_answer, task_of
from rattus.server.protocol.puzzles import PuzzleAnswer, PuzzleList, PuzzleTask

from ..local_server import LocalServer


def with_server(folder, visit) -> None:
    async def run() -> None:
        async with LocalServer(folder) as server:
            await visit(server)

    asyncio.run(run())


@pytest.fixture(scope="module")
def one_of_each() -> list[Puzzle]:
    return [next(each for each in shipped_puzzles() if each.game == name) for name in rattus.GAMES]


def test_all_puzzles_are_listed_with_the_one_of_today(tmp_path) -> None:
    async def visit(server: LocalServer) -> None:
        answer = await server.http.get("/api/puzzles")
        told = PuzzleList.model_validate(answer.json())
        assert [each.id for each in told.puzzles] == [each.id for each in shipped_puzzles()]
        now = datetime.fromtimestamp(server.runtime.clock.now(), UTC).date()
        number, puzzle = puzzle_of_the_day(now)
        assert len(told.days) == DAYS
        today = told.days[0]
        assert (today.date, today.number, today.puzzle) == (now.isoformat(), number, puzzle.id)
        assert [each.number for each in told.days] == list(range(number, number - DAYS, -1))

    with_server(tmp_path, visit)


def test_what_is_told_before_the_answer_does_not_depend_on_it() -> None:
    """Another solution with other chances: every byte that travels before the move stays the same."""
    for puzzle in shipped_puzzles():
        answers = list(reversed(puzzle.data["answers"]))
        changed = {"solution": answers[0]["move"], "answers": answers, "theme": "other", "gap": 1, "error": 0}
        other = Puzzle({**puzzle.data, **changed, "reason": {"key": "only", "values": {}}, "source": "elsewhere"})
        assert task_of(other) == task_of(puzzle)


def test_moves_are_told_in_the_order_of_the_rules() -> None:
    """Not with the best one first."""
    for puzzle in shipped_puzzles():
        assert list(puzzle.legal) == list(puzzle.sight.moves) == sorted(puzzle.legal, key=puzzle.sight.box.ids.get)


def test_a_puzzle_is_answered(tmp_path, one_of_each) -> None:
    async def visit(server: LocalServer) -> None:
        for puzzle in one_of_each:
            path = f"/api/puzzles/{puzzle.id}"
            task = (await server.http.get(path)).json()
            PuzzleTask.model_validate(task)
            assert task == task_of(puzzle)
            wrong = puzzle.data["answers"][1]
            told = (await server.http.post(f"{path}/answer", json={"move": wrong["move"]})).json()
            assert told == {"is_right": False, "chance": wrong["chances"][puzzle.seat], "solution": None}
            right = (await server.http.post(f"{path}/answer", json={"move": puzzle.solution})).json()
            PuzzleAnswer.model_validate(right)
            assert right["is_right"]
            assert right["solution"]["move"] == puzzle.solution
            assert right["solution"]["answers"] == puzzle.data["answers"]
            assert right["solution"]["view"] != task["view"]
            assert right["solution"]["events"]
            shown = (await server.http.post(f"{path}/answer", json={})).json()
            assert shown == {"is_right": False, "chance": None, "solution": right["solution"]}
            bad = await server.http.post(f"{path}/answer", json={"move": "fly away"})
            assert (bad.status_code, bad.json()["code"]) == (409, "illegal")
        assert (await server.http.get("/api/puzzles/none")).status_code == 404
        assert (await server.http.post("/api/puzzles/none/answer", json={})).status_code == 404
        long = await server.http.post(f"/api/puzzles/{one_of_each[0].id}/answer", json={"move": "x" * 81})
        assert long.status_code == 422

    with_server(tmp_path, visit)


def test_a_game_goes_on_from_a_solution(tmp_path, one_of_each) -> None:
    """What the board shows after the solution is a position that a table can begin with."""

    async def visit(server: LocalServer) -> None:
        for puzzle in one_of_each:
            view = judged_answer(puzzle, None)["solution"]["view"]
            made = await server.make(position=view, chairs=[{"bot": "easy"}] * puzzle.players, start=False)
            assert made is not None

    with_server(tmp_path, visit)


def test_the_solution_of_every_shipped_puzzle_can_be_shown() -> None:
    for puzzle in shipped_puzzles():
        told = judged_answer(puzzle, puzzle.solution)
        assert told["is_right"]
        PuzzleAnswer.model_validate(told)
