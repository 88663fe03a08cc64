"""The editions of the game, Rattus and Rattus Africanus: which cards are in the box, and how many of everything.

An edition is a set of class cards and the rule sets that they came with. Its verbs, questions, events and
symbols follow from these, and their numbers from the order here.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rattus.games.rattus.cards import (
    astronomer,
    explorer,
    king,
    knight,
    merchant,
    monk,
    peasant,
    sultan,
    trader,
    witch,
)
from rattus.games.rattus.cards.card import Card, Event, Question, RuleSet, Verb
from rattus.games.rattus.rule_sets import AFRICAN_RULES, BASE_RULES
from rattus.games.rattus.sizes import AFRICANUS, RATTUS
from rattus.kernel.events import FORCED, Shapes
from rattus.kernel.seats import SEATS

MAP = "map.toml"
REGION_CARD_FILE = "region_cards.toml"

# All class cards, in the order of their numbers. A new card is one more entry.
CLASS_CARDS: tuple[Card, ...] = (
    peasant.CARD,
    merchant.CARD,
    monk.CARD,
    knight.CARD,
    witch.CARD,
    king.CARD,
    astronomer.CARD,
    explorer.CARD,
    trader.CARD,
    sultan.CARD,
)
CARDS = tuple(card.name for card in CLASS_CARDS)
CLASSES = tuple(dict.fromkeys(card.class_name for card in CLASS_CARDS))


def class_of(card: str) -> str:
    """The class of a class card."""
    return CLASS_CARDS[CARDS.index(card)].class_name


@dataclass(frozen=True, eq=False)
class Edition:
    """The contents of the box, and what depends on the number of players."""

    name: str
    title: str
    rule_sets: tuple[RuleSet, ...]
    room_for: tuple[RuleSet, ...]  # an observation has room for the questions of these: networks were trained so
    player_counts: tuple[int, ...]
    seats: tuple[str, ...]
    regions: int  # at most
    starting: int  # tokens
    tokens: int  # in all
    token_file: str
    least_room: int  # for moves
    removed: Mapping[int, int]  # tokens that leave the game at set-up, by number of players
    removal_is_optional: bool  # with three players (R9)
    rounds: Mapping[int, int]  # of settling
    steps: Mapping[int, int]  # of the pawn with the Knight
    cards_in_play: Mapping[int, int] | None  # class cards; None: all

    @property
    def african(self) -> bool:
        """Whether it is played on Africa's map, with region cards, diplomats and a caravan (A1, A6, A9, A10)."""
        return AFRICAN_RULES in self.rule_sets

    @property
    def files(self) -> tuple[str, ...]:
        """The TOML files with its components."""
        return (MAP, self.token_file, REGION_CARD_FILE) if self.african else (MAP, self.token_file)

    # ---- cards and words

    @functools.cached_property
    def class_cards(self) -> tuple[Card, ...]:
        """The class cards in the box."""
        return tuple(card for card in CLASS_CARDS if self.name in card.editions)

    @functools.cached_property
    def cards(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(card.name for card in self.class_cards)

    @functools.cached_property
    def usual_cards(self) -> tuple[str, ...]:
        """The cards of the base game: those in play where a position names none (R4)."""
        return tuple(card.name for card in self.class_cards if card.editions[0] == BASE_RULES.name)

    @functools.cached_property
    def in_play(self) -> Mapping[int, int]:
        """How many class cards are in play, by number of players (R7, A4)."""
        return self.cards_in_play or dict.fromkeys(self.player_counts, len(self.cards))

    @property
    def chooses_cards(self) -> bool:
        """Whether there are more class cards than are in play (A4)."""
        return min(self.in_play.values()) < len(self.cards)

    @functools.cached_property
    def symbols(self) -> tuple[str, ...]:
        """What tokens can show: the classes of each rule set, and what else it has (R3, A2)."""
        found: dict[str, None] = {}
        for rule_set in self.rule_sets:
            found |= dict.fromkeys(card.class_name for card in _cards_of(rule_set) if card in self.class_cards)
            found |= dict.fromkeys(rule_set.symbols)
        return tuple(found)

    @functools.cached_property
    def verbs(self) -> tuple[Verb, ...]:
        """All kinds of moves, in the order of the moves' ids."""
        return tuple(verb for rule_set in self.rule_sets for verb in _verbs_of(rule_set, self.class_cards))

    @functools.cached_property
    def questions(self) -> tuple[Question, ...]:
        """All questions, those of other editions included that observations have room for."""
        return tuple(
            question for rule_set in self._known_rule_sets for question in _questions_of(rule_set, self._known_cards)
        )

    @functools.cached_property
    def own_questions(self) -> tuple[Question, ...]:
        """The questions that can be asked."""
        return tuple(question for rule_set in self.rule_sets for question in _questions_of(rule_set, self.class_cards))

    @functools.cached_property
    def question_words(self) -> tuple[str, ...]:
        """The questions by number; the first is none."""
        return ("", *(question.word for question in self.questions))

    @functools.cached_property
    def events(self) -> tuple[Event, ...]:
        """All kinds of events, those of other editions included that numbers are kept for."""
        return tuple(event for rule_set in self._known_rule_sets for event in _events_of(rule_set, self._known_cards))

    @functools.cached_property
    def own_events(self) -> tuple[Event, ...]:
        """The events that can happen."""
        return tuple(event for rule_set in self.rule_sets for event in _events_of(rule_set, self.class_cards))

    def events_of(self, card: Card) -> list[Event]:
        """The events that tell what the holder of a card does with it."""
        return [event for event in self.own_events if event in card.events or event.card == card.name]

    @functools.cached_property
    def shapes(self) -> Shapes:
        """The kinds of events with the meaning of their numbers."""
        kinds = {_kind(number, event): event for number, event in enumerate(self.events, 1)}
        forced = {FORCED: ("forced", "", ("move",))}
        return forced | {kind: (event.word, event.rule, event.fields) for kind, event in kinds.items()}

    @functools.cached_property
    def own_shapes(self) -> Shapes:
        """Those of them that can happen."""
        words = {"forced", *(event.word for event in self.own_events)}
        return {kind: shape for kind, shape in self.shapes.items() if shape[0] in words}

    @functools.cached_property
    def revealing(self) -> frozenset[int]:
        """The kinds of events that give somebody new information."""
        return frozenset(_kind(number, event) for number, event in enumerate(self.events, 1) if event.is_revealing)

    @functools.cached_property
    def secret_verbs(self) -> frozenset[str]:
        """Verbs of moves that not everybody may see."""
        known = [verb for rule_set in self._known_rule_sets for verb in _verbs_of(rule_set, self._known_cards)]
        return frozenset(verb.word for verb in known if verb.is_secret)

    @functools.cached_property
    def names(self) -> dict[str, Any]:
        """The values of the names that rules refer to: numbers of cards and words, and what the edition has.

        What it does not have is None: no rule of it comes to use that.
        """
        return {
            **dict.fromkeys(_all_names()),
            **{card.number: number for number, card in enumerate(self.class_cards)},
            **{verb.number: number for number, verb in enumerate(self.verbs)},
            **{question.number: number for number, question in enumerate(self.questions, 1)},
            **{event.number: _kind(number, event) for number, event in enumerate(self.events, 1)},
            "MAJORITY": self.symbols.index("majority"),
            "ALL": self.symbols.index("all"),
            "ALL_QUESTIONS": len(self.question_words),
            "WITH_REGION_CARDS": self.african,
            "WITH_DIPLOMATS": self.african,
            "WITH_CARAVAN": self.african,
            "CHOOSES_CARDS": self.chooses_cards,
            "STARTERS_MAY_LEAVE": self.african,
        }

    @property
    def _known_rule_sets(self) -> tuple[RuleSet, ...]:
        return (*self.rule_sets, *self.room_for)

    @property
    def _known_cards(self) -> tuple[Card, ...]:
        rooms = {rule_set.name for rule_set in self.room_for}
        return tuple(card for card in CLASS_CARDS if card in self.class_cards or card.editions[0] in rooms)


def _cards_of(rule_set: RuleSet) -> list[Card]:
    """The cards that came with a rule set; those with a move only in the last round come last."""
    return [card for card in CLASS_CARDS if card.editions[0] == rule_set.name]


def _in_order(rule_set: RuleSet, cards: Iterable[Card]) -> list[Card]:
    known = [card for card in _cards_of(rule_set) if card in cards]
    return sorted(known, key=lambda card: card.in_last_round_only)


def _verbs_of(rule_set: RuleSet, cards: Iterable[Card]) -> list[Verb]:
    return [
        *rule_set.verbs,
        *(verb for card in _in_order(rule_set, cards) for verb in card.verbs),
        *rule_set.last_verbs,
    ]


def _questions_of(rule_set: RuleSet, cards: Iterable[Card]) -> list[Question]:
    return [*(question for card in _in_order(rule_set, cards) for question in card.questions), *rule_set.last_questions]


def _events_of(rule_set: RuleSet, cards: Iterable[Card]) -> list[Event]:
    return [
        *rule_set.events,
        *(event for card in _in_order(rule_set, cards) for event in card.events),
        *rule_set.last_events,
    ]


def _kind(number: int, event: Event) -> int:
    return number if event.kind is None else event.kind


def _all_names() -> list[str]:
    names = [card.number for card in CLASS_CARDS]
    for rule_set in (BASE_RULES, AFRICAN_RULES):
        names += [verb.number for verb in _verbs_of(rule_set, CLASS_CARDS)]
        names += [question.number for question in _questions_of(rule_set, CLASS_CARDS)]
        names += [event.number for event in _events_of(rule_set, CLASS_CARDS)]
    return names


RATTUS_EDITION = Edition(
    name=RATTUS,
    title="Rattus",
    rule_sets=(BASE_RULES,),
    room_for=(AFRICAN_RULES,),
    player_counts=(2, 3, 4),
    seats=SEATS[:4],
    regions=12,  # R1
    starting=12,  # R3
    tokens=49,
    token_file="rattus_tokens.toml",
    least_room=1024,
    removed={2: 12, 3: 8, 4: 0},  # R9
    removal_is_optional=True,
    rounds={2: 2, 3: 2, 4: 2},  # R11
    steps={2: 2, 3: 2, 4: 2},  # R22
    cards_in_play=None,  # R7
)

AFRICANUS_EDITION = Edition(
    name=AFRICANUS,
    title="Rattus Africanus",
    rule_sets=(BASE_RULES, AFRICAN_RULES),
    room_for=(),
    player_counts=(2, 3, 4, 5, 6),
    seats=SEATS,
    regions=17,  # A1
    starting=17,  # A2
    tokens=65,
    token_file="africanus_tokens.toml",
    least_room=4096,
    removed={2: 24, 3: 20, 4: 16, 5: 8, 6: 0},  # A3
    removal_is_optional=False,
    rounds={2: 2, 3: 2, 4: 2, 5: 3, 6: 3},  # A8
    steps={2: 2, 3: 2, 4: 2, 5: 3, 6: 3},  # A7
    cards_in_play={2: 6, 3: 6, 4: 6, 5: 8, 6: 8},  # A4
)
EDITIONS = (RATTUS_EDITION, AFRICANUS_EDITION)

# The words of all editions together, for types and texts.
SYMBOLS = tuple(dict.fromkeys(symbol for edition in EDITIONS for symbol in edition.symbols))
QUESTIONS = tuple(dict.fromkeys(word for edition in EDITIONS for word in edition.question_words))
QUESTION_FIELDS = tuple(
    dict.fromkeys(field for edition in EDITIONS for question in edition.questions for field in question.fields)
)
SHAPES: Shapes = dict(enumerate({shape[0]: shape for each in EDITIONS for shape in each.shapes.values()}.values()))
