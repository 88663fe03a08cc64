"""Measure the levels: win rates between them, time per move, and whether weaker levels play a natural game.

    python tools/calibrate_levels.py FOLDER [--game rattus] [--minutes 9] [--workers 16]
    python tools/calibrate_levels.py FOLDER --game rattus --network network.npz    # with a network that is not shipped
    python tools/calibrate_levels.py FOLDER --tune normal=policy:1,0.2 ...         # another player for a level
    python tools/calibrate_levels.py FOLDER --game rattus --times                  # only the time a move takes

Contests are kept in FOLDER and resume where they stopped; GAME.md there is the result. The goals are those of levels
(docs/bots.md): each wins 65 to 85 % of two-player games against the one below, `easy` 80 % against `random`; a move
takes no longer than the level allows; and in four-player games within a level the counts of its actions are within
30 % of those of `best`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import os
import re
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

import rattus
from contests import HEAD, Contest, measured, play
from rattus.bots.levels import LEVELS
from rattus.bots.net import has_network
from rattus.bots.players import is_searching, make_player
from rattus.match.game import Game
from rattus.match.sight import sight_of

FOUR = 4  # players in the games that show how a level plays
NEAR = 0.3  # relative difference from `best` that a number may have
BEST, STAND_IN = "best", "net"  # games of `best` take minutes; those of `net`, which are much like them, no time
ENOUGH = 20  # games of `best` to compare with; fewer say too little
TIMED, TIMED_SEARCHES = 400, 40  # moves that are timed; of players that search, and take hundreds of times as long
BETWEEN = 5  # decisions between two that are timed, so that those of whole games are


class Watched(TypedDict):
    """How a level plays: which player it was, the number of its games, and the rates of its actions."""

    player: str
    games: int
    shares: dict[str, float]


class Timed(TypedDict):
    """How long a level thinks: which player it was, the number of its moves, and milliseconds of CPU time."""

    player: str
    moves: int
    median: float
    p99: float
    slowest: float


def players_of(game: str, tuned: dict[str, str], network: Path | None) -> dict[str, str]:
    """The name of the player of each level in two-player games."""
    found = {}
    is_learned = network is not None or has_network(rattus.GAMES[game], 2)
    for name, level in LEVELS.items():
        plain = "easy" if name == "easy" else level.without_network
        player = tuned.get(name, level.with_network[game] if is_learned else plain)
        if network is not None and player.startswith(("policy:", "search:")) and "@" not in player:
            player = f"{player}@{network}"
        found[name] = player
    return found


def contests(game: str, players: dict[str, str], games: int) -> list[Contest]:
    """Each level against the one below, and the lowest against `random`."""
    names = list(players)
    pairs = [
        ("easy", "random", 0.8, None),
        *((more, less, 0.65, 0.85) for less, more in itertools.pairwise(names)),
    ]
    return [
        Contest(f"{game}-{better}", game, (players[better], players.get(worse, worse)), games, goal, most,
                f"{better} ({players[better]}) against {worse}")
        for better, worse, goal, most in pairs
    ]  # fmt: skip


def seconds_a_move(game: str, seats: int, player: str, moves: int) -> list[float]:
    """Seconds of CPU time per move on one thread, in positions of games by `net` with several legal moves.

    If no network is shipped, the games are random ones.
    """
    found: list[float] = []
    bot = make_player(player)
    other = make_player(STAND_IN if has_network(rattus.GAMES[game], seats) else "random")
    for number in itertools.count():
        match, decisions = rattus.new(game, seats, f"timed/{number}"), number
        while not match.is_over:
            sight = sight_of(match)
            if len(sight.legal) > 1:
                decisions += 1
                if decisions % BETWEEN == 0:
                    begin = time.process_time()
                    bot.choose(sight, decisions)
                    found.append(time.process_time() - begin)
                    if len(found) > moves:
                        bot.close()
                        return found[1:]  # the first one loads compiled code
            match.play(other.choose(sight, f"timed/{number}/{decisions}").move)
    raise AssertionError("there is always another game")


def timed(game: str, seats: int, player: str) -> Timed:
    """How long a player thinks at tables of this size."""
    found = sorted(seconds_a_move(game, seats, player, TIMED_SEARCHES if is_searching(player) else TIMED))
    rank = -(-99 * len(found) // 100) - 1
    median, p99, slowest = (round(each * 1e3, 2) for each in (statistics.median(found), found[rank], found[-1]))
    return {"player": player, "moves": len(found), "median": median, "p99": p99, "slowest": slowest}


def times_file(folder: Path, game: str) -> Path:
    """Where the times of a game are kept: number of players -> level -> `Timed`."""
    return folder / f"{game}.times.json"


def measure_times(folder: Path, game: str, players: Mapping[str, str]) -> dict[str, dict[str, Timed]]:
    """The times of all levels with two, four and the most players, kept in a file."""
    counts = sorted({2, FOUR, max(rattus.GAMES[game].player_counts)})
    found = {str(seats): {name: timed(game, seats, player) for name, player in players.items()} for seats in counts}
    folder.mkdir(parents=True, exist_ok=True)
    times_file(folder, game).write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return found


def times_measured(
    folder: Path, game: str, before: Mapping[str, Mapping[str, Timed]] | None = None
) -> dict[str, dict[str, Timed]]:
    """The times of the file, or else those of before, as far as they are those of the present players."""
    path, players = times_file(folder, game), players_of(game, {}, None)
    found = json.loads(path.read_text("utf-8")) if path.exists() else before or {}
    return {
        seats: {name: each for name, each in levels.items() if each["player"] == players.get(name)}
        for seats, levels in found.items()
    }


def times_table(times: Mapping[str, Mapping[str, Mapping[str, Timed]]]) -> list[str]:
    """The rows of a table: for each game and number of players the time within which 99 of 100 moves are made."""
    limits = (f"{name}: {level.seconds * 1e3:.0f} ms" for name, level in LEVELS.items())
    parts = [f"| game | players | {' | '.join(limits)} | met |", f"| --- | --- |{' --- |' * len(LEVELS)} --- |"]
    for game, counts in times.items():
        for seats, found in sorted(counts.items()):
            cells = [
                f"{found[name]['p99']:.1f} (of {found[name]['moves']})" if name in found else "" for name in LEVELS
            ]
            far = [name for name, each in found.items() if each["p99"] > LEVELS[name].seconds * 1e3]
            parts.append(
                f"| {game} | {seats} | {' | '.join(cells)} | {'yes' if not far else 'NO: ' + ', '.join(far)} |"
            )
    return parts


def behaviour(match: Game) -> Counter[str]:
    """Counts of the actions in a finished game, which can be added up over games."""
    events: Counter[str] = Counter()
    losses: set[tuple[int, str]] = set()
    regions: set[tuple[str, str]] = set()
    for event in match.events:
        kind = event["event"]
        events[kind] += 1
        if kind == "lost":
            losses.add((event["after"], event["region"]))
        if kind in ("settled", "placed"):
            regions.add((event["seat"], event["region"]))
    assert match.outcome is not None
    points = sum(match.outcome.points.values())
    seats = len(match.seats)
    found = Counter(games=1, seats=seats, points=points)
    if match.name == "cartus":
        found.update(
            turns=events["entered"],
            taken=events["took"],
            survivors=seats - len(match.outcome.dead),
            laid=events["laid"],
        )
    else:
        found.update(turns=events["moved"], taken=events["took"], regions=len(regions), ravages=events["ravaged"],
                     losses=len(losses))  # fmt: skip
    return found


def shares(total: Counter[str]) -> dict[str, float]:
    """The counts as rates, so that games of different length can be compared."""
    seats, turns = total["seats"], max(total["turns"], 1)
    found = {"points a seat": total["points"] / seats}
    if "survivors" in total or "laid" in total:
        return found | {"survivors a seat": total["survivors"] / seats, "cards laid a turn": total["laid"] / turns,
                        "cards taken a turn": total["taken"] / turns}  # fmt: skip
    return found | {"turns with a class card taken": total["taken"] / turns,
                    "regions settled a seat": total["regions"] / seats,
                    "ravages with losses": total["losses"] / max(total["ravages"], 1)}  # fmt: skip


def watch(job: tuple[str, str, int]) -> tuple[int, Counter[str]]:
    """Play a game of four equal players and count their actions; returns its number, too."""
    game, player, number = job
    match, bot = rattus.new(game, FOUR, f"watched/{number}"), make_player(player)
    while not match.is_over:
        match.play(bot.choose(sight_of(match), f"watched/{number}/{len(match.moves)}").move)
    bot.close()
    return number, behaviour(match)


class WatchedFile:
    """The counts of the games of one player, a line each, so that more of them can be played later."""

    def __init__(self, folder: Path, game: str, player: str) -> None:
        self._path = folder / f"{game}-{re.sub('[^0-9a-z.]', '-', player)}.watched.jsonl"
        lines = self._path.read_text("utf-8").splitlines() if self._path.exists() else []
        self.games = {int(line["number"]): Counter(line["counted"]) for line in map(json.loads, lines)}

    def add(self, number: int, counted: Counter[str]) -> None:
        """Add a game."""
        self.games[number] = counted
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, "counted": counted}) + "\n")

    @property
    def total(self) -> Counter[str]:
        """The sum of all counts."""
        return sum(self.games.values(), Counter())


def watched_games(folder: Path, game: str, before: Mapping[str, Watched] | None = None) -> dict[str, Watched]:
    """What was measured of each level and of `net`, or before, if that is more games of the same player."""
    found: dict[str, Watched] = {}
    for name, player in {**players_of(game, {}, None), STAND_IN: STAND_IN}.items():
        total = WatchedFile(folder, game, player).total
        kept = (before or {}).get(name)
        if kept is not None and kept["player"] == player and kept["games"] >= total["games"]:
            found[name] = kept
        elif total["games"]:
            found[name] = {"player": player, "games": total["games"], "shares": shares(total)}
    return found if {BEST, STAND_IN} & found.keys() else {}


def play_watched(
    folder: Path, game: str, players: Mapping[str, str], games: int, workers: int, minutes: float
) -> dict[str, Watched]:
    """Play missing games of each level, the levels sharing the time; no game is started after the time limit."""
    found: dict[str, Watched] = {}
    deadline = time.monotonic() + 60 * minutes
    for place, (name, player) in enumerate(players.items()):
        end = time.monotonic() + (deadline - time.monotonic()) / (len(players) - place)
        kept = WatchedFile(folder, game, player)
        jobs = [(game, player, number) for number in range(games) if number not in kept.games]
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            for number, counted in pool.imap_unordered(watch, jobs):
                kept.add(number, counted)
                if time.monotonic() > end:
                    break
        total = kept.total
        found[name] = {"player": player, "games": total["games"], "shares": shares(total)}
    return found


def behaviour_table(seen: Mapping[str, Watched]) -> list[str]:
    """The rows of a table of the levels' actions, compared with `best`, or with `net` until it has played enough."""
    is_enough = BEST in seen and (seen[BEST]["games"] >= ENOUGH or STAND_IN not in seen)
    model = BEST if is_enough else STAND_IN
    best = seen[model]["shares"]
    parts = [
        f"| level (games of four) | {' | '.join(best)} | within 30 % of {model} |",
        f"| --- |{' --- |' * (len(best) + 1)}",
    ]
    for name, each in seen.items():
        shown = each["shares"]
        far = [what for what in best if abs(shown[what] - best[what]) > NEAR * abs(best[what])]
        cells = " | ".join(f"{shown[what]:.2f}" for what in best)
        parts.append(f"| {name} ({each['games']}) | {cells} | {'yes' if not far else 'NO: ' + ', '.join(far)} |")
    return parts


def report(game: str, lines: Sequence[str], times: dict[str, list[float]], seen: Mapping[str, Watched]) -> str:
    """The report as Markdown."""
    parts = [f"# Levels of {game}", "", HEAD, *lines, "", "| level | a move, median | slowest | at most | met |",
             "| --- | --- | --- | --- | --- |"]  # fmt: skip
    for name, found in times.items():
        most = LEVELS[name].seconds
        parts.append(
            f"| {name} | {statistics.median(found) * 1e3:.0f} ms | {max(found) * 1e3:.0f} ms | {most * 1e3:.0f} ms | "
            f"{'yes' if max(found) <= most else 'NO'} |"
        )
    if seen:
        parts += ["", *behaviour_table(seen)]
    return "\n".join(parts) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="rattus", choices=list(rattus.GAMES))
    parser.add_argument("--network", type=Path, help="in the place of the one that is shipped")
    parser.add_argument("--tune", action="append", default=[], metavar="LEVEL=PLAYER")
    parser.add_argument("--games", type=int, default=128, help="of two, for each pair of levels")
    parser.add_argument("--watched", type=int, default=200, help="games of four for each level")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--times", action="store_true", help="measure only how long a move takes")
    given = parser.parse_args(arguments)
    changes = [text.split("=", 1) for text in given.tune]
    if any(len(change) != 2 or change[0] not in LEVELS for change in changes):
        parser.error(f"--tune is LEVEL=PLAYER, with a level of {', '.join(LEVELS)}")
    tuned: dict[str, Any] = dict(changes)
    players = players_of(given.game, tuned, given.network)
    if given.times:
        print("\n".join(times_table({given.game: measure_times(given.folder, given.game, players)})))
        return
    pairs = contests(given.game, players, given.games)
    begin = time.monotonic()
    play(pairs, given.folder, given.workers, given.minutes * 0.6)
    times = {name: seconds_a_move(given.game, 2, player, TIMED_SEARCHES) for name, player in players.items()}
    left = given.minutes - (time.monotonic() - begin) / 60
    seen = (
        play_watched(
            given.folder, given.game, {STAND_IN: STAND_IN, **players}, given.watched, given.workers, max(left, 0.1)
        )
        if given.watched
        else {}
    )
    text = report(given.game, [measured(contest, given.folder).row for contest in pairs], times, seen)
    (given.folder / f"{given.game}.md").write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
