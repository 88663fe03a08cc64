"""The game as a table of words and numbers, for programs that show it: cards, buildings, verbs, events, limits."""

from typing import Any

from rattus.games.cartus.components import Components
from rattus.games.cartus.editions import BUILDING_CARDS, QUESTION_WORDS, SHAPES_OF_EVENTS, SHAPES_OF_VERBS
from rattus.games.cartus.options import describe_options
from rattus.games.cartus.sizes import (
    COPIES,
    DEALT,
    IN_GAME,
    NUN_ROW,
    PER_CLASS_IN_GAME,
    PLAYER_COUNTS,
    RATS,
    ROUNDS,
    ROW,
)
from rattus.games.cartus.vocabulary import (
    CARDS,
    CATEGORIES,
    CLASSES,
    JOKER,
    NUNS,
    PHASES,
    PLAYABLE,
    POPULATION,
    REASONS,
    RULES_OF_CATEGORIES,
    RULES_OF_SPECIALS,
)
from rattus.kernel.events import describe_shapes

SCORING_RANKS = 3  # of an influence track (C31)


def describe_vocabulary(components: Components) -> dict[str, Any]:
    """The words of the game."""
    population: list[dict[str, Any]] = [
        {
            "card": card,
            "kind": "population",
            "class": card.partition("-")[0],
            "rule": "C16",
            "playable": True,
            "copies": components.population[kind % NUNS],
            "nuns": kind % NUNS,
            "influence": 1,  # C16, and a rat in a building of another class
            "rats": 1,
        }
        for kind, card in enumerate(CARDS[:POPULATION])
    ]
    specials = [
        {
            "card": card,
            "kind": "special",
            "class": None,
            "rule": rule,
            "playable": kind < PLAYABLE,
            "copies": components.specials[kind - POPULATION],
            "influence": int(kind == JOKER),  # of any class (C16)
        }
        for kind, (card, rule) in enumerate(zip(CARDS[POPULATION:], RULES_OF_SPECIALS, strict=True), POPULATION)
    ]
    buildings = [
        {
            "card": building.name,
            "kind": "building",
            "class": building.class_name,
            "rule": building.rule,
            "fewest_players": building.fewest_players,
            "gives": building.special,
        }
        for building in BUILDING_CARDS
    ]
    return {
        "classes": list(CLASSES),
        "symbols": list(CLASSES),
        "cards": population + specials + buildings,
        "verbs": [
            {"verb": verb, "arguments": list(arguments), "rule": rule, "final": is_final}
            for verb, (arguments, rule, is_final) in SHAPES_OF_VERBS.items()
        ],
        "events": describe_shapes(SHAPES_OF_EVENTS),
        "options": describe_options(),
        "phases": list(PHASES),
        "questions": [question for question in QUESTION_WORDS if question],
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
            "scoring_ranks": {str(players): min(players, SCORING_RANKS) for players in PLAYER_COUNTS},
            **dict(zip(CARDS[POPULATION:], components.specials, strict=True)),
        },
    }
