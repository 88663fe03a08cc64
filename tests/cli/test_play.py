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
