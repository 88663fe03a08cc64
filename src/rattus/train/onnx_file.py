"""Networks as ONNX, for use outside Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from rattus.bots.net import EPSILON, Network
from rattus.errors import FormatError

OPSET = 17  # the first opset with layer normalisation
IR_VERSION = 9  # runtimes of the last years read it


def write_onnx(network: Network, path: Path) -> None:
    """Write a network as ONNX.

    Inputs: `observation`, rows of numbers from the engine, and `players`, the number of players, if the network serves
    several numbers. Outputs: `logits` of its moves and `values` of the seats, the observer first. The list of moves and
    the rest of the network's metadata are in the ONNX metadata as JSON.
    """
    model = onnx_model(network)
    try:
        onnx.save(model, str(path))
    except OSError as error:
        raise FormatError("file", f"{path} cannot be written: {error.strerror}") from None


def onnx_model(network: Network) -> Any:
    """The network as an ONNX model."""
    nodes, constants = [], [_constant("scale", np.float32(network.meta["scale"]))]
    size = network.meta["observation"]
    inputs = [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["rows", size])]
    nodes.append(helper.make_node("Mul", ["observation", "scale"], ["scaled"]))
    row = "scaled"
    if len(network.players) > 1:
        inputs.append(helper.make_tensor_value_info("players", TensorProto.INT64, ["rows", 1]))
        constants.append(_constant("counts", np.array([network.players], np.int64)))
        nodes += [
            helper.make_node("Equal", ["players", "counts"], ["is_count"]),
            helper.make_node("Cast", ["is_count"], ["count"], to=TensorProto.FLOAT),
            helper.make_node("Concat", ["scaled", "count"], ["input"], axis=1),
        ]
        row = "input"
    constants += [_constant(name, array) for name, array in network.weights.items()]
    for number in range(len(network.meta["layers"])):
        layer = f"layer{number}"
        nodes += [
            helper.make_node("Gemm", [row, f"{layer}.weight", f"{layer}.bias"], [f"{layer}.sum"]),
            helper.make_node(
                "LayerNormalization", [f"{layer}.sum", f"{layer}.gain", f"{layer}.shift"], [f"{layer}.norm"],
                epsilon=EPSILON,
            ),
            helper.make_node("Relu", [f"{layer}.norm"], [f"{layer}.out"]),
        ]  # fmt: skip
        row = f"{layer}.out"
    nodes += [
        helper.make_node("Gemm", [row, "policy.weight", "policy.bias"], ["logits"]),
        helper.make_node("Gemm", [row, "value.weight", "value.bias"], ["value.sum"]),
        helper.make_node("Tanh", ["value.sum"], ["values"]),
    ]
    outputs = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["rows", len(network.moves)]),
        helper.make_tensor_value_info("values", TensorProto.FLOAT, ["rows", network.meta["seats"]]),
    ]
    graph = helper.make_graph(nodes, f"rattus-{network.game}", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    helper.set_model_props(model, {"rattus": json.dumps(dict(network.meta), ensure_ascii=False)})
    onnx.checker.check_model(model, full_check=True)
    return model


def _constant(name: str, array: Any) -> Any:
    return numpy_helper.from_array(np.asarray(array), name)
