"""A player on two devices: made by the first game, brought along by a secret link, with the same games everywhere."""

import json
import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from screenshots import PHONE, make_table, play_out, sit_down

from .axe import violations
from .conftest import LONG, TOUCHED, Windows
from .window import Window, shows

# What is out of shape on a narrow page: panels that do not fill it, words that do not fit their button, the order.
OUT_OF_SHAPE = """() => {
  const shown = (what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility())
  const panels = shown('main .panel'), widest = Math.max(...panels.map((each) => each.clientWidth))
  const tight = shown('.segments button').filter((each) => each.scrollWidth > each.clientWidth)
  const [about] = shown('main .right > footer')
  const top = (each) => each.getBoundingClientRect().top
  const below = about ? panels.filter((each) => top(each) > top(about)) : []
  return [
    ...panels.filter((each) => each.clientWidth < widest - 1).map((each) => `narrow: ${each.className}`),
    ...tight.map((each) => `tight: ${each.textContent}`),
    ...below.map((each) => `below the end: ${each.className}`),
  ]
}"""
PLAYER = "JSON.parse(localStorage['rattus.player'] ?? 'null')"


def player_of(window: Window) -> dict[str, str] | None:
    return window.page.evaluate(PLAYER)


def become_somebody(window: Window) -> dict[str, str]:
    """Start a first game."""
    window.go()
    expect(window.page.get_by_role("link", name=re.compile("^Your page"))).to_have_count(0)
    assert player_of(window) is None
    window.button("Play now").click()
    expect(window.board).to_be_visible()
    window.until(lambda: player_of(window), "the first game makes a player")
    player = player_of(window)
    assert player is not None
    return player


def test_games_are_on_every_device_by_a_secret_link(windows: Windows) -> None:
    anna, phone = windows(), windows(PHONE, context=TOUCHED, name="")
    player = become_somebody(anna)
    assert player["name"] == "Anna"
    anna.until(lambda: anna.known.legal, "it is my turn")
    table = anna.known.table["id"]
    anna.go("/me")
    link = anna.page.get_by_role("textbox", name="Your secret link").input_value()
    assert link == f"{anna.url}/me#{player['key']}"
    phone.page.goto(link)
    expect(phone.page.get_by_role("heading", name="Anna")).to_be_visible()
    assert phone.page.url == f"{phone.url}/me"  # the key does not stay in the address bar
    assert player_of(phone) == player
    phone.page.get_by_role("link", name="rattus").click()
    game = phone.page.get_by_role("region", name="Your turn").get_by_role("listitem")
    expect(game).to_have_count(1)
    expect(phone.page).to_have_title(re.compile(r"^\(1\) rattus"))
    game.get_by_role("link").click()
    expect(phone.board).to_be_visible()
    assert (phone.known.table["id"], phone.known.you["chair"]) == (table, 1)
    # Neither the player's key nor the one of the other device is in the address: it may be shared by mistake.
    assert player["key"] not in phone.page.url
    assert phone.page.url.partition("#")[2] != anna.page.evaluate("JSON.parse(localStorage['rattus.tables'])[0].key")


def test_the_list_and_the_title_follow_the_game(windows: Windows) -> None:
    anna, ben = windows(), windows(name="Ben")
    chairs = [{"name": "Anna"}, {"name": "Ben"}]
    clock = {"kind": "days", "days": 2}
    options = {"first": "yellow"}
    made = make_table(anna.url, game="rattus", players=2, chairs=chairs, options=options, clock=clock, start=True)
    keys = {"table": made.table, "keys": made.keys}
    for window, seat in ((anna, 1), (ben, 2)):
        window.sit(keys, seat)
        expect(window.board).to_be_visible()
        window.until(lambda window=window: player_of(window), "they are players")
    anna.go()
    listed = anna.page.get_by_role("listitem").filter(has_text=re.compile("Ben.s turn"))
    expect(listed).to_contain_text(re.compile("1 day 23 hr left"))
    expect(anna.page).to_have_title(re.compile("^rattus"))
    while ben.known.legal:
        ben.move()
    expect(anna.page).to_have_title(re.compile(r"^\(1\) rattus"))
    mine = anna.page.get_by_role("region", name="Your turn").get_by_role("listitem")
    expect(mine).to_contain_text("1 day 23 hr")
    badge = anna.page.get_by_role("img", name="One game is waiting for you")
    expect(badge).to_be_visible()


def test_results_are_listed_and_taken_along(windows: Windows, tmp_path: Path) -> None:
    anna = windows()
    made = sit_down(anna.url, play_out("rattus", 2, 3), 1.0)
    anna.go(made.path())
    expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    anna.until(lambda: player_of(anna), "whoever played is a player")
    anna.go()
    expect(anna.page.get_by_role("heading", name="Finished games")).to_be_visible()
    anna.page.get_by_role("link", name="All results").click()
    again = anna.page.get_by_role("link", name=re.compile("again$"))
    result = anna.page.get_by_role("listitem").filter(has=again)
    expect(result).to_contain_text("Rattus")
    expect(result).to_contain_text(re.compile("Won|Place"))
    shows(anna, "One game finished")
    with anna.page.expect_download() as download:
        anna.button("Export everything").click()
    file = tmp_path / "player.json"
    download.value.save_as(file)
    told = json.loads(file.read_text("utf-8"))
    assert (told["name"], len(told["results"])) == ("Anna", 1)
    assert {entry["chair"] for entry in told["entries"]} <= {1}
    again.click()
    expect(anna.page).to_have_url(re.compile("/replay/"))


def test_a_new_link_signs_other_devices_out(windows: Windows) -> None:
    anna, phone = windows(), windows(PHONE, context=TOUCHED)
    phone.expected.append("404")
    player = become_somebody(anna)
    phone.page.goto(f"{phone.url}/me#{player['key']}")
    expect(phone.page.get_by_role("heading", name="Anna")).to_be_visible()
    anna.go("/me")
    anna.button("New link").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="New link").click()
    shows(phone, "You are not a player here yet")
    assert player_of(phone) is None
    renewed = player_of(anna)
    assert renewed is not None
    assert renewed["player"] == player["player"]
    assert renewed["key"] != player["key"]
    phone.page.goto(f"{phone.url}/me#{player['key']}")
    shows(phone, "This link is not a player")
    phone.page.goto(f"{phone.url}/me#{renewed['key']}")
    expect(phone.page.get_by_role("heading", name="Anna")).to_be_visible()


def test_somebody_else_comes_in_only_when_asked(windows: Windows) -> None:
    anna, ben = windows(), windows(name="Ben")
    one, other = become_somebody(anna), become_somebody(ben)
    ben.go(f"/me#{one['key']}")
    shows(ben, "Who is playing?")
    ben.button("Keep playing as Ben").click()
    expect(ben.page.get_by_role("heading", name="Ben")).to_be_visible()
    assert player_of(ben) == other
    ben.go(f"/me#{one['key']}")
    ben.button("Play as Anna").click()
    expect(ben.page.get_by_role("heading", name="Anna")).to_be_visible()
    assert player_of(ben) == one


def test_a_player_is_renamed_and_removed(windows: Windows) -> None:
    anna = windows()
    become_somebody(anna)
    table = anna.page.url
    anna.go("/me")
    anna.button("Change name").click()
    anna.page.get_by_label("Your name").fill("Änne <b>")
    anna.button("Save").click()
    expect(anna.page.get_by_role("heading", name="Änne <b>")).to_be_visible()
    anna.button("Delete this player").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Delete this player").click()
    shows(anna, "The player is deleted.")
    assert player_of(anna) is None
    anna.page.goto(table)  # the link of the seat still works; whoever plays on is a player again
    expect(anna.board).to_be_visible()


def test_the_host_begins_the_game_on_another_device(windows: Windows) -> None:
    anna, phone, ben = windows(), windows(PHONE, context=TOUCHED), windows(name="Ben")
    anna.go()
    anna.button("One player fewer").click()
    anna.button("One player fewer").click()
    anna.button("Play with friends").click()
    anna.button("Create the links").click()
    shows(anna, "The table is being set up")
    ben.page.goto(anna.page.get_by_role("textbox", name="Link for seat 2").input_value())
    anna.until(lambda: player_of(anna), "the first table makes a player")
    player = player_of(anna)
    assert player is not None
    ben.button("Sit down").click()
    phone.page.goto(f"{phone.url}/me#{player['key']}")
    expect(phone.page.get_by_role("heading", name="Anna")).to_be_visible()
    phone.go()
    phone.page.get_by_role("listitem").filter(has_text="Not started").get_by_role("link").click()
    phone.button("Begin the game").click()
    for window in (anna, ben, phone):
        expect(window.board).to_be_visible()


def test_the_page_waits_for_its_texts(windows: Windows) -> None:
    """No heading and no button stands empty while a part of the words is on its way."""
    anna, held = windows(), []
    become_somebody(anna)
    anna.page.route("**/words.en.rating-*.js", lambda route: held.append(route))
    anna.go("/me")
    anna.until(lambda: held, "the texts are asked for")
    # wait_for_function would not do: where it waits it uses eval, which the page's policy forbids.
    loaded = (
        "performance.getEntriesByType('resource').some((each) => each.name.includes('/Player-') && each.responseEnd)"
    )
    anna.until(lambda: anna.page.evaluate(loaded), "the page itself has come")
    anna.page.wait_for_timeout(300)  # time for what must not happen
    expect(anna.page.locator("main")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(anna.page.get_by_role("heading", name="Rating", exact=True)).to_be_visible()


# Outside make test-long the languages with the longest words: the one here, the other there.
@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(*each, marks=[] if each in (("desk", "nl"), ("phone", "de")) else pytest.mark.long)
        for each in product(("desk", "phone"), ("en", "nl", "de"))
    ],
)
def test_the_page_fits_and_can_be_read_by_all(windows: Windows, size: str, language: str) -> None:
    context = {"size": PHONE, "context": TOUCHED} if size == "phone" else {}
    anna = windows(**context, language=language)
    made = sit_down(anna.url, play_out("rattus", 4, 3), 1.0)
    anna.go(made.path())
    anna.until(lambda: player_of(anna), "whoever played is a player")
    for path in ("/", "/me"):
        anna.go(path)
        expect(anna.page.locator("main li").first).to_be_visible()
        wide = anna.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, (path, wide)
        assert violations(anna.page) == []


@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_on_a_phone_panels_fill_the_page_and_words_their_buttons(windows: Windows, language: str) -> None:
    anna = windows(PHONE, context=TOUCHED, language=language)
    made = sit_down(anna.url, play_out("rattus", 4, 3), 1.0)
    clock = {"kind": "days", "days": 2}
    chairs = [{"name": "Anna"}, {}]
    waiting = make_table(anna.url, game="rattus", players=2, chairs=chairs, clock=clock)
    for path in (made.path(), waiting.path()):
        anna.go(path)
        anna.until(lambda: player_of(anna), "whoever sits down is a player")
    for path, parts in (("/", (".running", ".now", ".today", ".set")), ("/me", (".results", ".figures", ".notices"))):
        anna.go(path)
        for part in parts:
            expect(anna.page.locator(f"main {part}").first).to_be_visible()
        assert anna.page.evaluate(OUT_OF_SHAPE) == [], path
