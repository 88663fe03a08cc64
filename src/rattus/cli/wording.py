"""Words that all games share, as people read them."""

from collections.abc import Sequence

REASONS = {
    "supply": "the supply of rats is empty",
    "cubes": "a player has no cube left in stock",
    "turns": "the agreed number of turns is over",
    "rounds": "the last round is over",
}


def proper(name: str) -> str:
    """A seat, region or card as a proper name."""
    return name.replace("_", " ").title()


def number_in(text: str) -> int | None:
    """The number that a text is, if it is one of a sensible length."""
    return int(text) if text.isdecimal() and len(text) < 19 else None


def counted(number: int, noun: str, several: str = "") -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {several or f'{noun}s'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
