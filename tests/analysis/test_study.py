from dataclasses import replace

import numpy as np
import pytest

from rattus.analysis.active_tables import win_shares
from rattus.analysis.batch_net import batch_network, network_for, picked_by
from rattus.analysis.self_play import play_all
from rattus.analysis.study import _worths, study, thing_names
from rattus.analysis.study_report import as_html, as_markdown
from rattus.arena.estimate import Estimate
from rattus.bots.net import evaluate_sight, shipped_network
from rattus.envs.play import make_setting
from rattus.match.parts import find_game, shipped_parts
from rattus.match.sight import sight_of


@pytest.mark.parametrize("name", ["rattus", "cartus"])
def test_a_batch_of_tables_gets_the_same_numbers_as_one(name, advanced):
    """On lists: the network's probabilities and values, seat by seat."""
    game = advanced(name, 3, 30)
    sight = sight_of(game)
    network = shipped_network(name, 3)
    logits, values = evaluate_sight(network, sight)
    batch = batch_network(network, game.box)
    row = [0] * game.parts.rulebook.observation
    game.parts.rulebook.rules["encode"](game.box.record, sight.table, sight.seat, row)
    mask = np.zeros((1, len(game.box.moves)), np.int8)
    mask[0, list(sight.legal)] = 1
    hidden, mover = batch.hidden(np.array([row], np.int8)), np.array([sight.seat])
    wanted = np.exp(logits - logits.max())
    np.testing.assert_allclose(
        batch.probabilities(hidden, mask, mover)[0, list(sight.legal)], wanted / wanted.sum(), atol=1e-4
    )
    np.testing.assert_allclose(np.roll(batch.values(hidden, mover)[0], -sight.seat), values, atol=1e-4)


def test_a_draw_picks_a_possible_move():
    chances = np.array([[0.0, 0.5, 0.5, 0.0], [0.0, 0.0, 1.0, 0.0]], np.float32)
    assert picked_by(chances, np.array([0.0, 0.0])).tolist() == [1, 2]
    assert picked_by(chances, np.array([0.75, 0.999999999])).tolist() == [2, 2]


def test_shares_of_the_win():
    shares = win_shares([[2, 0, 1], [1, 0, 2], [0, 1, 2]], [1, 2, 0])
    assert shares.tolist() == [[0, 0, 1], [0.5, 0.5, 0], [0, 0, 0]]


def test_games_do_not_depend_on_who_else_is_played():
    """Every game has a winner's share of one, and the tables that are over are kept."""
    engine = make_setting("rattus", 2, {}).engine
    tables = play_all(engine, network_for("rattus", engine.box), 6, 3, keeps_ends=True)
    assert tables.shares.sum(axis=1).tolist() == [1.0] * 6
    assert sorted(tables.ends) == list(range(6))
    for place, end in tables.ends.items():
        points, ranking = [0, 0], [0, 0]
        engine.rulebook.rules["score"](engine.box.record, end, points, ranking)
        assert points == tables.points[place].tolist()


def test_worth_is_found_where_it_is():
    """Made-up games in which the first thing wins and the second one does not."""
    chance = np.random.default_rng(1)
    had = chance.integers(0, 4, (2000, 3, 2)).astype(float)
    winner = np.argmax(had[:, :, 0] + chance.random((2000, 3)), axis=1)
    shares = np.eye(3)[winner]
    found = {thing.name: thing for thing in _worths(("good", "idle"), had, np.ones((2000, 2)), shares)}
    assert found["good"].worth.low > 0.1
    assert found["idle"].worth.low < 0 < found["idle"].worth.high


@pytest.mark.parametrize(("name", "players"), [("rattus", 2), ("cartus", 2)])
def test_study_measures_places_things_and_lengths(name, players):
    parts = shipped_parts(find_game(name))
    steps = []
    found = study(parts, players, {}, 12, on_step=lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1]
    assert sum(share.value for share in found.by_place) == pytest.approx(1 - found.unwon / 12)
    assert sum(found.reasons.values()) == found.games == 12
    assert len(found.lengths) == 12
    assert {thing.name for thing in found.things} <= set(thing_names(make_setting(name, players, {}).engine))
    assert any(thing.missed is not None for thing in found.things)
    text = as_markdown("Title", parts.rulebook, [found], "turns")
    assert "| 2 | 12 |" in text
    assert "### Lopsided" in text
    page = as_html("Title", [found], "turns")
    assert page.count("<svg") >= 3
    assert found.as_data()["players"] == 2


def test_what_wins_far_more_than_its_share_is_called_lopsided():
    parts = shipped_parts(find_game("rattus"))
    found = study(parts, 2, {}, 4)
    fair = replace(found, by_place=(Estimate(0.5, 0.45, 0.55), Estimate(0.5, 0.45, 0.55)), things=(), regions=())
    assert fair.lopsided == ()
    unfair = replace(fair, by_place=(Estimate(0.7, 0.65, 0.75), Estimate(0.3, 0.25, 0.35)))
    assert len(unfair.lopsided) == 2
