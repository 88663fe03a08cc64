"""What a seat sees, as it travels to other processes: all that the seat knows, and nothing else."""

import json
import random
import tomllib
from collections.abc import Iterator
from importlib import resources

import numpy as np
import pytest

import rattus
from rattus.errors import FormatError
from rattus.match.game import Game, game_from, new_game
from rattus.match.parts import corrected_parts, shipped_parts
from rattus.match.sight import Sight, pack_sight, read_sight, sight_of, sight_of_view

GAMES = [(name, players) for name, rulebook in rattus.GAMES.items() for players in rulebook.player_counts]
# Where a caravan grows, in Africanus: public. The same questions can be in two orders in the table, with one view.
WRITTEN_IN_TWO_WAYS = ("growing", "grow_regions")


def moments(name: str, players: int, seed: int, every: int = 9) -> Iterator[Game]:
    """Copies of a random game, taken here and there."""
    game, choice = rattus.new(name, players, seed), random.Random(seed)
    while not game.is_over:
        if len(game.moves) % every == 0:
            yield game.copy()
        game.play(choice.choice(game.legal()))


def sight_from(game: Game, seat: str) -> Sight:
    """What any seat sees: another one than the one to move may not know what is legal, so any move stands for that."""
    legal = tuple(game.box.ids[text] for text in game.legal_texts) if seat == game.to_move else (0,)
    return Sight(game.parts, game.box, game.veiled(seat), game.seats.index(seat), legal)


@pytest.mark.rules("R6")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_worlds_that_look_alike_are_packed_to_the_same_bytes(name: str, players: int, seed: int) -> None:
    differ = 0
    for game in moments(name, players, seed):
        for seat in game.seats:
            world = game.resample(seat, seed)
            differ += world.position() != game.position()
            assert json.dumps(pack_sight(sight_from(world, seat))) == json.dumps(pack_sight(sight_from(game, seat)))
    assert differ > 20


@pytest.mark.rules("R6")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_packed_table_follows_from_the_view(name: str, players: int, seed: int) -> None:
    """So it cannot tell more: whatever is in the table and not in the view would be missing from a table made of it."""
    fields = [field for field in rattus.GAMES[name].table_layout.fields if field not in WRITTEN_IN_TWO_WAYS]
    for game in moments(name, players, seed):
        for seat in game.seats:
            seen = read_sight(pack_sight(sight_from(game, seat)))
            made = sight_of_view(game.parts, game.view(seat), seat, game.legal_texts)
            for field in fields:
                assert getattr(seen.table, field) == getattr(made.table, field), field
            assert json.dumps(seen.view) == json.dumps(game.view(seat))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_packed_sight_is_read_as_it_was(name: str, players: int, seed: int) -> None:
    for game in moments(name, players, seed, every=20):
        sight = sight_of(game)
        read = read_sight(json.loads(json.dumps(pack_sight(sight))))
        assert (read.box, read.table, read.seat, read.legal) == (sight.box, sight.table, sight.seat, sight.legal)


def test_no_byte_between_the_fields_is_left_to_chance() -> None:
    layout = rattus.GAMES["cartus"].table_layout
    packed = layout.pack([rattus.new("cartus", 3, 1).veiled("red")])
    zeros, ones = (np.full(layout.dtype.itemsize, byte, np.uint8).view(layout.dtype) for byte in (0, 255))
    for field in layout.fields:
        zeros[field] = ones[field] = packed[field]
    assert zeros.tobytes() != ones.tobytes(), "there is no byte between the fields"
    assert packed.tobytes() == zeros.tobytes()


def test_a_position_with_other_tokens_travels_as_its_view() -> None:
    """Which tokens are in the game is hidden there, and the box has them."""
    position = rattus.new("rattus", 2, 3, {"first": "red"}).view("red")
    position |= {"supply": 5, "removed": 0}
    del position["starting"]
    for region in position["regions"].values():
        region["rats"] = []
    game = game_from(rattus.new("rattus", 2, 3).parts, position, seed=1)
    packed = pack_sight(sight_of(game))
    assert set(packed) == {"game", "seat", "view", "legal"}
    other = game_from(game.parts, position, seed=2)
    assert other.box.record != game.box.record
    assert pack_sight(sight_of(other)) == packed
    assert read_sight(packed).moves == sight_of(game).moves


def test_corrected_components_do_not_travel() -> None:
    shipped = shipped_parts(rattus.GAMES["rattus"])
    table = tomllib.loads(resources.files("rattus").joinpath("data", "rattus_tokens.toml").read_text("utf-8"))
    table["ordinary"] = table["ordinary"][::-1]
    corrected = corrected_parts(shipped.rulebook, {"rattus_tokens.toml": table})
    assert corrected.digest != shipped.digest
    with pytest.raises(FormatError, match="corrected components"):
        pack_sight(sight_of(new_game(corrected, 2, 3, {})))


@pytest.mark.rules("R6")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_whoever_is_not_to_move_sees_no_moves(name: str, players: int, seed: int) -> None:
    for game in moments(name, players, seed, 25):
        for seat in game.seats:
            if seat != game.to_move:
                packed = pack_sight(sight_of(game, seat))
                read = read_sight(packed, has_moves=False)
                assert (read.seat, read.moves) == (game.seats.index(seat), ())
                assert read.view == game.view(seat)
                with pytest.raises(FormatError, match="legal"):
                    read_sight(packed)
