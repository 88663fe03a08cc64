"""Small recipes and networks."""

import pytest

from rattus.bots.net import load_network, save_network
from rattus.train.recipe import Recipe


@pytest.fixture(autouse=True)
def _one_thread():
    """On a busy machine the threads of PyTorch mostly wait for each other."""
    torch = pytest.importorskip("torch", reason="needs PyTorch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def make_network(tmp_path):
    """Writes a network with random weights and reads it again."""
    import torch

    from rattus.train.model import describe, moves_of, new_model, weights_of

    def make(game="rattus", players=(2,), layers=(16, 8), name="network.npz", seed=0):
        recipe = Recipe(game=game, players=players, layers=layers, steps=1)
        moves = moves_of(recipe)
        torch.manual_seed(seed)
        model = new_model(recipe, len(moves))
        for parameter in model.parameters():
            torch.nn.init.normal_(parameter, 0, 0.2)
        path = tmp_path / name
        save_network(path, describe(recipe, moves, {}), weights_of(model))
        return path, load_network(path)

    return make
