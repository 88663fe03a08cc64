"""The words of the game as people read them."""

from collections.abc import Mapping, Sequence
from typing import Any

CARD_OF_CLASS = {
    "peasantry": "Peasant",
    "bourgeoisie": "Merchant",
    "church": "Monk",
    "chivalry": "Knight",
    "magic": "Witch",
    "royalty": "King",
}
SHORT_SYMBOLS = {"majority": "M", "all": "A"} | {name: card[:2] for name, card in CARD_OF_CLASS.items()}
REASONS = {
    "supply": "the supply of rats is empty",
    "cubes": "a player has no cube left in stock",
    "turns": "the agreed number of turns is over",
}


def proper(name: str) -> str:
    """A seat, region or card as a proper name."""
    return name.replace("_", " ").title()


def number_in(text: str) -> int | None:
    """The number that a text is, if it is one of a sensible length."""
    return int(text) if text.isdecimal() and len(text) < 19 else None


def token_name(slot: str) -> str:
    """`gallia.2` as `Gallia 2`."""
    region, _, number = slot.partition(".")
    return f"{proper(region)} {number}"


def counted(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def symbol_name(symbol: str) -> str:
    """A symbol of a token: a class goes by its card."""
    return CARD_OF_CLASS.get(symbol, symbol)


def face_in_words(face: Mapping[str, Any]) -> str:
    """What a token shows, for a sentence."""
    return f"limit {face['limit']}, {listed([symbol_name(symbol) for symbol in face['symbols']])}"


def short_face(face: Mapping[str, Any]) -> str:
    """What a token shows, for the board: `≥2 M·Me` bites two cubes or more, the majority and the Merchant."""
    return f"≥{face['limit']} " + "·".join(SHORT_SYMBOLS[symbol] for symbol in face["symbols"])


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
