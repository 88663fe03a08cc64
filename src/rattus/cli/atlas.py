"""Where the regions of a map lie on the screen."""

import functools
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources

Place = tuple[int, int]  # column, row

COLUMNS = 4  # of the plain grid, for maps that are not known here


def places_of(regions: Sequence[str]) -> dict[str, Place]:
    """The place of each region: as on the map of Europe, or on a plain grid if one of them is not known."""
    known = _known_places()
    if all(region in known for region in regions):
        return {region: known[region] for region in regions}
    return {region: (number % COLUMNS, number // COLUMNS) for number, region in enumerate(regions)}


@functools.cache
def _known_places() -> Mapping[str, Place]:
    data = tomllib.loads(resources.files("rattus.cli").joinpath("atlas.toml").read_text("utf-8"))
    return {region: (column, row) for row, names in enumerate(data["rows"]) for column, region in enumerate(names)}
