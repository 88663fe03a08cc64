import pytest

from rattus.cli.cartus.vocabulary import (
    Phase,
    action_of,
    brings_rat,
    card_in_words,
    cards_in_words,
    class_of,
    group_cards,
    quantity,
    supply_in_words,
)
from rattus.cli.rules import find_rules
from rattus.cli.widgets import CLASS_STYLES
from rattus.games.cartus.editions import BUILDINGS
from rattus.games.cartus.vocabulary import CLASSES, PHASES


@pytest.mark.parametrize(
    ("supply", "words"),
    [
        ("dddd", "draw 4"),
        ("ddr", "draw 2, lose a rat"),
        ("ddl", "draw 2, look at 1"),
        ("rr", "lose 2 rats"),
        ("rl", "lose a rat, look at 1"),
    ],
)
def test_supply(supply: str, words: str) -> None:
    assert supply_in_words(supply) == words


def test_every_building_has_its_actions_with_the_rule() -> None:
    for building in BUILDINGS:
        action = action_of(building)
        assert action.premium
        assert action.standard
        assert f"{building.title()} ({class_of(building).title()})" in find_rules(action.rule)[0].text


def test_every_class_has_a_pigment() -> None:
    assert tuple(CLASS_STYLES)[: len(CLASSES)] == CLASSES


def test_cards() -> None:
    assert card_in_words("church-3") == "Church 3"
    assert card_in_words("joker") == "Joker"
    assert cards_in_words(["church-0", "church-3", "church-3", "pass", "pass"]) == "Church 0, 2 x Church 3 and 2 passes"
    assert group_cards(["church-0", "church-3", "magic-1", "joker", "sword", "sword"]) == [
        ("church", "0 3"),
        ("magic", "1"),
        ("joker", ""),
        ("sword", "x2"),
    ]


def test_numbers() -> None:
    assert [quantity(number, "pass") for number in range(3)] == ["no pass", "a pass", "2 passes"]


@pytest.mark.rules("C16")
def test_rats() -> None:
    assert brings_rat("magic-0", "monastery")
    assert not any(brings_rat(card, "monastery") for card in ("church-0", "joker", "sword", "flute"))


def test_the_phases_are_those_of_the_game() -> None:
    assert set(Phase) == set(PHASES)
