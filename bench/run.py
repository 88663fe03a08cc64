"""Measure the speed of the engine next to OpenSpiel's hearts, in the same run.

    python bench/run.py [--quick]

Prints a table and writes it to `bench/results/`. Absolute figures depend on the machine; the ratios are what counts.
"""

import argparse
import collections
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import rattus
from rattus.kernel.engine import Engine
from rattus.kernel.warming import use_everything

RESULTS = Path(__file__).resolve().parent / "results"
ROUNDS = 5
TITLE = "Speed of Rattus, Africanus and Cartus (4 players, whole random games)"
SIX = {"cards": ["astronomer", "explorer", "trader", "sultan", "knight", "witch"]}
START = "import rattus; engine = rattus.engine('rattus', 4); engine.play_games(1, engine.stream(1))"
WARM = "import rattus; from rattus.kernel.warming import use_everything; use_everything(rattus.engine('{}', 4))"


@dataclass(frozen=True)
class Row:
    """One figure: what was measured, what it should be at least or at most, and what it is."""

    what: str
    goal: str
    measured: str
    met: bool | None  # None: no goal

    @property
    def verdict(self) -> str:
        return {True: "yes", False: "NO", None: ""}[self.met]


def at_least(what: str, goal: float, measured: float, unit: str = "times") -> Row:
    return Row(what, f"at least {goal:,g} {unit}", f"{measured:,.2f} {unit}", measured >= goal)


def at_most(what: str, goal: float, measured: float, unit: str) -> Row:
    return Row(what, f"at most {goal:,g} {unit}", f"{measured:,.2f} {unit}", measured <= goal)


def rate(play: Callable[[], int], seconds: float) -> float:
    """Decisions a second, by playing for some time."""
    begin, decisions = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        decisions += play()
    return decisions / (time.perf_counter() - begin)


def rattus_games(engine: Engine, games: int, seed: str) -> Callable[[], int]:
    rng = engine.stream(seed)
    return lambda: int(engine.play_games(games, rng).decisions)


def hearts_games() -> Callable[[], int] | None:
    """Whole random games of OpenSpiel's hearts, driven from Python; decisions of players count, deals do not."""
    try:
        import numpy as np
        import pyspiel
    except ImportError:
        return None
    hearts, random = pyspiel.load_game("hearts"), np.random.default_rng(1)

    def play() -> int:
        state, decisions = hearts.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choice(actions, p=chances))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[random.integers(len(actions))])
                decisions += 1
        return decisions

    return play


def threads_rate(engine: Engine, threads: int, games: int) -> float:
    """Decisions a second of a number of threads, each with its own games."""
    players = [rattus_games(engine, games, f"thread {number}") for number in range(threads)]
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        decisions = sum(pool.map(lambda play: play(), players))
    return decisions / (time.perf_counter() - begin)


def copy_nanoseconds(engine: Engine) -> float:
    tables, times = engine.tables(1024), 3_000_000
    begin = time.perf_counter()
    engine.copy_often(tables, 0, 1023, times)
    return (time.perf_counter() - begin) / times * 1e9


def start_seconds(code: str, cache: str) -> float:
    """The seconds that a new Python process takes to run some code, with its compiled rules in `cache`."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "RATTUS_CACHE": cache})
    return time.perf_counter() - begin


def measure(seconds: float, progress: Progress) -> list[Row]:
    task = progress.add_task("measuring", total=ROUNDS + 4)
    quick, plain = rattus.engine("rattus", 4), rattus.engine("rattus", 4, compiled=False)
    african = rattus.engine("africanus", 4, SIX)
    cartus, plain_cartus = rattus.engine("cartus", 4), rattus.engine("cartus", 4, compiled=False)
    use_everything(quick)
    for engine in (african, cartus):
        engine.play_games(1, engine.stream(0))
    hearts = hearts_games()
    progress.advance(task)
    speeds: dict[str, list[float]] = collections.defaultdict(list)
    for number in range(ROUNDS):
        speeds["compiled"].append(rate(rattus_games(quick, 500, f"{number}"), seconds))
        speeds["african"].append(rate(rattus_games(african, 500, f"{number}"), seconds))
        speeds["cartus"].append(rate(rattus_games(cartus, 500, f"{number}"), seconds))
        speeds["list"].append(rate(rattus_games(plain, 5, f"{number}"), seconds))
        speeds["cartus list"].append(rate(rattus_games(plain_cartus, 5, f"{number}"), seconds))
        speeds["hearts"].append(rate(hearts, seconds) if hearts else 0.0)
        speeds["one"].append(threads_rate(quick, 1, int(20_000 * seconds)))
        speeds["two"].append(threads_rate(quick, 2, int(20_000 * seconds)))
        progress.advance(task)
    middle = {name: statistics.median(values) for name, values in speeds.items()}
    with tempfile.TemporaryDirectory() as cache:
        first = start_seconds(WARM.format("rattus"), cache)
        progress.advance(task)
        first_cartus = start_seconds(WARM.format("cartus"), cache)
        progress.advance(task)
        cached = min(start_seconds(START, cache) for _ in range(3))
        progress.advance(task)
    return [
        Row("compiled rules, one thread", "", f"{middle['compiled']:,.0f} decisions/s", None),
        at_least("list mode", 50_000, middle["list"], "decisions/s"),
        at_least("compiled against list mode", 25, middle["compiled"] / middle["list"]),
        hearts_row("compiled", middle["compiled"], 15, middle["hearts"]),
        at_least("two threads against one", 1.8, middle["two"] / middle["one"]),
        at_least("Africanus with six class cards against Rattus", 0.5, middle["african"] / middle["compiled"]),
        Row("Cartus, compiled rules, one thread", "", f"{middle['cartus']:,.0f} decisions/s", None),
        Row("Cartus, list mode", "", f"{middle['cartus list']:,.0f} decisions/s", None),
        at_least("Cartus, compiled against list mode", 20, middle["cartus"] / middle["cartus list"]),
        hearts_row("Cartus, compiled", middle["cartus"], 10, middle["hearts"]),
        at_most("copy of one table", 100, copy_nanoseconds(quick), "ns"),
        at_most("Cartus, copy of one table", 100, copy_nanoseconds(cartus), "ns"),
        at_most("first compile of everything, process start included", 60, first, "s"),
        at_most("Cartus, first compile of everything, process start included", 60, first_cartus, "s"),
        at_most("cached start to the end of a first game, process start included", 1, cached, "s"),
    ]


def hearts_row(what: str, speed: float, goal: int, hearts: float) -> Row:
    what = f"{what} against OpenSpiel's hearts from Python"
    if not hearts:
        return Row(what, f"at least {goal} times", "OpenSpiel is not installed (extra `bench`)", False)
    return at_least(f"{what} ({hearts:,.0f} decisions/s)", goal, speed / hearts)


def machine() -> dict[str, Any]:
    import numba

    return {
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "rattus": rattus.__version__,
    }


def write(rows: list[Row], title: str, name: str, more: Mapping[str, Any] | None = None, notes: str = "") -> None:
    """Write the figures as data and as a table, with facts about the machine and notes below."""
    RESULTS.mkdir(exist_ok=True)
    facts = {**machine(), **(more or {})}
    data = {"machine": facts, "rows": [asdict(row) for row in rows]}
    (RESULTS / f"{name}.json").write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    lines = [f"# {title}", "", ", ".join(f"{k} {v}" for k, v in facts.items())]
    lines += ["", "| what | goal | measured | met |", "| --- | --- | --- | --- |"]
    lines += [f"| {row.what} | {row.goal} | {row.measured} | {row.verdict} |" for row in rows]
    (RESULTS / f"{name}.md").write_text("\n".join(lines) + "\n" + (f"\n{notes}" if notes else ""), "utf-8")


def show(rows: list[Row], title: str, console: Console) -> None:
    """Print the figures."""
    table = Table("what", "goal", "measured", "met", title=title)
    for row in rows:
        table.add_row(row.what, row.goal, row.measured, row.verdict)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="shorter, and nothing is written")
    quick = parser.parse_args().quick
    console = Console()
    with Progress(console=Console(stderr=True)) as progress:
        rows = measure(0.2 if quick else 1.5, progress)
    show(rows, TITLE, console)
    if not quick:
        write(rows, TITLE, "rattus")


if __name__ == "__main__":
    main()
