"""Measure how strong the computer players are: the table of bench/results/strength.md.

    python tools/strength.py play FOLDER [--minutes 9] [--workers 16] [--only NAME]...
    python tools/strength.py list                                          # all contests
    python tools/strength.py sum FOLDER                                    # writes bench/results/strength.md and .json
    python tools/strength.py pack FOLDER ZIP, and unpack ZIP FOLDER        # to carry results between machines

Every contest is a tournament of the arena with its own file, so all of it can be played in pieces: `play` resumes where
it stopped, on any machine that has the files. Without them `--series 2` (or any other number) plays the missing games
with deals of its own. `sum` keeps the results of before where FOLDER has no more games of the same players and series,
pools all series, and adds how natural the levels play and how long they think, as far as tools/calibrate_levels.py has
measured that, and bench/strength_notes.md, which is written by hand. Players with a budget in seconds need as many free
cores as workers; the curve of thinking time counts simulations, so that a busy machine does not change it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibrate_levels import Timed, Watched, behaviour_table, times_measured, times_table, watched_games
from contests import HEAD, Contest, Measured, local, measured, measured_before, play, pooled, portable

BENCH = Path(__file__).resolve().parent.parent / "bench"
RESULTS = BENCH / "results" / "strength.md"
NOTES = BENCH / "strength_notes.md"  # what limits the goals that are missed, and what was tried
ISMCTS = local("cmd:python tools/ismcts_bot.py {}")
# Goals for Rattus, Africanus and Cartus.
GOALS = {
    "mcts": (0.9, 0.9, 0.75), "mcts-three": (0.5, 0.5, 0.4), "net": (0.6, 0.6, 0.6), "net-mcts": (0.8, 0.75, 0.55),
    "ismcts": (0.95, 0.95, 0.95), "ismcts-three": (0.8, 0.8, 0.8),
}  # fmt: skip
GAMES = ("rattus", "africanus", "cartus")
CURVE = (300, 1000, 3000, 10_000, 30_000, 100_000, 400_000)  # simulations: up to 10 s a move
LEVELS = ("random", "easy", "normal", "hard", "best")
RESPONSE = "build/train/response-{}/network.npz"  # made by tools/train_networks.py --plan response
EXPLOITED = 0.6  # the highest share that a best response may win against `net`


def contests(
    best: str = "best", scale: float = 1.0, seconds: str = "0.5", strongest: str = "mcts:12000"
) -> list[Contest]:
    """All contests. `scale` makes them shorter; the other settings are for tests."""
    found = []

    def add(kind: str, game: str, players: tuple[str, ...], games: int, goal: float | None = None, what: str = "",
            most: float | None = None) -> None:  # fmt: skip
        found.append(Contest(f"{kind}-{game}", game, players, max(2, round(games * scale)), goal, most, what))

    for place, game in enumerate(GAMES):
        goals = {kind: goal[place] for kind, goal in GOALS.items()}
        rival, timed = ISMCTS.format(seconds), f"search:{seconds}s"
        add("mcts", game, (best, strongest), 64, goals["mcts"])
        add("mcts-three", game, (best, *[strongest] * 3), 64, goals["mcts-three"])
        add("net", game, (best, "net"), 64, goals["net"])
        add("net-mcts", game, ("net", strongest), 64, goals["net-mcts"])
        name = f"search for {seconds} s a move against OpenSpiel's ISMCTS"
        add("ismcts", game, (timed, rival), 24, goals["ismcts"], f"{name} for as long")
        add("ismcts-three", game, (timed, *[rival] * 3), 16, goals["ismcts-three"], f"{name}, three of them")
        for worse, better in itertools.pairwise(LEVELS):
            goal, most = (0.8, None) if worse == "random" else (0.65, 0.85)
            add(f"level-{better}", game, (better, worse), 64 if better == "best" else 400, goal, most=most)
        for less, more in itertools.pairwise(CURVE):
            add(f"time-{more}", game, (f"search:{more}", f"search:{less}"), 48)
        what = "a best response, trained against the frozen net, against net"
        add("response", game, (f"net:{RESPONSE.format(game)}", "net"), 200, what=what, most=EXPLOITED)
    return found


def chosen(names: list[str], all_contests: list[Contest]) -> list[Contest]:
    """The contests whose names start with one of these prefixes; all if there are none."""
    return [contest for contest in all_contests if not names or contest.name.startswith(tuple(names))]


def missing(contest: Contest, series: int, data: Path, folder: Path) -> Contest:
    """A series of a contest with as many games as the others leave to be played."""
    others = [each for each in all_series(contest, kept_data(data), folder) if each.contest.series != series]
    return replace(contest, series=series, games=max(0, contest.games - sum(each.games for each in others)))


def all_series(contest: Contest, kept: Mapping[str, Any], folder: Path) -> list[Measured]:
    """What is known of every series of a contest, from its files or from before, whichever has more games."""
    before = kept["contests"].get(contest.name, {"players": None, "series": {}})
    numbers = {int(number) for number in before["series"]}
    numbers |= {int(path.suffixes[0][1:]) for path in folder.glob(f"{contest.name}.*.jsonl")} | {1}
    found = []
    for number in sorted(numbers):
        series = replace(contest, series=number)
        old = measured_before(series, before)
        new = measured(series, folder) if series.file(folder).exists() else old
        found.append(new if new.games >= old.games else old)
    return [each for each in found if each.games]


def kept_data(data: Path) -> dict[str, Any]:
    """The results of before."""
    found: dict[str, Any] = json.loads(data.read_text("utf-8")) if data.exists() else {}
    return {"contests": {}, "watched": {}, "times": {}} | found


def is_playable(contest: Contest) -> bool:
    """Whether the networks it names are there."""
    return all(Path(name.removeprefix("net:")).exists() for name in contest.players if name.startswith("net:"))


def summary(
    found: list[Measured],
    games: Mapping[str, Mapping[str, Watched]],
    times: Mapping[str, Mapping[str, Mapping[str, Timed]]] | None = None,
) -> str:
    """The tables as Markdown."""
    missed = [each for each in found if each.is_met is False]
    open_ones = [each for each in found if each.games < each.contest.games]
    lines = ["# Strength of the computer players", "", "Games won by the first named, with 95 % intervals.", "", HEAD]
    lines += [each.row for each in found]
    lines += ["", f"{len(missed)} goals are missed; {len(open_ones)} contests are not played to their end."]
    if games:
        lines += ["", "## How natural the levels play", "",
                  "Games of four equal players. The goal: all numbers within 30 % of those of `best`."]  # fmt: skip
    for game, seen in games.items():
        lines += ["", f"### {game}", "", *behaviour_table(seen)]
    if times:
        lines += ["", "## How long a move takes", "",
                  "Milliseconds of CPU time on one thread within which 99 of 100 moves are made (of 40: the slowest),",
                  "rules compiled, in positions of games that `net` plays. Beside the levels: the most it may take.",
                  "",
                  *times_table(times)]  # fmt: skip
    return "\n".join(lines) + "\n"


def sum_up(folder: Path, all_contests: list[Contest], report: Path) -> int:
    """Write the report and its data, what was measured before included; returns how many games it has."""
    data = report.with_suffix(".json")
    kept = kept_data(data)
    found: list[Measured] = []
    stored: dict[str, Any] = {}
    for contest in all_contests:
        series = all_series(contest, kept, folder)
        if series:
            found.append(pooled(contest, series))
            parts = {str(each.contest.series): each.as_data() for each in series}
            stored[contest.name] = {"players": contest.meaning, "series": parts}
    games, times = {}, {}
    for game in GAMES:
        seen = watched_games(folder, game, kept["watched"].get(game, {}))
        if seen:
            games[game] = seen
        thought = times_measured(folder, game, kept["times"].get(game))
        if thought:
            times[game] = thought
    data.write_text(json.dumps({"contests": stored, "watched": games, "times": times}, indent=1) + "\n", "utf-8")
    notes = f"\n{NOTES.read_text('utf-8')}" if report == RESULTS else ""
    report.write_text(summary(found, games, times) + notes, "utf-8")
    return sum(each.games for each in found)


def main(arguments: list[str] | None = None) -> None:
    """Play, list, sum up, pack or unpack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "list", "sum", "pack", "unpack"))
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--only", action="append", default=[], help="contests whose names begin like this")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of games")
    parser.add_argument("--best", default="best", help="the player to be measured")
    parser.add_argument("--seconds", default="0.5", help="a move, against OpenSpiel's ISMCTS")
    parser.add_argument("--strongest", default="mcts:12000")
    parser.add_argument("--series", type=int, default=1, help="play other deals than those of series 1")
    parser.add_argument("--report", type=Path, default=RESULTS)
    given = parser.parse_args(arguments)
    all_contests = contests(given.best, given.scale, given.seconds, given.strongest)
    match given.what, given.paths:
        case "list", _:
            for contest in chosen(given.only, all_contests):
                print(f"{contest.name:24} {contest.games:4} games: {contest.title}")
        case "play", [folder]:
            playable = [contest for contest in chosen(given.only, all_contests) if is_playable(contest)]
            if given.series > 1:
                data = given.report.with_suffix(".json")
                playable = [missing(contest, given.series, data, folder) for contest in playable]
            is_done = play(playable, folder, given.workers, given.minutes)
            print("all played" if is_done else "the time is over; the same command goes on")
        case "sum", [folder]:
            games = sum_up(folder, all_contests, given.report)
            print(f"{given.report}: {games:,} games")
        case "pack", [folder, archive]:
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
                for path in sorted(folder.glob("*.jsonl")):
                    file.writestr(path.name, portable(path.read_text("utf-8")))
        case "unpack", [archive, folder]:
            folder.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(archive) as file:
                for name in file.namelist():
                    if "/" not in name:
                        (folder / name).write_text(local(file.read(name).decode()), "utf-8")
        case _:
            parser.error("FOLDER is missing, or too much is given")


if __name__ == "__main__":
    main()
