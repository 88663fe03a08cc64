"""On a GPU a minibatch is recorded and replayed: the weights must be those of learning kernel by kernel."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from rattus.train import learner  # noqa: E402
from rattus.train.recipe import load_recipe  # noqa: E402
from rattus.train.trainer import Trainer  # noqa: E402

NUMBER = 4096


@pytest.mark.filterwarnings("default")  # compilers warn of small grids and old interfaces
@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_recorded_minibatches_learn_the_same_as_eager_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = {"games": NUMBER, "length": 8, "minibatch": NUMBER, "ladder": [], "past": 0.0, "players": [2]}
    trainer = Trainer(load_recipe("rattus").changed(changes), tmp_path, "cuda")
    self_play = trainer.new_self_play()
    generator, model, optimizer = trainer._generator, trainer._fused, trainer.optimizer
    recorded = learner.Learner(self_play, model, optimizer)
    for _ in range(3):
        rollout = self_play.collect(model, None, generator)
        recorded.learn(rollout, 0.02, generator)
    assert recorded._graph is not None

    weights = {name: tensor.clone() for name, tensor in trainer.model.state_dict().items()}
    moments = copy.deepcopy(optimizer.state_dict()["state"])
    chance = generator.get_state()

    def learned(by: learner.Learner) -> list[torch.Tensor]:
        trainer.model.load_state_dict(weights)
        for mine, before in zip(optimizer.state.values(), moments.values(), strict=True):
            for name, tensor in before.items():
                mine[name].copy_(tensor)
        generator.set_state(chance)
        by.learn(rollout, 0.02, generator)
        return [parameter.detach().clone() for parameter in trainer.model.parameters()]

    replayed = learned(recorded)
    monkeypatch.setattr(learner, "EAGER", 10**9)  # never recorded
    eager = learned(learner.Learner(self_play, model, optimizer))
    assert any(not torch.equal(now, before) for now, before in zip(eager, weights.values(), strict=False))
    assert all(torch.equal(one, other) for one, other in zip(replayed, eager, strict=True))
    self_play.close()
