from collections.abc import Callable

import pytest
from typer.testing import Result

from rattus.cli.rulestext import all_rules, find_rules, read_rules, styled
from rattus.errors import FormatError

Run = Callable[..., Result]


def test_rules_are_read() -> None:
    text = "# Game\n\nIntro **R0**.\n\n## A turn\n- **R1** One `x`.\n- **R2** Two.\n## End\n- **R3** Three.\n"
    assert [(rule.id, rule.text, rule.section, rule.game) for rule in read_rules(text)] == [
        ("R1", "One `x`.", "A turn", "Game"),
        ("R2", "Two.", "A turn", "Game"),
        ("R3", "Three.", "End", "Game"),
    ]
    assert read_rules("# A Game (2-6 players)\n- **A1** One.")[0].game == "A Game"


def test_all_rules_are_there() -> None:
    ids = [rule.id for rule in all_rules()]
    assert ids == [
        f"{game}{number}" for game, last in (("R", 38), ("A", 25), ("C", 37)) for number in range(1, last + 1)
    ]


def test_rules_are_found_by_id_and_by_section() -> None:
    assert [rule.id for rule in find_rules(" r22")] == ["R22"]
    assert [rule.id for rule in find_rules("region cards")] == ["A11", "A12", "A13", "A14"]
    assert [rule.id for rule in find_rules("set-up")] == [f"R{number}" for number in range(7, 13)]


def test_unknown_rule_names_near_ones() -> None:
    with pytest.raises(FormatError, match=r"R222: no such rule.*R22"):
        find_rules("R222")
    with pytest.raises(FormatError, match=r"near it: .*Set-up"):
        find_rules("settup")
    with pytest.raises(FormatError, match=r"near it: R1, C37"):
        find_rules("?????????")


def test_marks_become_styles() -> None:
    text = styled("one **[choice]** and `two`")
    assert text.plain == "one [choice] and two"
    assert [(span.start, span.end, span.style) for span in text.spans] == [(4, 12, "bold"), (17, 20, "cyan")]


def test_command(run: Run) -> None:
    assert "Knight: in phase 3" in run("rules", "R22").stdout
    assert "Rattus Africanus: Region cards\n  A12 It may be played" in run("rules", "a12").stdout
    everything = run("rules").stdout
    assert everything.index("R38 Among tied players") < everything.index("A25 Ties are broken")
    assert everything.index("A25 Ties are broken") < everything.index("C37 If all die, all have lost")
    assert "Rattus Cartus: Resolving a building\n  C23 With 2 players only one premium" in run("rules", "C23").stdout
    unknown = run("rules", "R99")
    assert unknown.exit_code == 2
    assert unknown.stderr.startswith("error: R99: no such rule")
    assert len(unknown.stderr.splitlines()) == 1
