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
from rattus.games.cartus.events import REVEALING, SHAPES
from rattus.games.cartus.sizes import COPIES
from rattus.games.cartus.vocabulary import CLASSES, QUESTION_RULES, QUESTIONS, VERB_SHAPES, VERBS
from rattus.kernel.events import Shapes, secret_kinds

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

# The words that buildings bring, behind those that the game has anyway.
OWN_VERBS = tuple(verb for building in BUILDING_CARDS for verb in building.verbs)
OWN_QUESTIONS = tuple(question for building in BUILDING_CARDS for question in building.questions)
_OWN_EVENTS = dict(enumerate((event for building in BUILDING_CARDS for event in building.events), max(SHAPES) + 1))
VERB_WORDS = (*VERBS, *(verb.word for verb in OWN_VERBS))
QUESTION_WORDS = (*QUESTIONS, *(question.word for question in OWN_QUESTIONS))
RULES_OF_QUESTIONS = (*QUESTION_RULES, *(question.rule for question in OWN_QUESTIONS))
SHAPES_OF_VERBS = {**VERB_SHAPES, **{verb.word: (verb.arguments, verb.rule, verb.is_final) for verb in OWN_VERBS}}
SHAPES_OF_EVENTS: Shapes = {
    **SHAPES,
    **{number: (event.word, event.rule, event.fields) for number, event in _OWN_EVENTS.items()},
}
SECRET_EVENTS = secret_kinds(SHAPES_OF_EVENTS)
REVEALING_EVENTS = frozenset({*REVEALING, *(number for number, event in _OWN_EVENTS.items() if event.is_revealing)})

# The values of the names that rules refer to.
NAMES: dict[str, Any] = {
    **{building.number: number for number, building in enumerate(BUILDING_CARDS)},
    **{verb.number: number for number, verb in enumerate(OWN_VERBS, len(VERBS))},
    **{question.number: number for number, question in enumerate(OWN_QUESTIONS, len(QUESTIONS))},
    **{event.number: number for number, event in _OWN_EVENTS.items()},
    "BUILDING_KINDS": len(BUILDINGS),
    "PRINTED": PRINTED,
}


def buildings_of(track: int) -> tuple[int, ...]:
    """The numbers of the buildings of a class."""
    return tuple(building for building, found in enumerate(CLASS_OF_BUILDING) if found == track)
