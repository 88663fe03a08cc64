"""Questions of Cartus with one answer that only the hand reveals: they are asked, and only the player answers."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from screenshots import HostedTable, make_table

from .conftest import Windows
from .window import Window

POSITION: dict[str, Any] = {
    "game": "cartus",
    "players": 2,
    "round": 3,
    "first": "red",
    "phase": "enter",
    "row": [{"building": "farm", "supply": "dddd"}, {"building": "castle", "supply": "rr"}],
}
LONG_ENOUGH = 400  # milliseconds in which a client that answers by itself would have answered


def sit(window: Window, *hand: str) -> HostedTable:
    """A table at which the window has this hand, and is to enter a building."""
    hands = {"red": list(hand), "yellow": ["church-0", "church-1"]}
    chairs = [{"name": "Anna"}, {"name": "Ben"}]
    made = make_table(window.url, position=POSITION | {"hands": hands}, chairs=chairs, start=True)
    window.sit({"table": made.table, "keys": made.keys})
    window.until(lambda: window.known.legal, "red is to enter")
    return made


def moves_sent(window: Window) -> list[str]:
    """The moves that the window has sent."""
    return [said["move"] for said in map(json.loads, window.said) if said["type"] == "move"]


def enter_with(window: Window, button: str, *cards: str) -> None:
    window.board.locator("[data-place='1']").click()
    for card in cards:
        window.board.locator(f"[data-card={card}]").first.click()
    window.prompt.get_by_role("button", name=button).click()
    window.until(lambda: (window.known.view or {}).get("to_move") == "yellow", "yellow is to enter")


@pytest.mark.parametrize(
    ("hand", "cards", "button", "sent"),
    [
        (["pass", "pass"], [], "Enter without cards", ["enter 1", "done"]),
        (["joker", "pass"], ["joker"], "Enter with one card", ["enter 1", "play joker", "done"]),
        (["joker"], ["joker"], "Enter with one card", ["enter 1", "play joker"]),  # everybody sees the empty hand
        (["church-0", "joker"], ["joker"], "Enter with one card", ["enter 1", "play joker", "done"]),
    ],
)
def test_the_end_is_sent_with_what_was_confirmed(windows: Windows, hand, cards, button, sent) -> None:
    anna = windows()
    sit(anna, *hand)
    enter_with(anna, button, *cards)
    assert moves_sent(anna) == sent


def test_a_question_with_one_answer_waits_for_the_player(windows: Windows) -> None:
    anna = windows()
    made = sit(anna, "pass", "pass")
    with made.client(1) as elsewhere:  # the same seat, on another device
        elsewhere.move("enter 1")
    anna.until(lambda: anna.known.legal == ["done"], "the question is asked, though no card can be laid")
    expect(anna.prompt).to_contain_text("None of your cards can be played into a building.")
    anna.page.wait_for_timeout(LONG_ENOUGH)
    assert anna.known.legal == ["done"]
    assert moves_sent(anna) == []
    anna.prompt.get_by_role("button", name="Enter without cards").click()
    anna.until(lambda: (anna.known.view or {}).get("to_move") == "yellow", "yellow is to enter")
    assert moves_sent(anna) == ["done"]
