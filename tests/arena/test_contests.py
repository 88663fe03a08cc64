"""The tools that measure strength and levels, on tiny contests."""

import json
import sys
import zipfile
from pathlib import Path

import pytest

import calibrate_levels
import contests
import rattus
import strength
from calibrate_levels import Watched
from contests import Contest, Measured, measured, pooled
from rattus.arena.estimate import Estimate
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
        for kind in ("mcts", "mcts-three", "net", "net-mcts", "ismcts", "ismcts-three", "level-best", "time-100000"):
            assert f"{kind}-{game}" in names


def test_results_that_go_to_another_machine_name_no_path_of_this_one(tmp_path) -> None:
    contest = next(each for each in strength.contests() if each.name == "ismcts-rattus")
    (tmp_path / "a").mkdir()
    contest.file(tmp_path / "a").write_text(json.dumps({"players": contest.players}))
    strength.main(["pack", str(tmp_path / "a"), str(tmp_path / "a.zip")])
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        packed = archive.read("ismcts-rattus.jsonl").decode()
    for text in (packed, *contest.meaning):
        assert sys.executable not in text
        assert str(Path(strength.__file__).parent) not in text
    strength.main(["unpack", str(tmp_path / "a.zip"), str(tmp_path / "b")])
    assert json.loads(contest.file(tmp_path / "b").read_text())["players"] == list(contest.players)


@pytest.mark.usefixtures("plain")
def test_strength_is_played_in_pieces_and_summed_up(tmp_path, capsys) -> None:
    report = tmp_path / "strength.md"
    arguments = ["--best", "greedy", "--strongest", "random", "--scale", "0.0625", "--only", "mcts-rattus",
                 "--workers", "1", "--report", str(report)]  # fmt: skip
    strength.main(["play", str(tmp_path / "a"), *arguments])
    strength.main(["pack", str(tmp_path / "a"), str(tmp_path / "a.zip")])
    strength.main(["unpack", str(tmp_path / "a.zip"), str(tmp_path / "b")])
    strength.main(["sum", str(tmp_path / "b"), *arguments])
    assert "all played" in capsys.readouterr().out
    assert "rattus, 2 players: greedy against random (4 games)" in report.read_text()
    before = report.read_text()
    strength.main(["sum", str(tmp_path / "empty"), *arguments])
    assert report.read_text() == before  # what was measured before is kept
    strength.main(["sum", str(tmp_path / "empty"), *arguments[2:]])
    assert "4 games" not in report.read_text()  # unless another player has taken the place of the one measured


@pytest.mark.usefixtures("plain")
def test_missing_games_are_played_without_the_files_of_earlier_ones(tmp_path) -> None:
    report = tmp_path / "strength.md"
    arguments = ["--best", "greedy", "--strongest", "random", "--only", "mcts-rattus", "--workers", "1",
                 "--report", str(report)]  # fmt: skip
    strength.main(["play", str(tmp_path / "a"), *arguments, "--scale", "0.0625"])
    strength.main(["sum", str(tmp_path / "a"), *arguments, "--scale", "0.0625"])
    strength.main(["play", str(tmp_path / "b"), *arguments, "--scale", "0.125", "--series", "2"])
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["mcts-rattus.2.jsonl"]
    for folder in ("b", "empty"):
        strength.main(["sum", str(tmp_path / folder), *arguments, "--scale", "0.125"])
        assert "rattus, 2 players: greedy against random (8 games)" in report.read_text()
    kept = json.loads(report.with_suffix(".json").read_text())["contests"]["mcts-rattus"]
    assert {number: each["games"] for number, each in kept["series"].items()} == {"1": 4, "2": 4}
    deals = [json.loads(next(iter((tmp_path / name).glob("*.jsonl"))).read_text().splitlines()[0]) for name in "ab"]
    assert deals[0]["seed"] != deals[1]["seed"]


def test_series_are_pooled_by_their_games() -> None:
    contest = Contest("tiny", "rattus", ("greedy", "random"), 40)
    one = Measured(contest, 30, Estimate(0.6, 0.5, 0.7))
    other = Measured(contest, 10, Estimate(1.0, 0.7, 1.0))
    both = pooled(contest, [one, other])
    assert (both.games, round(both.wins.value, 9)) == (40, 0.7)
    margin = ((0.75 * 0.1) ** 2 + (0.25 * 0.3) ** 2) ** 0.5
    assert both.wins.high == pytest.approx(0.7 + margin)
    assert both.wins.low == pytest.approx(0.7 - margin)
    assert pooled(contest, [one]) == one
    assert not pooled(contest, []).games
    alone = pooled(contest, [one, Measured(contest, 10, Estimate(1.0))])
    assert alone.wins.high == pytest.approx(0.7 + (0.075**2 + 0.25**2) ** 0.5)  # of a single deal no error is known


def test_the_notes_say_something_about_every_missed_goal() -> None:
    notes = strength.NOTES.read_text("utf-8")
    kept = strength.kept_data(strength.RESULTS.with_suffix(".json"))
    found = [(each, strength.all_series(each, kept, Path("nowhere"))) for each in strength.contests()]
    missed = [contest.name for contest, series in found if pooled(contest, series).is_met is False]
    assert [name for name in missed if f"`{name}`" not in notes] == []


def test_games_of_a_level_are_watched_in_pieces(tmp_path, monkeypatch) -> None:
    player = dict.fromkeys(LEVELS, "random")
    first = calibrate_levels.play_watched(tmp_path, "rattus", player, 2, 1, 10)
    more = calibrate_levels.play_watched(tmp_path, "rattus", player, 3, 1, 10)
    assert (first["best"]["games"], more["best"]["games"]) == (2, 3)
    assert len(list(tmp_path.iterdir())) == 1  # the same player: games are not played again
    monkeypatch.setattr(calibrate_levels, "players_of", lambda *_: player)
    assert calibrate_levels.watched_games(tmp_path, "rattus") == more
    assert calibrate_levels.watched_games(tmp_path / "empty", "rattus", more) == more
    text = strength.summary([], {"rattus": more})
    assert "| best (3) |" in text
    monkeypatch.setattr(calibrate_levels, "players_of", lambda *_: dict.fromkeys(LEVELS, "greedy"))
    assert calibrate_levels.watched_games(tmp_path, "rattus", more) == {}
    few = {"best": more["best"], "net": {**more["best"], "player": "net"}}
    assert "within 30 % of net" in strength.summary([], {"rattus": few})  # three games of `best` say too little
    few["best"] = {**few["best"], "games": calibrate_levels.ENOUGH}
    assert "within 30 % of best" in strength.summary([], {"rattus": few})
    beside = {"hard": more["hard"], "net": more["best"]}  # `best` has not played yet
    assert "| hard (3) |" in strength.summary([], {"rattus": beside})


def test_the_time_of_a_move_is_measured_for_all_numbers_of_players(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(calibrate_levels, "TIMED", 3)
    players = dict.fromkeys(LEVELS, "random")
    found = calibrate_levels.measure_times(tmp_path, "africanus", players)
    assert list(found) == ["2", "4", "6"]
    assert {each["moves"] for levels in found.values() for each in levels.values()} == {3}
    monkeypatch.setattr(calibrate_levels, "players_of", lambda *_: players)
    assert calibrate_levels.times_measured(tmp_path, "africanus") == found
    assert calibrate_levels.times_measured(tmp_path / "empty", "africanus", found) == found
    found["6"]["easy"]["p99"] = LEVELS["easy"].seconds * 1e3 + 1
    rows = strength.summary([], {}, {"africanus": found}).splitlines()
    assert [row.split("|")[2].strip() for row in rows if row.endswith("| NO: easy |")] == ["6"]
    monkeypatch.setattr(calibrate_levels, "players_of", lambda *_: {**players, "best": "greedy"})
    assert "best" not in calibrate_levels.times_measured(tmp_path, "africanus")["2"]  # another player took its place


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
    seen = {
        name: Watched(player=name, games=5, shares={"points a seat": 10.0 if name != "easy" else 6.0})
        for name in LEVELS
    }
    text = calibrate_levels.report("rattus", ["| row |"], times, seen)
    assert [line.split("|")[1].strip() for line in text.splitlines() if "NO" in line] == ["hard", "easy (5)"]


def test_openspiel_s_search_plays_legal_moves() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel")
    import ismcts_bot
    from rattus.bots.protocol import text_request

    for name in rattus.GAMES:
        game = rattus.new(name, 2, 3)
        for _ in range(20):
            game.play(game.legal()[0])
        sight = sight_of(game)
        question = json.loads(json.dumps(text_request(sight, 1.0, "seed")))
        choice = Choice(ismcts_bot.answer(question, 0.05, compiled=False))
        assert choice.move in sight.moves
