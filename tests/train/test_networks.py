# ruff: noqa: E402  # without PyTorch nothing of rattus.train can be imported
"""Networks as files, in NumPy, in PyTorch and in ONNX: the same answers."""

import copy
import json
import random
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch")
pytest.importorskip("onnx", reason="needs ONNX")

import rattus
from rattus.bots.net import NetPlayer, load_network, observe_sight, save_network, schema_of
from rattus.envs.play import Play, make_setting
from rattus.errors import FormatError
from rattus.match.sight import sight_of
from rattus.train.model import model_of, weights_of
from rattus.train.onnx_file import onnx_model

COUNTS = {name: book.player_counts for name, book in rattus.GAMES.items()}


def rows(name, players, number=6):
    """Observations from the middle of random games."""
    play, choice = Play(make_setting(name, players, {}, compiled=False)), random.Random(players)
    play.begin(players)
    found = []
    while len(found) < number:
        for _ in range(17):
            if play.is_over:
                play.begin()
            play.apply(choice.choice(play.legal))
        if not play.is_over:
            found.append(play.observe(play.to_move))
    return found


@pytest.mark.parametrize("name", COUNTS)
def test_numpy_agrees_with_pytorch(name, make_network) -> None:
    _, network = make_network(name, COUNTS[name], (32, 16))
    model = model_of(network).eval()
    for players in COUNTS[name]:
        for row in rows(name, players, 3):
            logits, values = network.evaluate(row, players)
            with torch.no_grad():
                theirs = model(torch.from_numpy(network.inputs(row, players)).unsqueeze(0))
            np.testing.assert_allclose(logits, theirs[0][0].numpy(), rtol=1e-4, atol=1e-5)
            np.testing.assert_allclose(values, theirs[1][0, :players].numpy(), rtol=1e-4, atol=1e-5)


def test_large_inputs_are_scaled_down_and_the_file_includes_it(make_network) -> None:
    _, network = make_network()
    model = model_of(network)
    inputs = torch.zeros(5, network.meta["observation"])
    inputs[:, 3], inputs[2, 4], inputs[:, 5] = 30, -8, 1
    model.calm(inputs)
    assert model.scales[3:7].tolist() == pytest.approx([2 / 30, 2 / 8, 1, 1])
    with torch.no_grad():
        calmed = model(inputs[2:3])
        first = torch.from_numpy(weights_of(model)["layer0.weight"])
        model.scales.fill_(1)
        model.layers[0].weight.copy_(first.T)
        assert torch.allclose(model(inputs[2:3])[0], calmed[0], atol=1e-4)


@pytest.mark.parametrize(("name", "players"), [("rattus", (2,)), ("cartus", (2, 3, 4))])
def test_onnx_agrees_with_numpy(name, players, make_network) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    _, network = make_network(name, players)
    model = onnx_model(network)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    assert {each.name for each in session.get_inputs()} == (
        {"observation", "players"} if players[1:] else {"observation"}
    )
    for count in players:
        seen = np.stack(rows(name, count)).astype(np.float32)
        given = {"observation": seen}
        if players[1:]:
            given["players"] = np.full((len(seen), 1), count, np.int64)
        logits, values = session.run(["logits", "values"], given)
        for place, row in enumerate(seen):
            mine = network.evaluate(row, count)
            np.testing.assert_allclose(logits[place], mine[0], rtol=1e-3, atol=1e-5)
            np.testing.assert_allclose(values[place, :count], mine[1], rtol=1e-3, atol=1e-5)
    told = json.loads(next(each.value for each in model.metadata_props if each.key == "rattus"))
    assert told["moves"] == list(network.moves)


def test_a_network_without_its_players_gives_other_answers(make_network) -> None:
    """The number of players is an input where there are several."""
    _, network = make_network("cartus", (2, 3))
    row = rows("cartus", 2, 1)[0]
    assert not np.allclose(network.evaluate(row, 2)[0], network.evaluate(row, 3)[0])


def changed(path, **changes):
    network = load_network(path)
    other = path.with_name("other.npz")
    save_network(other, {**network.meta, **changes}, network.weights)
    return other


def test_a_network_for_another_observation_is_refused_in_a_sentence(make_network) -> None:
    path, _ = make_network()
    for schema in ("0123456789abcdef", {"2": "0123456789abcdef"}, {}):
        player = NetPlayer("net", changed(path, schema=schema))
        with pytest.raises(FormatError, match=r"made for another observation of rattus with 2 players .* trained anew"):
            player.choose(sight_of(rattus.new("rattus", 2, 1)), 0)


def test_the_fingerprint_changes_with_the_name_of_any_number() -> None:
    book = rattus.GAMES["cartus"]
    before = schema_of(book, 3)
    box = rattus.engine("cartus", 3, compiled=False).box

    def renamed(box):
        schema = book.schema(box)
        fields = [
            replace(field, name="rodents" if field.name == "rats" else field.name) for field in schema.observation
        ]
        return replace(schema, observation=tuple(fields))

    assert book.schema(box).names() != renamed(box).names()
    assert schema_of(replace_schema(book, renamed), 3) != before


def replace_schema(book, schema):
    other = copy.copy(book)
    object.__setattr__(other, "schema", schema)
    return other


@pytest.mark.parametrize(
    ("game", "players", "why"), [("cartus", 2, "made for rattus"), ("rattus", 3, "made for 2 players")]
)
def test_a_network_for_other_games_is_refused(game, players, why, make_network) -> None:
    path, _ = make_network()
    with pytest.raises(FormatError, match=why):
        NetPlayer("net", path).choose(sight_of(rattus.new(game, players, 1)), 0)


@pytest.mark.parametrize(
    "changes",
    [{"format": 2}, {"layers": [16]}, {"layers": [8, 16]}, {"moves": ["pass"]}, {"seats": 3}, {"players": [2, 3]},
     {"game": "chess"}, {"layers": None}, {"scale": "much"}, {"observation": 5}],
)  # fmt: skip
def test_an_inconsistent_file_is_refused(changes, make_network) -> None:
    path, _ = make_network()
    with pytest.raises(FormatError):
        load_network(changed(path, **changes))


def test_files_that_are_no_networks_are_refused(tmp_path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        load_network(tmp_path / "none.npz")
    (tmp_path / "text.npz").write_text("a network")
    np.savez(tmp_path / "arrays.npz", numbers=np.zeros(3))
    np.savez(tmp_path / "objects.npz", meta=np.array([{}], object))
    for name in ("text", "arrays", "objects"):
        with pytest.raises(FormatError, match="no network"):
            load_network(tmp_path / f"{name}.npz")


def test_weights_beyond_16_bits_are_refused(make_network, tmp_path) -> None:
    _, network = make_network()
    weights = {**network.weights, "value.bias": np.array([1e6, 0], np.float32)}
    with pytest.raises(FormatError, match=r"value\.bias"):
        save_network(tmp_path / "large.npz", network.meta, weights)


def test_the_observation_without_compiled_rules_is_the_engine_s() -> None:
    play = Play(make_setting("cartus", 3, {}, compiled=False))
    play.begin(5)
    for _ in range(60):
        sight = play.sight(play.to_move)
        assert observe_sight(sight) == play.observe(play.to_move).tolist()
        play.apply(play.legal[-1])
        if play.is_over:
            play.begin()
