"""`rattus bot`: questions and answers, a line each."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import Result

import rattus
from rattus.bots.protocol import text_request
from rattus.match.game import Game
from rattus.match.sight import sight_of

Run = Callable[..., Result]


def question(game: Game, **changes: Any) -> str:
    return json.dumps({**text_request(sight_of(game), 0.2, 1), **changes})


def answers(run: Run, name: str, *lines: str) -> list[dict[str, Any]]:
    result = run("bot", name, lines=lines)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("game", rattus.GAMES)
@pytest.mark.parametrize("name", ["random", "greedy", "easy", "mcts:5", "mcts"])
def test_a_question_a_line_gets_an_answer_a_line(run: Run, advanced: Callable[..., Game], game: str, name: str) -> None:
    first, second = advanced(2, 10, name=game), advanced(2, 30, name=game)
    found = answers(run, name, question(first), "", question(second))
    assert len(found) == 2
    assert found[0]["move"] in map(str, first.legal())
    assert found[1]["move"] in map(str, second.legal())
    if "mcts" in name:
        assert found[0]["options"][0]["move"] == found[0]["move"]
        assert set(found[0]["options"][0]["chances"]) == {"red", "yellow"}


def test_the_budget_comes_with_the_question(run: Run, advanced: Callable[..., Game]) -> None:
    game = advanced(2, 20)
    few, many, usual = answers(
        run, "mcts", question(game, budget={"simulations": 7}), question(game, budget={"simulations": 30}),
        question(game, budget={}),
    )  # fmt: skip
    assert [answer["simulations"] for answer in (few, many, usual)] == [7, 30, 1000]
    assert answers(run, "mcts:4", question(game, budget={"simulations": 7}))[0]["simulations"] == 4


def test_a_bad_question_gets_an_error_and_the_next_an_answer(run: Run, advanced: Callable[..., Game]) -> None:
    game = advanced(2, 20)
    bad = {
        "nonsense": "not valid JSON",
        "[1]": "a map",
        "{}": "view",
        question(game, tea=1): "unknown field 'tea'",
        question(game, legal=[]): "legal",
        question(game, legal=["fly home"]): "no move 'fly home'",
        question(game, view={"game": "chess"}): "game",
        question(game, seat="purple"): "purple",
        question(game, budget={"seconds": "long"}): "seconds",
        question(game, budget={"seconds": -1}): "budget",
        question(game, budget={"simulations": 0}): "budget",
        "9" * 5000: "not valid JSON",
    }
    found = answers(run, "mcts", *bad, question(game))
    for answer, words in zip(found, bad.values(), strict=False):
        assert words in answer["error"]
    assert "move" in found[-1]


def test_a_bad_name_is_told_at_once(run: Run) -> None:
    result = run("bot", "expert")
    assert result.exit_code == 2
    assert "no player 'expert'" in result.stderr
