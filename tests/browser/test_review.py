"""Reviews and other moves: asked for, looked at, tried out, saved and opened again."""

import json
import sqlite3
import time
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import rattus
from rattus.analysis.review import review_record
from screenshots import Evening, HostedTable

from .axe import violations
from .conftest import ONE_GAME, WebServer, Windows
from .window import Window

MINUS = "\N{MINUS SIGN}"
# Players whose words reach into the row below.
CROWDED = """() => [...document.querySelectorAll('.luck li')].filter(each => each.checkVisibility()
  && each.querySelector('.who').getBoundingClientRect().height > each.getBoundingClientRect().height + 1)
  .map(each => each.textContent)"""
SIZES = [(390, 844), (844, 390), (1280, 800), (1920, 1080)]


def path_of(sitting: HostedTable, move: int = 0) -> str:
    table = sitting.path().removeprefix("/t/")
    name, key = table.split("#")
    return f"/review/{name}?match=1&move={move}#{key}"


def give_review(server: WebServer, window: Window, sitting: HostedTable) -> dict[str, Any]:
    """Store a review that was made here, so that no test waits for the server's workers."""
    name, key = sitting.path().removeprefix("/t/").split("#")
    headers = {"authorization": f"Bearer {key}"}
    record = window.page.request.get(f"{server.url}/api/tables/{name}/record?match=1", headers=headers).json()
    review: dict[str, Any] = review_record(record, effort="glance", compiled=False).as_data()
    data, now = zlib.compress(json.dumps(review).encode()), time.time()
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=60)) as database, database:
        database.execute("DELETE FROM reviews WHERE table_id = ?", [name])
        database.execute(
            "INSERT INTO reviews (table_id, match, asked_at, asker, done, total, finished_at, data)"
            " VALUES (?, 1, ?, '', 1, 1, ?, ?)",
            [name, now, now, data],
        )
    return review


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_review_is_asked_for_and_gone_through(windows: Windows, server: WebServer, evening: Evening, game) -> None:
    anna = windows()
    sitting = evening.over[game]
    anna.go(sitting.path())
    anna.page.get_by_role("link", name="Review").click()
    anna.button("Review this game").click()
    expect(anna.page.get_by_role("progressbar")).to_be_visible()
    review = give_review(server, anna, sitting)
    expect(anna.page.get_by_role("heading", name="Play and luck")).to_be_visible()
    moments = anna.page.locator(".graph li button")
    expect(moments).to_have_count(len(review["moments"]))
    place = next(n for n, moment in enumerate(review["moments"]) if moment["kind"] == "decision")
    moments.nth(place).click()
    decision = next(each for each in review["decisions"] if each["number"] == review["moments"][place]["number"])
    judged = anna.page.locator(".judged")
    expect(judged).to_contain_text("Played")
    expect(judged).to_contain_text("Better")
    expect(judged).to_contain_text(f"{MINUS}{max(1, round(decision['cost'] / 100))}")
    assert violations(anna.page) == []
    anna.page.keyboard.press("Home")
    expect(anna.page.locator(".pos")).to_contain_text("Before the first move")
    anna.page.keyboard.press("m")
    expect(anna.page.locator(".pos")).to_contain_text(f"Move {review['moments'][0]['number']} of")
    anna.page.keyboard.press("End")
    expect(judged).to_contain_text("The end of the game")


@pytest.mark.parametrize("game", ONE_GAME)
def test_another_move_is_tried_named_saved_and_opened(
    windows: Windows, server: WebServer, evening: Evening, tmp_path: Path, game: str
) -> None:
    anna = windows()
    sitting = evening.over[game]
    review = give_review(server, anna, sitting)
    decision = next(each for each in review["decisions"] if each["better"])
    anna.go(path_of(sitting, decision["number"]))
    anna.button("Try the better move").click()
    lines = anna.page.locator(".vine .item[aria-current=true]")
    expect(lines).to_have_count(1)
    expect(anna.page.locator("#prompt")).to_be_visible()
    expect(anna.page.locator(".sheet.what header")).to_contain_text("one line")
    anna.page.get_by_label("Name of this line").fill("My own way")
    anna.page.get_by_label("Note").fill("I keep the Knight.")
    anna.button("The computer, medium").click()
    expect(anna.button("The computer, medium")).to_have_attribute("aria-pressed", "true")
    assert violations(anna.page) == []
    with anna.page.expect_download() as download:
        anna.button("Save these lines as a file").click()
    path = tmp_path / "lines.json"
    download.value.save_as(path)
    file = json.loads(path.read_text("utf-8"))
    assert file["at"] == decision["number"]
    assert file["lines"][-1]["move"] == decision["better"]
    assert (file["lines"][-1]["name"], file["lines"][-1]["note"]) == ("My own way", "I keep the Knight.")
    assert rattus.load(file["record"]).is_over
    anna.page.keyboard.press("Home")
    anna.page.locator(".vine .item").last.click()
    anna.button("Remove this line").click()
    expect(anna.page.locator(".sheet.what")).to_contain_text("No other move has been tried yet")
    anna.page.locator(".sheet.what input[type=file]").set_input_files(path)
    expect(anna.page.locator(".vine")).to_contain_text("My own way")


def test_in_a_running_game_moves_are_tried_with_what_one_knows(windows: Windows, evening: Evening) -> None:
    anna = windows()
    anna.expected = ["status of 409"]  # there is no review of a running game
    sitting = evening.playing["rattus"]
    anna.go(path_of(sitting))
    expect(anna.page.locator(".judged")).to_contain_text("still being played")
    for part in (".left", ".right"):  # where no review is, they have the whole height
        box = anna.page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] > 0.95 * anna.page.evaluate("innerHeight")
    anna.button("Try another move").click()
    expect(anna.page.locator(".sheet.what")).to_contain_text("dealt at random")


@pytest.mark.long
@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_reviews_fit_every_size_in_every_language(
    windows: Windows, server: WebServer, evening: Evening, game: str, language: str
) -> None:
    sitting = evening.over[game]
    for width, height in SIZES:
        anna = windows({"width": width, "height": height}, language=language)
        review = give_review(server, anna, sitting)
        anna.go(path_of(sitting, review["moments"][0]["number"]))
        expect(anna.page.locator(".graph svg").first).to_be_visible()
        assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        board = anna.page.locator(".left .board").bounding_box()
        assert board is not None
        assert board["height"] > 190, (width, height)
        assert anna.page.evaluate(CROWDED) == [], (width, height)
        assert violations(anna.page) == []
        for tab in anna.page.locator("nav.tabs button").all():
            if tab.is_visible():
                tab.click()
                assert violations(anna.page) == []
                anna.page.keyboard.press("Escape")
