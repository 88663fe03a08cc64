"""The components, read from a TOML file and checked: cards, tokens, building cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rattus.errors import FormatError
from rattus.games.cartus.editions import BUILDING_CARDS, BUILDINGS
from rattus.games.cartus.sizes import (
    COPIES,
    FILE,
    IN_GAME,
    MOST_SPECIAL,
    MOST_TOKENS,
    MOST_VALUES,
    PER_CLASS,
    ROUNDS,
    ROW,
)
from rattus.games.cartus.vocabulary import NUNS, SPECIALS
from rattus.kernel.validation import check_fields, read_list, read_map, read_number

SUPPLY_LETTERS = "drl"  # draw a card, discard a rat, look at a card of the nun row (C10)
MOST_SUPPLY = 8


class BuildingCard(NamedTuple):
    """A building, and the supply action that this copy of it shows."""

    building: str
    supply: str


@dataclass(frozen=True, eq=False)
class Components:
    """Copies of a population card by its nuns, special cards, tokens by value, building cards."""

    population: tuple[int, ...]
    specials: tuple[int, ...]
    tokens: Mapping[int, int]
    replacement: Mapping[int, int]
    buildings: tuple[BuildingCard, ...]


def read_components(files: Mapping[str, Mapping[str, Any]]) -> Components:
    """The components from the parsed file."""
    data = files[FILE]
    for name in data:
        if name not in ("population", "special", "victory_points", "replacement", "building"):
            raise FormatError(f"{FILE}, {name}", "unknown part")
    return Components(_population(data), _specials(data), _tokens(data), _replacement(data), _buildings(data))


def supply_text(text: Any, place: str) -> str:
    """A supply action as text: draws first, then rats, then looks."""
    if not isinstance(text, str) or not 1 <= len(text) <= MOST_SUPPLY or not set(text) <= set(SUPPLY_LETTERS):
        raise FormatError(place, f"a supply action is made of the letters d, r and l, not {text!r}")
    return "".join(sorted(text, key=SUPPLY_LETTERS.index))


def _part(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if name not in data:
        raise FormatError(f"{FILE}, {name}", "missing")
    return read_map(data[name], f"{FILE}, {name}")


def _numbers(part: Mapping[str, Any], names: list[str], place: str, most: int) -> dict[str, int]:
    if set(part) != set(names):
        raise FormatError(f"{FILE}, {place}", f"a number for each of {', '.join(names)}, not {_words(part)}")
    return {name: read_number(part[name], f"{FILE}, {place}.{name}", 0, most) for name in names}


def _population(data: Mapping[str, Any]) -> tuple[int, ...]:
    part = _part(data, "population")
    check_fields(part, ("nuns",), f"{FILE}, population")
    nuns = read_map(part.get("nuns"), f"{FILE}, population.nuns")
    copies = _numbers(nuns, [str(number) for number in range(NUNS)], "population.nuns", PER_CLASS)
    if sum(copies.values()) != PER_CLASS:
        raise FormatError(f"{FILE}, population.nuns", f"{PER_CLASS} cards a class, not {sum(copies.values())}")
    return tuple(copies.values())


def _specials(data: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(_numbers(_part(data, "special"), list(SPECIALS), "special", MOST_SPECIAL).values())


def _tokens(data: Mapping[str, Any]) -> dict[int, int]:
    part, place = _part(data, "victory_points"), f"{FILE}, victory_points"
    if not 1 <= len(part) <= MOST_VALUES or not all(_is_value(name) for name in part):
        raise FormatError(place, f"one to {MOST_VALUES} values, each a number up to 99, not {_words(part)}")
    tokens = {int(name): read_number(part[name], f"{place}.{name}", 0, MOST_TOKENS) for name in part}
    if len(tokens) < len(part) or sum(tokens.values()) > MOST_TOKENS:
        raise FormatError(place, f"at most {MOST_TOKENS} tokens, each value once")
    return dict(sorted(tokens.items()))


def _is_value(name: Any) -> bool:
    return isinstance(name, str) and name.isascii() and name.isdigit() and len(name) <= 2


def _words(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names))


def _replacement(data: Mapping[str, Any]) -> dict[int, int]:
    """C5: what is not in the replacement deck must last for all rounds (C8, C9)."""
    found = _numbers(_part(data, "replacement"), [str(players) for players in ROUNDS], "replacement", IN_GAME)
    for players, rounds in ROUNDS.items():
        right = IN_GAME - rounds * ROW[players]
        if found[str(players)] != right:
            raise FormatError(f"{FILE}, replacement.{players}", f"{rounds} rounds leave {right} cards for it (C8, C9)")
    return {int(players): number for players, number in found.items()}


def _buildings(data: Mapping[str, Any]) -> tuple[BuildingCard, ...]:
    own = [building for building in BUILDING_CARDS if building.supply]
    parts: dict[str, Any] = {each.name: {"class": each.class_name, "supply": list(each.supply)} for each in own}
    parts |= _part(data, "building")
    if set(parts) != set(BUILDINGS):
        raise FormatError(f"{FILE}, building", f"each of {', '.join(BUILDINGS)}, not {_words(parts)}")
    cards = []
    for building in BUILDING_CARDS:
        name, right = building.name, building.class_name
        place = f"{FILE}, building.{name}"
        part = read_map(parts[name], place)
        check_fields(part, ("class", "supply"), place)
        if part.get("class") != right:
            raise FormatError(f"{place}.class", f"{right}, not {part.get('class')!r}")
        texts = read_list(part.get("supply"), f"{place}.supply")
        if len(texts) != COPIES:
            raise FormatError(f"{place}.supply", f"{COPIES} supply actions, not {len(texts)}")
        cards += [BuildingCard(name, supply_text(text, f"{place}.supply[{copy}]")) for copy, text in enumerate(texts)]
    return tuple(cards)
