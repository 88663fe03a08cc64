from collections.abc import Callable

import pytest
from typer.testing import Result

from rattus.cli.rules import (
    LANGUAGES,
    all_readings,
    all_rules,
    find_readings,
    find_rules,
    read_rules,
    rules_of,
    styled,
)
from rattus.errors import FormatError
from rattus.games import GAMES

Run = Callable[..., Result]


def test_rules_are_read() -> None:
    text = "# Game\n\nIntro **R0**.\n\n## A turn\n- **R1** One `x`.\n- **R2** Two.\n## End\n- **R3** Three.\n"
    assert [(rule.id, rule.text, rule.section, rule.game) for rule in read_rules(text)] == [
        ("R1", "One `x`.", "A turn", "Game"),
        ("R2", "Two.", "A turn", "Game"),
        ("R3", "Three.", "End", "Game"),
    ]
    assert read_rules("# A Game (2-6 players)\n- **A1** One.")[0].game == "A Game"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_are_there(language: str) -> None:
    ids = [rule.id for rule in all_rules(language)]
    assert ids == [
        f"{game}{number}" for game, last in (("R", 38), ("A", 25), ("C", 37)) for number in range(1, last + 1)
    ]


def test_rules_are_found_by_id_and_by_section() -> None:
    assert [rule.id for rule in find_rules(" r22")] == ["R22"]
    assert [rule.id for rule in find_rules("region cards")] == ["A11", "A12", "A13", "A14"]
    assert [rule.id for rule in find_rules("set-up")] == [f"R{number}" for number in range(7, 13)]


def test_rules_are_found_by_game() -> None:
    assert [rule.id for rule in find_rules(" Africanus ")] == [f"A{number}" for number in range(1, 26)]
    for game in GAMES:
        assert find_rules(game) == rules_of(game)
        assert {rule.section for rule in find_rules(game)} == {rule.section for rule in rules_of(game)}


@pytest.mark.parametrize(
    ("language", "section", "first", "words"),
    [
        ("en", "a turn", "R13", "Three phases"),
        ("nl", "een beurt", "R13", "Drie fasen"),
        ("de", "ein zug", "R13", "Drei Ph"),
    ],
)
def test_rules_are_found_in_a_language(language: str, section: str, first: str, words: str) -> None:
    found = find_rules(section, language)
    assert found[0].id == first
    assert found[0].text.startswith(words)
    assert found == [rule for rule in all_rules(language) if rule.section == found[0].section]
    assert find_rules("r13", language) == found[:1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_are_in_the_language(language: str) -> None:
    mark = {"en": "[choice]", "nl": "[onze lezing]", "de": "[unsere Lesart]"}[language]
    assert [rule.id for rule in all_rules(language) if f"**{mark}**" in rule.text][:2] == ["R11", "R15"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_and_edition_has_our_reading(language: str) -> None:
    marked = [rule.id for rule in all_rules() if "**[choice]**" in rule.text or "**[edition]**" in rule.text]
    assert len(marked) > 20
    readings = all_readings(language)
    assert [reading.id for reading in readings] == marked
    for reading in readings:
        book, arrow, ours = reading.text.partition(" → ")
        assert arrow, reading.id
        assert min(len(book), len(ours)) > 15, reading.id
        assert "→" not in ours, reading.id


def test_readings_are_found() -> None:
    assert [reading.id for reading in find_readings("c21")] == ["C21"]
    assert [reading.id for reading in find_readings("africanus", "nl")] == [
        "A12",
        "A14",
        "A15",
        "A16",
        "A17",
        "A20",
        "A24",
    ]
    assert find_readings("Rattus Cartus") == find_readings("cartus")
    with pytest.raises(FormatError, match=r"R1: the books leave nothing open"):
        find_readings("R1")
    with pytest.raises(FormatError, match=r"R99: no such rule"):
        find_readings("R99")


@pytest.mark.parametrize("language", ["fr", "EN", ""])
def test_unknown_language_names_those_there_are(language: str) -> None:
    for ask in (
        all_rules,
        all_readings,
        lambda asked: find_rules("R1", asked),
        lambda asked: find_rules("cartus", asked),
    ):
        with pytest.raises(FormatError, match=r"no such language; the rules are available in en, nl, de"):
            ask(language)


def test_unknown_rule_names_near_ones() -> None:
    with pytest.raises(FormatError, match=r"R222: no such rule.*R22"):
        find_rules("R222")
    with pytest.raises(FormatError, match=r"similar: .*Set-up"):
        find_rules("settup")
    with pytest.raises(FormatError, match=r"similar: R1, C37"):
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
    cartus = run("rules", "cartus").stdout
    assert cartus.startswith("Rattus Cartus: Components and set-up\n  C1  84 population cards")
    assert "C37" in cartus
    assert "R1 " not in cartus
    assert "R22 Ridder: in fase 3" in run("rules", "R22", "--language", "nl").stdout
    assert "Rattus Africanus: Regionskarten\n  A11" in run("rules", "regionskarten", "--language", "de").stdout
    assert "Our reading: Rattus\n  R9  With three" in run("rules", "--ours").stdout
    assert "Onze lezing: Rattus Cartus\n  C21" in run("rules", "C21", "--ours", "--language", "nl").stdout
    wrong = run("rules", "--language", "fr")
    assert wrong.exit_code == 2
    assert wrong.stderr == "error: --language: must be one of en, nl, de, not 'fr'\n"
    unknown = run("rules", "R99")
    assert unknown.exit_code == 2
    assert unknown.stderr.startswith("error: R99: no such rule")
    assert len(unknown.stderr.splitlines()) == 1
    unknown = run("rules", "R99", "--language", "de")
    assert unknown.stderr.startswith("error: R99: diese Regel oder diesen Abschnitt gibt es nicht; ähnlich: R9")
    settled = run("rules", "R2", "--ours", "--language", "nl")
    assert settled.stderr.startswith("error: R2: de boekjes laten in deze regel niets open")
