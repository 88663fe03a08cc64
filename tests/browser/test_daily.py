"""The game of the day on the home page, and at its table."""

import re

from playwright.sync_api import expect

from screenshots import PHONE

from .axe import violations
from .conftest import TOUCHED, Windows


def test_a_first_visitor_plays_todays_game_and_has_one_try(windows: Windows) -> None:
    anna = windows(PHONE, context=TOUCHED)
    anna.go()
    today = anna.page.get_by_role("region", name=re.compile("Today.s game"))
    expect(today).to_contain_text("until midnight UTC")
    expect(today).to_contain_text("You begin, against")
    expect(today.get_by_role("listitem")).to_have_count(0)  # no results before the own try
    assert not violations(anna.page)
    today.get_by_role("button", name="Cartus").click()
    today.get_by_role("button", name=re.compile("Play today.s game")).click()
    expect(anna.board).to_be_visible()
    table = anna.page.url
    anna.until(lambda: anna.known.legal, "it is my turn")
    assert anna.known.table["game"] == "cartus"
    assert [chair["holder"] for chair in anna.known.table["chairs"]] == ["person", "bot", "bot", "bot"]
    expect(anna.button("Undo")).to_have_count(0)
    expect(anna.button("Hints", exact=True)).to_have_count(0)
    anna.move()
    anna.go()
    expect(today.get_by_role("link", name=re.compile("Go on with today.s game"))).to_have_count(
        0
    )  # another game is chosen first
    today.get_by_role("button", name="Cartus").click()
    today.get_by_role("link", name=re.compile("Go on with today.s game")).click()
    expect(anna.board).to_be_visible()
    assert anna.page.url == table
    anna.button("Leave the game").click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("It is your only try today")
    expect(anna.page.get_by_role("dialog").get_by_role("button", name=re.compile("Cancel"))).to_be_visible()
