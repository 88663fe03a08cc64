"""The worked example plays, in every game, without a fault."""

import sys
from pathlib import Path

import pytest

import rattus
from rattus.bots.players import RandomPlayer
from rattus.bots.program import ProgramPlayer
from rattus.match.sight import sight_of

EXAMPLE = Path(__file__).resolve().parent.parent.parent / "examples/mybot.py"


def test_it_is_as_short_as_promised() -> None:
    code = EXAMPLE.read_text("utf-8").rpartition('"""\n\nimport json')[2]
    assert len(code.strip().splitlines()) <= 30


@pytest.mark.parametrize("name", rattus.GAMES)
def test_it_plays_to_the_end(name) -> None:
    player, other = ProgramPlayer("mybot", f"'{sys.executable}' '{EXAMPLE}'"), RandomPlayer()
    try:
        game = rattus.new(name, 2, 3)
        while not game.is_over:
            mover = player if game.to_move == "red" else other
            game.play(mover.choose(sight_of(game), len(game.moves)).move)
    finally:
        player.close()
    assert game.outcome is not None
