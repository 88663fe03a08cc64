"""Scenarios: a position, some moves, and what must be true then."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import yaml

from rattus.errors import FormatError, IllegalMove, IllegalMoveAt
from rattus.match.game import Game, game_from, new_game
from rattus.match.parts import Parts, find_game, shipped_parts

FIELDS = frozenset({"name", "rules", "position", "setup", "moves", "expect"})
SETUP_FIELDS = frozenset({"game", "players", "seed", "options"})
RESULT_FIELDS = frozenset({
    "points", "ranking", "winners", "dead", "consolation", "reason", "categories", "rats", "nuns",
})  # fmt: skip
RULE_ID = re.compile(r"[RAC][1-9][0-9]*")
MERGE = "tag:yaml.org,2002:merge"  # `<<`, which may be given twice
NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
MAX_NUMBER_LENGTH = 40  # characters: parsing longer ones takes quadratic time
SEAT_MAPS = ("cubes", "palace")  # a seat that is not named has 0
BY_SEAT = (*SEAT_MAPS, "palace_diplomats", "known", "hands", "rats", "points", "looked")
CLOSED = ("regions", "classes", "influence", "stacks")  # maps whose keys are fixed
UNORDERED = ("symbols", "used", "starting", "marked", "diplomats", "discards", "winners", "dead", "consolation")
UNORDERED_BY_SEAT = ("known", "hands", "looked", "points")
NOTHING: tuple[Any, ...] = (None, 0, False, "", [], {})


class LegalCheck(StrEnum):
    """The keys of `expect` that compare the legal moves."""

    EXACTLY = "legal"
    INCLUDES = "legal_includes"
    EXCLUDES = "legal_excludes"
    VERBS = "legal_verbs"


@dataclass(frozen=True)
class Step:
    """One item of `moves`: a seat, its move, and whether it must be refused."""

    seat: str
    text: str
    refused: bool


@dataclass(frozen=True)
class Scenario:
    """A scenario. It begins at a position, or with a new game (`setup`)."""

    name: str
    rules: tuple[str, ...]
    parts: Parts
    position: Mapping[str, Any] | None
    setup: Mapping[str, Any] | None
    steps: tuple[Step, ...]
    expect: Mapping[str, Any]

    def begin(self, seed: int | str = 0) -> Game:
        """The game before the first move. The seed decides what the position leaves open."""
        if self.setup is None:
            return game_from(self.parts, self.position, seed)
        setup = self.setup
        return new_game(self.parts, setup.get("players", 0), setup.get("seed", 0), setup.get("options", {}))

    def check(self) -> list[str]:
        """Play the moves. Returns what is not as expected, one line each."""
        game = self.begin()
        for number, step in enumerate(self.steps, 1):
            trouble = _play(game, step)
            if trouble:
                return [f"move {number}: {trouble}"]
        return list(_differences(game, self.expect))


def read_scenarios(path: Path) -> list[Scenario]:
    """All scenarios of a file. FormatError says where it cannot be read."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(str(path), f"cannot be read: {error}") from error
    documents = _documents(text, _Loader, str(path))
    return [_scenario(document, f"{path}, scenario {number}") for number, document in enumerate(documents, 1)]


def game_of_scenario(text: str, seed: int | str = 0) -> Game:
    """The game after the moves of an untrusted scenario. FormatError says what is wrong.

    The seed decides what the position leaves open.
    """
    documents = _documents(text, _StrictLoader, "scenario")
    if len(documents) > 1:
        raise FormatError("scenario", f"expected one, got {len(documents)}")
    scenario = _scenario(documents[0], "scenario")
    game = scenario.begin(seed)
    for number, step in enumerate(scenario.steps):
        try:
            if not step.refused:
                game.play(step.text, step.seat)
        except IllegalMove as error:
            raise IllegalMoveAt(f"scenario, moves[{number}]", error) from error
    return game


def _documents(text: str, loader: type[yaml.SafeLoader], place: str) -> list[Any]:
    try:
        documents = [document for document in yaml.load_all(text, loader) if document is not None]
    except yaml.YAMLError as error:
        raise FormatError(place, f"not valid YAML: {' '.join(str(error).split())}") from error
    except (ValueError, RecursionError, AttributeError, LookupError) as error:  # raised by PyYAML for some invalid tags
        raise FormatError(place, f"cannot be read: {error}") from error
    if not documents:
        raise FormatError(place, "contains no scenario")
    return documents


class _Loader(yaml.SafeLoader):
    """YAML that refuses huge numbers and duplicate keys."""

    def construct_scalar(self, node: yaml.ScalarNode | yaml.MappingNode) -> str:
        if node.tag in NUMBERS and len(node.value) > MAX_NUMBER_LENGTH:
            raise yaml.constructor.ConstructorError(None, None, "too long a number", node.start_mark)
        return super().construct_scalar(node)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key in [self.construct_object(key, deep=True) for key, _ in node.value if key.tag != MERGE]:
            if not isinstance(key, Hashable) or key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"key given twice: {key!r}", node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


class _StrictLoader(_Loader):
    """YAML without anchors and aliases, with which a few lines can expand to a huge document."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]  # untyped in the stubs
        if getattr(event, "anchor", None) is not None:
            raise yaml.composer.ComposerError(None, None, "anchors are not allowed here", event.start_mark)
        return super().compose_node(parent, index)


def _scenario(data: Any, place: str) -> Scenario:
    try:
        return _read(data)
    except FormatError as error:
        error.prefix_place(place)
        raise


def _read(data: Any) -> Scenario:
    if not isinstance(data, Mapping):
        raise FormatError("document", f"must be a map with position and expect, not {type(data).__name__}")
    for key in data:
        if key not in FIELDS:
            raise FormatError(str(key), f"unknown key; there are {', '.join(sorted(FIELDS))}")
    start = "setup" if "setup" in data else "position"
    for key in (start, "expect"):
        if not isinstance(data.get(key), Mapping):
            raise FormatError(key, "missing" if key not in data else "not a map")
    if "setup" in data and ("position" in data or not set(data["setup"]) <= SETUP_FIELDS):
        raise FormatError("setup", f"must be a map with some of {', '.join(sorted(SETUP_FIELDS))}, and no position")
    if not _is_seed(data[start].get("seed", 0)):
        raise FormatError(f"{start}.seed", "must be a number or a text")
    parts = shipped_parts(find_game(data[start].get("game")))
    scenario = Scenario(
        name=_name(data.get("name", "unnamed")),
        rules=_rules(data.get("rules", [])),
        parts=parts,
        position=data.get("position"),
        setup=data.get("setup"),
        steps=tuple(_steps(data.get("moves", []))),
        expect=data["expect"],
    )
    _check_expectations(scenario)
    return scenario


def _is_seed(data: Any) -> bool:
    return isinstance(data, int) or (isinstance(data, str) and data.isprintable())


def _name(data: Any) -> str:
    if not isinstance(data, str):
        raise FormatError("name", f"must be a text, not {data!r}")
    return data


def _rules(data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(isinstance(rule, str) and RULE_ID.fullmatch(rule) for rule in data):
        raise FormatError("rules", f"must be a list of rule ids, not {data!r}")
    return tuple(data)


def _steps(data: Any) -> Iterator[Step]:
    if not isinstance(data, list):
        raise FormatError("moves", f"must be a list, not {data!r}")
    for number, item in enumerate(data):
        place = f"moves[{number}]"
        if not isinstance(item, Mapping):
            raise FormatError(place, f"a move is `seat: text`, not {item!r}")
        error = item.get("error", "")
        if error not in ("", "illegal"):
            raise FormatError(place, f"the only error is `illegal`, not {error!r}")
        moves = [(seat, text) for seat, text in item.items() if seat != "error"]
        if len(moves) != 1 or not all(isinstance(word, str) for word in moves[0]):
            raise FormatError(place, f"one move is `seat: text`, not {item!r}")
        yield Step(*moves[0], refused=error == "illegal")


def _check_expectations(scenario: Scenario) -> None:
    """Refuse misspelt names in `expect`, which would otherwise never be compared."""
    game = scenario.begin()
    for step in scenario.steps:
        if step.seat not in game.seats:
            raise FormatError("moves", f"there is no seat {step.seat!r}")
    extra = {"result", "view", *LegalCheck}
    position = {key: value for key, value in scenario.expect.items() if key not in extra}
    Comparison(game, in_view=False).check_names(position, "expect")
    for key in set(LegalCheck) & set(scenario.expect):
        if not isinstance(scenario.expect[key], list):
            raise FormatError(f"expect.{key}", "must be a list")
    result = scenario.expect.get("result", {})
    if not isinstance(result, Mapping) or not set(result) <= RESULT_FIELDS:
        raise FormatError("expect.result", f"must be a map with some of {', '.join(sorted(RESULT_FIELDS))}")
    for seat, view in _views(scenario.expect):
        if seat is not None and seat not in game.seats:
            raise FormatError("expect.view", f"there is no seat {seat!r}")
        Comparison(game, in_view=True).check_names(view, f"expect.view.{seat}")


def _views(expect: Mapping[str, Any]) -> list[tuple[str | None, Any]]:
    views = expect.get("view", {})
    if not isinstance(views, Mapping):
        raise FormatError("expect.view", "must be a map from seats to what they see")
    return list(views.items())


def _play(game: Game, step: Step) -> str:
    """Make a move of a scenario. Returns what went wrong, if anything did."""
    before = game.position() if step.refused else None
    try:
        game.play(step.text, step.seat)
    except IllegalMove as error:
        if not step.refused:
            return f"{step.seat}: {error}"
        return "" if game.position() == before else f"{step.seat}: {step.text}: refused, but something changed"
    return f"{step.seat}: {step.text}: must be refused, but it is legal" if step.refused else ""


def _differences(game: Game, expect: Mapping[str, Any]) -> Iterator[str]:
    position = {**game.position(), "options": game.options}
    for key, expected in expect.items():
        if key in set(LegalCheck):
            yield from _legal_differences(game, key, expected)
        elif key == "result":
            yield from _result_differences(game, expected)
        elif key == "view":
            for seat, view in _views(expect):
                yield from Comparison(game, in_view=True).differences(view, game.view(seat), f"view.{seat}")
        else:
            yield from Comparison(game, in_view=False).differences({key: expected}, position, "")


def _legal_differences(game: Game, key: str, expected: list[Any]) -> Iterator[str]:
    found = set(game.legal_texts)
    words = set(map(str, expected))
    if key == LegalCheck.VERBS:
        found = {move.verb for move in game.legal()}
    missing = set() if key == LegalCheck.EXCLUDES else words - found
    surplus = {LegalCheck.INCLUDES: set(), LegalCheck.EXCLUDES: words & found}.get(LegalCheck(key), found - words)
    if missing:
        yield f"{key}: expected {', '.join(sorted(missing))}; found {', '.join(sorted(found)) or 'none'}"
    if surplus:
        yield f"{key}: not expected, but legal: {', '.join(sorted(surplus))}"


def _result_differences(game: Game, expected: Mapping[str, Any]) -> Iterator[str]:
    outcome = game.outcome
    if outcome is None:
        yield f"result: expected {dict(expected)}; found that the game is not over, {game.to_move} is to move"
        return
    yield from Comparison(game, in_view=False).differences(expected, outcome.as_data(), "result")


class Comparison:
    """Compares what a scenario expects with what is found.

    Only what is named is compared. A number matches a list of that length, but not inside a view, where that list
    would be a leak. Some lists have no order.
    """

    def __init__(self, game: Game, in_view: bool) -> None:
        self.game = game
        self.in_view = in_view

    def check_names(self, expected: Any, place: str) -> None:
        """Raise FormatError for an unknown field, region, card or seat."""
        if not isinstance(expected, Mapping):
            raise FormatError(place, f"must be a map, not {expected!r}")
        fields = self.game.parts.rulebook.fields
        position = self.game.position()
        for key, value in expected.items():
            if key not in fields:
                raise FormatError(place, f"unknown key {key!r}")
            if key in CLOSED:
                _check_keys(value, position[key], f"{place}.{key}")
            elif key in BY_SEAT:
                _check_keys(value, self.game.seats, f"{place}.{key}")
            if key == "regions":
                for name, region in value.items():
                    _check_keys(region, position["regions"][name], f"{place}.regions.{name}")
                    _check_keys(region.get("cubes", {}), self.game.seats, f"{place}.regions.{name}.cubes")

    def differences(self, expected: Any, found: Any, place: str) -> Iterator[str]:
        """What is not as expected, one line each."""
        name = place.rpartition(".")[2]
        if isinstance(expected, Mapping) and isinstance(found, Mapping):
            yield from self._map_differences(expected, found, place, name)
        elif isinstance(expected, list) and isinstance(found, list):
            yield from self._list_differences(expected, found, place, name)
        elif not self._equal(expected, found, name):
            yield f"{place}: expected {expected!r}, found {found!r}"

    def _map_differences(
        self, expected: Mapping[str, Any], found: Mapping[str, Any], place: str, name: str
    ) -> Iterator[str]:
        keys = {**found, **expected} if name in SEAT_MAPS else expected
        for key in keys:
            here = f"{place}.{key}" if place else str(key)
            if name in SEAT_MAPS:
                yield from self.differences(expected.get(key, 0), found.get(key, 0), here)
            elif key in found:
                yield from self.differences(expected[key], found[key], here)
            elif (place and (name not in BY_SEAT or place == "result.points")) or expected[key] not in NOTHING:
                yield f"{here}: expected {expected[key]!r}, found nothing"

    def _list_differences(self, expected: list[Any], found: list[Any], place: str, name: str) -> Iterator[str]:
        if len(expected) != len(found):
            yield f"{place}: expected {expected!r}, found {found!r}"
        elif name in UNORDERED or place.split(".")[-2:-1] in [[by_seat] for by_seat in UNORDERED_BY_SEAT]:
            if sorted(map(_key, expected)) != sorted(map(_key, found)):
                yield f"{place}: expected {expected!r}, found {found!r}"
        else:
            for number, (left, right) in enumerate(zip(expected, found, strict=True), 1):
                yield from self.differences(left, right, f"{place}[{number}]")

    def _equal(self, expected: Any, found: Any, name: str) -> bool:
        if isinstance(found, list) and isinstance(expected, int) and not isinstance(expected, bool):
            return (name == "rats" or not self.in_view) and len(found) == expected
        return type(expected) is type(found) and bool(expected == found)


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _check_keys(data: Any, known: Any, place: str) -> None:
    if not isinstance(data, Mapping):
        raise FormatError(place, f"must be a map, not {data!r}")
    for key in data:
        if key not in known:
            raise FormatError(place, f"unknown name {key!r}; there are {', '.join(known)}")
