from collections.abc import Callable

import pytest
from typer.testing import Result

from rattus.cli.rulestext import all_rules, find_rules, read_rules, styled
from rattus.errors import FormatError

Run = Callable[..., Result]


def test_rules_are_read() -> None:
    text = "# Game\n\nIntro **R0**.\n\n## A turn\n- **R1** One `x`.\n- **R2** Two.\n## End\n- **R3** Three.\n"
    assert [(rule.id, rule.text, rule.section) for rule in read_rules(text)] == [
        ("R1", "One `x`.", "A turn"),
        ("R2", "Two.", "A turn"),
        ("R3", "Three.", "End"),
    ]


def test_all_rules_are_there() -> None:
    ids = [rule.id for rule in all_rules() if rule.id.startswith("R")]
    assert ids == [f"R{number}" for number in range(1, 39)]


def test_rules_are_found_by_id_and_by_section() -> None:
    assert [rule.id for rule in find_rules(" r22")] == ["R22"]
    assert [rule.id for rule in find_rules("set-up")] == [f"R{number}" for number in range(7, 13)]


def test_unknown_rule_names_near_ones() -> None:
    with pytest.raises(FormatError, match=r"R222: no such rule.*R22"):
        find_rules("R222")
    with pytest.raises(FormatError, match=r"near it: .*Set-up"):
        find_rules("settup")
    with pytest.raises(FormatError, match=r"near it: R1, "):
        find_rules("?????????")


def test_marks_become_styles() -> None:
    text = styled("one **[choice]** and `two`")
    assert text.plain == "one [choice] and two"
    assert [(span.start, span.end, span.style) for span in text.spans] == [(4, 12, "bold"), (17, 20, "cyan")]


def test_command(run: Run) -> None:
    assert "Knight: in phase 3" in run("rules", "R22").stdout
    assert "R38 Among tied players" in run("rules").stdout
    unknown = run("rules", "R99")
    assert unknown.exit_code == 2
    assert unknown.stderr.startswith("error: R99: no such rule")
    assert len(unknown.stderr.splitlines()) == 1
