"""The names of Rattus Cartus as people read them."""

import itertools
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from rattus.cli.text import join_words
from rattus.games.cartus import CARTUS
from rattus.games.cartus.editions import BUILDING_CARDS, BUILDINGS
from rattus.games.cartus.vocabulary import CLASSES
from rattus.match.vocabulary import vocabulary_of
from rattus.words import display_name, has, t


class Phase(StrEnum):
    """The phases of a round, as views name them."""

    SUPPLY = "supply"
    ENTER = "enter"
    RESOLVE = "resolve"
    OVER = "over"


class Action(NamedTuple):
    """What a building does for its strongest visitor and for the others (C22), and the rule that says so."""

    premium: str
    standard: str
    rule: str


LAST_RULE = "C24"  # in the last round every building does the same


def action_of(building: str) -> Action:
    """What a building does."""
    premium, standard = f"cartus.premium.{building}", f"cartus.standard.{building}"
    name = display_name(building)  # of a building that there is no text for
    return Action(t(premium) if has(premium) else name, t(standard) if has(standard) else name, rule_of(building))


def last_action() -> Action:
    """What every building does in the last round."""
    return Action(t("terminal.cartus.last.premium"), t("terminal.cartus.last.standard"), LAST_RULE)


def rule_of(building: str) -> str:
    """The rule that says what a building does."""
    return BUILDING_CARDS[BUILDINGS.index(building)].rule


def class_of(building: str) -> str:
    """The class of a building (C1)."""
    return BUILDING_CARDS[BUILDINGS.index(building)].class_name


def building_at(view: Mapping[str, Any], place: int) -> str:
    """The open building at a place of the row, counted from 1."""
    return str(view["row"][place - 1]["building"])


def supply_in_words(supply: str) -> str:
    """`ddr` as `draw 2, lose a rat` (C10)."""
    draws, rats, looks = (supply.count(letter) for letter in "drl")
    words = [
        t("terminal.cartus.supply.d", n=str(draws)) if draws else "",
        t("terminal.cartus.supply.r", rats=quantity(rats, "rat")) if rats else "",
        t("terminal.cartus.supply.l", n=str(looks)) if looks else "",
    ]
    return ", ".join(word for word in words if word)


def quantity(number: int, noun: str) -> str:
    """`a rat`, `2 rats`, `no rat`."""
    return t(f"terminal.q.{noun}", n=number)


def split_card(card: str) -> tuple[str, str]:
    """A card's class and its nuns; a special card has no nuns."""
    name, _, nuns = card.partition("-")
    return name, nuns


def card_in_words(card: str) -> str:
    """`church-3` as `Church 3`."""
    name, nuns = split_card(card)
    return " ".join(filter(None, (display_name(name), nuns)))


def cards_in_words(cards: Sequence[str]) -> str:
    """Cards for a sentence: `Church 0, Church 3 and 2 jokers`."""
    groups = ((card, len(list(some))) for card, some in itertools.groupby(cards))
    return join_words([_equal_cards(card, number) for card, number in groups])


def _equal_cards(card: str, number: int) -> str:
    if not split_card(card)[1]:
        return quantity(number, card)
    return card_in_words(card) if number == 1 else f"{number} x {card_in_words(card)}"


def group_cards(cards: Sequence[str]) -> list[tuple[str, str]]:
    """Sorted cards by class with their nuns, as `church`, `0 3`; special cards with their number, as `joker`, `x2`."""
    found = []
    for name, some in itertools.groupby(cards, lambda card: split_card(card)[0]):
        group = [split_card(card)[1] for card in some]
        found.append((name, " ".join(group) if name in CLASSES else f"x{len(group)}" if len(group) > 1 else ""))
    return found


def brings_rat(card: str, building: str) -> bool:
    """Whether a card played into a building brings a rat."""
    known = next(each for each in vocabulary_of(CARTUS)["cards"] if each["card"] == card)
    return bool(known.get("rats")) and known["class"] != class_of(building)
