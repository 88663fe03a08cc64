"""The first page: what it offers, and how soon."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Windows
from .window import shows

PAINTS = "performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime])"


def test_one_click_starts_a_game_against_computers(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.button("Play now").click()
    expect(anna.board).to_be_visible()
    holders = [seat["holder"] for seat in anna.known.table["seats"]]
    assert holders == ["person", "bot", "bot", "bot"]
    assert anna.known.table["seats"][0]["name"] == "Anna"
    anna.until(lambda: anna.known.legal, "it is my turn")
    expect(anna.prompt.get_by_role("button").first).to_be_visible()


def test_options_reach_the_game(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.page.get_by_role("group", name="Game").get_by_role("button", name="Africanus").click()
    anna.page.get_by_text("Options").click()
    anna.page.get_by_label("First player").select_option("red")
    anna.page.get_by_label("Placing cubes").select_option("compulsory")
    anna.page.get_by_label("Clock").select_option("bank10")
    anna.button("Start now").click()
    anna.until(lambda: anna.known.legal, "red begins")
    assert anna.known.table["options"].items() >= {"first": "red", "placing": "compulsory"}.items()
    assert anna.known.table["clock"]["seconds"] == 600


@pytest.mark.long
def test_tables_on_this_device_are_kept_and_forgotten(windows: Windows) -> None:
    anna = windows()
    anna.go()
    shows(anna, "No tables on this device yet.")
    anna.button("Play now").click()
    expect(anna.board).to_be_visible()
    table = anna.page.url
    anna.go()
    kept = anna.page.get_by_role("link").filter(has_text="Being played")
    kept.click()
    expect(anna.board).to_be_visible()
    assert anna.page.url == table
    anna.page.go_back()
    anna.button(re.compile("^Forget ")).click()
    shows(anna, "No tables on this device yet.")


@pytest.mark.long
def test_theme_and_settings_last(windows: Windows) -> None:
    anna = windows()
    anna.go()
    theme = "document.documentElement.dataset.theme"
    before = anna.page.evaluate(theme)
    anna.page.keyboard.press("t")
    anna.until(lambda: anna.page.evaluate(theme) != before)
    anna.page.reload()
    assert anna.page.evaluate(theme) != before
    anna.button("Settings").click()
    anna.page.get_by_label("Your name").last.fill("Griet")
    anna.button("OK").click()
    anna.page.reload()
    expect(anna.page.get_by_label("Your name").first).to_have_value("Griet")


def test_first_paint(windows: Windows, record_property: Callable[[str, object], None]) -> None:
    """How soon something is seen is a figure to look at; a busy machine must not fail for it."""
    anna = windows()
    anna.go()
    anna.until(lambda: anna.page.evaluate(PAINTS), "it is painted")
    for name, milliseconds in anna.page.evaluate(PAINTS):
        record_property(name, milliseconds)
        print(f"{name}: {milliseconds:.0f} ms")
