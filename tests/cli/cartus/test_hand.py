from collections.abc import Callable

import pytest
from rich.console import Group, RenderableType

from rattus.cli.cartus.hand import discards, hands, known_cards, nun_row
from rattus.match.game import Game

Drawn = Callable[[RenderableType], list[str]]


def test_the_own_hand_and_tokens(example: Callable[..., Game], drawn: Drawn) -> None:
    assert drawn(Group(*hands(example().view("red")))) == [
        "Red's hand: Church 0 1 Magic 0 1 Royalty 0 Joker x2 Pass",
        "Red's victory tokens: 1 3 (4 points)",
    ]
    assert drawn(Group(*hands(example().view("blue")))) == ["Blue's hand: Chivalry 4 Sword"]
    assert list(hands(example().view(None))) == []


def test_an_empty_hand(example: Callable[..., Game], drawn: Drawn) -> None:
    game = example(hands={"red": ["church-0"], "yellow": 3, "green": 5, "blue": []})
    assert drawn(Group(*hands(game.view("blue")))) == ["Blue's hand: nothing"]


@pytest.mark.rules("C10")
def test_the_nun_row_as_far_as_it_was_seen(example: Callable[..., Game], drawn: Drawn) -> None:
    game = example()
    assert drawn(nun_row(game.view("red"))) == ["Nun row: 1: Church 4 2: ? 3: Royalty 2 4: ? 5: ? 6 nuns on 2 cards"]
    assert drawn(nun_row(game.view("blue"))) == ["Nun row: 1: ? 2: ? 3: ? 4: ? 5: Peasantry 3 3 nuns on 1 card"]
    assert drawn(nun_row(game.view(None))) == ["Nun row: 1: ? 2: ? 3: ? 4: ? 5: ?"]


def test_cards_known_to_be_held(example: Callable[..., Game], drawn: Drawn) -> None:
    game = example()
    assert drawn(Group(*known_cards(game.view("red")))) == ["Known to be held: Blue: a sword"]
    assert drawn(Group(*known_cards(game.view("blue")))) == ["Known to be held: Red: 2 jokers and a pass"]
    assert drawn(Group(*known_cards(game.view(None)))) == ["Known to be held: Red: 2 jokers and a pass Blue: a sword"]


def test_what_may_be_held_and_what_somebody_holds(example: Callable[..., Game], drawn: Drawn) -> None:
    row = {"held": {"blue": ["church-0", "church-0"]}, "most": {"blue": {"sword": 2}}, "loose": ["magic-3"]}
    view = example().view("red") | {"counted": {"all": {}, "red": row, "new": {}}}
    assert drawn(Group(*known_cards(view))) == [
        "Known to be held: Blue: 2 x Church 0 and at most 2 swords somebody: Magic 3"
    ]
    assert list(known_cards(view | {"phase": "over"})) == []
    assert list(known_cards(view | {"counted": {"all": row, "red": {}}})) == []


def test_discards(example: Callable[..., Game], drawn: Drawn) -> None:
    view = example().view(None)
    assert drawn(discards(view | {"discards": ["church-3", "church-4", "magic-4"]})) == [
        "Discarded: Church 3 4 Magic 4"
    ]
    assert drawn(discards(view | {"discards": []})) == ["Nothing lies on the discards now."]
