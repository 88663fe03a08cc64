"""The box: components and options, which never change during a game."""

import copy
import functools
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rattus.games.cartus.components import BuildingCard, Components
from rattus.games.cartus.editions import BUILDING_CARDS, BUILDINGS, CLASS_OF_BUILDING, PRINTED, VERB_WORDS
from rattus.games.cartus.moves import MOST_MOVES, all_moves
from rattus.games.cartus.options import DEFAULTS, ONE_EACH, agreed_copies, read_options
from rattus.games.cartus.sizes import MOST_VALUES, PLAYER_COUNTS, ROUNDS, ROW, TITLE
from rattus.games.cartus.vocabulary import CARDS, CLASSES, HIDDEN, NONE, NUNS, POPULATION, SPECIALS
from rattus.kernel.layout import Layout
from rattus.kernel.rulebook import BOX_CACHE_SIZE
from rattus.kernel.seats import NOBODY, SEATS
from rattus.kernel.validation import check_players

BOX = Layout(
    "CartusBox",
    {
        "players": (),
        "rounds": (),
        "row": (),  # buildings in it
        "replacement": (),  # cards at the start (C5)
        "first": (),  # the agreed first player, or NOBODY
        "population": (POPULATION,),  # copies of each card
        "specials": (len(SPECIALS),),  # cards of each stack in this game
        # kinds of building cards: building and supply action
        "cards": (),
        "building": (PRINTED,),
        "track": (PRINTED,),  # its class
        "special": (PRINTED,),  # the special cards that it gives, or NONE
        "copies": (PRINTED,),  # printed
        "draws": (PRINTED,),  # the supply action (C10)
        "rats": (PRINTED,),
        "looks": (PRINTED,),
        "one_each": (),  # 1: one random building a class (C3)
        "class_of": (len(BUILDINGS),),  # of each building; those of a class are together
        "by_lot": (len(BUILDINGS),),  # 1: lots can bring this building (C3)
        "agreed": (len(BUILDINGS),),  # copies of each building in the game; HIDDEN: chance decides
        # victory point tokens
        "values": (),
        "value": (MOST_VALUES,),
        "tokens": (MOST_VALUES,),  # of each value
        # moves by id
        "moves": (),
        "base": (len(VERB_WORDS),),  # the first id of each verb
        "verb": (MOST_MOVES,),
        "number": (MOST_MOVES,),
    },
    wide=("moves", "base"),
)


class Box:
    """The components of one game by name, and `record`: the same as numbers for the rules."""

    def __init__(
        self, components: Components, players: int, options: dict[str, Any], specials: tuple[int, ...]
    ) -> None:
        self.components = components
        self.players = players
        self.seats = SEATS[:players]
        self.options = options
        self._agreed = {name: value for name, value in options.items() if value != DEFAULTS[name]}
        self.kinds: tuple[BuildingCard, ...] = tuple(dict.fromkeys(components.buildings))
        self.described = tuple(kind._asdict() for kind in self.kinds)
        self.values = tuple(components.tokens)
        self.record = BOX.new()
        self._fill_sizes()
        self._fill_cards(specials)
        self._fill_buildings()
        self.moves = self._fill_moves()
        self.ids = {text: move for move, text in enumerate(self.moves)}

    @property
    def agreed(self) -> dict[str, Any]:
        """The options that differ from the defaults."""
        return copy.deepcopy(self._agreed) if self._agreed else {}

    def _fill_sizes(self) -> None:
        record, first = self.record, self.options["first"]
        record.players = self.players
        record.rounds, record.row = ROUNDS[self.players], ROW[self.players]
        record.replacement = self.components.replacement[self.players]
        record.first = NOBODY if first is None else self.seats.index(first)

    def _fill_cards(self, specials: tuple[int, ...]) -> None:
        record, tokens = self.record, self.components.tokens
        record.population = [self.components.population[kind % NUNS] for kind in range(len(CLASSES) * NUNS)]
        record.specials = list(specials)
        record.values = len(tokens)
        record.value[: len(tokens)] = list(tokens)
        record.tokens[: len(tokens)] = list(tokens.values())

    def _fill_buildings(self) -> None:
        record, copies = self.record, Counter(self.components.buildings)
        record.cards = len(self.kinds)
        for kind, card in enumerate(self.kinds):
            number = BUILDINGS.index(card.building)
            special = BUILDING_CARDS[number].special
            record.building[kind], record.copies[kind] = number, copies[card]
            record.track[kind] = CLASS_OF_BUILDING[number]
            record.special[kind] = NONE if special is None else CARDS.index(special)
            for field, letter in (("draws", "d"), ("rats", "r"), ("looks", "l")):
                getattr(record, field)[kind] = card.supply.count(letter)
        record.one_each = int(self.options["buildings"] == ONE_EACH)
        record.class_of = list(CLASS_OF_BUILDING)
        record.by_lot = [int(self.players >= building.fewest_players) for building in BUILDING_CARDS]
        record.agreed = agreed_copies(self.options["buildings"]) or [HIDDEN] * len(BUILDINGS)

    def _fill_moves(self) -> tuple[str, ...]:
        record, texts = self.record, []
        for move, (verb, number, text) in enumerate(all_moves(self.seats, record.row)):
            record.verb[move], record.number[move] = verb, number
            texts.append(text)
        for verb in range(len(VERB_WORDS)):
            record.base[verb] = record.verb.index(verb)
        record.moves = len(texts)
        return tuple(texts)


def make_box(
    components: Components, players: int, options: Mapping[str, Any], specials: tuple[int, ...] | None = None
) -> Box:
    """The box of a game. `specials` replaces the numbers of special cards, in a game that began from a position."""
    check_players(players, PLAYER_COUNTS, TITLE)
    agreed = json.dumps(read_options(options, SEATS[:players]), default=dict)
    return _shared_box(components, players, agreed, specials or tuple(components.specials))


@functools.lru_cache(BOX_CACHE_SIZE)
def _shared_box(components: Components, players: int, options: str, specials: tuple[int, ...]) -> Box:
    return Box(components, players, json.loads(options), specials)
