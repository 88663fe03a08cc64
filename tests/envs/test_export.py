"""Games as Parquet: every decision, with what was seen, and how it ended."""

import json

import pytest

pytest.importorskip("pyarrow", reason="needs the extra `parquet`")

from pyarrow import parquet
from typer.testing import CliRunner

import rattus
from rattus.cli.main import app
from rattus.envs.export import ExportJob, export
from rattus.envs.play import make_setting
from rattus.errors import FormatError


@pytest.fixture
def exported(tmp_path):
    """Plays games and reads them back."""

    def make(name, players=3, names=("random", "greedy"), **more):
        done = []
        order = ExportJob(make_setting(name, players, {}), names, games=2, **more)
        number = export(order, tmp_path / "games.parquet", lambda: done.append(1))
        assert len(done) == 2
        table = parquet.read_table(tmp_path / "games.parquet")
        assert table.num_rows == number
        return table

    return make


def test_every_row_is_a_moment_of_the_game_it_names(name, exported) -> None:
    rows = exported(name).to_pylist()
    for number in range(2):
        game = rattus.new(name, 3, seed=f"0/{number}")
        mine = [row for row in rows if row["game"] == number]
        for place, row in enumerate(mine):
            assert (row["number"], row["seat"], row["seed"]) == (place, game.to_move, f"0/{number}")
            assert json.loads(row["view"]) == json.loads(json.dumps(game.view(game.to_move)))
            assert row["legal"] == [str(move) for move in game.legal()]
            assert len(row["observation"]) == make_setting(name, 3, {}).engine.observation_size
            game.play(row["move"])
        outcome = game.outcome
        for row in mine:
            assert row["points"] == list(outcome.points.values())
            assert row["ranking"] == list(outcome.ranking)
            assert row["winners"] == list(outcome.winners)
            assert (row["reward"] > -1) == (row["seat"] in outcome.winners)
    assert {(row["game"], row["seat"], row["player"]) for row in rows} == {
        (number, seat, ("random", "greedy")[(place + number) % 2])
        for number in range(2)
        for place, seat in enumerate(("red", "yellow", "green"))
    }


def test_the_metadata_says_what_was_played(exported) -> None:
    table = exported("cartus", observations=False, seed="x")
    told = json.loads(table.schema.metadata[b"rattus"])
    assert told == {"game": "cartus", "players": 3, "options": {}, "seed": "x", "rules_version": 2}
    assert "observation" not in table.column_names


def test_a_seed_repeats_everything(exported) -> None:
    assert exported("rattus", 2, ("random",)) == exported("rattus", 2, ("random",))


def test_the_command(tmp_path) -> None:
    path = tmp_path / "games.parquet"
    order = ["export", str(path), "--game", "cartus", "-p", "2", "-n", "3", "--players", "random", "--no-observations"]
    told = CliRunner().invoke(app, order)
    assert told.exit_code == 0, told.output
    assert "of 3 games in" in " ".join(told.output.split())
    assert parquet.read_table(path).num_rows > 20


def test_impossible_requests_are_reported(tmp_path) -> None:
    with pytest.raises(FormatError, match="cannot be written"):
        export(ExportJob(make_setting("rattus", 2, {}), ["random"], 1), tmp_path / "no" / "where", lambda: None)
    with pytest.raises(FormatError, match="at least one"):
        export(ExportJob(make_setting("rattus", 2, {}), [], 1), tmp_path / "file", lambda: None)
    told = CliRunner().invoke(app, ["export", str(tmp_path / "file"), "--players", "nobody"])
    assert told.exit_code == 2
