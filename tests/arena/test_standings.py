import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from rattus.arena.result import MatchResult
from rattus.arena.settings import Settings
from rattus.arena.standings import standings_of

SETTINGS = Settings("cartus", 3, ("a", "b", "b"))


def test_wins_are_shares_and_games_without_a_winner_are_counted(make_result: Callable[..., MatchResult]) -> None:
    results = [
        make_result(0, 0, "abb", (1, 2, 3)),
        replace(make_result(1, 1, "bab", (1.5, 1.5, 3)), wins=(0.5, 0.5, 0.0)),
        replace(make_result(2, 2, "bba", (2, 3, 1)), wins=(0.0, 0.0, 0.0)),
    ]
    found = standings_of(SETTINGS, 5, results)
    assert [(player.name, player.wins, player.seats) for player in found.players] == [("a", 1.5, 3), ("b", 0.5, 6)]
    assert (found.won_by_nobody, found.shared, found.deals) == (1, 1, 3)
    assert found.players[0].win_rate.value == 0.5
    assert found.players[0].rank.value == pytest.approx(3.5 / 3)
    assert found.players[1].rank.value == pytest.approx(14.5 / 6)
    assert found.players[1].points.value == pytest.approx((8 + 7 + 9 + 7 + 8 + 7) / 6)
    data = found.as_data()
    assert (data["games"], data["planned"], data["won_by_nobody"], data["shared"]) == (3, 5, 1, 1)
    assert json.loads(json.dumps(data)) == data
    assert data["head_to_head"][0] | {"ahead": 0} == {"player": "a", "against": "b", "meetings": 6, "ahead": 0}
    assert data["head_to_head"][0]["ahead"]["value"] == pytest.approx(5.5 / 6)


def test_the_order_of_results_does_not_matter(make_result: Callable[..., MatchResult]) -> None:
    results = [make_result(number, number // 3, "abb", (number % 3 + 1, 2, 3)) for number in range(9)]
    assert standings_of(SETTINGS, 9, results[::-1]).as_data() == standings_of(SETTINGS, 9, results).as_data()


def test_faults_are_counted_by_player(make_result: Callable[..., MatchResult]) -> None:
    broken = replace(make_result(0, 0, "bab", (1, 2, 3)), faults=(2, 0, 3), complaints=("x: first", "", "x: other"))
    found = {player.name: player for player in standings_of(SETTINGS, 1, [broken]).players}
    assert (found["a"].faults, found["b"].faults) == (0, 5)
    assert found["b"].complaint == "x: first"


def test_players_without_games_are_left_out(make_result: Callable[..., MatchResult]) -> None:
    settings = Settings("rattus", 2, ("a", "b", "c"))
    assert [player.name for player in standings_of(settings, 6, [make_result(0, 0, "ab", (1, 2))]).players] == [
        "a",
        "b",
    ]
    assert standings_of(settings, 6, []).players == ()
