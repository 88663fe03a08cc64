"""The names of Rattus and Africanus as people read them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from rattus.cli.text import display_name, join_words


class Phase(StrEnum):
    """The phases of a game, as views name them."""

    SETTLE = "settle"
    CARAVAN = "caravan"
    TURN = "turn"
    PLAGUE = "plague"
    LAST_ROUND = "last_round"
    FINAL_RAVAGE = "final_ravage"
    OVER = "over"


CARD_OF_CLASS = {
    "peasantry": "Peasant",
    "bourgeoisie": "Merchant",
    "church": "Monk",
    "chivalry": "Knight",
    "magic": "Witch",
    "royalty": "King",
}
MULTI_CARD_CLASS = "islam"  # the class of all other cards (A4)
CLASS_OF_CARD = {card.lower(): name for name, card in CARD_OF_CLASS.items()}
SHORT_SYMBOLS = {"majority": "M", "all": "A", MULTI_CARD_CLASS: "Is"} | {
    name: card[:2] for name, card in CARD_OF_CLASS.items()
}
ANY = "?"  # on a region card that protects every class


def token_name(slot: str) -> str:
    """`gallia.2` as `Gallia 2`."""
    region, _, number = slot.partition(".")
    return f"{display_name(region)} {number}"


def symbol_name(symbol: str) -> str:
    """A symbol of a token: a class is named by its card, if it has only one."""
    return "Islam" if symbol == MULTI_CARD_CLASS else CARD_OF_CLASS.get(symbol, symbol)


def class_of(card: str) -> str:
    """The class of a class card."""
    return CLASS_OF_CARD.get(card, MULTI_CARD_CLASS)


def card_name(region_card: str) -> str:
    """`gallia:bourgeoisie+church` as `Gallia: Bourgeoisie+Church`."""
    region, _, classes = region_card.rpartition(":")
    return f"{display_name(region)}: {display_name(classes)}"


def card_in_words(region_card: str) -> str:
    """`gallia:bourgeoisie+church` as `Gallia (Bourgeoisie+Church)`, for a sentence."""
    region, _, classes = region_card.rpartition(":")
    return f"{display_name(region)} ({display_name(classes)})"


def protects(region_card: str, card: str) -> bool:
    """Whether a region card can be laid on a class card."""
    classes = region_card.rpartition(":")[2].split("+")
    return classes == [ANY] or class_of(card) in classes


def face_in_words(face: Mapping[str, Any]) -> str:
    """The face of a token, for a sentence."""
    return f"limit {face['limit']}, {join_words([symbol_name(symbol) for symbol in face['symbols']])}"


def short_face(face: Mapping[str, Any]) -> str:
    """The face of a token, for the board: `≥2 M·Me` has limit 2 and the symbols majority and Merchant."""
    return f"≥{face['limit']} " + "·".join(SHORT_SYMBOLS[symbol] for symbol in face["symbols"])
