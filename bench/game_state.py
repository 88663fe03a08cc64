"""A state as large as ours, for boardgame.io to carry: what a spectator sees in the midst of a match for two."""

import random
from pathlib import Path

import orjson

from rattus.match.game import new_game
from rattus.match.parts import find_game, shipped_parts

MOVES = 20


def write_state(game: str, file: Path) -> int:
    """Write the view of a match after some random moves; its size in bytes."""
    match, chance = new_game(shipped_parts(find_game(game)), 2, 1, {}), random.Random(1)
    for _ in range(MOVES):
        match.play(chance.choice(match.legal()))
    return file.write_bytes(orjson.dumps(match.view(None)))
