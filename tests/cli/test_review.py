import json
import re

import pytest

import rattus
from rattus.bots.players import make_player
from rattus.match.record import save_record_file
from rattus.match.sight import sight_of


@pytest.fixture
def record(tmp_path):
    """A finished game of two."""
    game, player = rattus.new("rattus", 2, 4), make_player("policy:4,0.01")
    while not game.is_over:
        game.play(player.choose(sight_of(game), len(game.moves)).move)
    save_record_file(game, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_review_prints_sums_moments_and_decisions(run, record):
    result = run("review", record, "--effort", "glance", "--workers", 1)
    assert result.exit_code == 0
    assert "The moments that mattered" in result.stdout
    assert "Red" in result.stdout
    kept = json.loads((record.parent / "game.review.json").read_text("utf-8"))
    assert kept["format"] == 1
    told = run("review", record, "--effort", "glance", "--language", "de").stdout
    assert "Entscheidungen, die etwas kosteten" in told
    assert not re.search(r"\b(?:Move|Red|Yellow|The other|plays|moves)\b", told)
    again = run("review", record, "--effort", "glance", "--json")
    assert json.loads(again.stdout) == kept


def test_review_for_a_seat_is_not_mixed_up_with_the_full_one(run, record):
    run("review", record, "--effort", "glance", "--workers", 1)
    result = run("review", record, "--effort", "glance", "--workers", 1, "--seat", "yellow", "--json")
    data = json.loads(result.stdout)
    assert data["viewer"] == "yellow"
    assert {decision["seat"] for decision in data["decisions"]} == {"yellow"}


def test_review_of_a_running_game_needs_a_seat(run, tmp_path):
    save_record_file(rattus.new("rattus", 2, 4), tmp_path / "begun.json")
    result = run("review", tmp_path / "begun.json", "--effort", "glance")
    assert result.exit_code == 2
    assert "not over" in result.stderr
    assert run("review", tmp_path / "begun.json", "--effort", "glance", "--seat", "red").exit_code == 0


@pytest.mark.parametrize("wrong", [("--effort", "lazy"), ("--seat", "purple"), ("--network", "nothing.npz")])
def test_review_says_what_is_wrong(run, record, wrong):
    result = run("review", record, *wrong)
    assert result.exit_code == 2
    assert wrong[1] in result.stderr
