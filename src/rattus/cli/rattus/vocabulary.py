"""The names of Rattus and Africanus as people read them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from rattus.cli.text import join_words
from rattus.games.rattus.editions import CARDS, CLASSES, class_of
from rattus.words import display_name, has, t


class Phase(StrEnum):
    """The phases of a game, as views name them."""

    SETTLE = "settle"
    CARAVAN = "caravan"
    TURN = "turn"
    PLAGUE = "plague"
    LAST_ROUND = "last_round"
    FINAL_RAVAGE = "final_ravage"
    OVER = "over"


_CARDS_OF_CLASS = {name: [card for card in CARDS if class_of(card) == name] for name in CLASSES}
CARD_OF_CLASS = {name: cards[0] for name, cards in _CARDS_OF_CLASS.items() if len(cards) == 1}
ANY = "?"  # on a region card that protects every class


def token_name(slot: str) -> str:
    """`gallia.2` as `Gallia 2`."""
    region, _, number = slot.partition(".")
    return f"{display_name(region)} {number}"


def symbol_name(symbol: str) -> str:
    """A symbol of a token: a class is named by its card, if it has only one."""
    if has(f"terminal.symbol.{symbol}"):
        return t(f"terminal.symbol.{symbol}")
    return display_name(CARD_OF_CLASS.get(symbol, symbol)) if symbol else ""


def short_symbol(symbol: str) -> str:
    """A symbol of a token in one or two letters."""
    name = symbol_name(symbol)
    return name[0].upper() if symbol in ("majority", "all") else name[:2]


def classes_in_words(classes: str) -> str:
    """`bourgeoisie+church` as `Bourgeoisie+Church`."""
    return "+".join(display_name(name) for name in classes.split("+"))


def card_name(region_card: str) -> str:
    """`gallia:bourgeoisie+church` as `Gallia: Bourgeoisie+Church`."""
    region, _, classes = region_card.rpartition(":")
    return f"{display_name(region)}: {classes_in_words(classes)}"


def card_in_words(region_card: str) -> str:
    """`gallia:bourgeoisie+church` as `Gallia (Bourgeoisie+Church)`, for a sentence."""
    region, _, classes = region_card.rpartition(":")
    return f"{display_name(region)} ({classes_in_words(classes)})"


def protects(region_card: str, card: str) -> bool:
    """Whether a region card can be laid on a class card."""
    classes = region_card.rpartition(":")[2].split("+")
    return classes == [ANY] or class_of(card) in classes


def face_in_words(face: Mapping[str, Any]) -> str:
    """The face of a token, for a sentence."""
    symbols = join_words([symbol_name(symbol) for symbol in face["symbols"]])
    return t("terminal.face", limit=face["limit"], symbols=symbols)


def short_face(face: Mapping[str, Any]) -> str:
    """The face of a token, for the board: `≥2 M·Me` has limit 2 and the symbols majority and Merchant."""
    return f"≥{face['limit']} " + "·".join(short_symbol(symbol) for symbol in face["symbols"])
