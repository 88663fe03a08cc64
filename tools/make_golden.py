"""Write the golden games: one for each end reason and number of players, and one in which cards are shuffled anew.

    python tools/make_golden.py

They guard the rules against changes nobody meant, so make them anew only together with a new rules version.
"""

import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import rattus
from rattus.match.record import begin_record, read_record, replay, write_lines

FOLDER = Path(__file__).resolve().parent.parent / "tests/golden"
OPTIONS: dict[str, dict[str, Any]] = {"supply": {}, "cubes": {}, "turns": {"max_turns": 6}}
DRAWING = {"cards": ["astronomer", "explorer", "trader", "sultan", "witch", "king"]}
SHUFFLED = "africanus-2-shuffled"
GAMES = [(name, players) for name, book in rattus.GAMES.items() for players in book.player_counts]


def random_game(name: str, players: int, seed: int, options: dict[str, Any]) -> rattus.Game:
    game, choice = rattus.new(name, players, seed, options), random.Random(seed)
    while not game.is_over:
        game.play(choice.choice(game.legal()))
    return game


def compact(start: dict[str, Any]) -> dict[str, Any]:
    """A start without what is left out when it is read."""
    return {name: value for name, value in start.items() if value or name == "starting"}


def digest(record: dict[str, Any]) -> str:
    """A fingerprint of every position of a game."""
    found = hashlib.sha256()
    for game in replay(begin_record(record), record):
        found.update(json.dumps(game.position(), sort_keys=True).encode())
    return found.hexdigest()[:16]


def find(name: str, players: int, options: dict[str, Any], wanted: Callable[[rattus.Game], bool]) -> rattus.Game:
    return next(filter(wanted, (random_game(name, players, seed, options) for seed in itertools.count(1))))


def ends_by(reason: str) -> Callable[[rattus.Game], bool]:
    return lambda game: game.outcome is not None and game.outcome.reason == reason


def golden_games() -> Iterator[tuple[str, rattus.Game]]:
    for (name, players), reason in itertools.product(GAMES, OPTIONS):
        yield f"{name}-{players}-{reason}", find(name, players, OPTIONS[reason], ends_by(reason))
    yield SHUFFLED, find("africanus", 2, DRAWING, lambda game: len(game.shuffles) > 1)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    digests = {}
    for name, game in golden_games():
        record = game.record()
        text = write_lines({**record, "start": compact(record["start"])})
        (FOLDER / f"{name}.jsonl").write_text(text, "utf-8")
        digests[name] = digest(read_record(text))
        print(f"{name}: {len(game.moves)} moves, {json.dumps(record['result'])}")
    (FOLDER / "digests.json").write_text(json.dumps(digests, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
