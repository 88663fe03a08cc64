from collections.abc import Callable
from typing import Any

import pytest
from rich.console import RenderableType

from rattus.cli.cartus.panel import facts, heading, players, result, tracks
from rattus.match.game import Game, Outcome

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
        "Stacks: 13 jokers · 11 swords · 12 flutes · 11 passes · 15 gold cards",
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


NUNS = {"nuns": ["church-4", "magic-0", "royalty-2", "chivalry-1", "peasantry-3"]}
NOTHING = dict.fromkeys(
    ("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty", "hand", "swords", "flutes", "passes"), 0
) | {"gold": 0, "tokens": 0}


def outcome(**changes: Any) -> Outcome:
    values: dict[str, Any] = {
        "points": {"red": 12, "yellow": 10, "green": 17},
        "ranking": ("red", "yellow", "green"),
        "winners": ("red",),
        "reason": "rounds",
        "dead": ("green",),
        "details": {
            "categories": {
                "red": NOTHING | {"church": 10, "hand": 2},
                "yellow": NOTHING | {"magic": 10},
                "green": NOTHING | {"royalty": 10, "church": 5, "passes": 2},
            },
            "rats": {"red": 10, "yellow": 3, "green": 11},
            "nuns": 10,
            "consolation": [],
        },
    }
    details = values["details"] | changes.pop("details", {})
    return Outcome(**(values | changes | {"details": details}))


@pytest.mark.rules("C35", "C36")
def test_points_by_category(drawn: Drawn) -> None:
    assert drawn(result(NUNS, outcome(), ["yellow"])) == [
        "Red wins with 12 points",
        "Yellow",
        "points for Red (you) Green",
        "Peasantry · · ·",
        "Bourgeoisie · · ·",
        "Church 10 · 5",
        "Chivalry · · ·",
        "Magic · 10 ·",
        "Royalty · · 10",
        "most cards in hand 2 · ·",
        "most passes · · 2",
        "points 12 10 17",
        "rats 10 3 ☠ 11",
        "The nun row: 4 + 0 + 2 + 1 + 3 = 10 nuns. Anyone with more rats dies, ☠ (C35).",
        "Green had 17 points, but 11 rats against 10 nuns.",
    ]


def test_a_shared_win(drawn: Drawn) -> None:
    shared = outcome(winners=("red", "yellow"), points={"red": 12, "yellow": 12, "green": 3})
    lines = drawn(result(NUNS, shared, ()))
    assert lines[0] == "Red and Yellow share the win with 12 points"
    assert lines[-1] == "Among equals, who has fewer rats stands higher (C36)."
    assert "Green had" not in " ".join(lines)


@pytest.mark.rules("C37")
def test_all_dead(drawn: Drawn) -> None:
    lost = outcome(winners=(), dead=("red", "yellow", "green"), details={"consolation": ["red"], "nuns": 1})
    lines = drawn(result(NUNS, lost, ()))
    assert lines[0] == "All have died of the plague: nobody wins"
    assert "rats ☠ 10 ☠ 3 ☠ 11" in lines
    assert lines[-1] == "The best of those with the fewest rats: Red (C37)."
    assert "had" not in " ".join(lines[1:])


def test_the_result_of_a_game(advanced: Callable[..., Game], drawn: Drawn) -> None:
    for seed in range(8):
        game = advanced(5, 10_000, seed, "cartus")
        assert game.outcome
        lines = drawn(result(game.view(None), game.outcome, game.seats))
        points = [game.outcome.points[seat] for seat in game.outcome.ranking]
        assert f"points {' '.join(map(str, points))}" in lines
        assert sum(line.count("☠") for line in lines if line.startswith("rats ")) == len(game.outcome.dead)
