import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from rattus.arena.match_runner import MatchRunner
from rattus.arena.report import render
from rattus.arena.result import MatchResult
from rattus.arena.schedule import Schedule
from rattus.arena.settings import Settings
from rattus.arena.standings import standings_of

EVERYWHERE = (
    "Standings",
    "Ratings",
    "Points by seat",
    "Points by place in the turn order",
    "Game length",
    "Head to head",
    "Points by category",
)


class Reader(HTMLParser):
    """Checks that every tag is closed, and collects the addresses that a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "path", "rect"):
            self.open.append(tag)
        self.fetched += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "srcset", "data")
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "rect"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return reader


PLAYED = (
    Settings("rattus", 2, ("random", "easy"), options={"max_turns": 6}, compiled=False),
    Settings("africanus", 2, ("random", "easy"), options={"max_turns": 6}, compiled=False),
    Settings("cartus", 2, ("random", "random"), compiled=False),
)


@pytest.fixture(scope="module")
def reports() -> dict[str, str]:
    """A report on each game."""
    found = {}
    for settings in PLAYED:
        runner, schedule = MatchRunner(settings), Schedule(settings.names, settings.seats)
        results = [runner.play(schedule.fixture(number)) for number in range(6)]
        found[settings.game] = render(standings_of(settings, 8, results))
    return found


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("rattus", ["Win rate by class card held at the end"]),
        ("africanus", ["Win rate by class card held at the end"]),
        ("cartus", []),
    ],
)
def test_every_plot_is_there_with_its_explanation(reports: dict[str, str], game: str, more: list[str]) -> None:
    text = reports[game]
    wanted = [*EVERYWHERE, *more]
    if game == "cartus":
        wanted.remove("Head to head")  # one player alone
    headings = read(text).headings
    assert sorted(headings) == sorted([*wanted, "How it was measured"])
    assert text.count('role="img"') == 5 + len(more)
    for section in re.findall(r"<section>.*?</section>", text, re.DOTALL):
        assert re.search(r'<p class="seen">[^<]{20,}\.</p>', section)
        assert 'class="axis"' in section
        assert 'class="mark' in section or "<rect" in section
    assert "6 games · of 8 planned" in text


def test_nothing_is_fetched_from_anywhere(reports: dict[str, str]) -> None:
    for text in reports.values():
        assert read(text).fetched == []
        assert not re.search(r"https?:|//|@import|url\(|<script|<link|<img", text.replace("<!DOCTYPE html>", ""))


def test_light_and_dark_and_phones(reports: dict[str, str]) -> None:
    assert "prefers-color-scheme: dark" in reports["rattus"]
    assert 'name="viewport" content="width=device-width' in reports["rattus"]


def test_numbers_are_those_of_the_standings(make_result: Callable[..., MatchResult]) -> None:
    settings = Settings("rattus", 2, ("a<b", "c"))
    results = [make_result(number, number // 2, ("a<b", "c"), (1, 2)) for number in range(8)]
    text = render(standings_of(settings, 8, results))
    assert "a&lt;b leads c by 382 points and ranks before it 100%" in text
    assert "a<b" not in text
    assert "most points in the red seat" in text
    assert "Half of the games took 50 to 50 moves" in text


def test_one_game_alone(make_result: Callable[..., MatchResult]) -> None:
    text = render(standings_of(Settings("rattus", 2, ("a", "b")), 1, [make_result(0, 0, "ab", (1, 2))]))
    assert "too few games to say" in text
    read(text)
