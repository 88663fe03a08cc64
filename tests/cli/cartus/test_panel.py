from collections.abc import Callable
from typing import Any

import pytest
from rich.console import RenderableType

from rattus.cli.cartus.panel import facts, heading, players, tracks
from rattus.match.game import Game

Drawn = Callable[[RenderableType], list[str]]


def test_players(example: Callable[..., Game], drawn: Drawn) -> None:
    assert drawn(players(example().view("red"), ["red"], True)) == [
        "player rats hand tokens looked",
        "R ▸ Red (you) 10 8 2 1·3··",
        "Y Yellow 9 3 1 ·····",
        "G Green 10 5 0 ·····",
        "B Blue 10 2 0 ····5",
    ]


@pytest.mark.rules("C17")
def test_tracks_are_ladders(example: Callable[..., Game], drawn: Drawn) -> None:
    assert drawn(tracks(example().view("red"), True)) == [
        "influence 10 5 2",
        "Peasantry",
        "Bourgeoisie",
        "Church",
        "Chivalry",
        "Magic B3 G3 R1",
        "Royalty Y12",
    ]


@pytest.mark.rules("C31")
def test_with_two_players_a_track_has_two_prizes(advanced: Callable[..., Game], drawn: Drawn) -> None:
    assert drawn(tracks(advanced(2, 0, name="cartus").view(None), False))[0] == "influence 10 5"


def test_facts(example: Callable[..., Game], drawn: Drawn) -> None:
    assert drawn(facts(example().view("red"))) == [
        "Deck: 30 · 35 discarded Victory tokens: 17 Building deck: 15 · 6 to replace",
        "Stacks: 13 jokers · 11 swords · 12 flutes · 11 passes · 15 golds",
    ]


@pytest.mark.rules("C23")
def test_who_has_the_premium_action_with_two_players(example: Callable[..., Game], drawn: Drawn) -> None:
    view = example().view("red")
    assert "premium" not in " ".join(drawn(facts(view | {"premium": None})))
    assert drawn(facts(view | {"premium": "red"}))[0].startswith("The premium action of this round: Red (C23)")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "Round 3 of 8 · C Enter · Red is first · Red decides"),
        ({"phase": "supply", "to_move": "blue"}, "Round 3 of 8 · B Supply · Red is first · Blue decides"),
        (
            {"phase": "resolve", "pending": {"ask": "act", "place": 2}, "to_move": "green"},
            "Round 3 of 8 · D Resolve 2 Monastery · Green decides",
        ),
        ({"round": 8}, "Round 8 of 8 (last) · C Enter · Red is first · Red decides"),
        ({"phase": "over", "to_move": None, "round": 8}, "Over after 8 rounds"),
    ],
)
def test_heading(changes: dict[str, Any], told: str, example: Callable[..., Game]) -> None:
    assert heading(example().view("red") | changes).plain == told
