"""The network player: legal moves, no hidden information, and a fast first move."""

import contextlib
import json
import subprocess
import sys

import numpy as np
import pytest

import rattus
from rattus.bots.net import MOST_FOR_ONE_THREAD, SHIPPED, load_network, product
from rattus.bots.players import make_player
from rattus.errors import FormatError
from rattus.match.sight import sight_of, sight_of_view


def test_it_makes_the_same_legal_move_whatever_is_hidden(midway, net_file) -> None:
    path = net_file(midway.parts.rulebook.name, midway.parts.rulebook.player_counts)
    player, seat = make_player(f"net:{path}"), midway.to_move
    choice = player.choose(sight_of(midway), 7)
    assert choice.move in map(str, midway.legal())
    assert {option.move for option in choice.options} == set(map(str, midway.legal()))
    assert sum(option.worth for option in choice.options) == pytest.approx(1)
    assert set(choice.options[0].chances) == set(midway.seats)
    for seed in range(3):
        assert player.choose(sight_of(midway.resample(seat, seed)), seed) == choice
    legal = [str(move) for move in midway.legal()]
    assert player.choose(sight_of_view(midway.parts, midway.view(seat), seat, legal), 7) == choice


def test_it_plays_whole_games_in_every_seat(net_file) -> None:
    path = net_file("cartus", (3,))
    player, game = make_player(f"net:{path}"), rattus.new("cartus", 3, 2)
    while not game.is_over:
        game.play(player.choose(sight_of(game), 0).move)
    assert len(game.moves) > 50


def test_a_move_that_it_never_saw_comes_last(net_file) -> None:
    path = net_file("rattus", (2,))
    player = make_player(f"net:{path}")
    game = rattus.new("rattus", 2, 1)
    sight = sight_of(game)
    network = player._network
    del network.places["settle anglia"]
    choice = player.choose(sight, 0)
    assert choice.options[-1].move == "settle anglia"


def test_a_damaged_network_is_reported(net_file, tmp_path) -> None:
    whole, path = net_file("rattus", (2,)).read_bytes(), tmp_path / "damaged.npz"
    for place in range(0, len(whole), len(whole) // 20):
        path.write_bytes(whole[:place] + bytes(4000) + whole[place + 4000 :])
        with contextlib.suppress(FormatError):
            load_network(path)
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(FormatError, match="is no network of ours"):
        load_network(path)


def test_a_network_with_weights_that_are_no_numbers_is_refused(net_file, tmp_path) -> None:
    path = tmp_path / "diverged.npz"
    with np.load(net_file("rattus", (2,))) as arrays:
        np.savez(path, **{**arrays, "policy.bias": np.full_like(arrays["policy.bias"], np.inf)})
    with pytest.raises(FormatError, match="has weights that are no numbers"):
        load_network(path)


def test_a_missing_network_is_reported(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("rattus.bots.net.SHIPPED", tmp_path)
    with pytest.raises(FormatError, match="no network for cartus with 3 players is shipped"):
        make_player("net").choose(sight_of(rattus.new("cartus", 3, 1)), 0)
    with pytest.raises(FormatError, match="cannot be read"):
        make_player("net:nowhere.npz")


def test_networks_that_are_shipped_can_be_played_and_are_small() -> None:
    files = list(SHIPPED.glob("*.npz"))
    assert sum(path.stat().st_size for path in files) < 20_000_000
    for path in files:
        game, _, count = path.stem.partition("-")
        for players in [int(count)] if count else rattus.GAMES[game].player_counts:
            sight = sight_of(rattus.new(game, players, 1))
            assert make_player("net").choose(sight, 0).move in sight.moves


def test_the_first_move_needs_neither_compiler_nor_pytorch(net_file) -> None:
    """Measured as CPU time in a fresh process, so that a busy machine does not matter."""
    path = net_file("africanus", (4,), (512, 512, 512))
    code = f"""
import time
import sys
import rattus
from rattus.bots.players import make_player
from rattus.match.sight import sight_of
game = rattus.new("africanus", 4, 1)
make_player("net:{path}").choose(sight_of(game), 0)
import contextlib
import json
print(json.dumps([time.process_time(), "numba" in sys.modules, "torch" in sys.modules]))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, numba, torch = json.loads(told.stdout)
    assert (numba, torch) == (False, False)
    assert seconds < 2  # it takes half a second


class Noting(np.ndarray):
    """A matrix that notes how much of it is multiplied at once."""

    sizes: list[int]

    def __array_ufunc__(self, ufunc, method, *inputs, **_):
        assert ufunc is np.matmul
        Noting.sizes.append(inputs[1].size)
        return getattr(ufunc, method)(*(np.asarray(each) for each in inputs))


@pytest.mark.parametrize("width", [5, 900, 1222, 2500])
def test_a_wide_layer_is_multiplied_in_parts_for_one_thread(width) -> None:
    chance = np.random.default_rng(width)
    row, matrix = chance.random(512, np.float32), chance.random((512, width), np.float32)
    Noting.sizes = []
    found = product(row, matrix.view(Noting))
    np.testing.assert_allclose(found, row @ matrix, rtol=1e-5)
    assert sum(Noting.sizes) == matrix.size
    assert max(Noting.sizes) <= MOST_FOR_ONE_THREAD
