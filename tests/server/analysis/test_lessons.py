"""Courses over HTTP: every step can be answered, told as its seat sees it."""

import asyncio

import pytest

from rattus.analysis.lessons import shipped_course
from rattus.games import GAMES
from rattus.server.protocol.lessons import CoursesAnswer, LessonAnswer, LessonExample

from ..local_server import LocalServer


def with_server(folder, visit) -> None:
    async def run() -> None:
        async with LocalServer(folder) as server:
            await visit(server.http)

    asyncio.run(run())


async def told(client, path: str, status: int = 200, **query) -> dict:
    answer = await client.get(f"/api/courses{path}", params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_all_courses_are_listed(tmp_path) -> None:
    async def visit(client) -> None:
        listed = await told(client, "")
        CoursesAnswer.model_validate(listed)
        assert [course["game"] for course in listed["courses"]] == list(GAMES)
        for course in listed["courses"]:
            steps = [step["id"] for chapter in course["chapters"] for step in chapter["steps"]]
            assert steps == [step.id for step in shipped_course(course["game"]).steps]

    with_server(tmp_path, visit)


@pytest.mark.parametrize("game", GAMES)
def test_the_right_answer_is_found_move_by_move_and_nothing_hidden_is_told(tmp_path, game) -> None:
    async def visit(client) -> None:
        for step in shipped_course(game).steps:
            here = await told(client, f"/{game}/{step.id}")
            LessonAnswer.model_validate(here)
            assert here["view"] == step.begin().view(step.seat)
            assert here["answer"] is None
            line: list[str] = []
            for move in step.right_line:
                assert move in here["legal"]
                line.append(move)
                here = await told(client, f"/{game}/{step.id}", move=line)
                assert here["events"]
            assert here["answer"] == {"right": True, "say": dict(step.answer(step.right_line).say)}
            assert here["legal"] == []
            example = await told(client, f"/{game}/{step.id}/example")
            LessonExample.model_validate(example)
            assert example["line"] == line
            assert example["before"] == step.begin().view(step.seat)
            assert example["during"] == step.play(line[:-1]).view(step.seat)
            assert example["after"] == here["view"]

    with_server(tmp_path, visit)


def test_a_wrong_answer_is_told_and_what_is_no_answer_is_refused(tmp_path) -> None:
    async def visit(client) -> None:
        wrong = await told(client, "/rattus/settle-two", move=["settle italia"])
        assert wrong["answer"]["right"] is False
        assert "try another" in wrong["answer"]["say"]["en"].lower()
        for path, query, status in (
            ("/rattus/settle-two", {"move": ["settle rome"]}, 409),
            ("/rattus/settle-two", {"move": ["settle gallia", "settle gallia"]}, 409),
            ("/rattus/settle-two", {"move": ["settle gallia"] * 21}, 422),
            ("/rattus/none", {}, 404),
            ("/chess/settle-two", {}, 404),
            ("/rattus/none/example", {}, 404),
        ):
            refused = await told(client, path, status, **query)
            assert refused["why"]

    with_server(tmp_path, visit)
