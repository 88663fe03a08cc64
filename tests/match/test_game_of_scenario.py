"""The game of a scenario that a stranger sent: after its moves, or refused with what is wrong."""

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rattus.errors import FormatError
from rattus.match.scenario import game_of_scenario, read_scenarios

from ..fuzz import examples

SETUP = "setup: {game: rattus, players: 2, seed: 7, options: {first: red}}\n"
FILES = sorted((Path(__file__).resolve().parent.parent / "scenarios").glob("*.yaml"))
TEXT = FILES[0].read_text("utf-8").split("\n---")[0]
WORDS = st.sampled_from(
    ["{", "]", "- ", ": ", "&a", "*a", "!!int", "!!timestamp", "\t", "null", "9" * 400, "\0", "\n---\n"]
)


def test_the_moves_are_made_and_refused_ones_left_out() -> None:
    moves = "moves: [{red: dance, error: illegal}, {red: settle gallia}, {yellow: settle italia, error: illegal}]\n"
    game = game_of_scenario(f"name: a start\n{SETUP}{moves}expect: {{to_move: red}}")
    assert [(seat, str(move)) for seat, move in game.moves] == [("red", "settle gallia")]
    assert game.to_move == "yellow"  # what is expected is not asked


def test_a_position_of_which_one_document_tells() -> None:
    position = "{game: rattus, players: 2, turn: red, phase: turn, plague: germania, supply: 10}"
    game = game_of_scenario(f"---\nposition: {position}\nexpect: {{}}\n---\n")
    assert (game.name, game.to_move, game.moves) == ("rattus", "red", [])


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_the_one_that_a_check_plays(path, tmp_path) -> None:
    for document in path.read_text("utf-8").split("\n---")[:20]:
        (tmp_path / "one.yaml").write_text(document, "utf-8")
        (scenario,) = read_scenarios(tmp_path / "one.yaml")
        game = game_of_scenario(document)
        assert [(s, str(m)) for s, m in game.moves] == [(s.seat, s.text) for s in scenario.steps if not s.refused]


def nested(opening: str, closing: str, depth: int) -> str:
    return opening * depth + closing * depth


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "contains no scenario"),
        ("---\n---\n", "contains no scenario"),
        ("7", "a map with position and expect"),
        (f"{SETUP}expect: {{}}\n---\n{SETUP}expect: {{}}", "expected one, got 2"),
        (SETUP, "expect: missing"),
        (f"{SETUP}moves: [{{red: dance}}]\nexpect: {{}}", r"moves\[0\]: 'dance': there is no move"),
        (f"{SETUP}moves: [{{yellow: pass}}]\nexpect: {{}}", r"moves\[0\]: 'pass': red is to move"),
        (f"{SETUP}moves: [{{purple: pass}}]\nexpect: {{}}", "there is no seat 'purple'"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]", "anchors are not allowed here"),
        ("a: *a", "anchors are not allowed here"),
        ("a: {<<: *a}", "anchors are not allowed here"),
        ("!!python/object/apply:os.system [ls]", "not valid YAML: could not determine"),
        ("a: !!timestamp never", "cannot be read"),
        ("a: !!bool perhaps", "cannot be read"),
        ("a: !!int ''", "cannot be read"),
        ("a: !!float '1" + ":1" * 3000 + "'", "too long a number"),
        ("a: 2001-99-99", "cannot be read"),
        ("a: " + "9" * 5000, "too long a number"),
        ("a: 0x" + "f" * 5000, "too long a number"),
        ("a: 1" + ":1" * 100_000, "too long a number"),
        ("a: 1" + ":1" * 3000 + ".5", "too long a number"),
        ("a: 1\na: 2", "key given twice"),
        ("{" + ", ".join(f"k{n}: 1" for n in range(20_000)) + "}", "unknown key"),
        (nested("[", "]", 50_000), "recursion"),
        (nested("{a: ", "}", 50_000), "recursion"),
        ("\n".join(" " * n + "a:" for n in range(2000)), "recursion"),
        ("\ud800", "not valid YAML"),
        ('setup: {game: rattus, players: 2, seed: "\\ud800"}\nexpect: {}', "setup.seed: must be a number or a text"),
        ("setup: {game: rattus, players: 2, seed: [1]}\nexpect: {}", "setup.seed: must be a number or a text"),
        ("setup: {game: rattus, players: 2, seed: 2001-01-01}\nexpect: {}", "setup.seed: must be a number or a text"),
    ],
)
def test_what_is_no_scenario_is_refused_soon(text, words) -> None:
    began = time.process_time()  # CPU time does not depend on how busy the machine is
    with pytest.raises(FormatError, match=words) as error:
        game_of_scenario(text)
    assert error.value.place.startswith("scenario")
    assert time.process_time() - began < 10


@given(text=st.text(max_size=200))
@settings(max_examples=examples(100), deadline=None)
def test_any_text(text: str) -> None:
    with contextlib.suppress(FormatError):
        game_of_scenario(text)


@given(place=st.integers(0, len(TEXT)), length=st.integers(0, 30), word=WORDS)
@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_damaged_scenario(place: int, length: int, word: str) -> None:
    with contextlib.suppress(FormatError):
        game_of_scenario(TEXT[:place] + word + TEXT[place + length :])
