"""The search with a network: it agrees with the network without simulations, and sees results near the end."""

import itertools

import numpy as np
import pytest

import rattus
from rattus.bots import net_tree
from rattus.bots.net import evaluate_sight, load_network, shipped_network
from rattus.bots.net_search import NetSearch, Weights
from rattus.bots.players import make_player
from rattus.bots.protocol import Budget, read_budget
from rattus.errors import FormatError
from rattus.kernel.rule import compiled
from rattus.match.sight import sight_of


def test_it_makes_the_same_legal_move_whatever_is_hidden(midway, net_file) -> None:
    book = midway.parts.rulebook
    path = net_file(book.name, book.player_counts)
    player, seat = make_player(f"search:24@{path}", compiled=False), midway.to_move
    choice = player.choose(sight_of(midway), 7)
    assert choice.move in map(str, midway.legal())
    assert choice.simulations == 24
    assert sum(option.simulations for option in choice.options) == 23  # the first only opens the root
    for seed in range(3):
        assert player.choose(sight_of(midway.resample(seat, seed)), 7) == choice


def test_one_simulation_gives_the_network_s_own_choice(net_file, advance) -> None:
    path = net_file("rattus", (2, 3))
    game = advance("rattus", 3, 40)
    first = make_player(f"search:1@{path}", compiled=False).choose(sight_of(game), 0)
    assert first.move == make_player(f"net:{path}").choose(sight_of(game), 0).move


@pytest.mark.parametrize("is_compiled", [False, True])
def test_the_network_in_the_tree_is_the_network(net_file, advance, is_compiled) -> None:
    path = net_file("rattus", (2, 3))
    network, game = load_network(path), advance("rattus", 3, 40)
    sight = sight_of(game)
    weights, box, number = Weights(network, game.box), game.box, len(sight.legal)
    row = [0] * game.parts.rulebook.observation
    game.parts.rulebook.rules["encode"](box.record, sight.table, sight.seat, row)
    ask = compiled(net_tree.ask) if is_compiled else net_tree.ask
    out, chances, values = np.array(sight.legal, np.int32), np.zeros(number), np.zeros(3)
    hidden, used = np.zeros((3, weights.hidden), np.float32), np.zeros(weights.hidden, np.int32)
    seen = np.array(row, np.int8) if is_compiled else row
    columns = weights.columns[sight.seat]
    ask(seen, weights.shape, weights.scales, weights.flat, columns, out, number, hidden, used, chances, values)
    logits, expected = evaluate_sight(network, sight)
    likely = np.exp(logits - logits.max())
    np.testing.assert_allclose(chances, likely / likely.sum(), rtol=1e-3, atol=1e-6)
    np.testing.assert_allclose(values, expected, rtol=1e-3, atol=1e-5)


def test_a_widened_search_compares_moves_of_which_the_network_is_not_sure() -> None:
    sight = sight_of(rattus.new("rattus", 2, 1))
    network = shipped_network("rattus", 2)
    plain, wide = (NetSearch(network, sight, Budget(60), 1, compiled=False) for _ in range(2))
    for search in (plain, wide):
        grown = search._trees[0]
        grown.grow(1)
        for child in grown.children:  # as sure of the first move as can be
            child.prior = net_tree.WHOLE if child.move == sight.legal[0] else 0
    wide.widen()
    assert len(plain.run().options) == 1
    choice = wide.run()
    assert len(choice.options) >= 3
    assert choice.simulations == 60


def test_compiled_or_not_it_finds_the_same(net_file, advance) -> None:
    path = net_file("rattus", (2,))
    game = advance("rattus", 2, 40)
    plain, quick = (make_player(f"search:64@{path}", compiled=each).choose(sight_of(game), 3) for each in (False, True))
    assert plain.move == quick.move
    assert [option.simulations for option in plain.options] == [option.simulations for option in quick.options]


def test_it_sees_the_end_of_the_game_whatever_the_network_says(net_file) -> None:
    """Near the end, simulations reach results, and the expected values are the real ones."""
    path = net_file("rattus", (2,))
    game = rattus.new("rattus", 2, 3)
    last = None
    while not game.is_over:
        last = sight_of(game)
        game.play(game.legal()[0])
    choice = make_player(f"search:200@{path}", compiled=False).choose(last, 0)
    hopes = [option.worth for option in choice.options]
    assert all(0 <= hope <= 1 for hope in hopes)
    assert choice.options[0].simulations == max(option.simulations for option in choice.options)


def test_nobody_reacts_to_an_unseen_card(net_file, advance) -> None:
    """In the trees of the others every card that the seat plays face down is the same branch."""
    path = net_file("cartus", (3,))
    network = load_network(path)
    game = advance("cartus", 3, 30)
    while sum(str(move).startswith("play ") for move in game.legal()) < 3:
        game.play(game.legal()[0])
    sight = sight_of(game)
    search = NetSearch(network, sight, Budget(120), 1, compiled=False)
    search.run()
    tree, moves = search._trees[0], game.box.moves
    own = {moves[node.move].split()[0] for node in tree.children if node.visits}
    played = [moves[node.move] for node in tree.children if node.visits and moves[node.move].startswith("play ")]
    assert len(played) > 1
    for seat in range(3):
        if seat != sight.seat:
            seen = children(tree, seat)
            assert all(node.move < 0 for node in seen)
            secret = [node for node in seen if -1 - node.move >= len(moves)]
            assert len(secret) == 1  # one branch for all cards
            assert len(seen) == len(own)
            visits = sum(node.visits for node in tree.children if moves[node.move].startswith("play "))
            assert secret[0].visits == visits


@pytest.mark.parametrize("is_compiled", [False, True])
@pytest.mark.parametrize(("name", "players"), [("rattus", 2), ("cartus", 3)])
def test_a_full_tree_goes_on_counting(net_file, advance, monkeypatch, name, players, is_compiled) -> None:
    """More time is not lost when there is no more room: every simulation still counts for a move."""
    path = net_file(name, (players,))
    sight = sight_of(advance(name, players, 30))
    monkeypatch.setattr("rattus.bots.net_search.ROOM", 40 + len(sight.legal))
    search = NetSearch(load_network(path), sight, Budget(300), 1, compiled=is_compiled)
    choice, tree = search.run(), search._trees[0]
    assert tree.size <= len(tree._nodes) == 40 + len(sight.legal)
    assert tree._node(tree.root).visits == 300
    assert sum(option.simulations for option in choice.options) == 299  # the first one only looked at the root


@pytest.mark.parametrize("players", [2, 6])
def test_a_full_tree_counts_for_moves_whatever_the_others_know(net_file, advance, monkeypatch, players) -> None:
    """A move that another seat's tree has no room for must not be chosen again and again for nothing."""
    network = load_network(net_file("africanus", (players,)))
    for length, room in itertools.product(range(6, 60, 9), (40, 200)):
        sight = sight_of(advance("africanus", players, length))
        monkeypatch.setattr("rattus.bots.net_search.ROOM", room + len(sight.legal))
        choice = NetSearch(network, sight, Budget(400), 1).run()
        assert sum(option.simulations for option in choice.options) == 399, (length, room)


def test_there_is_room_for_a_tree_and_for_what_is_added_to_it(net_file) -> None:
    player = make_player(f"search:60@{net_file('rattus', (2,))}", compiled=False)
    before, search, _ = asked_again(rattus.new("rattus", 2, 4), player)
    fresh = NetSearch(before.network, before.sight, Budget(60), 1, compiled=False)
    assert len(search._trees[0]._nodes) == len(fresh._trees[0]._nodes) + before._trees[0].size


def children(tree, number):
    found, number = [], tree._node(number).child
    while number != net_tree.NONE:
        found.append(tree._node(number))
        number = found[-1].sibling
    return found


@pytest.mark.parametrize("name", ["search", "search:", "search:0", "search:fast", "search:5@nowhere.npz"])
def test_a_malformed_search_is_refused(name) -> None:
    with pytest.raises(FormatError):
        make_player(name)


def asked_again(game, player, most=200):
    """Plays until the same seat is asked right after its own move; gives the searches before and after."""
    for number in range(most):
        seat, before = game.to_move, player._search
        choice = player.choose(sight_of(game), number)
        search = player._search
        if before is not None and before.sight.seat == search.sight.seat and search.reused:
            return before, search, choice
        game.play(choice.move)
        if game.is_over or game.to_move != seat:
            player = make_player(player.name, compiled=False)
    raise AssertionError("never asked twice in a row")


@pytest.mark.parametrize("name", rattus.GAMES)
def test_within_a_turn_it_reuses_its_tree(name, net_file) -> None:
    path = net_file(name, (2,))
    player = make_player(f"search:60@{path}", compiled=False)
    before, search, choice = asked_again(rattus.new(name, 2, 4), player)
    old, new = before._trees[0], search._trees[0]
    below = next(node for node in old.children if before.sight.box.moves[node.move] == before.chosen)
    assert search.reused == below.visits
    assert sum(option.simulations for option in choice.options) >= 60 + search.reused - 2
    assert {node.move for node in new.children} >= {node.move for node in children_of(old, below)}
    assert choice.move in search.sight.moves


def children_of(tree, node):
    found, number = [], node.child
    while number != net_tree.NONE:
        found.append(tree._node(number))
        number = found[-1].sibling
    return found


def test_a_transplanted_tree_is_the_same_tree(net_file, advance) -> None:
    path = net_file("rattus", (2,))
    network, game = load_network(path), advance("rattus", 2, 30)
    search, other = (NetSearch(network, sight_of(game), Budget(150), 1, compiled=False) for _ in range(2))
    search.run()
    tree, fresh = search._trees[0], other._trees[0]
    root = max(tree.children, key=lambda node: node.visits)
    assert fresh.take_over(tree, root.move) == root.visits

    def shape(of, node):
        return (node.visits, node.available, node.prior, tuple(node.worth),
                tuple((child.move, shape(of, child)) for child in children_of(of, node)))  # fmt: skip

    assert shape(fresh, fresh._node(0)) == shape(tree, root)


def test_nodes_that_do_not_fit_are_left_out_of_a_transplant(net_file, advance) -> None:
    path = net_file("rattus", (2,))
    network, game = load_network(path), advance("rattus", 2, 30)
    search, small = (NetSearch(network, sight_of(game), Budget(number), 1, compiled=False) for number in (150, 1))
    search.run()
    tree, fresh = search._trees[0], small._trees[0]
    del fresh._nodes[20:]
    fresh.take_over(tree, max(tree.children, key=lambda node: node.visits).move)
    assert fresh.size == 20
    fresh.grow(5)


def test_the_tree_of_another_question_is_not_used(net_file, advance) -> None:
    path = net_file("rattus", (2,))
    player = make_player(f"search:30@{path}", compiled=False)
    for seed in range(4):
        game = advance("rattus", 2, 30 + 7 * seed, seed)
        player.choose(sight_of(game), 1)
        assert player._search.reused == 0


@pytest.mark.parametrize(("budget", "most"), [("400000", 4_000_000), ("3000s", 4_000_000), ("3000sx4", 1_000_000)])
def test_a_long_search_takes_no_more_memory_than_there_is_room_for(advance, monkeypatch, budget, most) -> None:
    """All its threads together."""
    asked = []
    monkeypatch.setattr("rattus.bots.net_search._NetTree", lambda *given: asked.append(given[-1]))
    sight = sight_of(advance("rattus", 2, 30))
    NetSearch(shipped_network("rattus", 2), sight, read_budget(budget), 0)
    assert set(asked) == {most}
