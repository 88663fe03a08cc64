"""No text of ours is cut off: on every screen, at every size, in three languages, by geometry."""

import json
import random
import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import rattus
from rattus.server.client import TableState
from screenshots import GAMES, NAMES, SCREENS, Evening, Screen, make_table

from ..server.server_process import ServerProcess
from .conftest import LONG, Windows
from .crowded import SIZES, fullest, look_at
from .cut_off import cut_off
from .test_screens import LANGUAGES

# German and Dutch have the longest words: they are tested at the sizes where text was cut most often.
QUICK = [((360, 640), "de"), ((844, 390), "nl")]
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
        table = make_table(server.url, chairs=[{"name": name} for name in NAMES[:4]], start=True, **wish)
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


# Names of players that are shown in part; at some sizes their pieces stand for them.
CUT_NAMES = """() => [...document.querySelectorAll('.players b')]
  .filter(each => each.checkVisibility() && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent)"""


@pytest.mark.parametrize("size", [pytest.param(size, marks=[] if size[0] in (360, 1280) else LONG) for size in SIZES])
@pytest.mark.parametrize("language", ["de", pytest.param("nl", marks=LONG)])
def test_six_seats_and_every_card_leave_room_for_the_words(
    windows: Windows, server: ServerProcess, size: tuple[int, int], language: str
) -> None:
    window = look_at(windows, size, language=language)
    table = make_table(
        server.url, position=fullest("africanus", 6), chairs=[{"name": name} for name in NAMES], start=True
    )
    window.go(table.path())
    expect(window.page.locator("#prompt button").first).to_be_visible()
    assert cut_off(window.page, NAMES) == []
    assert window.page.evaluate(CUT_NAMES) == []  # short ones, of people who are away


# The longest reasons, with the most players that can be named.
REASONS = [
    {"key": "survive", "values": {"chance": 0.61, "other": 0.48}},
    {"key": "deny", "values": {"points": 12.4, "seat": "green"}},
    {"key": "stop", "values": {"seat": "green", "chance": 0.31, "other": 0.42}},
]
CHANCES = {"red": 0.31, "yellow": 0.22, "green": 0.43, "blue": 0.04}
# Lines of the hints outside of their panel or of the window, and a side that has to be scrolled.
OUTSIDE = """() => {
  const panel = document.querySelector('.hints section')
  const box = panel.getBoundingClientRect()
  const texts = [...panel.querySelectorAll('h2, .m, .m small, .p, .each, footer span')]
    .filter(each => each.checkVisibility())
  const isOut = ({ left, right, top, bottom }) => left < box.left || right > box.right + 0.5 || right > innerWidth + 0.5
    || top < 0 || bottom > innerHeight + 0.5
  const side = panel.closest('.side')
  const found = texts.filter(each => {
    const line = document.createRange()
    line.selectNodeContents(each)
    return [...line.getClientRects()].some(isOut)
  }).map(each => each.textContent.trim())
  return side.scrollHeight > side.clientHeight + 1 ? [...found, 'the side'] : found
}"""


def answer_hints(page: Page) -> None:
    """Answers requests for hints in place of the server: three moves with the longest reasons."""

    def route(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        known = TableState()

        def pass_on(text: str | bytes) -> None:
            known.apply(json.loads(text))
            page_side.send(text)

        def answer(text: str | bytes) -> None:
            asked = json.loads(text)
            if asked["type"] != "hint":
                return server_side.send(text)
            options = [
                {"move": move, "simulations": 4000, "worth": 0.5, "chances": CHANCES, "reason": reason}
                for move, reason in zip(sorted(known.legal, key=len)[-3:], REASONS, strict=False)
            ]
            hint = {"type": "hint", "id": asked["id"], "seat": 1, "options": options, "simulations": 12000}
            return page_side.send(json.dumps(hint))

        server_side.on_message(pass_on)
        page_side.on_message(answer)

    page.route_web_socket(re.compile("/api/live"), route)


@pytest.mark.parametrize(
    ("size", "language"),
    [pytest.param(*each, marks=[] if each in QUICK else LONG) for each in product(SIZES, LANGUAGES)],
)
def test_hints_with_their_reasons_can_be_read(
    windows: Windows, evening: Evening, size: tuple[int, int], language: str
) -> None:
    window = look_at(windows, size, language=language)
    answer_hints(window.page)
    for game in GAMES:
        window.page.goto("about:blank")
        window.go(evening.playing[game].path())
        expect(window.page.locator("#prompt.mine")).to_be_visible()
        window.page.keyboard.press("h")
        expect(window.page.locator(".hints li small").last).to_be_visible()
        expect(window.page.locator(".hints footer")).to_contain_text(re.compile("12[.,]000"))
        window.page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
        assert window.page.evaluate(OUTSIDE) == [], game
        assert cut_off(window.page, NAMES) == [], game


def test_three_hints_are_whole_beside_eight_cards(windows: Windows, server: ServerProcess) -> None:
    window = look_at(windows, (1280, 800), language="de")
    answer_hints(window.page)
    chairs = [{"name": name} for name in NAMES[:6]]
    wish = {"game": "africanus", "players": 6, "options": {"first": "red"}, "hints": True}
    window.go(make_table(server.url, chairs=chairs, start=True, **wish).path())
    expect(window.page.locator("#prompt.mine")).to_be_visible()
    expect(window.page.locator("aside .cards.eight")).to_be_visible()
    window.page.keyboard.press("h")
    expect(window.page.locator(".hints li small").last).to_be_visible()
    whole = "[document.querySelector('.side')].every(each => each.scrollHeight <= each.clientHeight)"
    window.until(lambda: window.page.evaluate(whole), "nothing is scrolled away", 30)
