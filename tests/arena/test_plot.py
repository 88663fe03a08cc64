import re
from xml.etree import ElementTree

import pytest

from rattus.arena.estimate import Estimate
from rattus.arena.plot import Row, dot_plot, histogram, legend, nice_ticks, shortened


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (-320, 309, [-400, -200, 0, 200, 400]),
        (0.02, 0.31, [0, 0.1, 0.2, 0.3, 0.4]),
        (5, 5, [5, 6]),
        (0, 0, [0, 0.2]),
    ],
)
def test_ticks_are_round_and_reach_far_enough(low: float, high: float, ticks: list[float]) -> None:
    found = nice_ticks(low, high)
    assert found == pytest.approx(ticks)
    assert found[0] <= low
    assert found[-1] >= high


def plotted(*rows: Row, reference: float | None = None) -> str:
    text = dot_plot("Ratings", rows, "points", "{:.0f}".format, reference)
    ElementTree.fromstring(text)
    return text


def test_marks_stand_where_their_numbers_are() -> None:
    text = plotted(Row("a", [Estimate(0, 0, 50)]), Row("b", [Estimate(100)]))
    ticks = {label: float(x) for x, label in re.findall(r'<text x="([\d.]+)"[^>]*middle">(\d+)<', text)}
    spots = [float(x) for x in re.findall(r"translate\(([\d.]+) ", text)]
    assert spots == [ticks["0"], ticks["100"]]
    line = re.search(r'class="interval s0" d="M([\d.]+) [\d.]+H([\d.]+)"', text)
    assert line is not None
    assert float(line[1]) == ticks["0"]
    assert float(line[2]) == pytest.approx((ticks["0"] + ticks["100"]) / 2, abs=0.1)
    assert text.count("interval") == 1
    assert "<title>a: 0 (0 to 50)</title>" in text


def test_missing_values_are_not_drawn() -> None:
    text = plotted(Row("a", [Estimate(1, 0, 2), None]), Row("b", [None, Estimate(2)]), reference=5)
    assert text.count('class="mark') == 2
    assert 'class="reference"' in text
    assert 'class="reference"' not in plotted(Row("a", [Estimate(1)]))


def test_names_cannot_break_the_page() -> None:
    name = "cmd:<script>&\"'"
    assert "<script>" not in plotted(Row(name, [Estimate(1)])) + legend([name])
    assert "&lt;script&gt;" in legend([name])
    assert len(shortened("x" * 50)) == 18


def test_histogram_counts_everything() -> None:
    numbers = [1, 1, 2, 5, 200]
    text = histogram("Length", numbers, "moves", "games")
    ElementTree.fromstring(text)
    counts = [int(count) for count in re.findall(r": (\d+)</title></rect>", text)]
    assert sum(counts) == len(numbers)
    assert "moves" in text
    assert "games" in text
    assert histogram("Length", [7], "moves", "games").count("<rect") == 1
