# ruff: noqa: E402  # without PyTorch nothing of rattus.train can be imported
"""Games of teachers: played, kept, replayed and imitated."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch")

from rattus.bots.net import engine_moves
from rattus.envs.play import make_setting
from rattus.errors import FormatError
from rattus.train.model import moves_of, new_model
from rattus.train.ppo import imitate, masked
from rattus.train.recipe import Recipe
from rattus.train.teacher import load_lessons, main, make_lessons, save_lessons, teach
from rattus.train.trainer import Trainer

RECIPE = Recipe(
    game="cartus", players=(2, 3), steps=1, layers=(32,), win=0.5, lead=0.5, teacher_epochs=30, minibatch=64, rate=3e-3,
    games=8, length=4, ladder=(),
)  # fmt: skip


@pytest.fixture
def lessons(tmp_path):
    """A folder with a game of `greedy` for two and one of a search for three."""
    for players, teacher in ((2, "greedy"), (3, "mcts:6")):
        setting = make_setting("cartus", players, {}, compiled=False)
        games = [teach(setting, teacher, f"{teacher}/{number}") for number in range(2 if players == 2 else 1)]
        save_lessons(tmp_path / f"{players}.npz", {"game": "cartus", "players": players, "teacher": teacher}, games)
    return tmp_path


def test_lessons_are_what_was_played(lessons) -> None:
    moves = moves_of(RECIPE)
    found = load_lessons(sorted(lessons.glob("*.npz")), RECIPE, moves)
    number = len(found.observations)
    assert number > 150
    assert found.masks.shape == found.policies.shape == (number, len(moves))
    assert torch.allclose(found.policies.sum(1), torch.ones(number))
    assert not (found.policies.bool() & ~found.masks).any()
    two = found.counts == 0
    assert (found.policies[two].bool().sum(1) == 1).all()  # `greedy` has one move
    assert (found.policies[~two].bool().sum(1) > 1).any()  # a search has tried several
    assert found.seats[two].sum(1).unique().tolist() == [2]
    assert found.values.abs().max() <= 1
    assert (found.values[two][:, 2] == 0).all()


def test_values_belong_to_seats_whoever_moves(lessons) -> None:
    """Values have the observer first: whichever seat moves, a game has the same value for the same seat."""
    setting = make_setting("cartus", 2, {}, compiled=False)
    lesson = teach(setting, "greedy", "greedy/0")
    found = load_lessons(
        [lessons / "2.npz"], RECIPE.changed({"players": [2]}), moves_of(RECIPE.changed({"players": [2]}))
    )
    values = found.values[: len(lesson.moves)]
    pairs = {tuple(row) for row in values.tolist()}
    assert len(pairs) <= 2
    assert pairs == {pair[::-1] for pair in pairs} or len(pairs) == 1


def test_a_network_learns_to_imitate_the_teacher(lessons) -> None:
    moves = moves_of(RECIPE)
    found = load_lessons(sorted(lessons.glob("*.npz")), RECIPE, moves)
    torch.manual_seed(1)
    model = new_model(RECIPE, len(moves))
    optimizer = torch.optim.AdamW(model.parameters(), RECIPE.rate)
    losses = imitate(RECIPE, model, optimizer, found, torch.device("cpu"), torch.Generator().manual_seed(1))
    assert losses[-1] < 0.7 * losses[0]
    rows = found.counts == 0
    counts = torch.nn.functional.one_hot(found.counts, 2).float()
    with torch.no_grad():
        logits, _ = model(torch.cat([found.observations.float() * RECIPE.scale, counts], 1)[rows])
    right = masked(logits, found.masks[rows]).argmax(1) == found.policies[rows].argmax(1)
    assert right.float().mean() > 0.7


def test_a_run_starts_by_imitating_its_teacher(lessons, tmp_path) -> None:
    recipe = RECIPE.changed({"teacher": str(lessons), "steps": 32})
    plain, taught = (
        Trainer(recipe.changed({"teacher": ""}), tmp_path / "a", "cpu", 1),
        Trainer(recipe, tmp_path / "b", "cpu", 1),
    )
    for trainer in (plain, taught):
        trainer.run()
    found = load_lessons(sorted(lessons.glob("*.npz")), recipe, taught.moves)
    counts = torch.nn.functional.one_hot(found.counts, 2).float()
    inputs = torch.cat([found.observations.float() * recipe.scale, counts], 1)
    with torch.no_grad():
        likely = [
            (masked(each.model(inputs)[0], found.masks) * found.policies).sum(1).mean() for each in (plain, taught)
        ]
    assert likely[1] > likely[0] + 0.2


def test_lessons_of_other_games_are_refused(lessons) -> None:
    recipe = RECIPE.changed({"game": "rattus", "players": [2]})
    with pytest.raises(FormatError, match="no games of rattus"):
        load_lessons(sorted(lessons.glob("*.npz")), recipe, moves_of(recipe))


def test_moves_of_lessons_are_those_of_the_network() -> None:
    setting = make_setting("cartus", 3, {}, compiled=False)
    moves = moves_of(RECIPE)
    assert (engine_moves(moves, setting.engine.box) >= 0).sum(1).tolist() == [setting.engine.num_actions] * 3


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["chess", "2", "greedy"], "invalid choice: 'chess'"),
        (["cartus", "two", "greedy"], "players: numbers by commas, not 'two'"),
        (["cartus", "2,9", "greedy"], "Cartus is for 2 to 5 players, not 9"),
        (["cartus", "2", "gredy"], "no player 'gredy'"),
    ],
)
def test_wrong_arguments_are_named_before_anything_is_compiled(arguments, why, capsys, monkeypatch) -> None:
    monkeypatch.setattr("rattus.train.teacher.make_lessons", None)
    with pytest.raises(SystemExit):
        main(arguments)
    assert why in capsys.readouterr().err


def test_every_number_of_players_has_lessons_however_few_processors_there_are(tmp_path) -> None:
    assert make_lessons("rattus", (2, 3, 4), "random", 0.001, tmp_path, workers=1) > 0
    found = set()
    for path in tmp_path.glob("*.npz"):
        with np.load(path) as arrays:
            found.add(json.loads(arrays["meta"].tobytes())["players"])
    assert found == {2, 3, 4}


def test_a_file_without_lessons_is_named(make_network) -> None:
    path, _ = make_network()
    with pytest.raises(FormatError, match="holds no lessons"):
        load_lessons([path], RECIPE, moves_of(RECIPE))
