"""The network in PyTorch, and its conversion to and from network files."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from rattus.bots.net import EPSILON, Network, common_moves, schemas_of
from rattus.envs.play import make_setting
from rattus.errors import FormatError
from rattus.kernel.rulebook import Box
from rattus.match.parts import find_game
from rattus.train.recipe import Recipe

LARGEST = 2.0  # the largest magnitude that an input should have
ALIGNMENT = 8  # 16-bit numbers in a 128-bit word


class Model(nn.Module):
    """Dense layers with layer normalisation and ReLU; a policy over all moves and a value for each seat."""

    scales: Tensor

    def __init__(self, inputs: int, layers: Sequence[int], moves: int, seats: int) -> None:
        super().__init__()
        widths = [inputs, *layers]
        self.register_buffer("scales", torch.ones(inputs))  # of the inputs; a network file has them in its first layer
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in itertools.pairwise(widths))
        self.norms = nn.ModuleList(nn.LayerNorm(width, eps=EPSILON) for width in layers)
        self.policy = nn.Linear(widths[-1], moves)
        self.value = nn.Linear(widths[-1], seats)
        for name, parameter in self.named_parameters():
            if name.startswith("norms."):
                continue
            if name.endswith("bias"):
                nn.init.zeros_(parameter)
            else:
                # Small weights in the heads: at first all moves are equally probable and all values near 0.
                nn.init.orthogonal_(parameter, 2**0.5 if name.startswith("layers.") else 0.01)

    def calm(self, inputs: Tensor) -> None:
        """Scale down inputs that are large in this sample: a constant input of 30 would drown out all others."""
        most = inputs.float().abs().amax(0)
        self.scales.copy_((LARGEST / most.clamp(min=1e-6)).clamp(max=1))

    def calm_again(self, inputs: Tensor) -> None:
        """Scale inputs as `calm` does, and the first layer inversely, so that the outputs stay the same."""
        before = self.scales.clone()
        self.calm(inputs)
        with torch.no_grad():
            self.layers[0].weight.mul_((before / self.scales).to(self.layers[0].weight.dtype))

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of all moves, and values from -1 to 1, the observer first."""
        row = _aligned(inputs * self.scales.to(inputs.dtype))
        for layer, norm in zip(self.layers, self.norms, strict=True):
            row = _linear(row, layer)[..., : layer.out_features]
            gain, shift = norm.weight.to(row.dtype), norm.bias.to(row.dtype)
            row = functional.relu(functional.layer_norm(row, norm.normalized_shape, gain, shift, norm.eps))
        logits = _linear(row, self.policy)[..., : self.policy.out_features]
        return logits, torch.tanh(_linear(row, self.value)[..., : self.value.out_features].float())


def _aligned(rows: Tensor) -> Tensor:
    """Rows with zeros up to a whole number of words: a GPU multiplies others at a third of the speed."""
    return functional.pad(rows, (0, -rows.shape[-1] % ALIGNMENT)) if rows.is_cuda else rows


def _linear(row: Tensor, layer: nn.Linear) -> Tensor:
    """A linear layer on rows of any number type, which may be padded; on a GPU its output is padded too."""
    more = -layer.out_features % ALIGNMENT if row.is_cuda else 0
    weight = functional.pad(layer.weight, (0, row.shape[-1] - layer.in_features, 0, more)).to(row.dtype)
    return functional.linear(row, weight, functional.pad(layer.bias, (0, more)).to(row.dtype))


def boxes_of(recipe: Recipe) -> list[Box]:
    """The parts of the game for each number of players of a recipe."""
    return [make_setting(recipe.game, count, recipe.options, compiled=False).engine.box for count in recipe.players]


def moves_of(recipe: Recipe) -> tuple[str, ...]:
    """All moves that a network of this recipe knows."""
    return common_moves(boxes_of(recipe))


def input_size(recipe: Recipe) -> int:
    """The number of inputs: the observation, and a one-hot number of players if there are several."""
    return find_game(recipe.game).observation + (len(recipe.players) if len(recipe.players) > 1 else 0)


def new_model(recipe: Recipe, moves: int) -> Model:
    """An untrained network for a recipe."""
    return Model(input_size(recipe), recipe.layers, moves, max(recipe.players))


def describe(recipe: Recipe, moves: Sequence[str], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a network file."""
    rulebook = find_game(recipe.game)
    return {
        "game": recipe.game, "players": list(recipe.players), "observation": rulebook.observation,
        "schema": schemas_of(rulebook, recipe.players), "rules_version": rulebook.version, "actions": len(moves),
        "seats": max(recipe.players), "layers": list(recipe.layers), "scale": recipe.scale,
        "recipe": recipe.as_data(), **facts, "moves": list(moves),
    }  # fmt: skip


def weights_of(model: Model) -> dict[str, np.ndarray[Any, Any]]:
    """The weights as a network file has them: a row for each input."""
    state: dict[str, Tensor] = {_file_name(name): tensor for name, tensor in model.named_parameters()}
    state["layer0.weight"] = state["layer0.weight"] * model.scales
    state = {name: tensor.detach() for name, tensor in state.items()}
    return {name: np.ascontiguousarray(tensor.float().cpu().numpy().T) for name, tensor in state.items()}


def model_of(network: Network) -> Model:
    """The network of a file in PyTorch."""
    inputs, layers = network.weights["layer0.weight"].shape[0], network.meta["layers"]
    model = Model(inputs, layers, len(network.moves), network.meta["seats"])
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(torch.from_numpy(network.weights[_file_name(name)].T.copy()))
    return model


def adopt(model: Model, recipe: Recipe, moves: Sequence[str], network: Network) -> None:
    """Give a model the weights of a network of the same layers: also of one for more numbers of players.

    Moves that the network does not know start with weights of 0. FormatError if it does not fit.
    """
    if network.game != recipe.game:
        raise FormatError("net", f"made for {network.game}, not for {recipe.game}")
    for name, found, wanted in (
        ("layers", tuple(network.meta["layers"]), recipe.layers), ("scale", network.meta["scale"], recipe.scale),
    ):  # fmt: skip
        if found != wanted:
            raise FormatError("net", f"it has {name} {found}, the recipe {wanted}")
    for players in recipe.players:
        network.check(find_game(recipe.game), players)
    weights, size = dict(network.weights), network.meta["observation"]
    counts = weights["layer0.weight"][size:]  # a row for each number of players, if there are several
    if len(network.players) == 1:
        counts = np.zeros_like(weights["layer0.bias"])[None]
    chosen = [counts[network.players.index(players)] for players in recipe.players]
    rows = weights["layer0.weight"][:size]
    if len(chosen) == 1:
        weights["layer0.weight"], weights["layer0.bias"] = rows, weights["layer0.bias"] + chosen[0]
    else:
        weights["layer0.weight"] = np.concatenate([rows, np.stack(chosen)])
    for name in ("policy.weight", "policy.bias"):
        array = np.zeros((*weights[name].shape[:-1], len(moves)), np.float32)
        for place, text in enumerate(moves):
            if text in network.places:
                array[..., place] = weights[name][..., network.places[text]]
        weights[name] = array
    for name in ("value.weight", "value.bias"):
        weights[name] = weights[name][..., : max(recipe.players)]
    with torch.no_grad():
        model.scales.fill_(1)
        for name, parameter in model.named_parameters():
            parameter.copy_(torch.from_numpy(weights[_file_name(name)].T.copy()))


def _file_name(name: str) -> str:
    """What a network file calls a weight of the model: `norms.0.bias` is `layer0.shift`."""
    part, _, rest = name.partition(".")
    if part not in ("layers", "norms"):
        return name
    number, _, kind = rest.partition(".")
    if part == "norms":
        kind = {"weight": "gain", "bias": "shift"}[kind]
    return f"layer{number}.{kind}"
