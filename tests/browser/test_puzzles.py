"""Puzzles: the one of the day is solved by moving, explained, and kept; the answer is not on the page before."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from rattus.analysis.puzzles import Puzzle, puzzle_of_the_day, shipped_puzzles

from .axe import violations
from .conftest import TOUCHED, Windows
from .window import Window

SIZES = [(390, 844), (844, 390), (1280, 800), (1920, 1080)]
KEPT = "JSON.parse(localStorage['rattus.puzzles'] ?? '{}')"


def today() -> tuple[int, Puzzle]:
    return puzzle_of_the_day(datetime.now(UTC).date())


def answer(window: Window, puzzle: Puzzle, move: str) -> None:
    """Lead the plague somewhere, by the buttons of the prompt."""
    prompt = window.page.locator("#prompt")
    if not all(each.startswith("plague ") for each in puzzle.legal):
        prompt.get_by_role("button", name="Move the plague").press("Enter")
    prompt.get_by_role("button", name=move.removeprefix("plague ").capitalize()).first.press("Enter")


def test_the_puzzle_of_the_day_is_shown_and_explained(windows: Windows) -> None:
    number, puzzle = today()
    anna = windows()
    anna.go("/puzzles")
    head = anna.page.locator(".head")
    expect(head).to_contain_text(f"puzzle {number}")
    expect(anna.page.get_by_text("one move is clearly better")).to_be_visible()
    assert violations(anna.page) == []
    anna.button("Show it").click()
    expect(anna.page.get_by_role("heading", name="The solution")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Why")).to_be_visible()
    expect(anna.page.locator(".answers li")).to_have_count(len(puzzle.data["answers"]))
    assert violations(anna.page) == []
    kept = anna.page.evaluate(KEPT)
    assert kept == {"puzzles": {puzzle.id: "shown"}, "days": {datetime.now(UTC).date().isoformat(): "shown"}}
    anna.page.keyboard.press("n")
    anna.page.wait_for_url(f"**/puzzles/{puzzle.game}-*")
    expect(anna.page.get_by_text("one move is clearly better")).to_be_visible()
    expect(anna.page.locator(".more")).to_contain_text(f"0 of {len(shipped_puzzles())} solved")


def test_a_puzzle_is_solved_by_moving_with_the_keyboard(windows: Windows) -> None:
    puzzle = next(each for each in shipped_puzzles() if each.game == "rattus" and each.theme == "plague")
    anna = windows()
    with anna.page.expect_response(f"**/api/puzzles/{puzzle.id}") as told:
        anna.go(f"/puzzles/{puzzle.id}")
    assert set(told.value.json()) == {"id", "game", "players", "seat", "view", "legal"}
    expect(anna.page.get_by_text("one move is clearly better")).to_be_visible()
    wrong = next(each["move"] for each in puzzle.data["answers"][1:] if each["move"].startswith("plague "))
    with anna.page.expect_response("**/answer") as judged:
        answer(anna, puzzle, wrong)
    assert judged.value.json()["solution"] is None
    expect(anna.page.get_by_text("Another move is better")).to_be_visible()
    answer(anna, puzzle, puzzle.solution)
    expect(anna.page.get_by_role("heading", name="Right:")).to_be_visible()
    expect(anna.page.locator(".answers")).to_contain_text("your move, the best one")
    assert anna.page.evaluate(KEPT)["puzzles"] == {puzzle.id: "found"}
    expect(anna.page.locator(".more")).to_contain_text(f"1 of {len(shipped_puzzles())} solved")
    anna.button("Play on").click()
    anna.page.wait_for_url("**/t/*")
    expect(anna.board).to_be_visible()


def hand_of(puzzle: Puzzle) -> list[str]:
    hand: list[str] = puzzle.data["view"]["hands"][puzzle.seat]
    return hand


def test_the_largest_hand_is_not_cut_off_on_a_phone(windows: Windows) -> None:
    puzzle = max((each for each in shipped_puzzles() if each.game == "cartus"), key=lambda each: len(hand_of(each)))
    for width, height in ((390, 844), (360, 640)):
        anna = windows({"width": width, "height": height}, language="de", context=TOUCHED)
        anna.go(f"/puzzles/{puzzle.id}")
        cards = anna.page.locator(".board .hand button")
        expect(cards).to_have_count(len(hand_of(puzzle)))
        frame = anna.page.locator(".frame").bounding_box()
        assert frame is not None
        for card in cards.all():
            box = card.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1, (width, height)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_puzzles_fit_every_size_in_every_language(windows: Windows, game: str, language: str) -> None:
    puzzle = max((each for each in shipped_puzzles() if each.game == game), key=lambda each: each.players)
    for width, height in SIZES:
        anna = windows({"width": width, "height": height}, language=language)
        anna.go(f"/puzzles/{puzzle.id}")
        task = anna.page.locator(".task")
        expect(task).to_be_visible()
        for _ in range(2):
            assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
            assert violations(anna.page) == []
            if task.count():
                task.get_by_role("button").click()
                expect(anna.page.locator(".result")).to_be_visible()
