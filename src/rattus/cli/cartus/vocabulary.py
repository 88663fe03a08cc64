"""The names of Rattus Cartus as people read them."""

import itertools
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from rattus.cli.text import display_name, join_words, plural
from rattus.games.cartus.vocabulary import BUILDINGS, CLASSES

IRREGULAR_PLURALS = {"pass": "passes"}  # special cards whose plural is irregular


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


ACTIONS = {
    "farm": Action("draw 4 cards", "draw 2 cards", "C26"),
    "brewery": Action("draw a card for each influence gained", "draw a card for every two influence gained", "C26"),
    "marketplace": Action("take 2 jokers", "take a joker", "C27"),
    "office": Action("take 2 passes", "take a pass", "C27"),
    "monastery": Action("discard 2 rats", "discard a rat", "C28"),
    "hospital": Action(
        "discard a rat, then up to 3 cards with a rat each", "discard up to 2 cards with a rat each", "C28"
    ),
    "castle": Action("take 2 swords", "take a sword", "C29"),
    "watchtower": Action("take 3 cards from each unguarded player with as many as you", "nothing", "C29"),
    "tent": Action("look at 2 nun cards", "look at a nun card", "C30"),
    "hut": Action("take 2 flutes", "take a flute", "C30"),
    "palace": Action("take 2 tokens", "take a token", "C30"),
    "treasury": Action("take 2 golds", "take a gold", "C30"),
}
LAST_ACTION = Action("1 more influence", "nothing", "C24")  # of every building in the last round


def class_of(building: str) -> str:
    """The class of a building; each class has two (C1)."""
    return CLASSES[BUILDINGS.index(building) // 2]


def building_at(view: Mapping[str, Any], place: int) -> str:
    """The open building at a place of the row, counted from 1."""
    return str(view["row"][place - 1]["building"])


def supply_in_words(supply: str) -> str:
    """`ddr` as `draw 2, lose a rat` (C10)."""
    draws, rats, looks = (supply.count(letter) for letter in "drl")
    words = [
        f"draw {draws}" if draws else "",
        f"lose {quantity(rats, 'rat')}" if rats else "",
        f"look at {looks}" if looks else "",
    ]
    return ", ".join(word for word in words if word)


def quantity(number: int, noun: str) -> str:
    """`a rat`, `2 rats`, `no rat`."""
    return (
        f"{'no' if number == 0 else 'a'} {noun}"
        if number < 2
        else plural(number, noun, IRREGULAR_PLURALS.get(noun, ""))
    )


def split_card(card: str) -> tuple[str, str]:
    """A card's class and its nuns; a special card has no nuns."""
    name, _, nuns = card.partition("-")
    return name, nuns


def card_in_words(card: str) -> str:
    """`church-3` as `Church 3`."""
    return " ".join(filter(None, split_card(card))).title()


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
    """Whether a card played into a building brings a rat: a population card of another class (C16)."""
    name = split_card(card)[0]
    return name in CLASSES and name != class_of(building)


def the(building: str) -> str:
    """A building with its article, for a sentence."""
    return f"the {display_name(building)}"
