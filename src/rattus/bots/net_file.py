"""Networks as files: weights as arrays and what they are as JSON, read and run with NumPy alone.

A network is made of full layers, each followed by layer normalisation and ReLU; then a policy over its moves and a
value for each seat, the observer first.
"""

from __future__ import annotations

import functools
import hashlib
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.errors import FormatError
from rattus.kernel.rulebook import Rulebook
from rattus.match.parts import find_game

FORMAT = 1
META = "meta"
EPSILON = 1e-5  # of layer normalisation
SHIPPED = Path(__file__).resolve().parent.parent / "data" / "nets"
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Network:
    """What was learned, and what of: `meta` says game, players, moves, layers, recipe, steps, strength and more."""

    meta: Mapping[str, Any]
    weights: Mapping[str, Floats]

    @property
    def game(self) -> str:
        """Which game it plays."""
        return str(self.meta["game"])

    @property
    def players(self) -> tuple[int, ...]:
        """For which numbers of players."""
        return tuple(self.meta["players"])

    @functools.cached_property
    def moves(self) -> tuple[str, ...]:
        """Its moves in the order of its policy (see `net_moves`)."""
        return tuple(self.meta["moves"])

    @functools.cached_property
    def places(self) -> dict[str, int]:
        """The place of each move in the policy."""
        return {text: place for place, text in enumerate(self.moves)}

    def inputs(self, observation: Sequence[int] | NDArray[np.int8], players: int) -> Floats:
        """What goes into the first layer: the observation, and the number of players where there are several."""
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
            used = np.flatnonzero(row)  # most inputs are zero, and so are half of the numbers after a ReLU
            row = row[used] @ weights[f"{layer}.weight"][used] + weights[f"{layer}.bias"]
            row = (row - row.mean()) / np.sqrt(row.var() + EPSILON)
            row = np.maximum(row * weights[f"{layer}.gain"] + weights[f"{layer}.shift"], 0)
        logits = row @ weights["policy.weight"] + weights["policy.bias"]
        values = np.tanh(row @ weights["value.weight"] + weights["value.bias"])
        return logits, values[:players]

    def check(self, rulebook: Rulebook, players: int) -> None:
        """FormatError if it was made for another game, another observation or other numbers of players."""
        if self.game != rulebook.name:
            raise FormatError("net", f"made for {self.game}, not for {rulebook.name}")
        if self.meta["schema"] != schema_of(rulebook):
            raise FormatError(
                "net",
                f"made for another observation of {rulebook.name} ({self.meta['observation']} numbers, schema "
                f"{self.meta['schema']}; now {rulebook.observation}, {schema_of(rulebook)}): it has to be trained anew",
            )
        if players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise FormatError("net", f"made for {counts} players, not for {players}")


def schema_of(rulebook: Rulebook) -> str:
    """A fingerprint of what the numbers of an observation mean."""
    return hashlib.sha256(f"{rulebook.name} {rulebook.observation}".encode()).hexdigest()[:16]


def save_network(path: Path, meta: Mapping[str, Any], weights: Mapping[str, NDArray[Any]]) -> None:
    """Write a network with half the digits; the file is whole or not there."""
    with np.errstate(over="ignore"):  # told below
        arrays = {name: np.asarray(array, np.float16) for name, array in weights.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise FormatError("net", f"{name} is out of range")
    text = json.dumps({"format": FORMAT, **meta}, ensure_ascii=False)
    draft = path.with_suffix(".part")
    with draft.open("wb") as file:
        np.savez(file, allow_pickle=False, **{META: np.frombuffer(text.encode(), np.uint8)}, **arrays)
    draft.replace(path)


def load_network(path: Path) -> Network:
    """Read a network. FormatError if the file is none."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            meta = json.loads(arrays[META].tobytes())
            weights = {name: arrays[name].astype(np.float32) for name in arrays.files if name != META}
    except OSError as error:
        raise FormatError("net", f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, zipfile.BadZipFile, EOFError):
        raise FormatError("net", f"{path} is no network of ours") from None
    if not isinstance(meta, dict) or meta.get("format") != FORMAT:
        raise FormatError("net", f"{path} has another format than {FORMAT}")
    network = Network(meta, weights)
    _check_shapes(path, network)
    return network


def _check_shapes(path: Path, network: Network) -> None:
    """All weights that the layers need are there and fit each other."""
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


@functools.cache
def _shipped(path: Path) -> Network:
    return load_network(path)
