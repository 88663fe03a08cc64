"""Whole games, played in the browser."""

import re

import pytest

from screenshots import PHONE

from ..server.server_process import GAMES, ServerProcess
from .conftest import Windows
from .window import Window, play_to_the_end


@pytest.mark.long  # quicker: the game of two windows in test_lobby.py, and what they share in test_undo.py
@pytest.mark.parametrize("game", GAMES)
def test_two_people_in_two_windows_play_to_the_result(windows: Windows, server: ServerProcess, game: str) -> None:
    made = server.make_table(game, 2, chairs=[{"name": "Anna"}, {"name": "Ben"}], start=True)
    anna, ben = windows().sit(made, 1), windows(PHONE, name="Ben").sit(made, 2)
    play_to_the_end(anna, ben)
    assert anna.known.table["outcome"] == ben.known.table["outcome"]
    for window in (anna, ben):
        shows_the_result(window)


def shows_the_result(window: Window) -> None:
    """The points of everybody are shown."""
    said = window.page.get_by_role("main").inner_text()
    for colour, points in window.known.table["outcome"]["points"].items():
        assert re.search(rf"\b{points}\b", said), f"{points} points of {colour}"
    assert "Anna" in said


@pytest.mark.long  # quicker: the start of such a game in test_home.py
@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_computers_to_the_end(windows: Windows, game: str) -> None:
    anna = windows()
    anna.go()
    table = anna.page.get_by_role("group", name="Game")
    table.get_by_role("button", name={"rattus": "Rattus", "africanus": "Africanus", "cartus": "Cartus"}[game]).click()
    while anna.button("One player fewer").is_enabled():
        anna.button("One player fewer").click()
    anna.page.get_by_role("combobox", name="Seat 2").select_option("easy")
    anna.button("Start now").click()
    anna.until(lambda: anna.known.view is not None)
    assert [seat["holder"] for seat in anna.known.table["chairs"]] == ["person", "bot"]
    play_to_the_end(anna)
    shows_the_result(anna)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_now_against_three_computers_to_the_end(windows: Windows, game: str) -> None:
    anna = windows()
    anna.go()
    anna.button(re.compile(f"^Play ?: .*{game}", re.IGNORECASE)).click()
    anna.until(lambda: anna.known.view is not None)
    play_to_the_end(anna, seconds=600)
    shows_the_result(anna)
