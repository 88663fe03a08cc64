import json

import pytest

from rattus.analysis.puzzles import check_puzzle, load_puzzles, save_puzzles, shipped_puzzles


def test_list_counts_the_puzzles(run):
    result = run("puzzles", "list")
    assert result.exit_code == 0
    assert str(len(shipped_puzzles())) in result.stdout


def test_solve_asks_until_the_move_is_right(run):
    puzzle = shipped_puzzles()[0]
    wrong = next(move for move in puzzle.legal if move != puzzle.solution)
    result = run("puzzles", "solve", puzzle.id, lines=["fly away", wrong, puzzle.solution])
    assert result.exit_code == 0
    for words in ("not a legal move", "There is a better one", "Right!", "Why:"):
        assert words in result.stdout
    assert "Right!" not in run("puzzles", "solve", puzzle.id, lines=["?"]).stdout


@pytest.mark.parametrize(
    ("language", "words"), [("nl", ("is aan zet", "Goed!", "Waarom:")), ("de", ("am Zug", "Richtig!", "Warum:"))]
)
def test_puzzles_are_solved_in_the_language_of_the_reader(run, language, words):
    puzzle = shipped_puzzles()[0]
    result = run("puzzles", "solve", puzzle.id, "--language", language, lines=[puzzle.solution])
    assert all(word in result.stdout for word in words)
    assert "Right" not in result.stdout
    assert run("puzzles", "list", "--language", language).exit_code == 0
    assert run("puzzles", "list", "--language", "fr").exit_code == 2


def test_the_puzzle_of_today_as_data(run):
    data = json.loads(run("puzzles", "solve", "--json").stdout)
    assert data["solution"] in data["legal"]


def test_an_unknown_puzzle_is_an_error(run):
    assert run("puzzles", "solve", "rattus-none").exit_code == 2
    assert run("puzzles", "list", "--file", "none.jsonl").exit_code == 2


def test_check_names_a_puzzle_that_does_not_hold(run, tmp_path):
    puzzle = max(shipped_puzzles(), key=lambda each: each.data["gap"] if each.game == "rattus" else 0)
    save_puzzles([puzzle], tmp_path / "good.jsonl")
    assert run("puzzles", "check", "--file", "good.jsonl", "--effort", "quick").exit_code == 0
    answers = list(reversed(puzzle.data["answers"]))
    bad = type(puzzle)({**puzzle.data, "solution": answers[0]["move"], "answers": answers})
    save_puzzles([bad], tmp_path / "bad.jsonl")
    result = run("puzzles", "check", "--file", "bad.jsonl", "--effort", "quick")
    assert result.exit_code == 1
    assert puzzle.id in result.stderr


def test_puzzles_are_made_from_self_play_and_added_to_the_file(run, tmp_path):
    """The puzzle that is there already stays, and the new one holds."""
    kept = shipped_puzzles()[0]
    save_puzzles([kept], tmp_path / "mine.jsonl")
    result = run("puzzles", "make", "rattus", "--number", "1", "-p", "2", "--out", "mine.jsonl")
    assert result.exit_code == 0, result.output
    assert "1 new puzzle, 2 in mine.jsonl" in result.stdout
    (new,) = (puzzle for puzzle in load_puzzles(tmp_path / "mine.jsonl") if puzzle != kept)
    assert (new.game, new.data["players"]) == ("rattus", 2)
    assert check_puzzle(new, "quick") is None
    assert run("puzzles", "make", "rattus", "-p", "2,9").exit_code == 2
