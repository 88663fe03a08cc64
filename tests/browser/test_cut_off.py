"""No text of ours is cut off: on every screen, at every size, in three languages, by geometry."""

import random
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rattus
from screenshots import GAMES, NAMES, SCREENS, Evening, Screen, make_table

from ..server.server_process import ServerProcess
from .conftest import LONG, Windows
from .crowded import SIZES, fullest, look_at
from .cut_off import cut_off
from .test_screens import LANGUAGES

# German and Dutch have the longest words: they are tested at the sizes where text was cut most often.
QUICK = [((360, 640), "de"), ((844, 390), "nl"), ((820, 1180), "de"), ((1280, 800), "de")]
MAIN = {"home", "lobby", "africanus", "cartus", "cartus-result"}
# Left out: a sheet over the table does not change the table, and dialogs scroll.
PLAIN = [screen for screen in SCREENS if screen.size is None and screen.name not in ("settings", "keys", "options")]


def look_for_cuts(windows: Windows, evening: Evening, size: tuple[int, int], language: str, wanted: set[str]) -> None:
    window = look_at(windows, size, language=language)
    window.expected.append("40[34]")  # links that lead nowhere are among them
    found = {}
    for screen in PLAIN:
        if screen.name in wanted:
            show(window.page, screen, evening)
            found[screen.name] = cut_off(window.page, NAMES)
    assert {name: texts for name, texts in found.items() if texts} == {}


def show(page: Page, screen: Screen, evening: Evening) -> None:
    page.goto("about:blank")  # navigating to the same page with another key does not reload it
    screen.show(page, evening)
    if screen.name in GAMES:
        expect(page.locator("#prompt button").first).to_be_visible()


@pytest.mark.parametrize(("size", "language"), QUICK)
def test_no_text_is_cut_off(windows: Windows, evening: Evening, size: tuple[int, int], language: str) -> None:
    look_for_cuts(windows, evening, size, language, MAIN)


@pytest.mark.long
@pytest.mark.parametrize(("size", "language"), list(product(SIZES, LANGUAGES)))
def test_no_text_is_cut_off_on_any_screen(
    windows: Windows, evening: Evening, size: tuple[int, int], language: str
) -> None:
    look_for_cuts(windows, evening, size, language, {screen.name for screen in PLAIN})


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        pytest.param(*each, marks=[] if each == ("africanus", (844, 390), "nl") else LONG)
        for each in product(GAMES, SIZES, LANGUAGES)
    ],
)
def test_the_name_of_every_phase_can_be_read(
    windows: Windows, server: ServerProcess, game: str, size: tuple[int, int], language: str
) -> None:
    window = look_at(windows, size, language=language)
    seen = set()
    for wish in phases(game):
        table = make_table(server.url, seats=[{"name": name} for name in NAMES[:4]], start=True, **wish)
        window.page.goto("about:blank")
        window.go(table.path())
        expect(window.page.locator("main.table .stage")).to_be_visible()
        assert cut_off(window.page, NAMES) == []
        seen |= set(window.page.locator(".steps .now span").all_inner_texts())
    assert len(seen) >= 3


def phases(game: str) -> list[dict[str, Any]]:
    """A table at the start of each phase of a random game."""
    played, chance = rattus.new(game, 4, 7, {}), random.Random(7)
    found: dict[str, int] = {}
    while not played.is_over:
        found.setdefault(played.position()["phase"], len(played.record()["moves"]))
        played.play(chance.choice(played.legal_texts))
    return [{"record": played.record(), "move": at} for at in found.values()]


@pytest.mark.parametrize("size", [pytest.param(size, marks=[] if size[0] == 360 else LONG) for size in SIZES])
@pytest.mark.parametrize("language", ["de", pytest.param("nl", marks=LONG)])
def test_six_seats_and_every_card_leave_room_for_the_words(
    windows: Windows, server: ServerProcess, size: tuple[int, int], language: str
) -> None:
    window = look_at(windows, size, language=language)
    table = make_table(
        server.url, position=fullest("africanus", 6), seats=[{"name": name} for name in NAMES], start=True
    )
    window.go(table.path())
    expect(window.page.locator("#prompt button").first).to_be_visible()
    assert cut_off(window.page, NAMES) == []
