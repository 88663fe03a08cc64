"""Write the golden games: one for each end reason and number of players.

    python tools/make_golden.py

They guard the rules against changes nobody meant, so make them anew only together with a new rules version.
"""

import hashlib
import itertools
import json
import random
from pathlib import Path
from typing import Any

import rattus
from rattus.match.record import begin_record, moves_of, read_record, write_lines

FOLDER = Path(__file__).resolve().parent.parent / "tests/golden"
OPTIONS = {"supply": {}, "cubes": {}, "turns": {"max_turns": 6}}


def random_game(players: int, seed: int, options: dict[str, int]) -> rattus.Game:
    game, choice = rattus.new("rattus", players, seed, options), random.Random(seed)
    while not game.is_over:
        game.play(choice.choice(game.legal()))
    return game


def compact(start: dict[str, Any]) -> dict[str, Any]:
    """A start without what is left out when it is read."""
    return {name: value for name, value in start.items() if value or name == "starting"}


def digest(record: dict[str, Any]) -> str:
    """A fingerprint of every position of a game."""
    game, found = begin_record(record), hashlib.sha256()
    for seat, text in moves_of(record):
        game.play(text, seat)
        found.update(json.dumps(game.position(), sort_keys=True).encode())
    return found.hexdigest()[:16]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    digests = {}
    for players, reason in itertools.product((2, 3, 4), OPTIONS):
        games = (random_game(players, seed, OPTIONS[reason]) for seed in itertools.count(1))
        game = next(game for game in games if game.outcome and game.outcome.reason == reason)
        record, name = game.record(), f"rattus-{players}-{reason}"
        text = write_lines({**record, "start": compact(record["start"])})
        (FOLDER / f"{name}.jsonl").write_text(text, "utf-8")
        digests[name] = digest(read_record(text))
        print(f"{name}: {len(game.moves)} moves, {json.dumps(record['result'])}")
    (FOLDER / "digests.json").write_text(json.dumps(digests, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
