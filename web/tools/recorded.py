"""Writes whole games as one seat sees them, for the tests of the board: `python web/tools/recorded.py`."""

import json
import random
from pathlib import Path

import rattus

TO = Path(__file__).resolve().parent.parent / "src" / "games" / "rattus" / "recorded.json"
NEW = ["astronomer", "explorer", "trader", "sultan", "merchant", "witch"]
OLD = ["merchant", "monk", "knight", "witch", "king", "sultan", "trader", "peasant"]
GAMES = [
    ("rattus", 2, {}),
    ("rattus", 4, {"phase_order": "free"}),
    ("africanus", 3, {"cards": NEW}),
    ("africanus", 6, {"cards": OLD}),
]
EVERY = 20  # moves from one whole view to the next
SHOWN = (
    "turn",
    "turns",
    "phase",
    "taken",
    "placed",
    "used",
    "regions",
    "palace",
    "palace_diplomats",
    "classes",
    "plague",
    "caravan",
    "supply",
    "turned",
    "known",
    "hands",
    "pile",
    "discards",
)


def recorded(name: str, players: int, options: dict, seed: int) -> dict:
    """A game at random: the view at its start, then the events of every few moves and what the board shows then."""
    game = rattus.new(name, players=players, seed=seed, options=options)
    dice = random.Random(seed)
    seat = "red"
    start, batches, told = game.view(seat), [], 0
    while not game.is_over:
        for _ in range(EVERY):
            if not game.is_over:
                game.play(str(dice.choice(game.legal())))
        events = game.events_seen(seat)
        view = game.view(seat)
        slim = [{key: value for key, value in event.items() if key != "rule"} for event in events[told:]]
        batches.append({"events": slim, "shown": {key: view[key] for key in SHOWN if key in view}})
        told = len(events)
    batches.pop()  # after the end all is turned up
    return {"start": start, "batches": batches}


def main() -> None:
    """Write the file."""
    games = [recorded(name, players, options, seed) for seed, (name, players, options) in enumerate(GAMES, 1)]
    TO.write_text("[\n" + ",\n".join(json.dumps(game, separators=(",", ":")) for game in games) + "\n]\n")


if __name__ == "__main__":
    main()
