"""A table before its game."""

import pytest
from playwright.sync_api import expect

from .conftest import Windows
from .window import play, shows


def test_friends_meet_by_links(windows: Windows) -> None:
    anna, ben, watcher = windows(), windows(name="Ben"), windows()
    anna.go()
    anna.button("Play with friends").click()
    anna.button("Make the links").click()
    shows(anna, "The table is being set")
    begin = anna.button("Begin the game")
    expect(begin).to_be_disabled()
    ben.page.goto(anna.page.get_by_role("textbox", name="Link for seat 2").input_value())
    ben.page.get_by_label("Your name").fill("Ben & <b>Co</b>")
    ben.button("Sit down").click()
    expect(anna.page.get_by_role("main")).to_contain_text("Ben & <b>Co</b>")
    expect(ben.button("Begin the game")).to_have_count(0)
    expect(ben.page.get_by_role("textbox", name="Link for seat 3")).to_have_count(0)  # no keys of others
    anna.page.get_by_role("combobox", name="Level of seat 3").select_option("closed")
    expect(begin).to_be_disabled()
    anna.page.get_by_role("combobox", name="Level of seat 4").select_option("easy")
    expect(begin).to_be_enabled()
    watcher.page.goto(anna.page.get_by_role("textbox", name="Link to watch").input_value())
    shows(watcher, "The table is being set")
    begin.click()
    for window in (anna, ben, watcher):
        expect(window.board).to_be_visible()
    assert [seat["holder"] for seat in anna.known.table["seats"]] == ["person", "person", "closed", "bot"]
    shows(watcher, "You watch this table.")
    play(anna, ben, until=lambda: anna.known.moves >= 6)


@pytest.mark.long
def test_a_full_table_has_no_seat_left(windows: Windows) -> None:
    """A link is a seat: who has the link of a seat that is taken plays on there."""
    anna, thief = windows(), windows(name="Ben")
    anna.go()
    anna.button("Play with friends").click()
    anna.button("Make the links").click()
    thief.page.goto(anna.page.get_by_role("textbox", name="Link for seat 1").input_value())
    shows(thief, "The table is being set")
    expect(thief.button("Sit down")).to_have_count(0)
