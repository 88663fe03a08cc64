"""People at a table: chat, leaving and coming back, another game."""

import pytest
from playwright.sync_api import expect

from screenshots import Evening

from ..server.server_process import ServerProcess
from .conftest import Windows
from .window import play, play_to_the_end, shows

TWO = [{"name": "Anna"}, {"name": "Ben"}]
SHORT = {"max_turns": 2, "first": "red"}
BAD = "<img src=x onerror=\"console.error('hacked')\"> & ünï 🐀"


@pytest.mark.long
def test_chat_reaches_the_others_as_text(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, start=True)
    anna, ben, watcher = windows().sit(made, 1), windows().sit(made, 2), windows().sit(made, None)
    expect(ben.board).to_be_visible()
    expect(watcher.board).to_be_visible()
    for text in ("Good luck", BAD):
        anna.page.get_by_label("Say something").fill(text)
        anna.page.keyboard.press("Enter")
        for window in (anna, ben, watcher):
            expect(window.page.get_by_role("list", name="Chat")).to_contain_text(text)
    expect(watcher.page.get_by_label("Say something")).to_have_count(0)
    ben.page.reload()
    expect(ben.page.get_by_role("list", name="Chat")).to_contain_text(BAD)


@pytest.mark.long
def test_a_computer_replaces_an_absent_player_until_they_return(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, sitter="easy", start=True)
    anna, ben = windows().sit(made, 1), windows().sit(made, 2)
    anna.until(lambda: anna.known.legal)
    anna.button("Leave the game").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Leave").last.click()
    shows(anna, "A computer is playing for you.")
    shows(ben, "Anna has left; a computer takes over.")
    play(ben, until=lambda: ben.known.moves >= 6)
    assert not anna.known.legal
    anna.button("Take the seat back").click()
    expect(anna.page.get_by_text("A computer is playing for you.")).to_have_count(0)
    shows(ben, "Anna is back.")
    play(anna, ben, until=lambda: anna.known.legal)
    moves = anna.known.moves
    anna.move()
    assert anna.known.moves > moves


@pytest.mark.long
def test_another_game(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("africanus", 2, chairs=TWO, options=SHORT, start=True)
    anna, ben = windows().sit(made, 1), windows().sit(made, 2)
    play_to_the_end(anna, ben)
    anna.button("Play again").click()
    asked = ben.page.get_by_role("dialog")
    expect(asked).to_contain_text("Anna")
    asked.get_by_role("button", name="Agree").click()
    for window in (anna, ben):
        window.until(lambda window=window: window.known.table["match"] == 2)
        expect(window.board).to_be_visible()
    play_to_the_end(anna, ben)


@pytest.mark.long
def test_a_hint_is_a_move_that_can_be_tried(windows: Windows, server: ServerProcess) -> None:
    chairs = [{"name": "Anna"}, {"bot": "easy"}]
    anna = windows().sit(server.make_table("rattus", 2, chairs=chairs, options=SHORT, start=True))
    anna.until(lambda: anna.known.legal)
    anna.page.keyboard.press("h")
    hints = anna.page.get_by_role("region", name="Hints")
    options = hints.get_by_role("listitem")
    expect(options).to_have_count(3, timeout=60_000)
    expect(options.first).to_contain_text("%")
    options.first.get_by_role("button").first.click()
    assert anna.known.moves == 0  # it is only shown
    anna.prompt.locator(".primary").click()
    anna.until(lambda: anna.known.moves >= 1)


def test_the_newest_line_of_the_log_stays_in_sight(windows: Windows, evening: Evening) -> None:
    anna = windows()
    anna.go(evening.playing["rattus"].path())
    below = "list => list.scrollHeight - list.scrollTop - list.clientHeight"
    log = anna.page.locator("#log")
    for height in (800, 640, 900):
        anna.page.set_viewport_size({"width": 1280, "height": height})
        anna.until(lambda: log.evaluate(below) < 5, "the log is at its end")
