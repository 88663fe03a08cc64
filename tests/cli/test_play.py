import pytest

from rattus.cli.play import seat_people
from rattus.errors import FormatError

SEATS = ("red", "yellow", "green", "blue")


@pytest.mark.parametrize(
    ("named", "humans", "people"),
    [
        ([], None, ["red"]),
        ([], 0, []),
        ([], 2, ["red", "yellow"]),
        (["green"], None, ["green"]),
        (["blue"], 3, ["blue", "red", "yellow"]),
        (["red", "green"], None, ["red", "green"]),
        (["red", "red"], None, ["red"]),
        (["red", "green"], 3, ["red", "green", "yellow"]),
    ],
)
def test_people_sit_down(named: list[str], humans: int | None, people: list[str]) -> None:
    assert seat_people(SEATS, named, humans) == people


def test_no_such_seat() -> None:
    with pytest.raises(FormatError, match="--seat"):
        seat_people(SEATS, ["purple"], None)
    with pytest.raises(FormatError, match="--humans"):
        seat_people(SEATS, ["red", "green"], 1)


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        ((), "nl_NL.UTF-8", ("Jij bent Rood.", "Vestig je: plaats twee blokjes in één regio (R11).")),
        (("--language", "de"), "nl_NL.UTF-8", ("Du bist Rot.", "Siedle: Setze zwei Würfel in eine Region (R11).")),
        ((), "fr_FR.UTF-8", ("You are Red.", "Settle: put two cubes into one region (R11).")),
    ],
)
def test_it_speaks_the_language_of_the_reader(run, monkeypatch, arguments, environment, told) -> None:
    monkeypatch.setenv("LC_ALL", environment)
    shown = run("play", "--seed", "7", "-p", "2", "-o", "first=red", *arguments, lines=["help", "quit", "no"])
    assert shown.exit_code == 0
    for sentence in told:
        assert sentence in shown.stdout


def test_an_unknown_language_is_refused(run) -> None:
    refused = run("play", "--language", "fr")
    assert refused.exit_code == 2
    assert refused.stderr == "error: --language: must be one of en, nl, de, not 'fr'\n"
