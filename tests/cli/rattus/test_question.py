from collections.abc import Callable
from typing import Any

import pytest

import rattus
from rattus.cli.rattus.question import question
from rattus.match.game import Game
from rattus.match.move import Move

VIEW: dict[str, Any] = {
    "phase": "turn",
    "to_move": "red",
    "plague": "italia",
    "classes": {"merchant": "red", "trader": "red", "sultan": "red", "king": "yellow"},
    "regions": {"gallia": {"cubes": {"red": 3}}},
    "ravage": None,
    "pending": None,
}
RAVAGE = {"region": "gallia", "covered": {"sultan": "anglia:?"}}


def asked(ask: str, *legal: str, **more: Any) -> str:
    ravage = RAVAGE | {"token": more.pop("token")} if "token" in more else None
    return question(VIEW | {"pending": {"ask": ask, **more}, "ravage": ravage}, [Move(text) for text in legal])


def test_cards_drawn() -> None:
    cards = ["gallia:bourgeoisie+church", "anglia:?"]
    assert asked("hold", cards=cards).startswith(
        "You have drawn Gallia (Bourgeoisie+Church) and Anglia (?). Which card"
    )
    assert asked("explore", cards=cards).startswith("The Explorer shows Gallia (Bourgeoisie+Church) and Anglia (?).")


def test_growing() -> None:
    assert asked("grow", queue=[["red", "gallia"], ["yellow", "italia"]]).startswith("The caravan leaves Gallia, where")


@pytest.mark.parametrize(
    ("symbols", "legal", "told"),
    [
        (
            ["bourgeoisie", "royalty"],
            ["protect merchant anglia:?", "accept"],
            "A rat bites in Gallia: limit 2, Merchant and King. Your Merchant costs you 1 cube; you have 3 there. "
            "Protect it with a region card, or accept (A12).",
        ),
        (
            ["majority", "all", "bourgeoisie", "islam"],
            ["accept"],
            "A rat bites in Gallia: limit 2, majority, all, Merchant and Islam. Your Merchant costs you 1 cube and "
            "your Trader costs you 1 cube, majority and all aside; you have 3 there. No card of yours fits (A12).",
        ),
        (
            ["islam", "islam"],
            ["accept"],
            "A rat bites in Gallia: limit 2, Islam and Islam. Your Trader costs you 2 cubes; you have 3 there. "
            "No card of yours fits (A12).",
        ),
    ],
)
@pytest.mark.rules("A12")
def test_protecting(symbols: list[str], legal: list[str], told: str) -> None:
    assert asked("protect", *legal, token={"limit": 2, "symbols": symbols}) == told


def test_ways_to_use_a_turn() -> None:
    legal = [Move(text) for text in ("astronomer", "explorer", "trader gallia italia", "sultan gallia", "pass")]
    assert question(VIEW, legal) == (
        "You may draw region cards with the Astronomer (A15), settle with the Explorer (A16), move the caravan with "
        "the Trader (A17), send a diplomat with the Sultan (A18) or pass."
    )


@pytest.mark.parametrize("players", [2, 5, 6])
def test_every_question_of_a_game_is_a_sentence(players: int, advanced: Callable[..., Game]) -> None:
    asks = set()
    for seed in range(6):
        played = advanced(players, 10_000, seed, "africanus")
        game = rattus.new("africanus", players, seed)
        for _, move in played.moves:
            view = game.view(game.to_move)
            text = question(view, game.legal())
            assert text[0].isupper()
            assert text[-1] in ".)"
            assert "  " not in text
            asks.add((view["pending"] or {"ask": view["phase"]})["ask"])
            game.play(move)
    assert asks >= {"settle", "caravan", "turn", "hold", "explore", "grow", "protect", "ravage", "spread", "last_round"}
