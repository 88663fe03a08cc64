"""A table before its game."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from screenshots import PLAIN_HTTP, make_table

from .conftest import LONG, Windows
from .crowded import look_at
from .cut_off import cut_off
from .window import play, play_to_the_end, shows


def test_friends_meet_by_links(windows: Windows) -> None:
    anna, ben, watcher = windows(), windows(name="Ben"), windows()
    anna.go()
    anna.button("Play with friends").click()
    anna.button("Create the links").click()
    shows(anna, "The table is being set up")
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
    watcher.page.goto(anna.page.get_by_role("textbox", name="Link for spectators").input_value())
    shows(watcher, "The table is being set up")
    begin.click()
    for window in (anna, ben, watcher):
        expect(window.board).to_be_visible()
    assert [seat["holder"] for seat in anna.known.table["chairs"]] == ["person", "person", "closed", "bot"]
    shows(watcher, "You are watching this table.")
    play(anna, ben, until=lambda: anna.known.moves >= 6)


def test_the_lobby_shows_what_was_agreed_and_the_table_hides_rats(windows: Windows) -> None:
    anna, ben, watcher = windows(), windows(name="Ben"), windows()
    copies = {
        "farm": 5,
        "office": 5,
        "monastery": 2,
        "hospital": 3,
        "castle": 4,
        "watchtower": 1,
        "tent": 5,
        "palace": 5,
    }
    chairs = [{"name": "Anna"}, {}]
    made = make_table(anna.url, game="cartus", players=2, chairs=chairs, options={"buildings": copies}, hide_rats=True)
    keys = {"table": made.table, "keys": made.keys}
    for window, seat in ((anna, 1), (ben, 2), (watcher, None)):
        window.sit(keys, seat)
        agreed = window.page.get_by_role("region", name="What was agreed")
        expect(agreed).to_contain_text(re.compile("2...Monastery, 3...Hospital, 4...Castle, 1...Watchtower"))
        expect(agreed).to_contain_text("nobody sees how many rats the others have until the end")
        expect(agreed).to_contain_text("The books advise against the watchtower with two players.")
    ben.button("Sit down").click()
    expect(anna.page.get_by_role("main")).to_contain_text("Ben")
    key = {"authorization": f"Bearer {made.keys['host']}"}
    httpx.post(f"{made.url}/api/tables/{made.table}/start", headers=key, **PLAIN_HTTP).raise_for_status()
    for window, own in ((anna, "red"), (ben, "yellow"), (watcher, None)):
        expect(window.board).to_be_visible()
        assert window.known.view is not None
        rats = {"red": 10, "yellow": 10}
        assert window.known.view["rats"] == {seat: number if seat == own else None for seat, number in rats.items()}
        players = window.page.get_by_role("list", name="Players").first
        expect(players.locator("[data-rats=covered]")).to_have_count(1 if own else 2)
        expect(players.get_by_text("rats hidden").first).to_be_attached()
        window.button(re.compile("what was agreed")).click()
        expect(window.page.get_by_role("dialog")).to_contain_text("Remember what they gain and lose.")
        window.page.keyboard.press("Escape")
    play(anna, ben, until=lambda: anna.known.moves >= 8)
    for window, own in ((anna, "red"), (ben, "yellow")):
        assert window.known.view is not None
        assert [seat for seat, number in window.known.view["rats"].items() if number is not None] == [own]


@pytest.mark.parametrize("size", [(360, 640), (1280, 800), pytest.param((820, 1180), marks=LONG)], ids=str)
@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_the_host_can_read_who_plays(windows: Windows, size: tuple[int, int], language: str) -> None:
    window = look_at(windows, size, language=language)
    chairs = [{"name": "Anna"}, {"bot": "best"}, {"bot": "hard"}, {}]
    made = make_table(window.url, game="africanus", players=4, chairs=chairs)
    window.go(f"/t/{made.table}#{made.keys['host']}")
    expect(window.page.get_by_role("combobox")).to_have_count(3)
    assert cut_off(window.page) == []


@pytest.mark.long
def test_hidden_rats_are_shown_at_the_end(windows: Windows) -> None:
    anna, ben = windows(), windows(name="Ben")
    chairs = [{"name": "Anna"}, {"name": "Ben"}]
    made = make_table(anna.url, game="cartus", players=2, chairs=chairs, hide_rats=True, start=True)
    for window, seat in ((anna, 1), (ben, 2)):
        window.sit({"table": made.table, "keys": made.keys}, seat)
        expect(window.board).to_be_visible()
    play_to_the_end(anna, ben, seconds=240.0)
    for window in (anna, ben):
        assert window.known.view is not None
        assert None not in window.known.view["rats"].values()
        for number in window.known.view["rats"].values():
            expect(window.page.get_by_title(re.compile(f"^{number} rats?$")).first).to_be_visible()


@pytest.mark.long
def test_a_full_table_has_no_seat_left(windows: Windows) -> None:
    """A link stands for a seat: opening the link of a taken seat continues on that seat."""
    anna, thief = windows(), windows(name="Ben")
    anna.go()
    anna.button("Play with friends").click()
    anna.button("Create the links").click()
    thief.page.goto(anna.page.get_by_role("textbox", name="Link for seat 1").input_value())
    shows(thief, "The table is being set up")
    expect(thief.button("Sit down")).to_have_count(0)
