"""The components, read from TOML files and checked: map, tokens, region cards."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rattus.errors import FormatError
from rattus.games.rattus.editions import CLASSES, MAP, REGION_CARD_FILE, Edition
from rattus.games.rattus.sizes import PER_REGION
from rattus.kernel.validation import read_list, read_number

LIMITS = range(1, 7)
MOST_SYMBOLS = 8  # far above any printed token

# Majority and all come first, as in the TOML files.
_ORDER = ("majority", "all", *CLASSES)


class Face(NamedTuple):
    """What a rat token shows (R3)."""

    limit: int
    symbols: tuple[str, ...]


class RegionCard(NamedTuple):
    """A region, and the classes that the card protects (A6, A11)."""

    region: str
    classes: tuple[str, ...]  # two, or all: '?'

    @property
    def name(self) -> str:
        """Its name in moves and positions: `gallia:bourgeoisie+church`, `anglia:?`."""
        return f"{self.region}:{'?' if self.classes == CLASSES else '+'.join(self.classes)}"


@dataclass(frozen=True, eq=False)
class Components:
    """Regions in map order, which of them are in use, borders in both directions, tokens and region cards."""

    regions: tuple[str, ...]
    use: Mapping[int, tuple[str, ...]]
    borders: frozenset[tuple[str, str]]
    starting: tuple[Face, ...]
    ordinary: tuple[Face, ...]
    region_cards: tuple[RegionCard, ...]


def read_components(edition: Edition, files: Mapping[str, Mapping[str, Any]]) -> Components:
    """The components from the parsed files, each by its name in `edition.files`."""
    tints = _tints(files[MAP])
    regions = tuple(itertools.chain.from_iterable(tints.values()))
    _check_regions(regions)
    borders = _borders(files[MAP], regions)
    use = _use(edition, files[MAP], tints)
    for players, in_use in use.items():
        _check_connected(players, in_use, borders)
    starting = _tokens(edition, files[edition.token_file], "starting", edition.starting)
    ordinary = _tokens(edition, files[edition.token_file], "ordinary", edition.tokens - edition.starting)
    region_cards = _region_cards(files[REGION_CARD_FILE], regions) if edition.african else ()
    return Components(regions, use, borders, starting, ordinary, region_cards)


def read_face(edition: Edition, data: object, place: str) -> Face:
    """A token's face from `{limit, symbols}`."""
    if not isinstance(data, Mapping) or set(data) != {"limit", "symbols"}:
        raise FormatError(place, f"a token is {{limit, symbols}}, not {data!r}")
    limit, symbols = data["limit"], data["symbols"]
    if not _is_number(limit) or limit not in LIMITS:
        raise FormatError(place, f"a limit is a number from 1 to 6, not {limit!r}")
    if not isinstance(symbols, list) or not 1 <= len(symbols) <= MOST_SYMBOLS:
        raise FormatError(place, f"symbols is a list of one to {MOST_SYMBOLS} words, not {symbols!r}")
    for symbol in symbols:
        if symbol not in edition.symbols:
            raise FormatError(place, f"unknown symbol {symbol!r}; there are {', '.join(edition.symbols)}")
    return Face(limit, tuple(sorted(symbols, key=_ORDER.index)))


def read_faces(edition: Edition, data: Any, place: str, most: int) -> list[Face | None]:
    """Tokens from a list of faces, or from a number of arbitrary ones."""
    if isinstance(data, int) and not isinstance(data, bool):
        return [None] * read_number(data, place, 0, most)
    faces = read_list(data, place)
    if len(faces) > most:
        raise FormatError(place, f"at most {most} tokens, not {len(faces)}")
    return [
        None if face is None else read_face(edition, face, f"{place}[{number}]") for number, face in enumerate(faces)
    ]


def _tints(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    tints = _part(data, MAP, "regions")
    for tint, names in tints.items():
        if not isinstance(names, list) or not all(isinstance(name, str) and name.isidentifier() for name in names):
            raise FormatError(f"{MAP}, regions.{tint}", f"a list of region names, not {names!r}")
    return {tint: tuple(names) for tint, names in tints.items()}


def _check_regions(regions: tuple[str, ...]) -> None:
    twice = sorted({name for name in regions if regions.count(name) > 1})
    if twice:
        raise FormatError(f"{MAP}, regions", f"named twice: {', '.join(twice)}")


def _borders(data: Mapping[str, Any], regions: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    found = set()
    for kind, pairs in _part(data, MAP, "borders").items():
        if not isinstance(pairs, list):
            raise FormatError(f"{MAP}, borders.{kind}", f"a list of pairs, not {pairs!r}")
        for number, pair in enumerate(pairs):
            place = f"{MAP}, borders.{kind}[{number}]"
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
                raise FormatError(place, f"two different regions, not {pair!r}")
            for name in pair:
                if name not in regions:
                    raise FormatError(place, f"unknown region {name!r}")
            found |= {(pair[0], pair[1]), (pair[1], pair[0])}
    return frozenset(found)


def _use(edition: Edition, data: Mapping[str, Any], tints: Mapping[str, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    rows = _part(data, MAP, "use")
    use = {}
    for players in edition.player_counts:
        place = f"{MAP}, use.{players}"
        if str(players) not in rows:
            raise FormatError(place, "missing")
        names = rows[str(players)]
        for tint in names:
            if tint not in tints:
                raise FormatError(place, f"unknown tint {tint!r}; there are {', '.join(tints)}")
        in_use = tuple(itertools.chain.from_iterable(tints[tint] for tint in tints if tint in names))
        if not 2 <= len(in_use) <= edition.regions:
            raise FormatError(place, f"2 to {edition.regions} regions can be in use, not {len(in_use)}")
        use[players] = in_use
    return use


def _check_connected(players: int, in_use: tuple[str, ...], borders: frozenset[tuple[str, str]]) -> None:
    """The pawn must be able to move from everywhere to everywhere (R25)."""
    reached, edge = {in_use[0]}, [in_use[0]]
    while edge:
        here = edge.pop()
        beyond = [name for name in in_use if (here, name) in borders and name not in reached]
        reached.update(beyond)
        edge += beyond
    if len(reached) < len(in_use):
        cut_off = sorted(set(in_use) - reached)
        raise FormatError(f"{MAP}, borders", f"with {players} players no way leads to {', '.join(cut_off)}")


def _tokens(edition: Edition, data: Mapping[str, Any], kind: str, number: int) -> tuple[Face, ...]:
    rows = data.get(kind)
    if not isinstance(rows, list) or len(rows) != number:
        found = len(rows) if isinstance(rows, list) else "none"
        raise FormatError(f"{edition.token_file}, {kind}", f"{number} tokens are needed, found {found}")
    return tuple(read_face(edition, row, f"{edition.token_file}, {kind}[{place}]") for place, row in enumerate(rows))


def _region_cards(data: Mapping[str, Any], regions: tuple[str, ...]) -> tuple[RegionCard, ...]:
    rows = _part(data, REGION_CARD_FILE, "cards")
    for name in rows:
        if name not in regions:
            raise FormatError(f"{REGION_CARD_FILE}, cards.{name}", "unknown region")
    cards = []
    for region in regions:
        place = f"{REGION_CARD_FILE}, cards.{region}"
        texts = rows.get(region)
        if not isinstance(texts, list) or len(texts) != PER_REGION:
            raise FormatError(place, f"a list of {PER_REGION} cards, not {texts!r}")
        cards += [RegionCard(region, _protected(text, f"{place}[{number}]")) for number, text in enumerate(texts)]
    if len(set(cards)) < len(cards):
        raise FormatError(REGION_CARD_FILE, "the cards of a region must differ")
    return tuple(cards)


def _protected(text: object, place: str) -> tuple[str, ...]:
    if text == "?":
        return CLASSES
    words = text.split("+") if isinstance(text, str) else []
    if len(words) != 2 or words[0] == words[1] or not set(words) <= set(CLASSES):
        raise FormatError(place, f"two classes like church+magic, or '?', not {text!r}")
    return tuple(sorted(words, key=CLASSES.index))


def _part(data: Mapping[str, Any], file: str, name: str) -> Mapping[str, Any]:
    part = data.get(name)
    if not isinstance(part, Mapping):
        raise FormatError(f"{file}, {name}", "missing")
    return part


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
