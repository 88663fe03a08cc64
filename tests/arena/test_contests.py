"""The tools that measure strength and levels, on tiny contests."""

import json

import pytest

import calibrate_levels
import contests
import rattus
import strength
from contests import Contest, measured
from rattus.arena.settings import Settings
from rattus.bots.levels import LEVELS
from rattus.bots.protocol import Choice
from rattus.match.sight import sight_of


@pytest.fixture
def plain(monkeypatch):
    """Tournaments on lists, so that nothing is compiled."""

    def make(*arguments, **named):
        return Settings(*arguments, **named, compiled=False)

    monkeypatch.setattr(contests, "Settings", make)


@pytest.mark.usefixtures("plain")
def test_a_contest_resumes_where_it_stopped(tmp_path, capsys) -> None:
    contest = Contest("tiny", "rattus", ("greedy", "random"), 8, 0.6)
    assert not contests.play([contest], tmp_path, 1, 0.0)
    before = measured(contest, tmp_path)
    assert 0 < before.games < 8
    assert contests.play([contest], tmp_path, 1, 10.0)
    after = measured(contest, tmp_path)
    assert after.games == 8
    assert after.is_met
    assert "| at least 60% |" in after.row
    assert "greedy against random" in capsys.readouterr().out
    lines = (tmp_path / "tiny.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["number"] for line in lines[1:]) == list(range(8))


def test_every_contest_of_the_table_is_there_for_every_game() -> None:
    found = strength.contests()
    names = {contest.name for contest in found}
    assert len(names) == len(found)
    for game in rattus.GAMES:
        for kind in ("mcts", "mcts-three", "net", "net-mcts", "ismcts", "ismcts-three", "level-best", "time-10s"):
            assert f"{kind}-{game}" in names


@pytest.mark.usefixtures("plain")
def test_strength_is_played_in_pieces_and_summed_up(tmp_path, capsys) -> None:
    report = tmp_path / "strength.md"
    arguments = ["--best", "greedy", "--strongest", "random", "--scale", "0.04", "--only", "mcts-rattus",
                 "--workers", "1", "--report", str(report)]  # fmt: skip
    strength.main(["play", str(tmp_path / "a"), *arguments])
    strength.main(["pack", str(tmp_path / "a"), str(tmp_path / "a.zip")])
    strength.main(["unpack", str(tmp_path / "a.zip"), str(tmp_path / "b")])
    strength.main(["sum", str(tmp_path / "b"), *arguments])
    assert "all played" in capsys.readouterr().out
    assert "rattus, 2 players: greedy against random (4 of 4 games)" in report.read_text()


def test_behaviour_in_a_game_is_counted() -> None:
    game = rattus.new("rattus", 4, 1)
    while not game.is_over:
        game.play(game.legal()[0])
    counted = calibrate_levels.behaviour(game)
    shown = calibrate_levels.shares(counted)
    assert counted["seats"] == 4
    assert counted["losses"] <= counted["ravages"]
    assert set(shown) == {
        "points a seat",
        "turns with a class card taken",
        "regions settled a seat",
        "ravages with losses",
    }
    cartus = rattus.new("cartus", 3, 1)
    while not cartus.is_over:
        cartus.play(cartus.legal()[0])
    assert "survivors a seat" in calibrate_levels.shares(calibrate_levels.behaviour(cartus))


def test_levels_are_measured_against_the_one_below(tmp_path) -> None:
    players = calibrate_levels.players_of("rattus", {"hard": "search:9"}, tmp_path / "net.npz")
    assert players["hard"] == f"search:9@{tmp_path / 'net.npz'}"
    assert players["easy"].startswith("policy:")
    pairs = calibrate_levels.contests("rattus", players, 10)
    assert [contest.players[1] for contest in pairs] == ["random", *list(players.values())[:-1]]
    assert [contest.goal for contest in pairs] == [0.8, 0.65, 0.65, 0.65]


def test_a_report_says_which_goals_are_missed() -> None:
    times = {
        name: [level.seconds / 2, level.seconds * (2 if name == "hard" else 0.9)] for name, level in LEVELS.items()
    }
    seen = {name: (5, {"points a seat": 10.0 if name != "easy" else 6.0}) for name in LEVELS}
    text = calibrate_levels.report("rattus", ["| row |"], times, seen)
    assert [line.split("|")[1].strip() for line in text.splitlines() if "NO" in line] == ["hard", "easy (5)"]


def test_openspiel_s_search_plays_legal_moves() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel")
    import ismcts_bot
    from rattus.bots.program import request

    for name in rattus.GAMES:
        game = rattus.new(name, 2, 3)
        for _ in range(20):
            game.play(game.legal()[0])
        sight = sight_of(game)
        question = json.loads(json.dumps(request(sight, 1.0, "seed")))
        choice = Choice(ismcts_bot.answer(question, 0.05, compiled=False))
        assert choice.move in sight.moves
