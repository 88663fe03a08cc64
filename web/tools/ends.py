"""Writes finished games into src/fixtures/ends.json, for the tests of points and charts: `python web/tools/ends.py`."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rattus

FILE = Path(__file__).resolve().parent.parent / "src" / "fixtures" / "ends.json"
SULTANS = ["merchant", "king", "trader", "sultan", "explorer", "astronomer"]
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("rattus", 3, {}),
    ("africanus", 2, {"cards": SULTANS}),
    ("africanus", 4, {"cards": SULTANS}),
    ("africanus", 6, {"cards": [*SULTANS, "monk", "knight"]}),
    ("cartus", 4, {"buildings": "mixed"}),
    ("cartus", 2, {}),
]
KINDS = {
    "settled",
    "placed",
    "farmed",
    "explored",
    "grew",
    "lost",
    "ravaged",
    "next",
    "last_call",
    "ended",
    "scored",
    "crowned",
}
FIELDS = ("number", "after", "event", "seat", "cubes", "region", "influence", "class", "round")
PARTS = ("game", "players", "regions", "palace", "palace_diplomats", "hands", "influence", "nuns")


def counted(position: dict[str, Any]) -> dict[str, int]:
    """Cubes alive, or influence on all tracks, by seat."""
    found: dict[str, int] = {}
    for seat, number in _pieces(position):
        found[seat] = found.get(seat, 0) + number
    return found


def _pieces(position: dict[str, Any]) -> Iterator[tuple[str, int]]:
    if position["game"] == "cartus":
        for track in position["influence"].values():
            yield from track
        return
    for region in position["regions"].values():
        yield from region["cubes"].items()
    yield from position["palace"].items()


def finished(name: str, players: int, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """A game played at random: its end, how it came, and what there was after every move."""
    game = rattus.new(name, players=players, seed=seed, options=options)
    dice = random.Random(seed)
    counts = [counted(game.position())]
    while not game.is_over:
        game.play(dice.choice([str(move) for move in game.legal()]))
        counts.append(counted(game.position()))
    events = [
        {field: event[field] for field in FIELDS if event.get(field) is not None}
        for event in game.events
        if event["event"] in KINDS
    ]
    view = game.view(None)
    return {
        "view": {part: view[part] for part in PARTS if part in view},
        "outcome": game.outcome.as_data(),
        "events": events,
        "counts": counts,
    }


def main() -> None:
    """Write the file, a game a line."""
    found = [finished(name, players, options, seed) for seed, (name, players, options) in enumerate(GAMES)]
    FILE.write_text("[\n" + ",\n".join(json.dumps(end, separators=(",", ":")) for end in found) + "\n]\n")


if __name__ == "__main__":
    main()
