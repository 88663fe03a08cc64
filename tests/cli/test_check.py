from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]

POSITION = "position: {game: rattus, players: 2, turn: red, phase: turn, plague: germania, supply: 10}\n"
HOLDS = f"name: it holds\n{POSITION}expect: {{to_move: red}}\n"
FAILS = f"name: it fails\n{POSITION}expect: {{to_move: yellow}}\n"
BROKEN = f"name: it is broken\n{POSITION}expect: {{weather: fine}}\n"


@pytest.mark.parametrize(
    ("texts", "status", "summary"),
    [
        ([HOLDS], 0, "1 scenario in 1 file; all hold"),
        ([HOLDS + "---\n" + HOLDS], 0, "2 scenarios in 1 file; all hold"),
        ([HOLDS + "---\n" + FAILS], 1, "2 scenarios in 1 file; 1 hold, 1 fail"),
        ([BROKEN], 2, "0 scenarios in 1 file; 1 file unreadable"),
        ([BROKEN, FAILS, HOLDS], 2, "2 scenarios in 3 files; 1 hold, 1 fail; 1 file unreadable"),
        ([FAILS, BROKEN], 2, "1 scenario in 2 files; 0 hold, 1 fail; 1 file unreadable"),
        (["position: ["], 2, "0 scenarios in 1 file; 1 file unreadable"),
        ([""], 2, "0 scenarios in 1 file; 1 file unreadable"),
        ([HOLDS.replace("expect", "expected")], 2, "0 scenarios in 1 file; 1 file unreadable"),
    ],
)
def test_exit_status(run: Run, tmp_path: Path, texts: list[str], status: int, summary: str) -> None:
    paths = []
    for number, text in enumerate(texts):
        paths.append(tmp_path / f"{number}.yaml")
        paths[-1].write_text(text)
    result = run("check", *paths)
    assert result.exit_code == status
    assert result.stdout.splitlines()[-1] == summary


def test_failures_are_told(run: Run) -> None:
    Path("fails.yaml").write_text(FAILS)
    lines = run("check", "fails.yaml").stdout.splitlines()
    assert lines[0] == "fails it fails (fails.yaml, scenario 1)"
    assert lines[1] == "  to_move: expected 'yellow', found 'red'"


def test_africanus(run: Run) -> None:
    Path("caravan.yaml").write_text(
        "name: it is put down\nposition: {game: africanus, players: 2, phase: caravan, turn: red, plague: italia,"
        " regions: {gallia: {cubes: {red: 4, yellow: 4}}},"
        " classes: {peasant: null, merchant: null, monk: null, knight: null, witch: null, trader: null}}\n"
        "moves: [{yellow: caravan gallia}]\nexpect: {caravan: gallia, phase: turn}\n"
    )
    assert run("check", "caravan.yaml").stdout == "1 scenario in 1 file; all hold\n"


def test_cartus(run: Run) -> None:
    Path("nuns.yaml").write_text(
        "name: they are looked at\nposition: {game: cartus, players: 2, round: 1, phase: supply, first: red,"
        " row: [{building: tent, supply: rl}, {building: farm, supply: dddd}], buildings: 18, replacement: 10,"
        " hands: {red: 5, yellow: 5}, deck: 69}\n"
        "moves: [{red: supply 1}, {red: peek 3}]\nexpect: {looked: {red: [3]}, rats: {red: 9}, to_move: yellow}\n"
    )
    assert run("check", "nuns.yaml").stdout == "1 scenario in 1 file; all hold\n"


def test_missing_file_and_folder(run: Run, tmp_path: Path) -> None:
    assert run("check", "nowhere.yaml").exit_code == 2
    assert run("check", tmp_path).exit_code == 2
    assert run("check").exit_code == 2


# ---- lessons


def test_the_courses_of_the_package_hold(run: Run) -> None:
    result = run("lessons")
    assert result.exit_code == 0
    assert "Rattus: 11 chapters, 29 steps, 0 faults" in result.stdout


def test_a_course_with_a_fault(run: Run, tmp_path: Path) -> None:
    text = resources.files("rattus").joinpath("data", "lessons", "rattus.yaml").read_text("utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("rules: [R11]", "rules: [R111]"), "utf-8")
    result = run("lessons", "mine.yaml")
    assert result.exit_code == 1
    assert "R111" in result.stderr
    assert run("lessons", "none.yaml").exit_code == 2
