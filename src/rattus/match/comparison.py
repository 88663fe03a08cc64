"""How what a scenario expects is compared with what is found.

Only what is named is compared. A number stands for a list of that length. Some lists have no order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.match.game import Game

SEAT_MAPS = ("cubes", "palace")  # a seat that is not named has none
BY_SEAT = (*SEAT_MAPS, "palace_diplomats", "known", "hands", "rats", "points", "looked")
CLOSED = ("regions", "classes", "influence", "stacks")  # maps that always have all their keys
UNORDERED = ("symbols", "used", "starting", "marked", "diplomats", "discards", "winners", "dead", "consolation")
UNORDERED_BY_SEAT = ("known", "hands", "looked", "points")
NOTHING: tuple[Any, ...] = (None, 0, False, "", [], {})


class Comparison:
    """Compares data of a game. Inside a view a number does not stand for a list: the list would be a leak."""

    def __init__(self, game: Game, in_view: bool) -> None:
        self.game = game
        self.in_view = in_view

    def check_words(self, expected: Any, place: str) -> None:
        """Raise FormatError for a name that is none: an unknown field, region, card or seat."""
        if not isinstance(expected, Mapping):
            raise FormatError(place, f"a map, not {expected!r}")
        fields = self.game.parts.rulebook.fields
        position = self.game.position()
        for key, value in expected.items():
            if key not in fields:
                raise FormatError(place, f"unknown key {key!r}")
            if key in CLOSED:
                _check_keys(value, position[key], f"{place}.{key}")
            elif key in BY_SEAT:
                _check_keys(value, self.game.seats, f"{place}.{key}")
            if key == "regions":
                for name, region in value.items():
                    _check_keys(region, position["regions"][name], f"{place}.regions.{name}")
                    _check_keys(region.get("cubes", {}), self.game.seats, f"{place}.regions.{name}.cubes")

    def differences(self, expected: Any, found: Any, place: str) -> Iterator[str]:
        """What is not as expected, a line each."""
        name = place.rpartition(".")[2]
        if isinstance(expected, Mapping) and isinstance(found, Mapping):
            yield from self._map_differences(expected, found, place, name)
        elif isinstance(expected, list) and isinstance(found, list):
            yield from self._list_differences(expected, found, place, name)
        elif not self._equal(expected, found, name):
            yield f"{place}: expected {expected!r}, found {found!r}"

    def _map_differences(
        self, expected: Mapping[str, Any], found: Mapping[str, Any], place: str, name: str
    ) -> Iterator[str]:
        keys = {**found, **expected} if name in SEAT_MAPS else expected
        for key in keys:
            here = f"{place}.{key}" if place else str(key)
            if name in SEAT_MAPS:
                yield from self.differences(expected.get(key, 0), found.get(key, 0), here)
            elif key in found:
                yield from self.differences(expected[key], found[key], here)
            elif (place and (name not in BY_SEAT or place == "result.points")) or expected[key] not in NOTHING:
                yield f"{here}: expected {expected[key]!r}, found nothing"

    def _list_differences(self, expected: list[Any], found: list[Any], place: str, name: str) -> Iterator[str]:
        if len(expected) != len(found):
            yield f"{place}: expected {expected!r}, found {found!r}"
        elif name in UNORDERED or place.split(".")[-2:-1] in [[by_seat] for by_seat in UNORDERED_BY_SEAT]:
            if sorted(map(_key, expected)) != sorted(map(_key, found)):
                yield f"{place}: expected {expected!r}, found {found!r}"
        else:
            for number, (left, right) in enumerate(zip(expected, found, strict=True), 1):
                yield from self.differences(left, right, f"{place}[{number}]")

    def _equal(self, expected: Any, found: Any, name: str) -> bool:
        if isinstance(found, list) and isinstance(expected, int) and not isinstance(expected, bool):
            return (name == "rats" or not self.in_view) and len(found) == expected
        return type(expected) is type(found) and bool(expected == found)


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _check_keys(data: Any, known: Any, place: str) -> None:
    if not isinstance(data, Mapping):
        raise FormatError(place, f"a map, not {data!r}")
    for key in data:
        if key not in known:
            raise FormatError(place, f"unknown name {key!r}; there are {', '.join(known)}")
