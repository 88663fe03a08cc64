import json

import pytest

import rattus
from rattus.analysis.variations import Variations, read_variations
from rattus.errors import FormatError, IllegalMove


@pytest.fixture
def game(advanced):
    return advanced("rattus", 2, 12)


def test_a_tree_grows_from_any_moment(game):
    tree = Variations(game.record(), 6)
    tree.add_game()
    assert tree.game(()).moves == game.moves[:6]
    line = tuple(str(move) for _, move in game.moves[6:])
    assert tree.game(line).view("red") == game.view("red")
    other = next(move for move in tree.game(()).legal_texts if move != line[0])
    node = tree.add((), other, name="instead", note="a try")
    assert node.seat == tree.game(()).to_move
    assert [each.move for each in tree.root.children] == [line[0], other]
    assert tree.add((), other) is node
    assert (node.name, node.note) == ("instead", "a try")
    tree.remove((other,))
    assert tree.root.child(other) is None


def test_only_legal_moves_are_tried(game):
    tree = Variations(game.record(), 6)
    with pytest.raises(IllegalMove):
        tree.add((), "settle nowhere")
    with pytest.raises(FormatError, match="was not tried"):
        tree.add(("settle nowhere",), "settle gallia")
    with pytest.raises(FormatError, match="beginning"):
        tree.remove(())
    with pytest.raises(FormatError, match="0 to 12"):
        Variations(game.record(), 13)


def test_a_tree_is_exported_and_imported(game):
    tree = Variations(game.record(), 4)
    tree.add_game()
    move = tree.game(()).legal_texts[-1]
    tree.add((), move, "other", "a note").chances = {"red": 6000, "yellow": 4000}
    tree.add((move,), tree.game((move,)).legal_texts[0])
    data = json.loads(str(tree))
    assert read_variations(data).as_data() == data


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"format": 9}, "format"),
        ({"at": "x"}, "at"),
        ({"lines": {}}, "list"),
        ({"lines": [{"move": 3}]}, "line"),
        ({"lines": [{"move": "fly away"}]}, "no move"),
        ({"colour": 1}, "object"),
    ],
)
def test_bad_trees_are_refused(game, change, fault):
    data = {**Variations(game.record(), 4).as_data(), **change}
    with pytest.raises((FormatError, IllegalMove), match=fault):
        read_variations(data)


@pytest.mark.parametrize("name", rattus.GAMES)
def test_of_a_running_game_only_what_a_seat_knows_is_tried(name, advanced):
    """The start of the tree does not depend on what is hidden: another deal that looks alike gives the same."""
    game = advanced(name, 2, 8)
    viewer = game.to_move
    tree = Variations.from_sight(game, viewer, seed=5)
    assert tree.game(()).view(viewer) == game.view(viewer)
    other = game.resample(viewer, 77)
    assert other.position() != game.position()
    assert Variations.from_sight(other, viewer, seed=5).as_data() == tree.as_data()
    assert tree.viewer == viewer
