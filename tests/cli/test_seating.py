import pytest

from rattus.cli.seating import read_options, seat_people
from rattus.cli.seeds import read_seed
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


def test_options() -> None:
    assert read_options(["max_turns=5", "first=red", "x="]) == {"max_turns": 5, "first": "red", "x": ""}
    assert read_options(["cards=king, witch,monk", "first=red"]) == {"cards": ["king", "witch", "monk"], "first": "red"}
    assert read_options(["cards=random"]) == {"cards": "random"}
    assert read_options(["buildings=farm:3, brewery:2"]) == {"buildings": {"farm": 3, "brewery": 2}}
    assert read_options(["buildings=farm:x,hut"]) == {"buildings": {"farm": "x", "hut": ""}}
    for text in ("max_turns", "=5", ""):
        with pytest.raises(FormatError):
            read_options([text])


def test_seeds() -> None:
    assert read_seed("7") == 7
    assert read_seed("seven") == "seven"
