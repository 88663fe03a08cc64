"""Writes moments of real games into src/fixtures, for the tests of the client: `python web/tools/fixtures.py`."""

import itertools
import json
import random
from pathlib import Path

import rattus

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent / "src" / "fixtures"
SHARP = ["brewery", "office", "hospital", "castle", "hut", "palace"]  # where cards are taken by force
GAMES = {
    "rattus": [(2, {}), (4, {"phase_order": "free"})],
    "africanus": [
        (3, {"cards": ["merchant", "king", "trader", "sultan", "explorer", "astronomer"]}),
        (6, {}),
        (4, {"cards": ["merchant", "king", "monk", "sultan", "witch", "peasant"]}),
    ],
    "cartus": [(2, {"buildings": "one_each"}), (4, {"buildings": "mixed"}), (5, {}), (3, {"buildings": SHARP})],
}


def moments(name: str, players: int, options: dict, seed: int) -> list[dict]:
    """Moments of a game played at random in which the verbs on offer have not been seen before, and its end."""
    game = rattus.new(name, players=players, seed=seed, options=options)
    dice = random.Random(seed)
    seen: set[tuple[str, ...]] = set()
    found: list[dict] = []
    while not game.is_over:
        legal = [str(move) for move in game.legal()]
        verbs = tuple(sorted({move.split()[0] for move in legal}))
        if verbs not in seen:
            seen.add(verbs)
            found.append({"game": name, "players": players, "seat": game.to_move, "moves": len(game.moves),
                          "legal": legal, "view": game.view(game.to_move)})  # fmt: skip
        game.play(dice.choice(legal))
    middle = found[len(found) // 2]
    seat = middle["seat"]
    events = game.events_seen(seat)
    middle["events"] = [event for event in events if event["after"] <= middle["moves"]][-40:]
    end = {"game": name, "players": players, "seat": seat, "moves": len(game.moves), "legal": [],
           "view": game.view(seat), "events": events[-60:], "outcome": game.outcome.as_data()}  # fmt: skip
    return [*found, end]


TOWERS = ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]
STORIES = [
    (2, {"buildings": "mixed"}, 3, "red", 37), (3, {"buildings": TOWERS}, 5, "green", 61), (5, {}, 7, "blue", 83),
    (4, {"buildings": ["farm", "marketplace", "hospital", "castle", "hut", "palace"]}, 11, "yellow", 97),
]  # fmt: skip


def story(players: int, options: dict, seed: int, seat: str, every: int) -> dict:
    """A whole game of Cartus as one seat sees it: chapters of events with the view after each, and what was asked."""
    game = rattus.new("cartus", players=players, seed=seed, options=options)
    dice = random.Random(seed)
    views, asked = [(0, game.view(seat))], []
    while not game.is_over:
        legal = [str(move) for move in game.legal()]
        view = game.view(seat)
        pending = view["pending"] or {}
        if game.to_move == seat and pending.get("ask") in ("play", "give", "discard"):
            asked.append({"hand": view["hands"][seat], "pending": pending, "legal": legal})
        game.play(dice.choice(legal))
        if len(game.moves) % every == 0 or game.is_over:
            views.append((len(game.moves), game.view(seat)))
    chapters = []
    for (before, _), (after, view) in itertools.pairwise(views):
        events = [event for event in game.events_seen(seat) if before < event["after"] <= after]
        kept = {key: value for key, value in view.items() if key not in ("counted", "options", "lost")}
        chapters.append({"events": [{**event, "rule": None} for event in events], "view": kept})
    few = [each for ask in ("play", "give", "discard") for each in [a for a in asked if a["pending"]["ask"] == ask][:8]]
    return {"players": players, "seat": seat, "start": views[0][1], "chapters": chapters, "asked": few}


def write(path: Path, found: list[dict]) -> None:
    """A line for each."""
    path.write_text("[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in found) + "\n]\n")


def main() -> None:
    """Write a file a game."""
    FOLDER.mkdir(exist_ok=True)
    write(HERE.parent / "src" / "games" / "cartus" / "stories.json", [story(*each) for each in STORIES])
    for name, tables in GAMES.items():
        found = [
            moment for seed, (players, options) in enumerate(tables) for moment in moments(name, players, options, seed)
        ]
        text = "[\n" + ",\n".join(json.dumps(moment, separators=(",", ":")) for moment in found) + "\n]\n"
        (FOLDER / f"{name}.json").write_text(text)


if __name__ == "__main__":
    main()
