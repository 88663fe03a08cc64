"""The game as a table of words and numbers, for programs that show it: cards, buildings, verbs, events, limits."""

from typing import Any

from rattus.games.cartus.components import Components
from rattus.games.cartus.editions import BUILDING_CARDS
from rattus.games.cartus.events import SHAPES
from rattus.games.cartus.sizes import COPIES, DEALT, IN_GAME, NUN_ROW, PER_CLASS_IN_GAME, RATS, ROUNDS, ROW
from rattus.games.cartus.vocabulary import (
    CARDS,
    CATEGORIES,
    CLASSES,
    PHASES,
    PLAYABLE,
    POPULATION,
    QUESTIONS,
    REASONS,
    RULES_OF_CATEGORIES,
    RULES_OF_SPECIALS,
    VERB_SHAPES,
)
from rattus.kernel.events import describe_shapes


def describe_vocabulary(components: Components) -> dict[str, Any]:
    """The words of the game."""
    population: list[dict[str, Any]] = [
        {"card": card, "kind": "population", "class": card.partition("-")[0], "rule": "C16", "playable": True}
        for card in CARDS[:POPULATION]
    ]
    specials = [
        {"card": card, "kind": "special", "class": None, "rule": rule, "playable": POPULATION + place < PLAYABLE}
        for place, (card, rule) in enumerate(zip(CARDS[POPULATION:], RULES_OF_SPECIALS, strict=True))
    ]
    buildings = [
        {"card": building.name, "kind": "building", "class": building.class_name, "rule": building.rule}
        for building in BUILDING_CARDS
    ]
    return {
        "classes": list(CLASSES),
        "symbols": list(CLASSES),
        "cards": population + specials + buildings,
        "verbs": [
            {"verb": verb, "arguments": list(arguments), "rule": rule, "final": is_final}
            for verb, (arguments, rule, is_final) in VERB_SHAPES.items()
        ],
        "events": describe_shapes(SHAPES),
        "phases": list(PHASES),
        "questions": [question for question in QUESTIONS if question],
        "reasons": [reason for reason in REASONS if reason],
        "categories": [
            {"category": name, "rule": rule} for name, rule in zip(CATEGORIES, RULES_OF_CATEGORIES, strict=True)
        ],
        "regions": {},
        "limits": {
            "rats": RATS,
            "dealt": DEALT,
            "nun_row": NUN_ROW,
            "copies": COPIES,
            "building_cards": IN_GAME,
            "buildings_of_a_class": PER_CLASS_IN_GAME,
            "rounds": {str(players): rounds for players, rounds in ROUNDS.items()},
            "row": {str(players): row for players, row in ROW.items()},
            **dict(zip(CARDS[POPULATION:], components.specials, strict=True)),
        },
    }
