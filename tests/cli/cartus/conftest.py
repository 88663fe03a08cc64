"""What the tests of Cartus at the terminal share."""

from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console, RenderableType

import rattus
from rattus.match.game import Game

POSITION: dict[str, Any] = {  # the round of the rulebook's example
    "game": "cartus",
    "players": 4,
    "options": {"buildings": ["farm", "marketplace", "monastery", "castle", "tent", "palace"]},
    "round": 3,
    "first": "red",
    "phase": "enter",
    "row": [
        {"building": "tent", "supply": "ddl"},
        {"building": "monastery", "supply": "dddd"},
        {"building": "monastery", "supply": "rl"},
    ],
    "influence": {"magic": [["blue", 3], ["green", 3], ["red", 1]], "royalty": [["yellow", 12]]},
    "rats": {"red": 10, "yellow": 9, "green": 10, "blue": 10},
    "points": {"red": [1, 3], "yellow": [2], "green": [], "blue": []},
    "nuns": ["church-4", "magic-0", "royalty-2", "chivalry-1", "peasantry-3"],
    "looked": {"red": [1, 3], "blue": [5]},
    "hands": {
        "red": ["church-0", "church-1", "magic-0", "magic-1", "royalty-0", "joker", "joker", "pass"],
        "yellow": ["church-2", "magic-2", "magic-3"],
        "green": ["peasantry-0", "peasantry-1", "bourgeoisie-0", "bourgeoisie-4", "royalty-4"],
        "blue": ["sword", "chivalry-4"],
    },
    "deck": 30,  # and so 35 discards
    "buildings": 15,
    "replacement": 6,
}
ENTERED = (
    "enter 2", "play church-0", "play magic-0", "play royalty-0", "play joker", "done",
    "enter 1", "play church-2", "play magic-2", "play magic-3",
    "enter 3", "done",
    "enter 3", "play chivalry-4", "play sword",
)  # fmt: skip


@pytest.fixture
def example() -> Callable[..., Game]:
    """The rulebook's example after some moves, with changes to its position."""

    def example(*moves: str, **changes: Any) -> Game:
        game = rattus.from_position(POSITION | changes)
        for move in moves:
            game.play(move)
        return game

    return example


@pytest.fixture
def entered(example: Callable[..., Game]) -> Game:
    """The example when all have entered: Yellow is asked about the action of the Tent."""
    return example(*ENTERED)


@pytest.fixture
def drawn(console: Console, written: Callable[[], str]) -> Callable[[RenderableType], list[str]]:
    """The lines of a part of the screen, without the space that only aligns."""

    def drawn(part: RenderableType) -> list[str]:
        before = len(written())
        console.print(part)
        return [" ".join(line.split()) for line in written()[before:].splitlines()]

    return drawn
