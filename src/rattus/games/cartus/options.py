"""The options of a game: which buildings are in it (C3), and who begins (C6)."""

import copy
from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.cartus.editions import BUILDINGS, CLASS_OF_BUILDING
from rattus.games.cartus.sizes import COPIES, PER_CLASS_IN_GAME, PLAYER_COUNTS
from rattus.games.cartus.vocabulary import CLASSES
from rattus.kernel.validation import check_first

FIRST, ONE_EACH, MIXED = "first", "one_each", "mixed"
FIRST_GAME = ("farm", "marketplace", "monastery", "castle", "tent", "palace")  # C3
DEFAULTS: dict[str, Any] = {"buildings": FIRST, "first": None}


def describe_options() -> list[dict[str, Any]]:
    """The options that people choose between, for programs that offer them. Who begins is no matter of a game."""
    return [
        {
            "option": "buildings",
            "values": [FIRST, ONE_EACH, MIXED],
            "rule": "C3",
            "players": list(PLAYER_COUNTS),
            "lists": "building",
            "length": {str(players): len(CLASSES) for players in PLAYER_COUNTS},
            "of_a_class": 1,
            "copies": PER_CLASS_IN_GAME,
            "means": {FIRST: list(FIRST_GAME)},
        }
    ]


def read_options(given: object, seats: tuple[str, ...]) -> dict[str, Any]:
    """The given options, checked, with the defaults for the others."""
    if not isinstance(given, Mapping):
        raise FormatError("options", f"a map of options, not {given!r}")
    for name in given:
        if name not in DEFAULTS:
            raise FormatError(f"options.{name}", f"no such option; there are {', '.join(DEFAULTS)}")
    options = DEFAULTS | dict(given)
    check_first(options["first"], seats)
    agreed_copies(options["buildings"])
    options["buildings"] = copy.copy(options["buildings"])  # a copy: the caller may change the list
    return options


def agreed_copies(buildings: Any) -> list[int] | None:
    """How many copies of each building are in the game (C3); None if it is random."""
    if buildings in (ONE_EACH, MIXED):
        return None
    if buildings == FIRST:
        buildings = list(FIRST_GAME)
    if isinstance(buildings, list):
        return _all_copies(buildings)
    if isinstance(buildings, Mapping):
        return _some_copies(buildings)
    ways = f"`{FIRST}`, `{ONE_EACH}`, `{MIXED}`, a list of six buildings, or a map of buildings with their copies"
    raise FormatError("options.buildings", f"{ways}, not {buildings!r}")


def _all_copies(names: list[Any]) -> list[int]:
    found = [CLASS_OF_BUILDING[_building(name)] for name in names]
    if sorted(found) != list(range(len(CLASSES))):
        raise FormatError("options.buildings", f"six buildings, one a class, not {', '.join(map(str, names))}")
    return [COPIES * names.count(name) for name in BUILDINGS]


def _some_copies(copies: Mapping[Any, Any]) -> list[int]:
    a_class = [0] * len(CLASSES)
    for name, number in copies.items():
        if type(number) is not int or not 0 <= number <= COPIES:
            raise FormatError(f"options.buildings.{name}", f"0 to {COPIES} copies, not {number!r}")
        a_class[CLASS_OF_BUILDING[_building(name)]] += number
    for name, number in zip(CLASSES, a_class, strict=True):
        if number != PER_CLASS_IN_GAME:
            raise FormatError("options.buildings", f"{PER_CLASS_IN_GAME} building cards of {name}, not {number}")
    return [copies.get(name, 0) for name in BUILDINGS]


def _building(name: Any) -> int:
    if not isinstance(name, str) or name not in BUILDINGS:
        raise FormatError("options.buildings", f"one of {', '.join(BUILDINGS)}, not {name!r}")
    return BUILDINGS.index(name)
