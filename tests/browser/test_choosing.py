"""Choosing on the map: what is highlighted, what needs a second click, and where the keyboard focus goes."""

from typing import Any

import pytest
from playwright.sync_api import expect

from screenshots import make_table

from ..server.server_process import ServerProcess
from .conftest import LONG, PHONE, STILL, TOUCHED, Windows
from .crowded import fullest
from .test_keyboard import press_by_keyboard
from .window import Window

LIT = """() => [...document.querySelectorAll('.map path.region.legal, .map path.region.chosen')]
  .map(each => each.id.replace('region-', '')).sort()"""
LIT_CARDS = "[...document.querySelectorAll('aside .card.legal')].map(each => each.dataset.card).sort()"
FOCUS = """() => { const now = document.activeElement
  return !now || now === document.body ? null : now.id || now.textContent.trim() || now.tagName }"""
PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]
WITH_BOT = [{"name": "Anna"}, {"bot": "easy"}]


def targets(window: Window, verb: str) -> list[str]:
    """The first regions of all moves of a kind."""
    moves = [move.replace(".", " ").split() for move in window.known.legal]
    return sorted({words[1] for words in moves if words[0] == verb})


def at_turn(windows: Windows, server: ServerProcess, chairs: list[dict[str, str]], **settings: Any) -> Window:
    """A window of Anna at the start of her turn: nothing taken, every card beside the board."""
    position = fullest("rattus", 2) | {"taken": False}
    position["classes"] = dict.fromkeys(position["classes"]) | {"merchant": "red"}
    for name, region in position["regions"].items():
        region["cubes"] = {"red": 1 if name == "italia" else 0, "yellow": 1}
    anna = windows(**settings)
    anna.go(make_table(server.url, position=position, chairs=chairs, start=True).path())
    anna.until(lambda: anna.known.legal and anna.page.locator("#prompt button").count())
    return anna


def test_a_chosen_action_lights_its_own_targets_and_no_others(windows: Windows, server: ServerProcess) -> None:
    anna = at_turn(windows, server, PEOPLE)
    verbs = {move.split()[0] for move in anna.known.legal}
    assert {"take", "place", "merchant", "plague"} <= verbs
    # A class card is due: the cards are lit, once they have been loaded.
    anna.until(lambda: "monk" in anna.page.evaluate(LIT_CARDS), "the class cards are lit")
    assert anna.page.evaluate(LIT) == []
    anna.prompt.get_by_role("button", name="Place cubes").click()
    anna.until(lambda: anna.page.evaluate(LIT) == targets(anna, "place"), "the regions to place in are lit")
    assert anna.page.evaluate(LIT_CARDS) == []
    expect(anna.prompt).to_contain_text("As many as it has rats")
    anna.prompt.get_by_role("button", name="Back", exact=True).click()
    anna.prompt.get_by_role("button", name="Move the plague").click()
    anna.until(lambda: anna.page.evaluate(LIT) == targets(anna, "plague"), "the regions to go to are lit")
    assert len(targets(anna, "plague")) < len(targets(anna, "place"))


def test_many_legal_regions_stay_quiet(windows: Windows, server: ServerProcess) -> None:
    anna = at_turn(windows, server, PEOPLE)
    anna.prompt.get_by_role("button", name="Place cubes").click()
    anna.until(lambda: len(anna.page.evaluate(LIT)) > 4, "the regions to place in are lit")
    expect(anna.board.locator(".glow")).to_have_count(0)
    expect(anna.board.locator(".pill.legal").first).to_be_visible()
    anna.prompt.get_by_role("button", name="Back", exact=True).click()
    anna.prompt.get_by_role("button", name="Move the plague").click()
    anna.until(lambda: 0 < len(anna.page.evaluate(LIT)) <= 4, "the few regions to go to are lit")
    expect(anna.board.locator(".glow")).to_have_count(1)


def press_region(window: Window, region: str) -> None:
    """Click a region at a point that no piece covers."""
    point = window.page.evaluate(
        """region => {
          const land = document.getElementById(`region-${region}`)
          const { left, top, width, height } = land.getBoundingClientRect()
          for (let y = 1; y < 24; y++) for (let x = 1; x < 24; x++) {
            const at = [left + width * x / 24, top + height * y / 24]
            if (document.elementFromPoint(...at) === land) return at
          }
        }""",
        region,
    )
    window.page.mouse.click(*point)


@pytest.mark.parametrize("chairs", [PEOPLE, WITH_BOT], ids=["people", "bot"])
def test_only_what_cannot_be_undone_takes_a_second_click(
    windows: Windows, server: ServerProcess, chairs: list[dict[str, str]]
) -> None:
    anna = at_turn(windows, server, chairs, confirm=True)
    anna.prompt.get_by_role("button", name="Place cubes").click()
    place = next(move for move in anna.known.legal if move.startswith("place"))
    region = place.split()[1]
    amounts = [move for move in anna.known.legal if move.startswith(f"place {region} ")]
    press_region(anna, region)
    if len(amounts) > 1:
        anna.prompt.locator("li:not(.onboard) button").first.click()
    anna.until(lambda: anna.known.moves == 1, "placed by one click")
    anna.until(lambda: anna.known.legal)
    if anna.prompt.get_by_role("button", name="Move the plague").count():
        anna.prompt.get_by_role("button", name="Move the plague").click()
    target = targets(anna, "plague")[0]
    press_region(anna, target)
    if chairs is PEOPLE:
        anna.page.wait_for_timeout(300)
        assert anna.known.moves == 1
        expect(anna.board.locator(".lines .chosen")).to_have_count(1)
        press_region(anna, target)
    anna.until(lambda: anna.known.moves > 1, "the plague has moved")


def test_regions_are_listed_for_the_keyboard_and_for_the_thumb(windows: Windows, server: ServerProcess) -> None:
    anna = at_turn(windows, server, PEOPLE)
    anna.prompt.get_by_role("button", name="Place cubes").click()
    first = anna.prompt.locator(".onboard button").first
    hidden = "each => getComputedStyle(each.closest('li')).clipPath !== 'none'"
    assert first.evaluate(hidden)
    anna.page.keyboard.press("p")
    assert anna.page.evaluate("document.activeElement.closest('.onboard') !== null")
    assert not first.evaluate(hidden)
    hand = at_turn(windows, server, PEOPLE, size=PHONE, context=STILL | TOUCHED)
    hand.prompt.get_by_role("button", name="Place cubes").click()
    assert not hand.prompt.locator(".onboard button").first.evaluate(hidden)


@pytest.mark.parametrize(
    ("game", "by"),
    [
        ("rattus", "keyboard"), ("cartus", "mouse"),
        *(pytest.param(*each, marks=LONG) for each in (("rattus", "mouse"), ("cartus", "keyboard"))),
        *(pytest.param("africanus", by, marks=LONG) for by in ("mouse", "keyboard")),
    ],
)  # fmt: skip
def test_after_every_action_the_focus_is_on_the_next_step(
    windows: Windows, server: ServerProcess, game: str, by: str
) -> None:
    options = {} if game == "cartus" else {"first": "red"}
    anna = windows().sit(server.make_table(game, 2, chairs=WITH_BOT, options=options, start=True))
    anna.until(lambda: anna.known.legal and anna.page.locator("#prompt button").count())
    kinds = set()
    while anna.known.moves < 10:
        anna.until(lambda: anna.known.legal)
        before = anna.known.moves
        kinds.add(anna.page.locator("#prompt h1").inner_text())
        if by == "mouse":
            anna.press_something()
        else:
            press_by_keyboard(anna)
        anna.page.wait_for_timeout(60)
        if anna.known.moves > before or by == "keyboard":
            assert anna.page.evaluate(FOCUS) is not None
    assert len(kinds) > 2
    assert anna.page.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_starting_a_game_focuses_the_first_question(windows: Windows, by: str) -> None:
    anna = windows()
    anna.go()
    if by == "mouse":
        anna.button("Play now").click()
    else:
        anna.button("Play now").press("Enter")
    expect(anna.board).to_be_visible()
    anna.until(
        lambda: (
            anna.page.evaluate(FOCUS) == "prompt" or anna.page.evaluate("!!document.activeElement.closest('#prompt')")
        )
    )


def test_starting_from_the_lobby_focuses_the_first_question(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.button("Play with friends").click()
    anna.button("Create the links").press("Enter")
    page = anna.page.locator("#main")
    expect(page).to_be_focused()
    expect(page).to_have_css("box-shadow", "none")  # the way on is in it; a ring round all of it would point at nothing
    for seat in (2, 3, 4):
        anna.page.get_by_role("combobox", name=f"Level of seat {seat}").select_option("easy")
    anna.button("Begin the game").click()
    expect(anna.board).to_be_visible()
    anna.until(lambda: anna.page.evaluate("!!document.activeElement.closest('#prompt')"), "focus in the prompt")


def test_a_page_opened_by_a_link_leaves_the_focus_where_it_is(windows: Windows, server: ServerProcess) -> None:
    for start in (False, True):
        made = server.make_table("rattus", 2, chairs=PEOPLE, options={"first": "red"}, start=start)
        anna = windows().sit(made)
        shown = anna.page.locator("#prompt.mine button") if start else anna.page.get_by_role("heading", name="Seats")
        expect(shown.first).to_be_visible()
        anna.page.evaluate("new Promise(requestAnimationFrame)")
        assert anna.page.evaluate("document.activeElement === document.body"), start


@pytest.mark.rules("C10", "C12")
def test_the_server_says_why_something_of_cartus_cannot_be_chosen(windows: Windows, server: ServerProcess) -> None:
    row = [{"building": "castle", "supply": "rr"}, {"building": "tent", "supply": "rl"}]
    hands = {"red": ["church-1", "pass"], "yellow": 5}
    position = {
        "game": "cartus",
        "players": 2,
        "phase": "enter",
        "to_move": "red",
        "row": row,
        "deck": 30,
        "hands": hands,
    }
    anna = windows()
    anna.go(make_table(server.url, position=position, chairs=PEOPLE, start=True).path())
    anna.until(lambda: anna.known.legal and anna.page.locator("[data-card=pass]").count(), "the hand is shown")
    toast = anna.page.locator(".toast").last
    anna.page.locator("[data-card=pass]").last.click(force=True)  # it is marked as disabled, and says why
    expect(toast).to_contain_text("cannot be played into a building")
    expect(toast).to_contain_text("C12")
    anna.page.locator("[data-at='nun:1']").click(force=True)
    expect(toast).to_contain_text("Looking at the nun row needs a supply action or a Tent")
    anna.page.locator("[data-card=church-1]").last.click()
    expect(anna.page.locator("[data-card=church-1]").last).to_have_attribute("aria-pressed", "true")
