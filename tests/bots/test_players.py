"""Players by name, and what must hold for all of them."""

import pytest

import rattus
from rattus.bots.levels import LEVELS
from rattus.bots.players import make_player
from rattus.errors import FormatError, IllegalMove
from rattus.match.sight import sight_of, sight_of_view

QUICK = ["random", "greedy", "easy", "mcts:8", "mcts:8x2", "normal"]


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:500", "mcts:1.5s", "mcts:9x2", "cmd:./mine -v", *LEVELS])
def test_a_player_has_the_name_it_was_asked_for_by(name) -> None:
    player = make_player(name)
    assert player.name == name
    player.close()


@pytest.mark.parametrize("name", ["", "Random", "mcts", "mcts:", "mcts:0", "mcts:fast", "cmd:", "greedy:5", "expert"])
def test_an_unknown_player_is_named(name) -> None:
    with pytest.raises(FormatError):
        make_player(name)


@pytest.mark.parametrize("name", QUICK)
def test_a_player_makes_the_same_legal_move_from_the_same_sight_and_seed(name, midway) -> None:
    sight = sight_of(midway)
    first, second = make_player(name, compiled=False), make_player(name, compiled=False)
    choice = first.choose(sight, "seed")
    assert choice.move in map(str, midway.legal())
    assert first.choose(sight, "seed") == second.choose(sight, "seed") == choice


@pytest.mark.parametrize("name", QUICK)
def test_no_player_knows_what_is_hidden(name, midway) -> None:
    """Another world that looks the same, and the view as data, lead to the same move."""
    player, seat = make_player(name, compiled=False), midway.to_move
    choice = player.choose(sight_of(midway), 7)
    for seed in range(3):
        world = midway.resample(seat, seed)
        assert world.position() != midway.position()
        assert player.choose(sight_of(world), 7) == choice
    legal = [str(move) for move in midway.legal()]
    assert player.choose(sight_of_view(midway.parts, midway.view(seat), seat, legal), 7) == choice


def test_a_sight_is_a_view_and_nothing_else(midway) -> None:
    sight = sight_of(midway)
    assert sight.view == midway.view(midway.to_move)
    assert sight.moves == tuple(str(move) for move in midway.legal())
    for seed in range(3):
        assert sight_of(midway.resample(midway.to_move, seed)).table == sight.table


def test_there_is_nothing_to_see_after_the_end() -> None:
    game = rattus.new("cartus", 2, 1)
    while not game.is_over:
        game.play(game.legal()[-1])
    with pytest.raises(IllegalMove, match="over"):
        sight_of(game)


def test_without_a_network_easy_makes_blunders_and_greedy_none(advance, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("rattus.bots.net.SHIPPED", tmp_path)
    game = advance("rattus", 2, 45)
    sight = sight_of(game)
    greedy, easy = make_player("greedy", compiled=False), make_player("easy", compiled=False)
    best = {greedy.choose(sight, seed).move for seed in range(12)}
    found = [easy.choose(sight, seed).move for seed in range(60)]
    assert len(best) < 4
    assert 5 < sum(move not in best for move in found) < 40


@pytest.mark.parametrize("name", rattus.GAMES)
def test_no_move_depends_on_what_is_hidden_at_many_moments(name, advance) -> None:
    """The hidden part of the true table is replaced by another that fits: no player moves differently."""
    players = [make_player(kind, compiled=False) for kind in ("random", "greedy", "mcts:6")]
    for seed in range(12):
        game = advance(name, 2 + seed % 3, 8 * seed, seed)
        sight, other = sight_of(game), sight_of(game.resample(game.to_move, seed))
        assert sight.table == other.table
        for player in players:
            assert player.choose(sight, seed) == player.choose(other, seed)
