"""Where the regions of a map lie on the screen."""

import functools
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

Place = tuple[int, int]  # column, row

COLUMNS = 4  # of the grid; a row can have more, which are narrower


def places_of(regions: Sequence[str]) -> dict[str, Place]:
    """The place of each region: as on the printed map, or on a plain grid if one of them is not known."""
    known = _known_places()
    if all(region in known for region in regions):
        return {region: known[region] for region in regions}
    return {region: (number % COLUMNS, number // COLUMNS) for number, region in enumerate(regions)}


def goes_round(one: str, other: str) -> bool:
    """Whether the line between two regions goes round the map."""
    return [one, other] in _atlas()["round"]


@functools.cache
def _known_places() -> Mapping[str, Place]:
    return {region: (column, row) for row, names in enumerate(_atlas()["rows"]) for column, region in enumerate(names)}


@functools.cache
def _atlas() -> dict[str, Any]:
    return tomllib.loads(resources.files("rattus.cli.rattus").joinpath("atlas.toml").read_text("utf-8"))
