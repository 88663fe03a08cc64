from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console, RenderableType

import rattus
from rattus.cli.rattus.panel import discards, heading, panel, side_panel

CARDS = ("merchant", "knight", "king", "astronomer", "trader", "sultan")
POSITION: dict[str, Any] = {
    "game": "africanus",
    "players": 2,
    "turn": "red",
    "phase": "turn",
    "plague": "germania",
    "caravan": "italia",
    "supply": 10,
    "palace": {"red": 2},
    "palace_diplomats": {"red": 2},
    "regions": {"gallia": {"cubes": {"red": 3, "yellow": 1}, "diplomats": ["red"]}},
    "classes": dict.fromkeys(CARDS) | {"merchant": "red", "trader": "red", "king": "yellow"},
    "hands": {"red": ["gallia:bourgeoisie+church", "anglia:?"], "yellow": ["italia:church+islam"]},
    "discards": ["polonia:magic+royalty"],
    "pile": 20,
}


@pytest.fixture
def drawn(console: Console, written: Callable[[], str]) -> Callable[[RenderableType], list[str]]:
    def drawn(part: RenderableType) -> list[str]:
        before = len(written())
        console.print(part)
        return [" ".join(line.split()) for line in written()[before:].splitlines()]

    return drawn


@pytest.mark.parametrize("draw", [panel, side_panel])
def test_africanus(draw: Any, drawn: Callable[[RenderableType], list[str]]) -> None:
    lines = drawn(draw(rattus.from_position(POSITION).view("red"), ["red"]))
    assert lines[0].startswith("player map palace stock hand ◆")
    assert lines[1].startswith("R ▸ Red (you) 3 2◆◆ 15 2 3")
    assert lines[2].startswith("Y Yellow 1 0 19 1 0")
    everything = " ".join(lines)
    assert "Region cards: 20 in the pile · 1 discarded" in everything
    assert "Diplomats: 12 discs left" in everything
    assert "Red's hand: Gallia: Bourgeoisie+Church (fits Merchant) Anglia: ? (fits Merchant or Trader)" in everything
    assert "Yellow's hand" not in everything
    assert "Church+Islam" not in everything


def test_a_spectator_sees_no_hand(drawn: Callable[[RenderableType], list[str]]) -> None:
    assert "'s hand" not in " ".join(drawn(panel(rattus.from_position(POSITION).view(None), ())))


def test_an_empty_hand(drawn: Callable[[RenderableType], list[str]]) -> None:
    view = rattus.from_position(POSITION | {"hands": {}}).view("red")
    assert "Red's hand: no region card" in drawn(panel(view, ["red"]))


def test_classes_are_named_beside_the_map(drawn: Callable[[RenderableType], list[str]]) -> None:
    lines = drawn(side_panel(rattus.from_position(POSITION).view("red"), ["red"]))
    assert "class card class held by" in lines
    assert "Merchant Bourgeoisie Red" in lines
    assert "Sultan Islam nobody" in lines


def test_covered_cards(drawn: Callable[[RenderableType], list[str]]) -> None:
    view = rattus.from_position(POSITION).view("red") | {"ravage": {"covered": {"trader": "gallia:chivalry+islam"}}}
    assert "Trader Islam Red under Gallia (Chivalry+Islam)" in drawn(side_panel(view, ["red"]))
    assert "Merchant · Trader under Gallia (Chivalry+Islam)" in " ".join(drawn(panel(view, ["red"])))


def test_discards(drawn: Callable[[RenderableType], list[str]]) -> None:
    assert drawn(discards(rattus.from_position(POSITION).view(None))) == ["Discarded: Polonia: Magic+Royalty"]
    assert drawn(discards({"discards": []})) == ["Nothing has been discarded yet."]


def test_plain_rattus_has_none_of_it(drawn: Callable[[RenderableType], list[str]]) -> None:
    everything = " ".join(drawn(panel(rattus.new("rattus", 2).view("red"), ["red"])))
    assert "hand" not in everything
    assert "Region cards" not in everything


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "Turn 1 · Red · 1 take a card  2 place cubes  3 move the plague"),
        ({"to_move": "yellow"}, "Turn 1 · Red · Yellow answers"),
        ({"phase": "settle", "to_move": "yellow"}, "Set-up · Red goes first · Yellow settles"),
        ({"phase": "caravan", "to_move": "yellow"}, "Set-up · Red goes first · Yellow puts the caravan down"),
        (
            {"phase": "last_round", "reason": "supply", "acting": "red"},
            "Last round: the supply of rats is empty · Red acts",
        ),
        (
            {"phase": "last_round", "reason": "supply", "acting": "red", "to_move": "yellow"},
            "Last round: the supply of rats is empty · Red acts · Yellow answers",
        ),
        ({"phase": "final_ravage"}, "The plague ravages every region · Red decides"),
        ({"phase": "over", "to_move": None, "turns": 9}, "Over after 9 turns"),
    ],
)
def test_heading(changes: dict[str, Any], told: str) -> None:
    assert heading(rattus.from_position(POSITION).view("red") | changes).plain == told
