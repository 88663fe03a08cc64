"""Events that are shown one by one, and where they lead."""

from contextlib import suppress

import pytest

from ..server.process import GAMES, ServerProcess
from .conftest import Windows
from .window import Window, play, shows


@pytest.mark.parametrize("game", GAMES)
def test_after_all_motion_the_board_is_what_the_server_says(windows: Windows, server: ServerProcess, game: str) -> None:
    options = {} if game == "cartus" else {"max_turns": 6}
    made = server.make_table(game, 2, seats=[{"name": "Anna"}, {"name": "Ben"}], options=options, start=True)
    anna, ben = windows(motion="faster").sit(made, 1), windows().sit(made, 2)
    play(anna, ben, until=lambda: anna.known.moves >= 8 and ben.known.legal)
    still = windows().sit(made, 1)
    still.until(lambda: still.known.view == anna.known.view and still.board.is_visible())
    rest(anna, still)


def test_motion_can_be_skipped(windows: Windows, server: ServerProcess) -> None:
    seats = [{"name": "Anna"}, {"bot": "easy"}, {"bot": "easy"}]
    anna = windows(motion="slow").sit(server.make_table("rattus", 3, seats=seats, start=True))
    play(anna, until=lambda: anna.known.moves >= 6)
    anna.page.keyboard.press(".")
    anna.until(lambda: anna.button("Skip").count() == 0)
    anna.until(lambda: anna.known.legal)
    shows(anna, "Anna")


def rest(moving: Window, still: Window) -> None:
    """Wait until a board shows what the other one shows."""
    with suppress(AssertionError):
        moving.until(lambda: moving.things() == still.things(), "the board comes to rest")
    assert moving.things() == still.things()
