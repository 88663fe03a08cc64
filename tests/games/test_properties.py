"""Properties of every game of Rattus, checked on many random ones."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rattus
from rattus.testing import check_game

EDITIONS = [
    {},
    {"phase_order": "free"},
    {"placing": "compulsory"},
    {"phase_order": "free", "placing": "compulsory"},
    {"three_player_removal": 6},
    {"max_turns": 10},
    {"first": "yellow"},
]
PLAYERS = [2, 3, 4]


def faces(tokens):
    return Counter((token["limit"], tuple(token["symbols"])) for token in tokens)


def check_invariants(game) -> None:
    """Cubes, tokens and cards are conserved, and nobody acts out of turn."""
    position = game.position()
    regions = position["regions"].values()
    tokens = [token for region in regions for token in region["rats"]]
    assert faces(tokens + position["supply"] + position["turned"] + position["removed"]) == faces(
        {"limit": face.limit, "symbols": face.symbols}
        for face in game.parts.components.starting + game.parts.components.ordinary
    )
    assert all(len(region["rats"]) <= 3 for region in regions)
    for number, seat in enumerate(game.seats):
        on_board = sum(region["cubes"].get(seat, 0) for region in regions) + position["palace"].get(seat, 0)
        assert 0 <= on_board == 20 - game._table.stock[number] <= 20
    assert set(position["classes"]) == {"peasant", "merchant", "monk", "knight", "witch", "king"}
    if position["phase"] in ("turn", "plague", "final_ravage"):
        assert position["to_move"] == position["turn"]
    if position["phase"] == "last_round":
        assert position["to_move"] == position["acting"] != position["turn"]


@pytest.mark.rules("R2", "R3", "R5")
@given(st.sampled_from(PLAYERS), st.sampled_from(EDITIONS), st.integers(0, 2**64), st.randoms(use_true_random=False))
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_is_lost_or_made_in_a_random_game(players, options, seed, choice) -> None:
    game = rattus.new("rattus", players, seed, options)
    check_invariants(game)
    while not game.is_over:
        game.play(choice.choice(game.legal()))
        check_invariants(game)
    assert game.outcome.reason in ("supply", "cubes", "turns")
    assert sum(game.outcome.points.values()) <= 20 * players


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, EDITIONS[4]), (4, EDITIONS[3])], ids=str)
def test_the_general_checks_hold(players, options) -> None:
    check_game("rattus", players, games=1, seed=players, options=options)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", EDITIONS, ids=str)
def test_the_general_checks_hold_in_many_games(players, options) -> None:
    check_game("rattus", players, games=20, seed=100 + players, options=options)


def checked(engine):
    """Check the invariants on all tables of a crowd."""
    tokens = np.repeat(np.arange(engine.boxes["kinds"][0]), engine.boxes["copies"][0][: len(engine.box.kinds)])
    seats = slice(engine.box.players)

    def check(tables) -> None:
        number = len(tables)
        assert (tables["count"] <= 3).all()
        assert (tables["cubes"] >= 0).all()
        assert (tables["stock"][:, seats] >= 0).all()
        cubes = tables["cubes"].sum(axis=1)[:, seats] + tables["palace"][:, seats] + tables["stock"][:, seats]
        assert (cubes == 20).all()
        piles = [tables["rats"].reshape(number, -1)]
        used = [(np.arange(3) < tables["count"][:, :, None]).reshape(number, -1)]
        for name, count in (("supply", "supply_left"), ("turned", "turned_count"), ("removed", "removed_count")):
            piles.append(tables[name])
            used.append(np.arange(tables[name].shape[1]) < tables[count][:, None])
        everywhere = np.where(np.hstack(used), np.hstack(piles), 127)
        assert (np.sort(everywhere, axis=1)[:, :49] == tokens).all()
        in_turn = np.isin(tables["phase"], (1, 2, 4))
        assert (tables["to_move"] == tables["turn"])[in_turn].all()

    return check


@pytest.mark.rules("R2", "R3", "R5")
@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_hold_in_hundreds_of_games(players, play_crowd) -> None:
    engine = rattus.engine("rattus", players)
    play_crowd(engine, 128, 300, checked(engine))


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", EDITIONS, ids=str)
def test_invariants_hold_in_ten_thousand_games(players, options, play_crowd) -> None:
    engine = rattus.engine("rattus", players, options)
    play_crowd(engine, 1024, 10_000, checked(engine))
