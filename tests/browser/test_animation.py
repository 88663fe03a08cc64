"""Events are shown one by one, and end in the server's position."""

from contextlib import suppress

import pytest
from playwright.sync_api import expect

from ..server.server_process import GAMES, ServerProcess
from .conftest import Windows
from .window import Window, play


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_after_all_events_the_board_agrees_with_the_server(windows: Windows, server: ServerProcess, game: str) -> None:
    options = {} if game == "cartus" else {"max_turns": 6}
    made = server.make_table(game, 2, chairs=[{"name": "Anna"}, {"name": "Ben"}], options=options, start=True)
    anna, ben = windows(pace="quick").sit(made, 1), windows().sit(made, 2)
    play(anna, ben, until=lambda: anna.known.moves >= 8 and ben.known.legal)
    still = windows().sit(made, 1)
    still.until(lambda: still.known.view == anna.known.view and still.board.is_visible())
    rest(anna, still)


def test_moves_of_others_are_shown_before_the_prompt_and_can_be_skipped(
    windows: Windows, server: ServerProcess
) -> None:
    made = server.make_table("rattus", 2, chairs=[{"name": "Anna"}, {"name": "Ben"}], start=True)
    anna, ben = windows(pace="calm").sit(made, 1), windows().sit(made, 2)
    play(anna, ben, until=lambda: ben.known.legal and ben.known.view and ben.known.view["phase"] == "turn")
    play(ben, until=lambda: anna.known.legal)
    expect(anna.prompt).to_contain_text("Ben is playing")
    expect(anna.page.locator("#prompt .targets")).to_have_count(0)
    expect(anna.page.locator("[data-skip]")).to_have_count(3)
    anna.page.keyboard.press(".")
    expect(anna.page.locator("[data-skip]")).to_have_count(0)
    expect(anna.prompt).not_to_contain_text("Ben is playing")
    expect(anna.page.locator("#prompt .targets")).to_be_visible()


def rest(moving: Window, still: Window) -> None:
    """Wait until a board shows what the other one shows."""
    with suppress(AssertionError):
        moving.until(lambda: moving.things() == still.things(), "the board comes to rest")
    assert moving.things() == still.things()
