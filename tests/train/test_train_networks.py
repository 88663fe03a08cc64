# ruff: noqa: E402  # without PyTorch nothing of rattus.train can be imported
"""All networks of a release by one command: trained, measured, bundled, installed, and trained on."""

import json
import zipfile

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch")

import train_networks
from rattus.bots.net import load_network
from rattus.errors import FormatError, RattusError
from rattus.train.model import model_of
from rattus.train.recipe import Recipe
from rattus.train.trainer import Trainer

PLAN = """
[[network]]
name = "rattus"
recipe = "{recipe}"
share = 1

[[network]]
name = "rattus-2"
recipe = "{recipe}"
share = 2
change = {{ players = [2] }}
"""
RECIPE = """
game = "rattus"
players = [2, 3]
steps = 3000
layers = [8]
games = 32
length = 10
minibatch = 400
ladder = ["random"]
ladder_games = 2
ladder_players = [2]
"""


@pytest.fixture
def plan(tmp_path):
    """A plan of two tiny networks."""
    (tmp_path / "tiny.toml").write_text(RECIPE)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.format(recipe=tmp_path / "tiny.toml"))
    return path


@pytest.mark.parametrize("plan_name", ["shared", "each"])
def test_the_networks_of_a_plan_are_small_enough_to_ship_and_serve_every_game(plan_name) -> None:
    entries = train_networks.read_plan(plan_name, [], {})
    assert sum(train_networks.expected_size(entry.recipe) for entry in entries) < train_networks.LARGEST
    served = {(entry.recipe.game, players) for entry in entries for players in entry.recipe.players}
    assert len(served) == 3 + 5 + 4


@pytest.mark.long
def test_a_plan_is_trained_bundled_installed_and_trained_on(plan, tmp_path, capsys) -> None:
    def run(folder, start):
        train_networks.main(
            ["--plan", str(plan), "--minutes", "5", "--folder", str(tmp_path / folder), "--start", str(start),
             "--out", str(tmp_path / f"{folder}-out"), "--device", "cpu", "--threads", "1", "--workers", "1"]
        )  # fmt: skip

    run("first", tmp_path / "nothing")
    assert "2 of 2 networks learned" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "first-out" / "rattus.zip") as archive:
        names = set(archive.namelist())
        told = json.loads(archive.read("rattus-2.json"))
    assert {"rattus.npz", "rattus.json", "rattus-2.npz", "rattus-2.json", "rattus-2.curve.svg"} <= names
    assert told["players"] == [2]
    assert [each["against"] for each in told["strength"]] == ["random"]
    assert told["recipe"]["layers"] == [8]
    package = tmp_path / "package"
    assert "rattus-2.npz" in train_networks.install(tmp_path / "first-out", package)
    first = load_network(package / "rattus-2.npz")
    run("second", package)
    said = capsys.readouterr().out
    assert said.count("'from': 'a network'") == 2
    second = load_network(tmp_path / "second" / "rattus-2" / "network.npz")
    assert second.meta["steps"] > first.meta["steps"]
    assert second.meta["recipe"]["rate"] == pytest.approx(first.meta["recipe"]["rate"] / 2)


def test_training_goes_on_from_the_weights_alone(make_network, tmp_path) -> None:
    """Before any learning, the network gives the same outputs as the one it started from, inputs scaled or not."""
    for known, players in (((2, 3), (2, 3)), ((2, 3), (3,)), ((3,), (3,))):
        _, network = make_network("rattus", known, (16, 8))
        recipe = Recipe(game="rattus", players=players, layers=(16, 8), steps=1, games=16, length=4, ladder=())
        trainer = Trainer(recipe, tmp_path, "cpu", 1)
        trainer.start_from(network)
        self_play = trainer.new_self_play()
        assert trainer.model.scales.min() < 1
        with torch.no_grad():
            logits, values = trainer.model(self_play.inputs(self_play.observations()))
        for game in range(16):
            count = int(self_play.players[game])
            theirs = network.evaluate(self_play.observations()[game].numpy(), count)
            kept = [network.places[move] for move in trainer.moves]
            np.testing.assert_allclose(logits[game].numpy(), theirs[0][kept], rtol=1e-3, atol=1e-3)
            np.testing.assert_allclose(values[game, :count].numpy(), theirs[1], rtol=1e-3, atol=1e-3)
        for games in self_play.groups:
            games.close()
    assert model_of(network).scales.min() == 1


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (Recipe(game="cartus", players=(2,), layers=(16, 8), steps=1), "made for rattus"),
        (Recipe(game="rattus", players=(2,), layers=(16,), steps=1), "layers"),
        (Recipe(game="rattus", players=(4,), layers=(16, 8), steps=1), "made for 2, 3 players"),
    ],
)
def test_training_does_not_start_from_a_network_that_does_not_fit(recipe, why, make_network, tmp_path) -> None:
    _, network = make_network("rattus", (2, 3), (16, 8))
    with pytest.raises(FormatError, match=why):
        Trainer(recipe, tmp_path, "cpu", 1).start_from(network)


def test_networks_over_the_size_limit_are_not_installed(make_network, tmp_path, monkeypatch) -> None:
    path, _ = make_network()
    (tmp_path / "zips").mkdir()
    with zipfile.ZipFile(tmp_path / "zips" / "rattus.zip", "w") as archive:
        archive.write(path, "rattus.npz")
    monkeypatch.setattr(train_networks, "LARGEST", 1000)
    with pytest.raises(RattusError, match="bytes of networks"):
        train_networks.install(tmp_path / "zips", tmp_path / "package")
