"""Playing with the keyboard only."""

import pytest
from playwright.sync_api import ElementHandle, expect

from ..server.server_process import ServerProcess
from .conftest import ONE_GAME, Windows
from .window import PICK, Window

IS_FOCUSED = "each => each === document.activeElement || each.contains(document.activeElement)"
FOCUS_SHOWS = """() => {
  const look = getComputedStyle(document.activeElement)
  const inner = [...document.activeElement.querySelectorAll('*')].map(each => getComputedStyle(each))
  const isMarked = each => each.boxShadow !== 'none' || each.outlineStyle !== 'none' || each.filter !== 'none'
  return [look, ...inner].some(isMarked) || document.activeElement.namespaceURI.endsWith('svg')
}"""
STOPS = 150  # more tab stops than any screen has


def reach(window: Window, thing: ElementHandle) -> bool:
    """Press Tab until an element has the focus. False if it has disappeared meanwhile."""
    for _ in range(STOPS):
        if thing.evaluate(IS_FOCUSED):
            return True
        window.page.keyboard.press("Tab")
    assert not thing.evaluate("each => each.isConnected"), f"the keyboard does not reach {thing.inner_text()!r}"
    return False


def press_by_keyboard(window: Window) -> bool:
    """Press something that can be pressed. (What only arrows lead to stands in the prompt as well.)"""
    found = window.page.evaluate_handle(PICK, window.chances()).as_element()
    if found is None or found.evaluate("each => each.tabIndex < 0") or not reach(window, found):
        return False
    assert window.page.evaluate(FOCUS_SHOWS), "one sees where one is"
    window.page.keyboard.press("Enter")
    return True


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_whole_turn(windows: Windows, server: ServerProcess, game: str) -> None:
    chairs = [{"name": "Anna"}, {"bot": "easy"}]
    options = {} if game == "cartus" else {"first": "red"}
    anna = windows().sit(server.make_table(game, 2, chairs=chairs, options=options, start=True))
    expect(anna.board).to_be_visible()
    anna.until(lambda: anna.known.legal)
    begun, presses = anna.known.moves, 0
    while anna.known.moves < begun + 3 or not anna.known.legal:  # including at least one move of the other player
        presses += press_by_keyboard(anna)
        anna.page.wait_for_timeout(10)
        assert presses < 60
    mine = [event for event in anna.known.events if event["seat"] == "red"]
    assert mine


def test_the_page_starts_a_game(windows: Windows) -> None:
    anna = windows()
    anna.go()
    assert reach(anna, anna.button("Play now").element_handle())
    anna.page.keyboard.press("Enter")
    expect(anna.board).to_be_visible()


def test_keys_have_a_help_and_do_what_it_says(windows: Windows, server: ServerProcess) -> None:
    chairs = [{"name": "Anna"}, {"name": "Ben"}]
    anna = windows().sit(server.make_table("rattus", 2, chairs=chairs, options={"first": "red"}, start=True))
    anna.until(lambda: anna.known.legal)
    keys = anna.page.keyboard
    expect(anna.prompt.get_by_role("button").first).to_be_visible()
    keys.press("?")
    expect(anna.page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    keys.press("p")
    assert anna.page.evaluate("document.activeElement.closest('#prompt') !== null")
    keys.press("c")
    expect(anna.page.get_by_label("Say something")).to_be_focused()
    keys.type("hello u h t")  # letters typed into a text field are not shortcuts
    assert anna.known.moves == 0
    expect(anna.page.get_by_label("Say something")).to_have_value("hello u h t")


@pytest.mark.parametrize("hints", [False, True])
def test_the_help_lists_only_keys_that_do_something(windows: Windows, server: ServerProcess, hints: bool) -> None:
    def listed() -> list[str]:
        anna.page.keyboard.press("?")
        dialog = anna.page.get_by_role("dialog", name="Keys")
        expect(dialog).to_be_visible()
        found = [*dialog.get_by_role("heading").all_inner_texts(), *dialog.locator("kbd").all_inner_texts()]
        anna.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        return found

    chairs = [{"name": "Anna"}, {"name": "Ben"}]
    made = server.make_table("rattus", 2, chairs=chairs, options={"first": "red"}, hints=hints, start=True)
    anna = windows().sit(made)
    anna.until(lambda: anna.known.legal)
    expect(anna.prompt.get_by_role("button").first).to_be_visible()
    expect(anna.board.locator("[data-name]").first).to_be_visible()  # the key works as soon as the board is there
    at_table = listed()
    assert {"U", "P", "B", "L", "C", "."} <= set(at_table)
    assert {"H", "1 2 3"} & set(at_table) == ({"H", "1 2 3"} if hints else set())
    assert "PgUp PgDn" not in at_table
    anna.sit(made, None)  # spectators cannot undo
    expect(anna.board.locator("[data-name]").first).to_be_visible()
    assert not {"U", "H", "1 2 3"} & set(listed())
    anna.go()
    expect(anna.button("Play now").first).to_be_visible()
    assert not {"U", "P", "PgUp PgDn"} & set(listed())
