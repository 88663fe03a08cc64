"""The home page: what it offers, and how fast it appears."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from screenshots import PHONE

from .conftest import TOUCHED, Windows
from .window import shows

PAINTS = "performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime])"


def test_one_click_starts_a_game_against_computers(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.button("Play now").click()
    expect(anna.board).to_be_visible()
    holders = [seat["holder"] for seat in anna.known.table["chairs"]]
    assert holders == ["person", "bot", "bot", "bot"]
    assert anna.known.table["chairs"][0]["name"] == "Anna"
    anna.until(lambda: anna.known.legal, "it is my turn")
    expect(anna.prompt.get_by_role("button").first).to_be_visible()


def test_options_reach_the_game(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.page.get_by_role("group", name="Game").get_by_role("button", name="Africanus").click()
    anna.page.get_by_text("Options").click()
    anna.page.get_by_label("First player").select_option("red")
    anna.page.get_by_label("Placing cubes").select_option("compulsory")
    anna.page.get_by_role("combobox", name="Clock").select_option("bank10")
    anna.button("Start now").click()
    anna.until(lambda: anna.known.legal, "red begins")
    assert anna.known.table["options"].items() >= {"first": "red", "placing": "compulsory"}.items()
    assert anna.known.table["clock"]["seconds"] == 600


def test_africanus_defaults_to_enough_players_for_africa(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.page.get_by_role("group", name="Game").get_by_role("button", name="Africanus").click()
    anna.button("Start now").click()
    anna.until(lambda: anna.known.view, "it has begun")
    assert anna.known.view
    assert anna.known.view["players"] == 5
    assert {"libya", "aegyptus", "mauretania"} <= anna.known.view["regions"].keys()
    expect(anna.board.get_by_role("button", name="Libya").first).to_be_visible()


def test_six_buildings_are_chosen_with_the_keyboard(windows: Windows) -> None:
    anna = windows()
    anna.go()
    keys = anna.page.keyboard
    anna.page.get_by_role("group", name="Game").get_by_role("button", name="Cartus").click()
    anna.page.get_by_text("Options").click()
    anna.page.get_by_label("Buildings").select_option("own")
    for _ in range(2):
        anna.button("One player fewer").click()
    hint = anna.page.get_by_text("The books advise against the watchtower with two players.")
    expect(hint).to_be_visible()
    for name, building in (("Church", "hospital"), ("Chivalry", "watchtower")):
        group = anna.page.get_by_role("radiogroup", name=f"{name}: which building")
        group.get_by_role("radio").first.focus()
        keys.press("ArrowRight")
        expect(group.get_by_role("radio").nth(1)).to_be_checked()
        expect(group.locator(f"input[value={building}]")).to_be_focused()
    rats = anna.page.get_by_role("checkbox", name=re.compile("^Hide the other players. rats"))
    rats.focus()
    keys.press("Space")
    expect(rats).to_be_checked()
    anna.button("Start now").focus()
    keys.press("Enter")
    anna.until(lambda: anna.known.view, "the game begins")
    chosen = ["farm", "marketplace", "hospital", "watchtower", "tent", "palace"]
    assert anna.known.table["options"] == {"buildings": chosen}
    assert anna.known.table["hide_rats"] is True
    anna.button(re.compile("what was agreed")).click()
    agreed = anna.page.get_by_role("dialog")
    expect(agreed).to_contain_text("Farm, Marketplace, Hospital, Watchtower, Tent")
    expect(agreed).to_contain_text("The books advise against the watchtower with two players.")


def test_every_copy_can_be_chosen_on_a_phone(windows: Windows) -> None:
    anna = windows(PHONE, context=TOUCHED)
    anna.go()
    anna.page.get_by_role("group", name="Game").get_by_role("button", name="Cartus").click()
    anna.page.get_by_text("Options").click()
    anna.page.get_by_label("Buildings").select_option("copies")
    expect(anna.page.get_by_text("The books advise")).to_have_count(0)  # four play
    for name, number in (("Peasantry", 2), ("Magic", 5)):
        slider = anna.page.get_by_role("slider", name=name)
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        assert box["height"] >= 40
        anna.page.touchscreen.tap(box["x"] + 11 + (box["width"] - 22) * number / 5, box["y"] + box["height"] / 2)
        expect(slider).to_have_value(str(number))
    expect(anna.page.get_by_role("slider", name="Peasantry")).to_have_attribute(
        "aria-valuetext", re.compile("3...Farm, 2...Brewery")
    )
    anna.button("Start now").click()
    anna.until(lambda: anna.known.view, "the game begins")
    copies = {"farm": 3, "brewery": 2, "marketplace": 5, "monastery": 5, "castle": 5, "hut": 5, "palace": 5}
    assert anna.known.table["options"] == {"buildings": copies}
    assert anna.known.table["hide_rats"] is False


def test_the_button_says_how_many_class_cards_are_missing(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.page.get_by_role("group", name="Game").get_by_role("button", name="Africanus").click()
    anna.page.get_by_text("Options").click()
    anna.page.get_by_label("Class cards").select_option("own")
    expect(anna.button("Choose 8 more cards")).to_be_disabled()  # five players, so that Africa is there (A4)
    anna.button("One player fewer").click()
    expect(anna.button("Choose 6 more cards")).to_be_disabled()
    chips = anna.page.get_by_role("group", name=re.compile("of 6 chosen")).get_by_role("button")
    for place in range(5):
        chips.nth(place).click()
    expect(anna.button("Choose one more card")).to_be_disabled()
    chips.nth(5).click()
    expect(anna.button("Start now")).to_be_enabled()
    anna.button("One player more").click()
    expect(anna.button("Choose 2 more cards")).to_be_disabled()


@pytest.mark.long
def test_tables_on_this_device_are_kept_and_forgotten(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.button("Play now").click()
    expect(anna.board).to_be_visible()
    table = anna.page.url
    anna.go()
    kept = anna.page.get_by_role("link", name=re.compile("^Play ?: |In progress"))
    kept.click()
    expect(anna.board).to_be_visible()
    assert anna.page.url == table
    anna.page.go_back()
    anna.button(re.compile("^Forget ")).click()
    shows(anna, "No games yet.")


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
    """Prints the time to the first paint; it does not fail on a slow machine."""
    anna = windows()
    anna.go()
    anna.until(lambda: anna.page.evaluate(PAINTS), "it is painted")
    for name, milliseconds in anna.page.evaluate(PAINTS):
        record_property(name, milliseconds)
        print(f"{name}: {milliseconds:.0f} ms")
