"""Networks: their files, their moves, and players that use one without search. Needs only NumPy.

A file has the weights as arrays and a description as JSON. A network is made of dense layers, each followed by
layer normalisation and ReLU; then a policy over its moves and a value for each seat, the observer first.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.bots.levels import Attention
from rattus.bots.protocol import Choice, Option
from rattus.errors import FormatError
from rattus.kernel.engine import Engine
from rattus.kernel.random import draw, stream
from rattus.kernel.rulebook import Box, Rulebook
from rattus.match.parts import find_game, shipped_parts
from rattus.match.sight import Sight

FORMAT = 1
META = "meta"
EPSILON = 1e-5  # of layer normalisation
MOST_FOR_ONE_THREAD = 400_000  # numbers of a matrix
NO_MOVE = -1
SHIPPED = Path(__file__).resolve().parent.parent / "data" / "nets"
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Network:
    """Weights and `meta`: game, players, moves, layers, recipe, steps, strength and more."""

    meta: Mapping[str, Any]
    weights: Mapping[str, Floats]

    @property
    def game(self) -> str:
        """The name of the game it plays."""
        return str(self.meta["game"])

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that it plays with."""
        return tuple(self.meta["players"])

    @functools.cached_property
    def moves(self) -> tuple[str, ...]:
        """Its moves in the order of its policy (see `relative`)."""
        return tuple(self.meta["moves"])

    @functools.cached_property
    def places(self) -> dict[str, int]:
        """The place of each move in the policy."""
        return {text: place for place, text in enumerate(self.moves)}

    def inputs(self, observation: Sequence[int] | NDArray[np.int8], players: int) -> Floats:
        """The input of the first layer: the observation, and the number of players if it plays several."""
        row = np.zeros(self.weights["layer0.weight"].shape[0], np.float32)
        size = self.meta["observation"]
        row[:size] = np.asarray(observation, np.float32) * self.meta["scale"]
        if len(self.players) > 1:
            row[size + self.players.index(players)] = 1
        return row

    def evaluate(self, observation: Sequence[int] | NDArray[np.int8], players: int) -> tuple[Floats, Floats]:
        """The logits of all its moves, and what the game is worth to each seat from -1 to 1, the observer first."""
        row, weights = self.inputs(observation, players), self.weights
        for number in range(len(self.meta["layers"])):
            layer = f"layer{number}"
            used = np.flatnonzero(row)  # skip zeros: most inputs, and half of the numbers after a ReLU
            row = row[used] @ weights[f"{layer}.weight"][used] + weights[f"{layer}.bias"]
            row = (row - row.mean()) / np.sqrt(row.var() + EPSILON)
            row = np.maximum(row * weights[f"{layer}.gain"] + weights[f"{layer}.shift"], 0)
        logits = product(row, weights["policy.weight"]) + weights["policy.bias"]
        values = np.tanh(row @ weights["value.weight"] + weights["value.bias"])
        return logits, values[:players]

    def check(self, rulebook: Rulebook, players: int) -> None:
        """FormatError if it was made for another game, another observation or other numbers of players."""
        if self.game != rulebook.name:
            raise FormatError("net", f"made for {self.game}, not for {rulebook.name}")
        if players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise FormatError("net", f"made for {counts} players, not for {players}")
        schema, known = schema_of(rulebook, players), self.meta["schema"]
        if not isinstance(known, dict) or known.get(str(players)) != schema:
            raise FormatError(
                "net",
                f"made for another observation of {rulebook.name} with {players} players "
                f"({self.meta['observation']} numbers; now {rulebook.observation}, schema {schema}): "
                "it has to be trained anew",
            )


def product(row: Floats, matrix: Floats) -> Floats:
    """A row times a matrix, in parts so small that OpenBLAS uses one thread.

    With more of them its threads wait for each other, on a busy machine for much longer than they compute.
    """
    width = max(1, MOST_FOR_ONE_THREAD // len(row))
    if matrix.shape[1] <= width:
        return row @ matrix
    return np.concatenate([row @ matrix[:, first : first + width] for first in range(0, matrix.shape[1], width)])


@functools.cache
def schema_of(rulebook: Rulebook, players: int) -> str:
    """A fingerprint of the names of all numbers of an observation: it changes whenever one changes its meaning."""
    box = rulebook.make_box(shipped_parts(rulebook).components, players, {})
    names = "\n".join(rulebook.schema(box).names())
    return hashlib.sha256(f"{rulebook.name}\n{names}".encode()).hexdigest()[:16]


def schemas_of(rulebook: Rulebook, counts: Iterable[int]) -> dict[str, str]:
    """The fingerprints for several numbers of players, as a network file keeps them."""
    return {str(players): schema_of(rulebook, players) for players in counts}


def save_network(path: Path, meta: Mapping[str, Any], weights: Mapping[str, NDArray[Any]]) -> None:
    """Write a network with 16-bit weights, atomically."""
    with np.errstate(over="ignore"):  # checked below
        arrays = {name: np.asarray(array, np.float16) for name, array in weights.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise FormatError("net", f"{name} is out of range")
    text = json.dumps({"format": FORMAT, **meta}, ensure_ascii=False)
    contents: dict[str, Any] = {META: np.frombuffer(text.encode(), np.uint8), **arrays}
    draft = path.with_suffix(".part")
    with draft.open("wb") as file:
        # Without allow_pickle=False: NumPy before 2.2 would store that as an array. Plain numbers are never pickled.
        np.savez_compressed(file, **contents)
    draft.replace(path)


def load_network(path: Path) -> Network:
    """Read a network. FormatError if the file does not hold one."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            meta = json.loads(arrays[META].tobytes())
            weights = {name: arrays[name].astype(np.float32) for name in arrays.files if name != META}
    except OSError as error:
        raise FormatError("net", f"{path} cannot be read: {error.strerror or error}") from None
    except Exception:  # of a damaged file NumPy, zipfile and zlib raise a dozen kinds
        raise FormatError("net", f"{path} is no network of ours") from None
    if not isinstance(meta, dict) or meta.get("format") != FORMAT:
        raise FormatError("net", f"{path} has another format than {FORMAT}")
    network = Network(meta, weights)
    _check_shapes(path, network)
    return network


def _check_shapes(path: Path, network: Network) -> None:
    """FormatError unless all weights of the layers are present and their shapes fit."""
    try:
        meta = network.meta
        find_game(network.game)
        size = meta["observation"] + (len(network.players) if len(network.players) > 1 else 0)
        expected: dict[str, tuple[int, ...]] = {}
        for number, width in enumerate(meta["layers"]):
            expected[f"layer{number}.weight"] = (size, width)
            expected |= {f"layer{number}.{name}": (width,) for name in ("bias", "gain", "shift")}
            size = width
        for head, width in (("policy", len(network.moves)), ("value", meta["seats"])):
            expected |= {f"{head}.weight": (size, width), f"{head}.bias": (width,)}
        float(meta["scale"])
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError("net", f"{path} does not say what it is: {error}") from None
    if not all(np.isfinite(array).all() for array in network.weights.values()):
        raise FormatError("net", f"{path} has weights that are no numbers")
    shapes = {name: array.shape for name, array in network.weights.items()}
    if shapes != expected:
        wrong = sorted(name for name in shapes.keys() | expected.keys() if shapes.get(name) != expected.get(name))
        raise FormatError("net", f"{path}: {wrong[0]} does not fit its layers")


def shipped_network(game: str, players: int) -> Network:
    """The network in the package for a game: one for this number of players, or for all. FormatError if none is."""
    for name in (f"{game}-{players}.npz", f"{game}.npz"):
        if (SHIPPED / name).is_file():
            return _shipped(SHIPPED / name)
    raise FormatError("net", f"no network for {game} with {players} players is shipped; name one: net:FILE")


def has_network(rulebook: Rulebook, players: int) -> bool:
    """Whether a network is shipped for a game and a number of players, for the current observation."""
    try:
        shipped_network(rulebook.name, players).check(rulebook, players)
    except FormatError:
        return False
    return True


@functools.cache
def _shipped(path: Path) -> Network:
    return load_network(path)


# ---- the network's own numbering of moves
#
# The engine numbers moves differently for every number of players and names seats by colour, but an observation has the
# observer first. So a network names moves relative to the observer: `rob +1` robs the next player clockwise.


def relative(text: str, seats: Sequence[str], seat: int) -> str:
    """A move's text with other seats counted clockwise from one's own.

    >>> relative("rob green", ("red", "yellow", "green"), 1)
    'rob +1'
    """
    words = text.split(" ")
    return " ".join(f"+{(seats.index(word) - seat) % len(seats)}" if word in seats else word for word in words)


def common_moves(boxes: Iterable[Box]) -> tuple[str, ...]:
    """All moves of several numbers of players, each once, those of the largest game first."""
    by_size = sorted(boxes, key=lambda box: -box.players)
    return tuple(dict.fromkeys(relative(text, box.seats, 0) for box in by_size for text in box.moves))


def engine_moves(moves: Sequence[str], box: Box) -> NDArray[np.int64]:
    """For every seat (row) and every move of a network (column) the engine's number; NO_MOVE if there is none."""
    places = {text: place for place, text in enumerate(moves)}
    found = np.full((box.players, len(moves)), NO_MOVE, np.int64)
    for seat in range(box.players):
        for number, text in enumerate(box.moves):
            place = places.get(relative(text, box.seats, seat))
            if place is not None:
                found[seat, place] = number
    return found


# ---- the player


class NetPlayer:
    """Plays the most probable legal move of a network. Needs only NumPy: no compiler, no PyTorch.

    Without a file it uses the network that is shipped for the game.
    """

    def __init__(self, name: str = "net", path: Path | None = None) -> None:
        self.name = name
        self._network = None if path is None else load_network(path)

    def choose(self, sight: Sight, seed: int | str) -> Choice:  # noqa: ARG002  # it needs no random numbers
        """The best move, and all others in order with their probabilities."""
        logits, values = evaluate_sight(self._network_for(sight), sight)
        order = np.argsort(-logits, kind="stable")
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        moves, hopes = sight.moves, _hopes(sight, values)
        options = tuple(Option(moves[place], 0, float(chances[place]), hopes) for place in order)
        return Choice(options[0].move, options)

    def _network_for(self, sight: Sight) -> Network:
        rulebook, players = sight.parts.rulebook, sight.box.players
        network = shipped_network(rulebook.name, players) if self._network is None else self._network
        network.check(rulebook, players)
        return network

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class PolicyPlayer(NetPlayer):
    """Draws a move from the network's probabilities, among those nearly as probable as the best: no random blunders.

    `temperature` makes the choice wider than the policy (above 1) or narrower; `floor` is the least probability of a
    move that is considered, as a part of that of the best. A forgetful player does not count cards, a shortsighted one
    does not look at the whole table (see `levels.FORGOTTEN` and `levels.OVERLOOKED`).
    """

    def __init__(
        self,
        name: str,
        temperature: float,
        floor: float = 0.0,
        attention: Attention = Attention.FULL,
        path: Path | None = None,
    ) -> None:
        super().__init__(name, path)
        self._temperature, self._floor, self._attention = temperature, floor, attention

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """A random move, and all moves that were considered, in order, with their probabilities."""
        network = self._network_for(sight)
        row = missed_row(sight, self._attention)
        logits, values = evaluate_sight(network, sight, row)
        top = logits.max()
        chances = np.where(np.exp(logits - top) >= self._floor, np.exp((logits - top) / self._temperature), 0.0)
        chances /= chances.sum()
        picked = int(np.searchsorted(np.cumsum(chances), draw(stream(seed)) / (1 << 32), side="right"))
        picked = min(picked, int(np.flatnonzero(chances)[-1]))
        order = [place for place in np.argsort(-chances, kind="stable") if chances[place] > 0]
        hopes = _hopes(sight, values)
        options = tuple(Option(sight.moves[place], 0, float(chances[place]), hopes) for place in order)
        return Choice(sight.moves[picked], options)


def _hopes(sight: Sight, values: Floats) -> dict[str, float]:
    """The value of a position for each seat, from 0 to 1."""
    seats = sight.box.seats
    return {seats[(sight.seat + step) % len(seats)]: float(value + 1) / 2 for step, value in enumerate(values)}


def missed_row(sight: Sight, attention: Attention) -> list[int]:
    """A seat's observation, with the fields that a player misses as they were at the start of the game."""
    row = observe_sight(sight)
    if attention != Attention.FULL:
        first = _first_row(sight.parts.rulebook, sight.box)
        for place in _missed_places(sight.parts.rulebook, sight.box, attention):
            row[place] = first[place]
    return row


@functools.lru_cache(maxsize=32)
def _missed_places(rulebook: Rulebook, box: Box, attention: Attention) -> tuple[int, ...]:
    missed = attention.missed(rulebook.name)
    return tuple(place for place, name in enumerate(rulebook.schema(box).names()) if name.split("/")[0] in missed)


@functools.lru_cache(maxsize=32)
def _first_row(rulebook: Rulebook, box: Box) -> tuple[int, ...]:
    """The observation of the seat to move at the start of a game."""
    engine = Engine(rulebook, box, compiled=False)
    tables, row = engine.tables(1), engine.observation()
    engine.begin(tables, 0, engine.stream(0), engine.move_buffer())
    engine.observe(tables, 0, tables[0].to_move, row)
    return tuple(row)


def observe_sight(sight: Sight) -> list[int]:
    """The observation of a seat, computed without compiled rules."""
    row = [0] * sight.parts.rulebook.observation
    sight.parts.rulebook.rules["encode"](sight.box.record, sight.table, sight.seat, row)
    return row


def evaluate_sight(network: Network, sight: Sight, row: list[int] | None = None) -> tuple[Floats, Floats]:
    """The logits of the legal moves, and the value of the game for each seat, the observer first.

    `row` replaces the observation of the seat, for players that know less.
    """
    logits, values = network.evaluate(observe_sight(sight) if row is None else row, sight.box.players)
    places = network.places
    rows = [places.get(relative(text, sight.box.seats, sight.seat)) for text in sight.moves]
    # A move that the network does not know, from an option that it was not trained with, comes last.
    unknown = float(logits.min()) - 1
    return np.array([unknown if row is None else logits[row] for row in rows], np.float32), values
