"""Whether reviews are fair: luck without bias, decisions that cost strong players less. Writes bench/results/review.md.

python bench/review.py equals rattus 2 1000      # games of the network against itself
python bench/review.py levels rattus 2 12        # `easy`, `normal`, `hard` and `best` against the network
python bench/review.py against rattus 2 24       # `easy` and `best` at one table, in turns in the first seat
python bench/review.py time rattus 4             # how long a review takes
python bench/review.py write                     # the tables, of all that has been measured
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from pathlib import Path
from typing import Any

import numpy as np

import rattus
from rattus.analysis.review import WHOLE, one_thread_each, review_record
from rattus.bots.levels import LEVELS
from rattus.bots.players import make_player
from rattus.kernel.threads import processors
from rattus.match.game import Game
from rattus.match.sight import sight_of

RESULTS = Path(__file__).parent / "results"
DATA = RESULTS / "review.json"
EQUAL = "policy:1"  # plays by the network's own probabilities
PAIR = ("easy", "best")


def play(game: str, players: int, who: list[str], seed: str) -> Game:
    """A game of these players."""
    played = rattus.new(game, players, seed)
    seated = [make_player(name) for name in who]
    while not played.is_over:
        sight = sight_of(played)
        played.play(seated[sight.seat].choose(sight, f"{seed}/{len(played.moves)}").move)
    return played


def equals(game: str, players: int, games: int, workers: int) -> dict[str, Any]:
    """Luck and decisions of equals, for each seat: means and standard errors in points."""
    rows = []
    jobs = [(game, players, number) for number in range(games)]
    with one_thread_each(), multiprocessing.get_context("spawn").Pool(workers) as pool:
        for number, row in enumerate(pool.imap(parts_of, jobs, chunksize=4)):
            rows.append(row)
            if number % 50 == 49:
                print(number + 1, flush=True)
    deal, luck, decisions, result = (100 * np.array(part) / WHOLE for part in zip(*rows, strict=True))
    return {
        "what": "equals", "game": game, "players": players, "games": games,
        **{name: summary(part) for name, part in (("deal", deal), ("luck", luck), ("decisions", decisions))},
        "result": summary(result - 100 / players),
        "explained": round(float(np.corrcoef(luck.ravel() + deal.ravel(), result.ravel())[0, 1] ** 2), 3),
    }  # fmt: skip


def parts_of(job: tuple[str, int, int]) -> tuple[list[int], list[int], list[int], list[int]]:
    """By seat: what the deal and the order of seats did, all other luck, all decisions, and the result."""
    game, players, number = job
    record = play(game, players, [EQUAL] * players, f"equals/{number}").record()
    review = review_record(record, effort="glance", seed=number)
    sums = [review.sums[seat] for seat in review.seats]
    deal = list(review.luck[0].change)
    luck = [total.chance - dealt for total, dealt in zip(sums, deal, strict=True)]
    return deal, luck, [sum(total.decisions.values()) for total in sums], [total.end for total in sums]


def summary(part: Any) -> list[tuple[float, float]]:
    """Mean and standard error by seat."""
    means, errors = part.mean(axis=0), part.std(axis=0, ddof=1) / np.sqrt(len(part))
    return [(round(float(mean), 2), round(float(error), 2)) for mean, error in zip(means, errors, strict=True)]


def levels(game: str, players: int, games: int, workers: int) -> dict[str, Any]:
    """What the decisions of each level cost, in points a game, in the first seat against the network."""
    found = {}
    for level in LEVELS:
        costs, own = [], []
        for number in range(games):
            record = play(game, players, [level, *[EQUAL] * (players - 1)], f"levels/{number}").record()
            review = review_record(record, effort="normal", seed=number, workers=workers)
            first = review.seats[0]
            costs.append(sum(each.cost for each in review.decisions if each.seat == first))
            own.append(review.sums[first].decisions[first])
        found[level] = [summary(100 * np.array(each)[:, None] / WHOLE)[0] for each in (costs, own)]
        print(level, found[level], flush=True)
    return {"what": "levels", "game": game, "players": players, "games": games, "levels": found}


def against(game: str, players: int, games: int, workers: int) -> dict[str, Any]:
    """What the decisions of `easy` and of `best` at one table cost, in points a game, and their difference."""
    costs = []
    for number in range(games):
        who = [PAIR[(place + number) % 2] for place in range(players)]
        record = play(game, players, who, f"against/{number}").record()
        review = review_record(record, effort="normal", seed=number, workers=workers)
        cost = dict.fromkeys(PAIR, 0.0)
        for each in review.decisions:
            name = who[review.seats.index(each.seat)]
            cost[name] += each.cost / who.count(name)
        costs.append([cost[name] for name in PAIR])
        print(number + 1, costs[-1], flush=True)
    points = 100 * np.array(costs) / WHOLE
    return {
        "what": "against", "game": game, "players": players, "games": games,
        "costs": dict(zip(PAIR, summary(points), strict=True)),
        "difference": summary(points[:, :1] - points[:, 1:])[0],
        "dearer": int((points[:, 0] > points[:, 1]).sum()),
    }  # fmt: skip


def timed(game: str, players: int, workers: int) -> dict[str, Any]:
    """How long a review takes, by one process and by several."""
    record = play(game, players, [EQUAL] * players, "time").record()
    start, cpu = time.perf_counter(), time.process_time()
    review = review_record(record, workers=1)
    own = time.process_time() - cpu
    begun = time.perf_counter()
    review_record(record, workers=workers)
    return {
        "what": "time", "game": game, "players": players, "decisions": len(review.decisions),
        "cpu_seconds": round(own, 1), "seconds_alone": round(begun - start, 1), "processors": workers,
        "seconds": round(time.perf_counter() - begun, 1),
    }  # fmt: skip


def text_of(data: list[dict[str, Any]]) -> str:
    """The tables."""
    lines = [
        "# Reviews", "", "Made by `bench/review.py` with the shipped networks. Points are hundredths of a win.", "",
        "## Luck of equals", "",
        "Games of the network against itself, each reviewed by the network alone (`glance`). By seat, red first: mean",
        "points with the standard error. `deal` is what the deal and the order of seats gave before the first move.",
        "Luck and decisions are without bias where their means are within about two errors of nought. The last column:",
        "how much of the differences between results luck explains (the rest are decisions).", "",
        "| game | players | games | deal | luck | decisions | result less the share | explained |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    for row in [each for each in data if each["what"] == "equals"]:
        cells = [
            " · ".join(f"{m:+.1f} ± {e:.1f}" for m, e in row[name]) for name in ("deal", "luck", "decisions", "result")
        ]
        lines.append(
            f"| {row['game']} | {row['players']} | {row['games']} | {' | '.join(cells)} | {row['explained']:.0%} |"
        )
    if any(each["what"] == "against" for each in data):
        lines += _against_text(data)
    if any(each["what"] == "levels" for each in data):
        lines += _levels_text(data)
    if any(each["what"] == "time" for each in data):
        lines += _time_text(data)
    return "\n".join(lines) + "\n"


def _against_text(data: list[dict[str, Any]]) -> list[str]:
    lines = [
        "", "## What decisions of `easy` and of `best` cost", "",
        "Both at one table, in turns in the first seat, judged by the `normal` effort: points a game that the",
        "decisions of each were behind the best moves found, with the standard error, and the difference game by game.",
        "The last column: in how many games those of `easy` cost more.", "",
        "| game | players | games | easy | best | difference | easy cost more |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    for row in [each for each in data if each["what"] == "against"]:
        found = [*(row["costs"][name] for name in PAIR), row["difference"]]
        cells = [f"{mean:.1f} ± {error:.1f}" for mean, error in found]
        head, dearer = f"| {row['game']} | {row['players']} | {row['games']} |", f"{row['dearer']} of {row['games']}"
        lines.append(f"{head} {' | '.join(cells)} | {dearer} |")
    return lines


def _levels_text(data: list[dict[str, Any]]) -> list[str]:
    lines = [
        "", "## What decisions cost", "",
        "One player of each level in the first seat against the network, judged by the `normal` effort: points a game",
        "that its decisions were behind the best moves found, and what they did to its own chance compared with the",
        "network's.",
        "", "| game | players | games | " + " | ".join(LEVELS) + " |", "| --- | --- | --- |" + " --- |" * len(LEVELS),
    ]  # fmt: skip
    for row in [each for each in data if each["what"] == "levels"]:
        cells = [
            f"{cost:.1f} ± {error:.1f} ({own:+.1f})"
            for (cost, error), (own, _) in (row["levels"][name] for name in LEVELS)
        ]
        lines.append(f"| {row['game']} | {row['players']} | {row['games']} | {' | '.join(cells)} |")
    return lines


def _time_text(data: list[dict[str, Any]]) -> list[str]:
    lines = [
        "", "## Time", "",
        "A review with the `normal` effort: the processor time of one process, and the time on the clock with as many",
        "processes as there are processors (on a machine that had other work too).", "",
        "| game | players | decisions | processor seconds | seconds | processes |",
        "| --- | --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    for row in [each for each in data if each["what"] == "time"]:
        cells = [str(row[name]) for name in ("game", "players", "decisions", "cpu_seconds", "seconds", "processors")]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Measure one thing and keep it, or write the tables."""
    parser = argparse.ArgumentParser(prog="bench/review.py", description=__doc__)
    parser.add_argument("what", choices=("equals", "levels", "against", "time", "write"))
    parser.add_argument("game", nargs="?", default="rattus")
    parser.add_argument("players", nargs="?", type=int, default=2)
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("--workers", type=int, default=processors(), help="processes")
    given = parser.parse_args()
    data = json.loads(DATA.read_text("utf-8")) if DATA.is_file() else []
    if given.what != "write":
        if given.what == "time":
            found = timed(given.game, given.players, given.workers)
        else:
            measure = {"equals": equals, "levels": levels, "against": against}[given.what]
            found = measure(given.game, given.players, given.games, given.workers)
        same = ("what", "game", "players")
        data = [each for each in data if any(each[name] != found[name] for name in same)] + [found]
        data.sort(key=lambda each: [str(each[name]) for name in same])
        DATA.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        print(json.dumps(found))
    (RESULTS / "review.md").write_text(text_of(data), "utf-8")


if __name__ == "__main__":
    main()
