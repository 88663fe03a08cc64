# ruff: noqa: E402  # without PyTorch nothing of rattus.train can be imported
"""Whole runs: they learn, resume, and can be repeated."""

import json

import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch")

from rattus.bots.net import load_network
from rattus.errors import FormatError, RattusError
from rattus.train.games import BatchGames
from rattus.train.model import model_of, moves_of
from rattus.train.ppo import SelfPlay, masked, snapshot
from rattus.train.ray_self_play import Collector
from rattus.train.recipe import Recipe, load_recipe, read_recipe
from rattus.train.trainer import Trainer

TINY = Recipe(
    game="rattus", players=(2,), seed=3, steps=160_000, layers=(64,), games=256, length=32, epochs=2, minibatch=1024,
    rate=2e-3, last_rate=2e-4, entropy=0.01, ladder=(),
)  # fmt: skip
SHORT = TINY.changed({"steps": 16_000, "games": 64, "length": 25, "past": 0.5, "past_every": 2, "past_kept": 2})


def wins_against_random(path, games=400):
    """The share of games that a network wins as the first or second seat, by its best moves."""
    network = load_network(path)
    model = model_of(network)
    recipe = read_recipe('game = "rattus"\nsteps = 1')
    batch = BatchGames("rattus", 2, games, threads=2)
    batch.reset("judge", stagger=False)
    self_play = SelfPlay(recipe, [batch], moves_of(recipe), torch.device("cpu"))
    mine = torch.arange(games) % 2
    won, open_games = torch.zeros(games), torch.ones(games, dtype=torch.bool)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        while open_games.any():
            masks, to_move = self_play.masks(), self_play.to_move()
            best = masked(model(self_play.inputs(self_play.observations()))[0], masks).argmax(1)
            chance = (torch.rand(masks.shape, generator=generator) * masks).argmax(1)
            self_play.step(torch.where(to_move == mine, best, chance))
            ended = self_play.done() & open_games
            won[ended] = (self_play.rewards()[ended, mine[ended]] + 1) / 2
            open_games &= ~ended
    batch.close()
    return float(won.mean())


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A tiny run."""
    folder = tmp_path_factory.mktemp("learned")
    trainer, told = Trainer(TINY, folder, "cpu", 1), []
    trainer.run(lambda _, stats: told.append(stats))
    return trainer, told


def test_a_tiny_run_learns(learned) -> None:
    trainer, told = learned
    assert wins_against_random(trainer.folder / "network.npz") > 0.75
    assert told[-1].entropy < told[0].entropy
    assert told[-1].explained > 0.2 > told[0].explained


def test_a_run_writes_all_its_files(learned) -> None:
    trainer, _ = learned
    meta = load_network(trainer.folder / "network.npz").meta
    assert meta["steps"] == trainer.steps >= TINY.steps
    assert meta["seed"] == 3
    assert meta["device"]
    assert read_recipe((trainer.folder / "recipe.toml").read_text("utf-8")) == TINY
    assert Recipe(**{**meta["recipe"], "players": (2,), "layers": (64,), "ladder": (), "ladder_players": ()}) == TINY
    lines = [json.loads(line) for line in (trainer.folder / "log.jsonl").read_text("utf-8").splitlines()]
    assert lines[-1]["steps"] == trainer.steps
    assert "<polyline" in (trainer.folder / "curve.svg").read_text("utf-8")


def weights(trainer):
    return torch.cat([parameter.detach().flatten() for parameter in trainer.model.parameters()])


def test_the_same_seed_learns_the_same(tmp_path) -> None:
    found = []
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        trainer = Trainer(SHORT.changed({"seed": seed}), tmp_path / name, "cpu", 1)
        trainer.run()
        found.append(weights(trainer))
    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_a_stopped_run_resumes(tmp_path) -> None:
    def stop(trainer, _):
        if trainer.batches == 4:
            raise KeyboardInterrupt

    first = Trainer(SHORT, tmp_path, "cpu", 1)
    with pytest.raises(KeyboardInterrupt):
        first.run(stop)
    with (tmp_path / "log.jsonl").open("a") as file:  # as if it had gone on and had then been killed
        file.write(json.dumps({**first.log[-1], "steps": first.steps + 1600}) + '\n{"steps": 1')
    (tmp_path / "ladder-800.npz").touch()  # that was being measured
    second = Trainer(SHORT, tmp_path, "cpu", 1)
    assert second.resume()
    assert second.batches == 4
    assert second.log == first.log
    assert second.steps == first.steps
    assert torch.equal(weights(first), weights(second))
    second.run()
    assert second.steps >= SHORT.steps
    assert load_network(tmp_path / "network.npz").meta["steps"] == second.steps
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    assert lines == second.log
    assert [line["steps"] for line in lines] == sorted(line["steps"] for line in lines)
    assert not list(tmp_path.glob("ladder-*"))


def test_a_resumed_run_goes_on_counting_what_its_first_network_had_learned(make_network, tmp_path) -> None:
    _, network = make_network("rattus", (2,), (64,))
    network.meta.update(steps=5000, minutes=2.5)
    first = Trainer(SHORT.changed({"steps": 1600}), tmp_path / "run", "cpu", 1)
    first.start_from(network)
    first.run()
    second = Trainer(SHORT.changed({"steps": 3200}), tmp_path / "run", "cpu", 1)
    assert second.resume()
    second.run()
    meta = load_network(tmp_path / "run" / "network.npz").meta
    assert meta["steps"] == second.steps + 5000 >= 8200
    assert meta["minutes"] >= 2.5


def test_a_run_that_diverges_keeps_its_last_checkpoint(tmp_path) -> None:
    good = Trainer(SHORT.changed({"steps": 1600}), tmp_path, "cpu", 1)
    good.run()
    bad = Trainer(SHORT.changed({"steps": 4800}), tmp_path, "cpu", 1)
    assert bad.resume()

    def diverge(trainer, _):
        with torch.no_grad():
            next(trainer.model.parameters()).fill_(float("nan"))

    with pytest.raises(FormatError, match=r"the run has diverged, and its last checkpoint is kept"):
        bad.run(diverge)
    again = Trainer(SHORT.changed({"steps": 4800}), tmp_path, "cpu", 1)
    assert again.resume()
    assert torch.equal(weights(again), weights(good))


@pytest.mark.parametrize(
    ("name", "content"), [("checkpoint.pt", b""), ("checkpoint.pt", None), ("recipe.toml", b"game = 3"),
                          ("recipe.toml", b"\xff")],
)  # fmt: skip
def test_a_damaged_run_is_named(tmp_path, name, content) -> None:
    Trainer(SHORT.changed({"steps": 1600}), tmp_path, "cpu", 1).run()
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole[: len(whole) // 2] if content is None else content)
    with pytest.raises(FormatError):
        Trainer(SHORT, tmp_path, "cpu", 1).resume()


def test_foreign_lines_of_a_log_are_left_out(tmp_path) -> None:
    first = Trainer(SHORT.changed({"steps": 1600}), tmp_path, "cpu", 1)
    first.run()
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"speed": 3}\n[1]\n"steps"\n')
    second = Trainer(SHORT, tmp_path, "cpu", 1)
    assert second.resume()
    assert second.log == first.log


def test_a_folder_that_cannot_be_made_is_named(tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FormatError, match="cannot be made: File exists"):
        Trainer(SHORT, tmp_path / "file", "cpu", 1).run()


def test_a_run_of_another_network_is_not_resumed(tmp_path) -> None:
    Trainer(SHORT.changed({"steps": 1600}), tmp_path, "cpu", 1).run()
    with pytest.raises(FormatError, match="layers"):
        Trainer(SHORT.changed({"layers": [32]}), tmp_path, "cpu", 1).resume()


def test_a_run_ends_by_the_clock(tmp_path) -> None:
    trainer = Trainer(SHORT.changed({"steps": 0, "minutes": 0.01}), tmp_path, "cpu", 1)
    trainer.run()
    assert trainer.elapsed >= 0.6
    assert trainer.steps > 0


def test_strength_is_measured_and_kept(tmp_path) -> None:
    recipe = SHORT.changed({"steps": 1600, "ladder": ["random"], "ladder_games": 4})
    told = []
    Trainer(recipe, tmp_path, "cpu", 1, ladder_workers=1).run(on_strength=told.append)
    assert [(each.against, each.games, each.players) for each in told] == [("random", 4, 2)]
    meta = load_network(tmp_path / "network.npz").meta
    assert meta["strength"] == [told[0].as_data()]
    assert not list(tmp_path.glob("ladder-*"))
    assert "random" in (tmp_path / "curve.svg").read_text("utf-8")
    again = Trainer(recipe, tmp_path, "cpu", 1, ladder_workers=1)
    assert again.resume()
    again.run(on_strength=told.append)  # it has ended and been measured
    assert len(told) == len(again.strengths) == 1


def test_an_evaluation_that_is_due_at_the_end_is_done_once(tmp_path) -> None:
    changes = {"steps": 1600, "ladder": ["random"], "ladder_games": 2, "ladder_minutes": 1e-9}
    told = []
    Trainer(SHORT.changed(changes), tmp_path, "cpu", 1, ladder_workers=1).run(on_strength=told.append)
    assert len(told) == 1


def test_learning_goes_on_without_an_evaluation_that_fails(tmp_path, monkeypatch) -> None:
    def fail(*_):
        raise RattusError("no processor is left")

    monkeypatch.setattr("rattus.train.ladder.measure", fail)
    recipe = SHORT.changed({"steps": 1600, "ladder": ["random"]})
    trainer = Trainer(recipe, tmp_path, "cpu", 1, ladder_workers=1)
    with pytest.warns(UserWarning, match="an evaluation is missing: no processor is left"):
        trainer.run()
    assert trainer.progress == 1
    assert not trainer.strengths


def test_an_unknown_player_to_be_measured_against_is_named_before_learning(tmp_path) -> None:
    trainer = Trainer(SHORT.changed({"ladder": ["gredy"]}), tmp_path, "cpu", 1)
    with pytest.raises(FormatError, match="no player 'gredy'"):
        trainer.run()
    assert not trainer.steps


def test_workers_play_against_a_network_with_other_layers(make_network, tmp_path) -> None:
    path, _ = make_network("rattus", (2, 3), (16, 8))
    recipe = SHORT.changed({"opponent": str(path), "past": 0.0})
    trainer, worker = Trainer(recipe, tmp_path, "cpu", 1), Collector(recipe, [(2, 8)], "seed")
    found = worker.collect(snapshot(trainer.model), snapshot(trainer._past_opponent()), 1)
    assert found["moves"].shape == (recipe.length, 8)
    assert not found["trained"].all()


def test_a_best_response_learns_against_a_network_that_does_not_change(make_network, tmp_path) -> None:
    path, network = make_network("rattus", (2, 3), (16, 8))
    trainer = Trainer(SHORT.changed({"opponent": str(path), "past": 0.0}), tmp_path, "cpu", 1)
    self_play = trainer.new_self_play()
    assert len(self_play.past_rows) == self_play.number  # the opponent sits in all games
    row = self_play.observations()[0].numpy()
    before = trainer._past_opponent()(self_play.inputs(self_play.observations()))[1][0].detach()
    assert before.tolist() == pytest.approx(network.evaluate(row, 2)[1].tolist(), abs=1e-3)
    stats = trainer.learn_batch(self_play)
    assert stats.entropy > 0
    assert (self_play.learner >= 0).all()
    after = trainer._past_opponent()
    assert after is trainer._past_opponent()
    assert weights_equal(after, Trainer(trainer.recipe, tmp_path / "again", "cpu", 1)._past_opponent())
    self_play.close()


def weights_equal(one, other):
    pairs = zip(one.parameters(), other.parameters(), strict=True)
    return all(torch.equal(mine, theirs) for mine, theirs in pairs)


@pytest.mark.long
def test_the_small_recipe_beats_greedy(tmp_path) -> None:
    """About ten minutes on two processors that have nothing else to do."""
    trainer = Trainer(load_recipe("rattus-small").changed({"ladder": ["greedy"], "ladder_games": 200}), tmp_path, "cpu")
    trainer.run()
    assert trainer.strengths[-1].against == "greedy"
    assert trainer.strengths[-1].wins >= 0.7
