from pathlib import Path

import pytest

import rule_table

RULES = "# Game\n- **R1** Components.\n- **R2** See R9.\n- **R3** Moving.\n"
CODE = '''
"""The start (R1)."""
R2 = "R2"

def move(table):
    """Step by step (R2-R3)."""
    for step in table:  # R3
        yield step
'''
TESTS = """
import pytest

@pytest.mark.rules("R1", "R2")
@pytest.mark.long
def test_start(): ...

@pytest.mark.parametrize("R3", [1])
def test_move(R3): ...
"""
SCENARIOS = """
name: both ways
rules: [R3]
moves: [{red: go}, {red: stay, error: illegal}]
expect: {to_move: yellow}
---
name: only refused
rules: [R3]
expect: {legal_excludes: [stay]}
---
name: what comes of it
rules: [R3]
expect: {to_move: red}
"""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write(tmp_path / "src/rattus/rules/game.md", RULES)
    write(tmp_path / "src/rattus/games/game/moving.py", CODE)
    write(tmp_path / "tests/test_game.py", TESTS)
    write(tmp_path / "tests/scenarios/game.yaml", SCENARIOS)
    return tmp_path


def test_complete_tree(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_table.main(tree) == 0
    assert capsys.readouterr().out.splitlines() == [
        "rule  code         scenarios  allowed  refused  tests",
        "R1    moving               0        0        0      1",
        "R2    moving.move          0        0        0      1",
        "R3    moving.move          3        2        2      0",
        "3 rules, all cited in the code and tested",
    ]


def test_rule_without_test_and_code(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tree / "src/rattus/rules/more.md", "- **A1** Nobody knows it.\n")
    assert rule_table.main(tree) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == ["not cited in the code: A1", "not tested: A1"]


def test_rule_without_test(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "tests/scenarios/game.yaml").unlink()
    assert rule_table.main(tree) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "not tested: R3"


def test_rule_without_code(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tree / "src/rattus/games/game/moving.py", "def move():  # R2-R3, R11\n    return 'R1'\n")
    assert rule_table.main(tree) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "not cited in the code: R1"


def test_no_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_table.main(tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "no rules found"


def test_only_some_places_are_shown() -> None:
    assert rule_table.places(rule_table.Rule(places=["a.b", "c.d", "e.f", "g.h"])) == "a.b, c.d +2"
