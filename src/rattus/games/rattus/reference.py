"""The game as a table of words and numbers, for programs that show it: cards, verbs, events, limits."""

from typing import Any

from rattus.games.rattus.components import Components
from rattus.games.rattus.editions import Edition
from rattus.games.rattus.options import describe_options
from rattus.games.rattus.sizes import CUBES, DISCS, DRAWN_CARDS, MOST_SHIPPED, SETTLERS, SLOTS
from rattus.games.rattus.vocabulary import CATEGORIES, PHASES, REASONS, RULES_OF_CATEGORIES
from rattus.kernel.events import describe_shapes


def describe_vocabulary(edition: Edition, components: Components) -> dict[str, Any]:
    """The words of an edition."""
    african = edition.african
    return {
        "classes": list(dict.fromkeys(card.class_name for card in edition.class_cards)),
        "symbols": list(edition.symbols),
        "cards": [
            {
                "card": card.name,
                "kind": "class_card",
                "class": card.class_name,
                "rule": card.rule,
                "verbs": list(dict.fromkeys(verb.word for verb in card.verbs)),
                "events": [event.word for event in edition.events_of(card)],
            }
            for card in edition.class_cards
        ],
        "verbs": [
            {"verb": verb.word, "arguments": list(verb.arguments), "rule": verb.main_rule, "final": verb.is_final}
            for verb in edition.verbs
            if verb.arguments is not None
        ],
        "events": describe_shapes(edition.own_shapes),
        "options": describe_options(edition),
        "phases": [phase for phase in PHASES if african or phase != "caravan"],
        "questions": list(dict.fromkeys(question.word for question in edition.own_questions)),
        "reasons": [reason for reason in REASONS if reason],
        "categories": [
            {"category": name, "rule": rule}
            for name, rule in zip(CATEGORIES, RULES_OF_CATEGORIES)
            if african or name not in ("cards", "diplomats")
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
