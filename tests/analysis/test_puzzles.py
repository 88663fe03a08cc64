import json
from datetime import date, timedelta

import pytest

import rattus
from rattus.analysis.puzzles import (
    FIELDS,
    GAP,
    MOST_LIKELY,
    Puzzle,
    check_puzzle,
    load_puzzles,
    puzzle_of_the_day,
    puzzles_in_record,
    read_puzzle,
    save_puzzles,
    shipped_puzzles,
    theme_of,
)
from rattus.analysis.review import WHOLE
from rattus.errors import FormatError
from rattus.kernel.engine import Engine
from rattus.match.game import game_from
from rattus.match.parts import find_game, shipped_parts

CHECKED = 6  # puzzles of each game whose solution is checked in every run; the long test checks all


@pytest.fixture(scope="module")
def puzzles():
    found = shipped_puzzles()
    assert found
    return found


def test_every_shipped_puzzle_loads_and_its_moves_are_legal(puzzles):
    assert {puzzle.game for puzzle in puzzles} == set(rattus.GAMES)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        sight = puzzle.sight
        engine = Engine(sight.parts.rulebook, sight.box, compiled=False)
        tables, out = engine.pack([sight.table]), engine.move_buffer()
        legal = [engine.text(move) for move in out[: engine.legal(tables, 0, out)]]
        assert sorted(legal) == sorted(puzzle.legal), puzzle.id
        assert puzzle.solution in legal


def test_a_shipped_puzzle_holds_what_its_seat_sees_and_no_more(puzzles):
    """A view that is read and seen again is the same: nothing in it was hidden from the seat."""
    for puzzle in puzzles:
        game = game_from(shipped_parts(find_game(puzzle.game)), dict(puzzle.data["view"]), seed=puzzle.id)
        assert game.to_move == puzzle.seat
        assert game.view(puzzle.seat) == puzzle.data["view"], puzzle.id


def test_a_shipped_puzzle_has_one_best_move_that_is_not_obvious(puzzles):
    for puzzle in puzzles:
        best, *others = puzzle.data["answers"]
        assert best["move"] == puzzle.solution
        assert puzzle.data["gap"] >= GAP
        assert puzzle.data["gap"] > 2 * puzzle.data["error"]
        assert best["prior"] <= MOST_LIKELY * WHOLE
        assert all(answer["chances"][puzzle.seat] < best["chances"][puzzle.seat] for answer in others)
        assert puzzle.data["reason"]["key"]


@pytest.mark.slow  # on lists less is tried, which is not enough to tell
@pytest.mark.parametrize("name", rattus.GAMES)
def test_the_solution_of_a_shipped_puzzle_is_the_best_move(name, puzzles):
    for puzzle in [each for each in puzzles if each.game == name][:CHECKED]:
        assert check_puzzle(puzzle) is None, puzzle.id


@pytest.mark.long
def test_the_solutions_of_all_shipped_puzzles_are_the_best_moves(puzzles):
    assert {puzzle.id: check_puzzle(puzzle) for puzzle in puzzles if check_puzzle(puzzle)} == {}


def test_a_wrong_solution_is_found(puzzles):
    puzzle = max(puzzles, key=lambda each: each.data["gap"] if each.game == "rattus" else 0)
    worst = puzzle.data["answers"][-1]["move"]
    assert "better" in check_puzzle(Puzzle({**puzzle.data, "solution": worst}), "quick")
    fewer = Puzzle({**puzzle.data, "legal": [puzzle.solution]})
    assert "legal" in check_puzzle(fewer, "quick")


def test_everybody_has_the_same_puzzle_a_day(puzzles):
    days = [date(2026, 11, 16) + timedelta(number) for number in range(len(puzzles))]
    shown = [puzzle_of_the_day(day) for day in days]
    assert puzzle_of_the_day(days[0]) == shown[0]
    assert len({puzzle.id for _, puzzle in shown}) == len(puzzles)
    assert shown[1][0] == shown[0][0] + 1
    with pytest.raises(FormatError):
        puzzle_of_the_day(days[0], [])


def test_puzzles_are_written_and_read(tmp_path, puzzles):
    for name in ("some.jsonl", "some.jsonl.gz"):
        path = tmp_path / name
        save_puzzles(puzzles[:3], path)
        assert load_puzzles(path) == puzzles[:3]
        raw = path.read_bytes()
        save_puzzles(puzzles[:3], path)
        assert path.read_bytes() == raw
    assert load_puzzles(tmp_path / "none.jsonl") == ()


def test_a_bad_puzzle_is_refused(puzzles):
    data = json.loads(json.dumps(puzzles[0].data))
    with pytest.raises(FormatError, match="object"):
        read_puzzle([])
    for name in FIELDS:
        with pytest.raises(FormatError, match=name):
            read_puzzle({key: value for key, value in data.items() if key != name})
    with pytest.raises(FormatError, match="legal"):
        read_puzzle({**data, "solution": "fly away"})
    with pytest.raises(FormatError, match="first"):
        read_puzzle({**data, "answers": data["answers"][1:]})
    with pytest.raises(FormatError, match="not legal"):
        puzzles[0].is_solved_by("fly away")
    assert puzzles[0].is_solved_by(puzzles[0].solution)


def test_puzzles_of_a_record_are_of_its_moments(played, advanced):
    with pytest.raises(FormatError, match="not over"):
        puzzles_in_record(advanced("rattus", 2, 3).record())
    game = played("rattus", 2, ("random",), moves=10_000)
    steps = []
    for puzzle in puzzles_in_record(game.record(), on_step=lambda done, total: steps.append((done, total))):
        assert check_puzzle(puzzle, "quick") is None
    assert steps[-1] == (len(game.moves), len(game.moves))


def test_themes():
    assert theme_of({"phase": "last_round"}, "king gallia", "place gallia 1") == "last_round"
    assert theme_of({"game": "rattus", "phase": "turn"}, "king gallia", "king italia") == "king"
    assert theme_of({"phase": "turn"}, "place gallia 2", "take king") == "what_first"
    assert theme_of({"phase": "resolve"}, "give church-1", "give church-2") == "giving"
    assert theme_of({"phase": "enter"}, "play church-1", "done") == "cards"
    assert theme_of({"phase": "enter"}, "play joker", "done") == "special_cards"
    assert theme_of({"phase": "enter"}, "done", "play joker") == "stopping"


def test_a_shipped_puzzle_is_listed_by_its_theme(puzzles):
    for puzzle in puzzles:
        obvious = max(puzzle.data["answers"], key=lambda answer: answer["prior"])["move"]
        assert puzzle.theme == theme_of(puzzle.data["view"], puzzle.solution, obvious), puzzle.id
