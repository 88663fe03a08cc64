"""Records: downloading, importing and replaying games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import rattus
from screenshots import Evening

from .conftest import ONE_GAME, TWO_GAMES, Windows
from .window import Window


def save(window: Window, tmp_path: Path) -> Path:
    with window.page.expect_download() as download:
        window.button("Record").first.click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def bring_in(window: Window, path: Path) -> None:
    window.go()
    window.button("Open a record").click()
    window.page.locator("input[type=file]").set_input_files(path)
    window.button("Watch it").click()


def test_a_record_goes_out_and_comes_in_again(windows: Windows, evening: Evening, tmp_path: Path) -> None:
    anna, other = windows(), windows(name="Ben")
    anna.go(evening.over["rattus"].path())
    path = save(anna, tmp_path)
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    assert rattus.load(record).is_over
    bring_in(other, path)
    other.page.wait_for_url("**/replay/**")
    expect(other.board).to_be_visible()
    assert moment(other)[1] == len(record["moves"])


@pytest.mark.long
def test_a_file_that_is_no_record_is_refused(windows: Windows, tmp_path: Path) -> None:
    anna = windows()
    anna.expected = ["status of 422"]
    for text in ("nonsense", "{}", '{"game": "rattus"}'):
        path = tmp_path / "bad.json"
        path.write_text(text)
        bring_in(anna, path)
        expect(anna.page.get_by_role("alert")).to_contain_text("This is not a record:")


def moment(window: Window) -> tuple[int, int]:
    """The number of the moment that a replay shows, and of the last one."""
    slider = window.page.get_by_role("slider", name="Moment in the game")
    most = slider.get_attribute("max")
    assert most is not None
    return int(slider.input_value()), int(most)


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_replay_shows_every_moment_on_the_board(windows: Windows, evening: Evening, game: str) -> None:
    """By keys, by buttons and by lines of the log; every moment shows the position of the game."""
    anna = windows()
    anna.go(evening.over[game].path(page="replay"))
    expect(anna.board).to_be_visible()
    anna.until(anna.things, "the board of this game has been loaded")
    press = anna.page.keyboard.press
    press("Home")
    anna.until(lambda: moment(anna)[0] == 0)
    start = anna.things()
    press("ArrowRight")
    anna.until(lambda: moment(anna)[0] == 1)
    anna.button("One move forward").click()
    anna.until(lambda: moment(anna)[0] == 2)
    anna.until(lambda: anna.things() != start, "the board has changed")
    anna.button("One move back").click()
    press("ArrowLeft")
    anna.until(lambda: moment(anna)[0] == 0 and anna.things() == start, "the first moment again")
    press("End")
    anna.until(lambda: moment(anna)[0] == moment(anna)[1])
    line = anna.page.get_by_role("list", name="Log").get_by_role("link").filter(has_text=re.compile("^5")).first
    if line.count():
        line.click()
        anna.until(lambda: moment(anna)[0] == 5, "a line leads to its moment")


@pytest.mark.long
def test_a_running_game_is_replayed_as_the_seat_saw_it(windows: Windows, evening: Evening) -> None:
    anna = windows()
    anna.go(evening.playing["africanus"].path())
    anna.page.get_by_role("list", name="Log").get_by_role("link").first.click()
    anna.page.wait_for_url("**/replay/**")
    expect(anna.page.get_by_role("slider")).to_be_visible()
    expect(anna.button("Everything open")).to_have_count(0)
    anna.page.get_by_role("link", name="Back to the game").click()
    expect(anna.prompt).to_be_visible()


@pytest.mark.long
def test_a_finished_game_is_shared_and_played_on(windows: Windows, evening: Evening) -> None:
    anna, other = windows(), windows()
    anna.go(evening.over["rattus"].path())
    anna.button("Share").click()
    other.page.goto(anna.page.get_by_role("textbox", name="Link to the replay").input_value())
    expect(other.board).to_be_visible()
    other.page.keyboard.press("Home")
    other.until(lambda: moment(other)[0] == 0)
    other.button("Play on from here").click()
    other.button("Start", exact=True).click()
    other.page.wait_for_url("**/t/**")
    other.until(lambda: other.known.legal or other.known.moves, "a new game goes on from there")


@pytest.mark.parametrize("game", TWO_GAMES)
def test_the_result_explains_every_point(windows: Windows, evening: Evening, game: str) -> None:
    anna = windows()
    anna.go(evening.over[game].path())
    expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    outcome = anna.known.table["outcome"]
    said = anna.page.get_by_role("main").inner_text()
    for seat in anna.known.table["chairs"]:
        assert seat["name"] in said
        assert re.search(rf"\b{outcome['points'][seat['seat']]}\b", said)
    expect(anna.page.get_by_role("heading", name="How it went")).to_be_visible()
    anna.page.get_by_role("link", name="Replay").first.click()
    anna.page.wait_for_url("**/replay/**")
    expect(anna.page.get_by_role("slider")).to_be_visible()
