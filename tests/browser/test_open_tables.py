"""Finding somebody to play with: the list of open tables on the home page, sitting down in one click, the lobby."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from screenshots import PHONE

from .axe import violations
from .conftest import TOUCHED, Windows
from .window import Window

LIST = "Open tables"


def open_a_table(window: Window) -> None:
    """Set up a table for two that is open to everybody, by the home page."""
    window.go()
    window.button("Play with friends").click()
    for _ in range(2):
        window.button("One player fewer").click()
    window.button("Everybody here").click()
    window.page.get_by_label("Computer players join").select_option("never")
    window.button("Open the table").click()
    expect(window.page.get_by_text("Anybody on this server can take a free seat.")).to_be_visible()


def listed(window: Window, name: str):
    return window.page.get_by_role("region", name=LIST).get_by_role("listitem").filter(has_text=name)


def test_a_table_is_opened_found_and_joined_in_one_click(windows: Windows) -> None:
    anna, ben, eve = windows(name="Anastasia"), windows(PHONE, context=TOUCHED, name="Ben"), windows(name="Eve")
    open_a_table(anna)
    for window in (ben, eve):
        window.go()
        expect(listed(window, "Anastasia")).to_be_visible()
        expect(listed(window, "Anastasia")).to_contain_text("30 min each")
    stale = listed(eve, "Anastasia").get_by_role("button")
    eve.page.clock.pause_at(eve.page.evaluate("Date.now()") / 1000 + 1)  # her page does not ask again
    eve.expected.append("409")
    assert not violations(ben.page)
    seat = listed(ben, "Anastasia").get_by_role(
        "button", name=re.compile("^Sit down at Anastasia.s table, Rattus, seat 2")
    )
    seat.click()
    for window in (anna, ben):  # the last free chair was taken: it begins
        expect(window.board).to_be_visible()
    assert [chair["name"] for chair in anna.known.table["chairs"]] == ["Anastasia", "Ben"]
    # Eve has an old list before her, and is told.
    stale.click()
    expect(eve.page.get_by_text("Somebody was quicker: that seat is taken.")).to_be_visible()
    expect(listed(eve, "Anastasia")).to_have_count(0)


def test_find_me_a_game_opens_a_table_and_one_can_leave_it(windows: Windows) -> None:
    anna = windows(name="Brunhilde")
    anna.go()
    anna.button("Find me a game").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cartus").click()
    dialog.get_by_label("Computer players join").select_option("minutes10")
    assert not violations(anna.page)
    dialog.get_by_role("button", name="Find", exact=True).click()
    expect(anna.page.get_by_text(re.compile("Computer players take the free seats in (9|10):"))).to_be_visible()
    assert anna.known.table["game"] == "cartus"
    assert not violations(anna.page)
    anna.button("Close this table").click()
    expect(anna.page.get_by_text("The table is closed.")).to_be_visible()
    expect(listed(anna, "Brunhilde")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("language", ["nl", "de"])
def test_the_list_speaks_the_language_of_the_reader(windows: Windows, language: str) -> None:
    anna = windows(language=language)
    anna.go()
    name = {"nl": "Open tafels", "de": "Offene Tische"}[language]
    anna.button({"nl": "Zoek een spel voor me", "de": "Spiel für mich suchen"}[language]).click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    expect(anna.page.get_by_role("heading", name=name)).to_have_count(1)
    assert not violations(anna.page)


def test_whoever_gives_the_invitation_code_is_shown_the_game_of_the_day_at_once(windows: Windows) -> None:
    anna, asked = windows(), []
    anna.expected.append("403")
    closed = {"access": "invitation", "version": 0, "total": 0, "tables": [], "next": None}
    refused = {"code": "not_yours", "why": "this server asks for an invitation code first"}

    def answer(route: Route, status: int, told: dict[str, Any]) -> None:
        if asked:
            route.continue_()
        else:
            route.fulfill(status=status, json=told)

    anna.page.route("**/api/open?*", lambda route: answer(route, 200, closed))
    anna.page.route("**/api/daily", lambda route: answer(route, 403, refused))
    anna.page.on("request", lambda request: asked.append(request) if "/invitation" in request.url else None)
    anna.go()
    anna.page.get_by_role("textbox", name="Invitation code").fill("some words")
    expect(anna.page.get_by_role("heading", name=re.compile("Today.s game"))).to_have_count(0)
    anna.button("Come in").click()
    expect(anna.page.get_by_role("heading", name=re.compile("Today.s game"))).to_be_visible(timeout=30_000)
