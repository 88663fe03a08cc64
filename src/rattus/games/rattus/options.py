"""The points on which editions of Rattus differ, as options of a game."""

from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.words import SEATS

CHOICES: dict[str, tuple[object, ...]] = {
    "phase_order": ("fixed", "free"),  # R13
    "placing": ("optional", "compulsory"),  # R13
    "three_player_removal": (8, 6),  # R9
}
DEFAULTS: dict[str, Any] = {name: choices[0] for name, choices in CHOICES.items()} | {"max_turns": 300, "first": None}
MOST_TURNS = 1_000_000


def read_options(given: object, players: int) -> dict[str, Any]:
    """The options of a game: those given, checked, and the defaults for the rest."""
    if not isinstance(given, Mapping):
        raise FormatError("options", f"a map of options, not {given!r}")
    for name, value in given.items():
        if name not in DEFAULTS:
            raise FormatError(f"options.{name}", f"no such option; there are {', '.join(DEFAULTS)}")
        _check(name, value, players)
    return DEFAULTS | dict(given)


def _check(name: str, value: object, players: int) -> None:
    if name == "first":
        if value is not None and value not in SEATS[:players]:
            raise FormatError("options.first", f"one of {', '.join(SEATS[:players])}, not {value!r}")
    elif name == "max_turns":
        if type(value) is not int or not 1 <= value <= MOST_TURNS:
            raise FormatError("options.max_turns", f"a number from 1 to {MOST_TURNS}, not {value!r}")
    elif value not in CHOICES[name] or type(value) is not type(CHOICES[name][0]):
        allowed = " or ".join(str(choice) for choice in CHOICES[name])
        raise FormatError(f"options.{name}", f"{allowed}, not {value!r}")
