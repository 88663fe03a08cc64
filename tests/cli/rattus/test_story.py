import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

import rattus
from rattus.cli.rattus.story import NARRATOR, question
from rattus.games.rattus.editions import SHAPES
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


FACE = {"limit": 2, "symbols": ["majority", "magic"]}
VALUES: dict[str, Any] = {
    "move": "pass", "region": "gallia", "from_region": "italia", "cubes": 2, "card": "monk", "from_seat": "blue",
    "slot": 1, "other_slot": 3, "face": FACE, "weight": 2, "bites": True, "symbol": "church", "reason": "supply",
    "over_region": "germania", "region_card": "anglia:?", "cards": 12,
}  # fmt: skip


def event(kind: str, **changes: Any) -> dict[str, Any]:
    shape = next(shape for name, _, shape in SHAPES.values() if name == kind)
    meanings = [meaning.removeprefix("secret ") for meaning in shape]
    return {"event": kind, "seat": "red"} | {meaning: VALUES[meaning] for meaning in meanings} | changes


@pytest.mark.parametrize("kind", [name for name, _, _ in SHAPES.values()])
def test_every_event_is_a_sentence(kind: str) -> None:
    sentence = NARRATOR.sentence(event(kind))
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "  " not in sentence
    assert sentence[0].isupper()


def test_no_sentence_is_left_over() -> None:
    texts = json.loads(resources.files("rattus.words").joinpath("en.json").read_text("utf-8"))["terminal"]
    told = [key.split(".") for key in texts]
    assert {key[2] for key in told if key[:2] in (["rattus", "does"], ["rattus", "says"])} == {
        name for name, _, _ in SHAPES.values()
    }


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (event("took"), "Red takes the Monk from Blue."),
        (event("took", from_seat=None), "Red takes the Monk from beside the board."),
        (event("placed", cubes=1), "Red places 1 cube in Gallia."),
        (event("looked"), "Red looks at rat 1 of Gallia: limit 2, majority and Witch."),
        (event("looked", face=None), "Red looks at rat 1 of Gallia."),
        (event("weighed", weight=0), "Red lets the pawn count for nothing."),
        (event("ravaged"), "The plague ravages Gallia; the pawn counts for 2 cubes."),
        (event("turned", bites=False), "A rat turns: limit 2, majority and Witch; it does not bite."),
        (event("lost"), "Red loses 2 cubes (Monk)."),
        (event("last_call"), "The last round begins: the supply of rats is empty."),
        (event("camped"), "Red puts the caravan into Gallia."),
        (event("shipped_diplomat"), "Red ships 2 cubes with the diplomat from Italia to Gallia."),
        (event("crowned_diplomat"), "Red sends a cube with its diplomat from Gallia to the palace."),
        (event("drew"), "Red draws Anglia (?)."),
        (event("drew", region_card=None), "Red draws 1 region card."),
        (event("held"), "Red keeps Anglia (?)."),
        (event("held", region_card=None), "Red keeps one."),
        (event("travelled"), "Red leads the caravan from Italia over Germania to Gallia."),
        (event("covered"), "Red covers the Monk with Anglia (?)."),
        (event("dismissed"), "Red loses the diplomat in Gallia."),
        (event("lost", symbol="islam"), "Red loses 2 cubes (Islam)."),
        (event("shuffled"), "The discards become a new pile of 12 cards."),
        (event("forced", move=None), "Red has no choice."),
    ],
)
def test_sentences(told: dict[str, Any], sentence: str) -> None:
    assert NARRATOR.sentence(told) == sentence


def test_a_paragraph_a_turn() -> None:
    events = [
        event("settled"), event("settled", seat="blue"), event("next"), event("placed"), event("moved"),
        event("ravaged", weight=0), event("lost"), event("lost", seat="blue"), event("next"), event("moved"),
        event("last_call"),
        event("passed"), event("ravaged", weight=0), event("ravaged", weight=0, region="italia"), event("ended"),
    ]  # fmt: skip
    assert NARRATOR.paragraphs(events) == [
        "Red settles 2 cubes in Gallia. Blue settles 2 cubes in Gallia.",
        "Red places 2 cubes in Gallia; moves the plague from Italia to Gallia. The plague ravages Gallia. "
        "Red loses 2 cubes (Monk). Blue loses 2 cubes (Monk).",
        "Red moves the plague from Italia to Gallia.",
        "The last round begins: the supply of rats is empty. Red passes.",
        "The plague ravages Gallia.",
        "The plague ravages Italia. The game is over.",
    ]


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (["anglia:?", "gallia:church+islam"], "draws Anglia (?) and Gallia (Church+Islam); keeps Anglia (?); discards"),
        ([None, None, None], "draws 3 region cards; keeps one; discards"),
    ],
)
def test_cards_drawn_at_once_are_told_at_once(cards: list[str | None], told: str) -> None:
    drawn = [event("drew", region_card=card) for card in cards]
    thrown = [event("thrown", region_card=card) for card in ("italia:?", "libya:?")]
    [text] = NARRATOR.paragraphs([*drawn, event("held", region_card=cards[0]), *thrown, event("accepted", seat="blue")])
    assert text == f"Red {told} Italia (?) and Libya (?). Blue accepts."


def test_no_story() -> None:
    assert NARRATOR.paragraphs([]) == []


@pytest.mark.parametrize("name", ["rattus", "africanus"])
def test_a_whole_game_can_be_told(name: str) -> None:
    game = rattus.new(name, 4, 1)
    while not game.is_over:
        game.play(game.legal()[len(game.moves) % len(game.legal())])
    assert NARRATOR.paragraphs(game.events_seen("red"))[-1].endswith("The game is over.")


def test_an_event_without_a_text_is_told_by_its_words() -> None:
    event = {"event": "far_seen", "seat": "red", "number": 1, "rule": "X1", "chapel_region": "gallia", "slot": 2}
    told = [NARRATOR.sentence({**event, "face": face}) for face in (None, {"limit": 3, "symbols": ["magic", "all"]})]
    assert told == ["Red: Far Seen (Gallia, 2).", "Red: Far Seen (Gallia, 2, 3 Magic All)."]
