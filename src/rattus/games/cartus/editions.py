"""The one edition of the game: which buildings are in the box. What follows from them is here too."""

from typing import Any

from rattus.games.cartus.buildings import (
    brewery,
    castle,
    farm,
    hospital,
    hut,
    marketplace,
    monastery,
    office,
    palace,
    tent,
    treasury,
    watchtower,
)
from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.sizes import COPIES
from rattus.games.cartus.vocabulary import CLASSES

# All buildings (C1). A new one is one more entry.
BUILDING_FILES = (
    farm, brewery, marketplace, office, monastery, hospital, castle, watchtower, tent, hut, palace, treasury,
)  # fmt: skip
# In the order of their numbers: those of a class together, in the order of the classes.
BUILDING_CARDS: tuple[Building, ...] = tuple(
    sorted((file.BUILDING for file in BUILDING_FILES), key=lambda building: CLASSES.index(building.class_name))
)
BUILDINGS = tuple(building.name for building in BUILDING_CARDS)
CLASS_OF_BUILDING = tuple(CLASSES.index(building.class_name) for building in BUILDING_CARDS)
PRINTED = len(BUILDINGS) * COPIES  # building cards

# The values of the names that rules refer to.
NAMES: dict[str, Any] = {
    **{building.number: number for number, building in enumerate(BUILDING_CARDS)},
    "BUILDING_KINDS": len(BUILDINGS),
    "PRINTED": PRINTED,
}


def buildings_of(track: int) -> tuple[int, ...]:
    """The numbers of the buildings of a class."""
    return tuple(building for building, found in enumerate(CLASS_OF_BUILDING) if found == track)
