"""The box: components and options, which never change during a game."""

from __future__ import annotations

import copy
import functools
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rattus.errors import FormatError
from rattus.games.rattus.components import Components, Face
from rattus.games.rattus.editions import AFRICANUS_EDITION, RATTUS_EDITION, Edition, class_of
from rattus.games.rattus.moves import all_moves, most_moves
from rattus.games.rattus.options import RANDOM, defaults, read_options
from rattus.games.rattus.sizes import REGION_CARDS, SLOTS
from rattus.kernel.layout import Layout
from rattus.kernel.rulebook import BOX_CACHE_SIZE
from rattus.kernel.seats import NOBODY, SEATS
from rattus.kernel.validation import check_players, read_word


def box_layout(edition: Edition) -> Layout:
    """The layout of the box of an edition."""
    regions, tokens, cards = edition.regions, edition.tokens, len(edition.cards)
    borders = regions * (regions - 1)  # at most, counted in both directions
    moves = most_moves(edition)
    fields: dict[str, tuple[int, ...]] = {
        "players": (),
        "regions": (),
        "neighbours": (regions, regions),  # of each region, the first `degree` of the row
        "degree": (regions,),
        "near": (regions, regions),  # 1: another region, within the reach of the Knight (R22, A7)
        "borders": (),  # counted in both directions
        "border_from": (borders,),
        "border_to": (borders,),
        "first_border": (regions,),  # the index of the first border of each region
        # token faces
        "kinds": (),
        "limit": (tokens,),
        "symbols": (tokens, len(edition.symbols)),  # how often each symbol is on the face
        "copies": (tokens,),  # tokens with this face in the game
        "starting": (tokens,),  # 1: they are starting tokens
        # class cards
        "symbol": (cards,),  # the symbol that hits the holder of the card
        # options
        "removed": (),
        "rounds": (),  # of settling
        "free_order": (),
        "compulsory": (),
        "max_turns": (),
        "first": (),  # the agreed first player, or NOBODY
        # moves by id
        "moves": (),
        "base": (len(edition.verbs),),  # the first id of each verb
        "verb": (moves,),
        "source": (moves,),
        "region": (moves,),
        "number": (moves,),
    }
    wide = ("borders", "first_border", "max_turns", "moves", "base")
    if not edition.african:
        return Layout("RattusBox", fields, wide)
    fields |= {
        "chosen": (cards,),  # 1: agreed to be in play
        "in_play": (),  # class cards in play
        "region_cards": (),
        "card_region": (REGION_CARDS,),
        "protects": (cards, REGION_CARDS),  # the id of the move that lays a region card on a class card, or 0
    }
    return Layout("AfricanusBox", fields, (*wide, "protects"))


RATTUS_BOX = box_layout(RATTUS_EDITION)
AFRICANUS_BOX = box_layout(AFRICANUS_EDITION)

Token = tuple[bool, Face]  # is it a starting token, and what it shows


class Kind(NamedTuple):
    """Tokens that are alike: starting or not, the face, and how many there are."""

    starting: bool
    face: Face
    copies: int


class Box:
    """The components of one game by name, and `record`: the same as numbers for the rules."""

    def __init__(
        self, edition: Edition, components: Components, players: int, options: dict[str, Any], kinds: tuple[Kind, ...]
    ) -> None:
        self.edition = edition
        self.components = components
        self.players = players
        self.options = options
        usual = defaults(edition)
        self._agreed = {name: value for name, value in options.items() if value != usual[name]}
        self.seats = SEATS[:players]
        self.cards = edition.cards
        self.regions = components.use[players]
        self.region_cards = tuple(card for card in components.region_cards if card.region in self.regions)
        self.region_card_names = tuple(card.name for card in self.region_cards)
        self.slot_names = tuple(tuple(f"{name}.{slot}" for slot in range(1, SLOTS + 1)) for name in self.regions)
        self.kinds = kinds
        self.starting = (*(kind.starting for kind in kinds), False)  # HIDDEN is -1, the last place
        # Whether starting tokens differ from ordinary ones; not in a position without `starting`.
        self.marked = any(self.starting)
        self.record = (AFRICANUS_BOX if edition.african else RATTUS_BOX).new()
        self._fill_map()
        self._fill_tokens()
        self._fill_options()
        self.moves = self._fill_moves()
        self.ids = {text: move for move, text in enumerate(self.moves)}
        if edition.african:
            self._fill_cards()

    def class_of(self, card: str) -> str:
        """The class of a class card."""
        return class_of(card)

    def read_region(self, word: Any, place: str) -> int:
        """The number of a region, by its name in a position."""
        if word in self.components.regions and word not in self.regions:
            raise FormatError(place, f"{word} is not in use with {self.players} players")
        return read_word(word, self.regions, place)

    def read_slot(self, table: Any, word: str, place: str) -> tuple[int, int]:
        """Region and slot of a token that is there, by its name in a position."""
        region, slot = self.read_slot_word(word, place)
        if slot >= table.count[region]:
            raise FormatError(place, f"there is no token at {word}")
        return region, slot

    def read_slot_word(self, word: str, place: str) -> tuple[int, int]:
        """Region and slot of a token's place."""
        name, dot, number = word.partition(".")
        if not dot or number not in ("1", "2", "3"):
            raise FormatError(place, f"a token is named like gallia.1, not {word!r}")
        return self.read_region(name, place), int(number) - 1

    @property
    def agreed(self) -> dict[str, Any]:
        """The options that differ from the defaults."""
        return copy.deepcopy(self._agreed) if self._agreed else {}

    def _fill_map(self) -> None:
        record = self.record
        record.players, record.regions = self.players, len(self.regions)
        for here, name in enumerate(self.regions):
            beside = [there for there, other in enumerate(self.regions) if (name, other) in self.components.borders]
            record.degree[here] = len(beside)
            record.first_border[here] = record.borders
            record.neighbours[here][: len(beside)] = beside
            for there in beside:
                record.border_from[record.borders], record.border_to[record.borders] = here, there
                record.borders += 1
        for here in range(record.regions):
            reached = {here}
            for _ in range(self.edition.steps[self.players]):
                reached |= {there for past in reached for there in record.neighbours[past][: record.degree[past]]}
            for there in reached - {here}:
                record.near[here][there] = 1

    def _fill_tokens(self) -> None:
        record = self.record
        record.kinds = len(self.kinds)
        for kind, (starting, face, copies) in enumerate(self.kinds):
            record.limit[kind], record.copies[kind], record.starting[kind] = face.limit, copies, int(starting)
            for symbol, times in Counter(face.symbols).items():
                record.symbols[kind][self.edition.symbols.index(symbol)] = times

    def _fill_options(self) -> None:
        record, options = self.record, self.options
        record.symbol = [self.edition.symbols.index(class_of(card)) for card in self.cards]
        record.removed = self.edition.removed[self.players]
        if self.players == 3 and self.edition.removal_is_optional:
            record.removed = options["three_player_removal"]
        record.rounds = self.edition.rounds[self.players]
        record.free_order = int(options["phase_order"] == "free")
        record.compulsory = int(options["placing"] == "compulsory")
        record.max_turns = options["max_turns"]
        record.first = NOBODY if options["first"] is None else SEATS.index(options["first"])

    def _fill_moves(self) -> tuple[str, ...]:
        record = self.record
        borders = list(zip(record.border_from, record.border_to, strict=True))[: record.borders]
        texts = []
        for move, (verb, source, region, number, text) in enumerate(all_moves(self.edition, self, borders)):
            record.verb[move], record.source[move] = verb, source
            record.region[move], record.number[move] = region, number
            texts.append(text)
        for verb in set(record.verb[: len(texts)]):
            record.base[verb] = record.verb.index(verb)
        record.moves = len(texts)
        return tuple(texts)

    def _fill_cards(self) -> None:
        record, chosen = self.record, self.options["cards"]
        record.in_play = self.edition.in_play[self.players]
        record.chosen = [int(chosen != RANDOM and card in chosen) for card in self.cards]
        record.region_cards = len(self.region_cards)
        record.card_region[: len(self.region_cards)] = [self.regions.index(card.region) for card in self.region_cards]
        for move in range(record.moves):
            if record.verb[move] == self.edition.names["PROTECT"]:
                record.protects[record.source[move]][record.number[move]] = move


def make_box(
    edition: Edition,
    components: Components,
    players: int,
    options: Mapping[str, Any],
    tokens: Iterable[Token] | None = None,
) -> Box:
    """The box of a game. `tokens` replaces those of the components."""
    check_players(players, edition.player_counts, edition.title)
    kinds = _kinds(printed_tokens(components) if tokens is None else tokens)
    return _shared_box(edition, components, players, json.dumps(read_options(options, edition, players)), kinds)


@functools.lru_cache(BOX_CACHE_SIZE)
def _shared_box(edition: Edition, components: Components, players: int, options: str, kinds: tuple[Kind, ...]) -> Box:
    return Box(edition, components, players, json.loads(options), kinds)


def printed_tokens(components: Components) -> list[Token]:
    """Every token of the components."""
    return [(True, face) for face in components.starting] + [(False, face) for face in components.ordinary]


def _kinds(tokens: Iterable[Token]) -> tuple[Kind, ...]:
    return tuple(Kind(starting, face, copies) for (starting, face), copies in sorted(Counter(tokens).items()))
