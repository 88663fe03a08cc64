"""Write the golden games: each end reason, number of players and choice of buildings, and some rare courses.

    python tools/make_golden.py

They guard the rules against unintended changes, so rewrite them only together with a new rules version.
"""

import hashlib
import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rattus
from rattus.match.record import begin_record, read_record, replay, write_lines

FOLDER = Path(__file__).resolve().parent.parent / "tests/golden"
ENDS: dict[str, dict[str, Any]] = {"supply": {}, "cubes": {}, "turns": {"max_turns": 6}}
DRAWING = {"cards": ["astronomer", "explorer", "trader", "sultan", "witch", "king"]}
OTHERS = {"buildings": ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]}

Wanted = Callable[[rattus.Game], bool]


def random_game(name: str, players: int, seed: int, options: dict[str, Any]) -> rattus.Game:
    game, choice = rattus.new(name, players, seed, options), random.Random(seed)
    while not game.is_over:
        game.play(choice.choice(game.legal()))
    return game


def compact(start: dict[str, Any]) -> dict[str, Any]:
    """A start without the fields that have default values."""
    return {name: value for name, value in start.items() if value or name == "starting"}


def digest(record: dict[str, Any]) -> str:
    """A fingerprint of every position of a game."""
    found = hashlib.sha256()
    for game in replay(begin_record(record), record):
        found.update(json.dumps(game.position(), sort_keys=True).encode())
    return found.hexdigest()[:16]


def find(name: str, players: int, options: dict[str, Any], wanted: Wanted) -> rattus.Game:
    return next(filter(wanted, (random_game(name, players, seed, options) for seed in itertools.count(1))))


def ends_by(reason: str) -> Wanted:
    return lambda game: game.outcome is not None and game.outcome.reason == reason


def is_shuffled(game: rattus.Game) -> bool:
    return len(game.shuffles) > 1


def golden_kinds() -> dict[str, tuple[str, int, dict[str, Any], Wanted]]:
    """The kinds of games: game, players, options, and what must happen in it."""
    kinds: dict[str, tuple[str, int, dict[str, Any], Wanted]] = {
        f"{name}-{players}-{reason}": (name, players, ENDS[reason], ends_by(reason))
        for name in ("rattus", "africanus")
        for players in rattus.GAMES[name].player_counts
        for reason in ENDS
    }
    kinds["africanus-2-shuffled"] = ("africanus", 2, DRAWING, is_shuffled)
    for players in rattus.GAMES["cartus"].player_counts:
        kinds[f"cartus-{players}-first"] = ("cartus", players, {}, ends_by("rounds"))
        kinds[f"cartus-{players}-others"] = ("cartus", players, OTHERS, ends_by("rounds"))
    kinds["cartus-3-mixed"] = ("cartus", 3, {"buildings": "mixed"}, ends_by("rounds"))
    kinds["cartus-4-one_each"] = ("cartus", 4, {"buildings": "one_each"}, ends_by("rounds"))
    kinds["cartus-5-shuffled"] = ("cartus", 5, {}, is_shuffled)
    kinds["cartus-4-all_dead"] = ("cartus", 4, {}, lambda game: not game.record()["result"]["winners"])
    return kinds


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    digests = {}
    for name, kind in golden_kinds().items():
        game = find(*kind)
        record = game.record()
        text = write_lines({**record, "start": compact(record["start"])})
        (FOLDER / f"{name}.jsonl").write_text(text, "utf-8")
        digests[name] = digest(read_record(text))
        print(f"{name}: {len(game.moves)} moves, {json.dumps(record['result'])}")
    (FOLDER / "digests.json").write_text(json.dumps(digests, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
