from typing import Any

import pytest

import rattus
from rattus.cli.rattus.story import DEEDS, HAPPENINGS, TELLER
from rattus.games.rattus.events import SHAPES

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
    sentence = TELLER.tell(event(kind))
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "  " not in sentence
    assert sentence[0].isupper()


def test_no_sentence_is_left_over() -> None:
    assert {*DEEDS, *HAPPENINGS} == {name for name, _, _ in SHAPES.values()}


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
    assert TELLER.tell(told) == sentence


def test_a_paragraph_a_turn() -> None:
    events = [
        event("settled"), event("settled", seat="blue"), event("next"), event("placed"), event("moved"),
        event("ravaged", weight=0), event("lost"), event("lost", seat="blue"), event("next"), event("moved"),
        event("last_call"),
        event("passed"), event("ravaged", weight=0), event("ravaged", weight=0, region="italia"), event("ended"),
    ]  # fmt: skip
    assert TELLER.paragraphs(events) == [
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
    [text] = TELLER.paragraphs([*drawn, event("held", region_card=cards[0]), *thrown, event("accepted", seat="blue")])
    assert text == f"Red {told} Italia (?) and Libya (?). Blue accepts."


def test_no_story() -> None:
    assert TELLER.paragraphs([]) == []


@pytest.mark.parametrize("name", ["rattus", "africanus"])
def test_a_whole_game_can_be_told(name: str) -> None:
    game = rattus.new(name, 4, 1)
    while not game.is_over:
        game.play(game.legal()[len(game.moves) % len(game.legal())])
    assert TELLER.paragraphs(game.events_seen("red"))[-1].endswith("The game is over.")
