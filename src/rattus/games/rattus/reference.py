"""The game as a table of words and numbers, for programs that show it: cards, verbs, events, limits."""

from typing import Any

from rattus.games.rattus.components import Components
from rattus.games.rattus.editions import (
    CUBES,
    DISCS,
    DRAWN_CARDS,
    MOST_SHIPPED,
    SETTLERS,
    SLOTS,
    Edition,
)
from rattus.games.rattus.events import SHAPES
from rattus.games.rattus.moves import all_moves
from rattus.games.rattus.vocabulary import (
    CARDS,
    CATEGORIES,
    CLASSES,
    PHASES,
    QUESTIONS,
    REASONS,
    RULES_OF_CATEGORIES,
    VERB_SHAPES,
    class_of,
    rule_of,
)
from rattus.kernel.events import describe_shapes


def describe_vocabulary(edition: Edition, components: Components) -> dict[str, Any]:
    """The words of an edition."""
    african = edition.african
    classes = [name for name in CLASSES if name in edition.symbols]
    return {
        "classes": classes,
        "symbols": list(edition.symbols),
        "cards": [
            {"card": card, "kind": "class_card", "class": class_of(CARDS.index(card)), "rule": rule_of(card)}
            for card in edition.cards
        ],
        "verbs": [
            {"verb": verb, "arguments": list(arguments), "rule": rule, "final": is_final}
            for verb, (arguments, rule, is_final) in VERB_SHAPES.items()
            if verb in _verbs(edition, components)
        ],
        "events": describe_shapes(SHAPES),
        "phases": [phase for phase in PHASES if african or phase != "caravan"],
        "questions": [question for question in QUESTIONS if question],
        "reasons": [reason for reason in REASONS if reason],
        "categories": [
            {"category": name, "rule": rule}
            for name, rule in list(zip(CATEGORIES, RULES_OF_CATEGORIES))[: 4 if african else 2]
        ],
        "regions": {str(players): list(regions) for players, regions in components.use.items()},
        "limits": {
            "cubes": CUBES,
            "rats_in_region": SLOTS,
            "settlers": SETTLERS,
            "most_shipped": MOST_SHIPPED,
            "knight_steps": {str(players): steps for players, steps in edition.steps.items()},
            "class_cards": {str(players): number for players, number in edition.in_play.items()},
            **({"diplomats": DISCS, "drawn_cards": DRAWN_CARDS} if african else {}),
        },
    }


class _Names:
    def __init__(self, edition: Edition, components: Components) -> None:
        self.cards = edition.cards
        self.regions = components.use[max(edition.player_counts)]
        self.region_cards = components.region_cards


def _verbs(edition: Edition, components: Components) -> set[str]:
    return {text.partition(" ")[0] for *_, text in all_moves(edition, _Names(edition, components), [(0, 1)])}
