"""A game that is over, told without what its end would show: somebody else may still be playing the same deal."""

import random
from typing import Any

import pytest

from rattus.match.game import Game, new_game
from rattus.match.parts import find_game, shipped_parts

GAMES = [("rattus", 2), ("rattus", 4), ("africanus", 4), ("cartus", 4)]
PILES = {
    "rattus": ("supply", "removed"),
    "africanus": ("supply", "removed", "pile"),
    "cartus": ("deck", "buildings", "tokens"),
}


def played(name: str, players: int, seed: int) -> Game:
    game, chance = new_game(shipped_parts(find_game(name)), players, seed, {"first": "red"}), random.Random(seed)
    while not game.is_over:
        game.play(chance.choice(game.legal_texts))
    return game


def hidden(view: dict[str, Any], name: str) -> list[Any]:
    return [view[pile] for pile in PILES[name] if pile in view]


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("viewer", ["red", "green", None])
def test_the_end_shows_nothing_that_playing_did_not(name: str, players: int, viewer: str | None, seed: int) -> None:
    game = played(name, players, seed)
    if viewer not in (None, *game.seats):
        viewer = "yellow"
    told = game.view(viewer, keep_hidden=True)
    assert told["phase"] == "over" == game.view(viewer)["phase"]
    assert all(isinstance(pile, list) for pile in hidden(game.view(viewer), name))  # after the end nothing is hidden
    assert hidden(told, name)
    assert all(isinstance(pile, int) for pile in hidden(told, name))
    assert "stream" not in told
    for seat, hand in told.get("hands", {}).items():
        assert isinstance(hand, list) == (seat == viewer)
    record = game.record_seen(viewer, keep_hidden=True)
    assert record["seed"] is None
    assert "salt" not in record
    assert not record["shuffles"]
    assert all(isinstance(pile, int) for pile in hidden(record["start"], name))
    assert record["result"] == game.record()["result"]
    assert record["events"] == game.events_seen(viewer)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_it_does_not_depend_on_what_is_hidden(name: str, players: int, seed: int) -> None:
    game = played(name, players, seed)
    before = game.view("red", keep_hidden=True), game.view("red")
    table, pile = game._table, "deck" if name == "cartus" else "removed"
    size = table.deck_left if name == "cartus" else table.removed_count
    getattr(table, pile)[:size] = [(kind + 1) % 3 for kind in getattr(table, pile)[:size]]
    assert game.view("red", keep_hidden=True) == before[0]
    if size:
        assert game.view("red") != before[1]


def test_while_a_game_is_played_it_is_the_usual_view(seed: int) -> None:
    game = new_game(shipped_parts(find_game("cartus")), 3, seed, {})
    assert game.view("red", keep_hidden=True) == game.view("red")
    assert game.record_seen("red", keep_hidden=True) == game.record_seen("red")
