"""Levels: with a shipped network, and without one; weaker levels play naturally, not carelessly."""

import shutil

import numpy as np
import pytest

import rattus
from rattus.bots.levels import LEVELS, OVERLOOKED, Attention
from rattus.bots.net import (
    NetPlayer,
    PolicyPlayer,
    evaluate_sight,
    has_network,
    load_network,
    missed_row,
    observe_sight,
)
from rattus.bots.net_search import NetSearchPlayer
from rattus.bots.players import GreedyPlayer, LevelPlayer, make_player
from rattus.bots.search import SearchPlayer
from rattus.errors import FormatError
from rattus.match.sight import sight_of


@pytest.fixture
def shipped(net_file, tmp_path, monkeypatch):
    """Ships a random network for Rattus with two players, and no other."""
    folder = tmp_path / "nets"
    folder.mkdir()
    shutil.copy(net_file("rattus", (2,)), folder / "rattus-2.npz")
    monkeypatch.setattr("rattus.bots.net.SHIPPED", folder)
    return folder / "rattus-2.npz"


@pytest.mark.usefixtures("shipped")
def test_a_level_takes_the_network_that_is_shipped() -> None:
    two, three = (sight_of(rattus.new("rattus", players, 1)) for players in (2, 3))
    kinds = {"easy": PolicyPlayer, "normal": PolicyPlayer, "hard": PolicyPlayer, "best": NetSearchPlayer}
    plain = {"easy": GreedyPlayer, "normal": GreedyPlayer, "hard": SearchPlayer, "best": SearchPlayer}
    for name in LEVELS:
        player = LevelPlayer(name, compiled=True)
        assert type(player.player_for(two)) is kinds[name]
        assert type(player.player_for(three)) is plain[name]
        assert player.player_for(two) is player.player_for(two)
        player.close()


@pytest.mark.usefixtures("shipped")
def test_before_anything_is_compiled_a_network_plays_alone() -> None:
    two = sight_of(rattus.new("rattus", 2, 1))
    kinds = {"easy": PolicyPlayer, "normal": PolicyPlayer, "hard": PolicyPlayer, "best": NetPlayer}
    assert {name: type(LevelPlayer(name, compiled=False).player_for(two)) for name in LEVELS} == kinds


@pytest.mark.usefixtures("shipped")
def test_a_network_for_another_observation_is_ignored(monkeypatch) -> None:
    assert has_network(rattus.GAMES["rattus"], 2)
    monkeypatch.setattr("rattus.bots.net.schema_of", lambda *_: "another")
    assert not has_network(rattus.GAMES["rattus"], 2)


@pytest.mark.usefixtures("shipped")
def test_every_level_makes_legal_moves_whatever_is_hidden(advance, monkeypatch) -> None:
    monkeypatch.setitem(LEVELS, "best", LEVELS["best"].__class__({"rattus": "search:20"}, "mcts:20", 1.5))
    monkeypatch.setitem(LEVELS, "hard", LEVELS["hard"].__class__({"rattus": "search:8"}, "mcts:8", 0.3))
    game = advance("rattus", 2, 45)
    for name in LEVELS:
        player = make_player(name, compiled=False)
        choice = player.choose(sight_of(game), 7)
        assert choice.move in map(str, game.legal())
        for seed in range(2):
            assert player.choose(sight_of(game.resample(game.to_move, seed)), 7) == choice


def test_a_policy_considers_only_what_is_nearly_as_good(net_file, advance) -> None:
    path, game = net_file("rattus", (2,)), advance("rattus", 2, 45)
    sight = sight_of(game)
    logits, _ = evaluate_sight(load_network(path), sight)
    good = {move for move, logit in zip(sight.moves, logits, strict=True) if logit >= logits.max() + np.log(0.3)}
    chosen = {make_player(f"policy:4,0.3@{path}").choose(sight, seed).move for seed in range(200)}
    assert 1 < len(good) < len(sight.moves)
    assert chosen == good
    cold = {make_player(f"policy:0.01@{path}").choose(sight, seed).move for seed in range(20)}
    assert cold == {make_player(f"net:{path}").choose(sight, 0).move}


def test_a_policy_chooses_by_probability(net_file, advance) -> None:
    path, game = net_file("rattus", (2,)), advance("rattus", 2, 45)
    sight, player = sight_of(game), make_player(f"policy:1@{path}")
    options = player.choose(sight, 0).options
    moves = [player.choose(sight, seed).move for seed in range(1500)]
    for option in options[:3]:
        assert moves.count(option.move) / len(moves) == pytest.approx(option.worth, abs=0.05)


@pytest.mark.parametrize("name", rattus.GAMES)
def test_a_forgetful_player_sees_the_counts_of_the_start(name, advance) -> None:
    game = advance(name, 3, 60)
    sight = sight_of(game)
    names = [each.split("/")[0] for each in game.parts.rulebook.schema(game.box).names()]
    missed = {each: set(each.missed(name)) for each in Attention}
    assert missed[Attention.FORGETFUL] <= set(names)
    assert (missed[Attention.SHORTSIGHTED] - missed[Attention.FORGETFUL]) == set(OVERLOOKED[name])
    seen = observe_sight(sight)
    for attention in Attention:
        left = missed_row(sight, attention)
        changed = {names[place] for place in range(len(names)) if seen[place] != left[place]}
        assert bool(changed) == (attention != Attention.FULL)
        assert changed <= missed[attention]
    if OVERLOOKED[name]:
        assert {"rats", "holder"} <= changed  # the last one was the shortsighted


@pytest.mark.parametrize("name", ["policy", "policy:", "policy:0", "policy:1,2", "policy:1,0.5,wild", "policy:hot"])
def test_a_malformed_policy_is_refused(name) -> None:
    with pytest.raises(FormatError):
        make_player(name)
