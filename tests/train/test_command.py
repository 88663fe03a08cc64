"""Training and networks on the command line."""

import json

import pytest
from typer.testing import CliRunner

from rattus.cli import app

pytest.importorskip("torch", reason="needs PyTorch")
pytest.importorskip("onnx", reason="needs ONNX")

RECIPE = """
game = "rattus"
steps = 1600
layers = [8]
games = 32
length = 25
minibatch = 400
ladder = []
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs `rattus` with arguments in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "my.toml").write_text(RECIPE)
    return lambda *arguments: CliRunner().invoke(app, arguments)


def test_a_run_leaves_a_network_that_can_be_shown_played_and_exported(run, tmp_path) -> None:
    done = run(
        "train", "rattus", "-p", "2,3", "--recipe", "my.toml", "--device", "cpu", "--threads", "1", "--seed", "5"
    )
    assert done.exit_code == 0, done.output
    path = "train-rattus-2-3/network.npz"
    assert path in done.output
    shown = run("net", "show", path)
    assert "rattus for 2, 3 players" in shown.output
    assert "1,600 decisions" in shown.output
    assert "seed 5" in shown.output
    meta = json.loads(run("net", "show", path, "--json").output)
    assert (meta["players"], meta["recipe"]["seed"], meta["layers"]) == ([2, 3], 5, [8])
    assert run("net", "export", "out.onnx", "--network", path).exit_code == 0
    assert (tmp_path / "out.onnx").stat().st_size > 1000
    again = run(
        "train", "rattus", "-p", "2,3", "--recipe", "my.toml", "--device", "cpu", "--threads", "1", "--steps", "3200"
    )
    assert "going on after 1,600 decisions" in again.output
    assert "3,200 decisions" in again.output


def test_a_missing_gpu_is_reported_in_one_line(run, monkeypatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    for is_built, why in ((False, "was built without CUDA"), (True, "finds no NVIDIA GPU here")):
        monkeypatch.setattr("torch.backends.cuda.is_built", lambda is_built=is_built: is_built)
        told = run("train", "rattus", "--device", "cuda")
        assert told.exit_code == 2
        assert f"device: this PyTorch {why}" in told.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("train", "chess"), "chess"),
        (("train", "cartus", "--recipe", "my.toml"), "it is for rattus"),
        (("train", "rattus", "--recipe", "yours.toml"), "no recipe"),
        (("train", "rattus", "-p", "two"), "numbers by commas"),
        (("train", "rattus", "-p", "5"), "rattus is for 2 to 4"),
        (("train", "rattus", "--set", "speed=9"), "speed"),
        (("train", "rattus", "--device", "tpu"), "device: auto, cpu or cuda, not 'tpu'"),
        (("train", "rattus", "--device", "cuda:1"), "CUDA_VISIBLE_DEVICES"),
        (("train", "rattus", "--recipe", "my.toml", "--backend", "moon"), "moon"),
        (("net", "show", "my.toml"), "no network of ours"),
        (("net", "show", "nothing.npz"), "cannot be read"),
        (("net", "show", "chess"), "chess"),
    ],
)
def test_errors_are_reported_in_one_line(run, arguments, why) -> None:
    told = run(*arguments)
    assert told.exit_code == 2
    assert why in told.output
