"""The box of Rattus: what is printed and agreed and never changes in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rattus.errors import FormatError
from rattus.games.rattus.components import PLAYER_COUNTS, Components, Face
from rattus.games.rattus.moves import all_moves
from rattus.games.rattus.options import DEFAULTS, read_options
from rattus.games.rattus.table import REGIONS, TOKENS
from rattus.games.rattus.words import NOBODY, SEATS, SYMBOLS, VERBS
from rattus.kernel.layout import Layout

BORDERS = REGIONS * (REGIONS - 1)  # at most, each way counted
MOVES = 1024  # kinds of moves, at most: 8 a region, 6 a border and way, and some 60 more
REMOVED = {2: 12, 4: 0}  # ordinary tokens that leave the game at set-up (R9); with three players it is an option

BOX = Layout(
    "Box",
    {
        "players": (),
        "regions": (),
        "neighbours": (REGIONS, REGIONS),  # of each region, the first `degree` of the row
        "degree": (REGIONS,),
        "near": (REGIONS, REGIONS),  # 1: another region, at most two steps away (R22)
        "borders": (),  # each way counted
        "border_from": (BORDERS,),
        "border_to": (BORDERS,),
        # token faces
        "kinds": (),
        "limit": (TOKENS,),
        "symbols": (TOKENS, len(SYMBOLS)),  # how often each symbol is on the face
        "copies": (TOKENS,),  # tokens with this face in the game
        "starting": (TOKENS,),  # 1: they are starting tokens
        # editions
        "removed": (),
        "free_order": (),
        "compulsory": (),
        "max_turns": (),
        "first": (),  # the agreed first player, or NOBODY
        # moves by id
        "moves": (),
        "base": (len(VERBS),),  # the first id of each verb
        "verb": (MOVES,),
        "source": (MOVES,),
        "region": (MOVES,),
        "number": (MOVES,),
    },
    wide=("borders", "max_turns", "moves", "base"),
)


Token = tuple[bool, Face]  # is it a starting token, and what it shows


class Kind(NamedTuple):
    """Tokens that are alike: whether they are starting tokens, what they show, and how many there are."""

    starting: bool
    face: Face
    copies: int


class Box:
    """The parts of one game with their names, and `record`: the same as numbers for the rules."""

    def __init__(
        self,
        components: Components,
        players: int,
        options: Mapping[str, Any],
        tokens: Iterable[Token] | None = None,
    ) -> None:
        """`tokens`: all tokens in the game, if not those of the components."""
        if type(players) is not int or players not in PLAYER_COUNTS:
            raise FormatError("players", f"Rattus is for 2, 3 or 4 players, not {players!r}")
        self.components = components
        self.players = players
        self.options = read_options(options, players)
        self.seats = SEATS[:players]
        self.regions = components.use[players]
        self.kinds = _kinds(printed_tokens(components) if tokens is None else tokens)
        self.record = BOX.new()
        self._fill_map()
        self._fill_tokens()
        self._fill_editions()
        self.moves = self._fill_moves()
        self.ids = {text: move for move, text in enumerate(self.moves)}

    @property
    def agreed(self) -> dict[str, Any]:
        """The options that differ from the defaults."""
        return {name: value for name, value in self.options.items() if value != DEFAULTS[name]}

    @property
    def marked(self) -> bool:
        """Whether starting tokens can be told from ordinary ones; not so in a position that does not say."""
        return any(kind.starting for kind in self.kinds)

    def _fill_map(self) -> None:
        record = self.record
        record.players, record.regions = self.players, len(self.regions)
        for here, name in enumerate(self.regions):
            beside = [there for there, other in enumerate(self.regions) if (name, other) in self.components.borders]
            record.degree[here] = len(beside)
            record.neighbours[here][: len(beside)] = beside
            for there in beside:
                record.border_from[record.borders], record.border_to[record.borders] = here, there
                record.borders += 1
        for here in range(record.regions):
            for there in record.neighbours[here][: record.degree[here]]:
                for beyond in (there, *record.neighbours[there][: record.degree[there]]):
                    record.near[here][beyond] = int(beyond != here)

    def _fill_tokens(self) -> None:
        record = self.record
        record.kinds = len(self.kinds)
        for kind, (starting, face, copies) in enumerate(self.kinds):
            record.limit[kind], record.copies[kind], record.starting[kind] = face.limit, copies, int(starting)
            for symbol, times in Counter(face.symbols).items():
                record.symbols[kind][SYMBOLS.index(symbol)] = times

    def _fill_editions(self) -> None:
        record, options = self.record, self.options
        record.removed = REMOVED.get(self.players, options["three_player_removal"])
        record.free_order = int(options["phase_order"] == "free")
        record.compulsory = int(options["placing"] == "compulsory")
        record.max_turns = options["max_turns"]
        record.first = NOBODY if options["first"] is None else SEATS.index(options["first"])

    def _fill_moves(self) -> tuple[str, ...]:
        record = self.record
        borders = list(zip(record.border_from, record.border_to, strict=True))[: record.borders]
        texts = []
        for move, (verb, source, region, number, text) in enumerate(all_moves(self.regions, borders)):
            record.verb[move], record.source[move] = verb, source
            record.region[move], record.number[move] = region, number
            texts.append(text)
        for verb in range(len(VERBS)):
            record.base[verb] = record.verb.index(verb)
        record.moves = len(texts)
        return tuple(texts)


def printed_tokens(components: Components) -> list[Token]:
    """Every token of the tables."""
    return [(True, face) for face in components.starting] + [(False, face) for face in components.ordinary]


def _kinds(tokens: Iterable[Token]) -> tuple[Kind, ...]:
    return tuple(Kind(starting, face, copies) for (starting, face), copies in sorted(Counter(tokens).items()))
