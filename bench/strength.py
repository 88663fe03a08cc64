"""Measure how strong computer players are: the tournaments behind docs/bots.md.

    python bench/strength.py play FOLDER [NAME…]   # plays the tournaments, or those named; goes on with what is there
    python bench/strength.py sum FOLDER            # writes bench/results/strength.md and .json

Each is one call of `rattus arena`, which is shown.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from run import Row, machine, write

GAMES = ("rattus", "africanus", "cartus")
RATTUS = [sys.executable, "-m", "rattus.cli"]


@dataclass(frozen=True)
class Contest:
    """One player against another, alone or in the majority."""

    name: str
    game: str
    players: tuple[str, ...]
    games: int
    goal: float | None  # share of wins; None: more than the others, for sure

    @property
    def command(self) -> list[str]:
        """What `rattus` is called with."""
        return [
            "arena", "--game", self.game, "-p", str(len(self.players)), "--players", ",".join(self.players),
            "--games", str(self.games),
        ]  # fmt: skip


def contests() -> list[Contest]:
    found = []
    for game in GAMES:
        found.append(Contest(f"second-{game}-2", game, ("mcts:1s", "greedy"), 48, 0.75))
        found.append(Contest(f"second-{game}-4", game, ("mcts:1s", "greedy", "greedy", "greedy"), 48, 0.45))
        for better, worse in (("normal", "easy"), ("hard", "normal"), ("best", "hard")):
            games = 100 if better == "normal" else 64
            found.append(Contest(f"{better}-{game}-2", game, (better, worse), games, None))
            found.append(Contest(f"{better}-{game}-4", game, (better, worse, better, worse), games, None))
    return found


def play(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for contest in contests():
        if not names or any(contest.name.startswith(name) for name in names):
            print("rattus", *contest.command, flush=True)
            done = subprocess.run(
                [*RATTUS, *contest.command, "--file", str(folder / f"{contest.name}.jsonl"), "--json"],
                stdout=subprocess.PIPE, text=True, check=True,
            )  # fmt: skip
            (folder / f"{contest.name}.json").write_text(done.stdout, "utf-8")


def row(contest: Contest, data: dict[str, Any]) -> Row:
    """How many games the first player won a seat, beside its fair share; and how often it ranks before the other."""
    first, other = contest.players[0], contest.players[1]
    won = next(line["win_rate"] for line in data["standings"] if line["player"] == first)
    ahead = next(duel["ahead"] for duel in data["head_to_head"] if (duel["player"], duel["against"]) == (first, other))
    fair = 1 / len(contest.players)
    what = f"{contest.game}, {len(contest.players)} seats: {', '.join(contest.players)} ({data['games']} games)"
    measured = f"{first} wins {_between(won)} a seat; ranks before {other} {_between(ahead)}"
    if contest.goal is None:
        return Row(what, f"wins more than {fair:.0%} a seat, for sure", measured, won["low"] > fair)
    return Row(what, f"wins {contest.goal:.0%}", measured, won["value"] >= contest.goal)


def _between(estimate: dict[str, float]) -> str:
    return f"{estimate['value']:.0%} ({estimate['low']:.0%} to {estimate['high']:.0%})"


def sum_up(folder: Path) -> None:
    rows = []
    for contest in contests():
        path = folder / f"{contest.name}.json"
        if path.exists():
            rows.append(row(contest, json.loads(path.read_text("utf-8"))))
    write(
        rows,
        "Strength of the computer players (95 % intervals; mcts:1s and best were played on 16 cores with Python 3.12)",
        "strength",
    )
    print(f"{len(rows)} tournaments; {sum(line.met is False for line in rows)} goals not met; {machine()}")


def main() -> None:
    match sys.argv[1:]:
        case ["play", folder, *names]:
            play(Path(folder), names)
        case ["sum", folder]:
            sum_up(Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
