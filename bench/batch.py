"""Measure batches of games: the cost of observations, and the gain from several threads.

    python bench/batch.py [--quick]

Observations: a step with observations and masks against the rules alone. Threads: our pool, Numba's own threads, and
one thread, first on the machine as it is, then while other processes keep its processors busy: more threads must never
be slower than one. The variants that are compared alternate within one run.
"""

import argparse
import inspect
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np
from rich.console import Console
from run import Row, at_least, at_most, show, write

import rattus
from rattus.envs.batch import CHUNK, BatchEnv
from rattus.kernel.engine import Batch
from rattus.kernel.threads import processors

GAMES, PLAYERS = 4096, 4
TITLE = f"Stepping {GAMES:,} games at once ({PLAYERS} players, random legal moves)"
OTHERS = 3  # processes per processor that keep the machine busy
NOTES = """## What limits seeing

In Cartus, observing a game takes longer than its rules. Of 2.1 ms for 4,096 observations and masks, about a sixth
is the own cards, the discards and what can be counted of the others, and about a tenth each the load of the table
(3,208 bytes) and the nun row. The parts, measured one by one with tables in the cache, add up to about two thirds;
the rest was not traced. Writing does not limit it: filling all observations with zeros takes 0.06 ms, all masks
0.01 ms.

Tried: chunks of 256, 512, 1,024 and 4,096 games instead of 16 between rules and observations. With 512 a step of
Rattus took 1.09 instead of 1.19 ms, of Africanus 1.94 instead of 2.75, of Cartus 2.44 instead of 2.95, without
Python's part; so 512 is used. Not tried: updating a row instead of writing it anew.
"""
Step = Callable[[], None]


@numba.njit(parallel=True, nogil=True)  # type: ignore[untyped-decorator]
def step_in_parallel(step: Any, show: Any, chunk: int, total: int, stepping: Any, showing: Any) -> None:
    """The chunks of a step on Numba's own threads."""
    for number in numba.prange((total + chunk - 1) // chunk):
        first, last = number * chunk, min((number + 1) * chunk, total)
        step(first, last, *stepping)
        show(first, last, *showing)


def cost_of_seeing(name: str, seconds: float) -> float:
    """A whole step of many games, on one thread, against the rules alone with the same moves and no observations.

    Both alternate, a step each, on one thread. The shortest CPU time counts: the step that nothing else on the machine
    disturbed.
    """
    envs = BatchEnv(name, GAMES, PLAYERS, threads=1)
    envs.reset(seed=1)
    alone, chance = Batch(envs.engine, GAMES, 1), envs.engine.streams("1/chance", GAMES)
    moves, places = envs.engine.numbers(GAMES), np.arange(GAMES, dtype=np.int32)
    step_alone, arguments = envs.engine.entry_points["step_some"], alone._step_arguments(places, moves)
    whole, rules = [], []
    end = time.perf_counter() + seconds
    while len(whole) < 200 or time.perf_counter() < end:
        begin = time.thread_time()
        envs.step(envs.sample())
        middle = time.thread_time()
        alone.choose(chance, moves)
        step_alone(0, GAMES, *arguments)
        rules.append(time.thread_time() - middle)
        whole.append(middle - begin)
    return min(whole[100:]) / min(rules[100:])  # the first steps are openings only


def seeing(seconds: float) -> list[Row]:
    """The cost of observations, for every game."""
    what = f"a step of {GAMES:,} games of {{}} with all that is seen against its rules alone"
    return [at_most(what.format(name), 2, cost_of_seeing(name, seconds), "times") for name in rattus.GAMES]


def stepping(threads: int) -> Step:
    """Steps of all games with random moves."""
    envs = BatchEnv("rattus", GAMES, PLAYERS, threads=threads)
    envs.reset(seed=1)
    return lambda: [envs.step(envs.sample()), None][1]


def stepping_by_numba() -> Step:
    """The same on Numba's threads."""
    envs = BatchEnv("rattus", GAMES, PLAYERS, threads=1)
    envs.reset(seed=1)
    step, show = envs.engine.entry_points["step_some"], envs.engine.entry_points["show_some"]

    class Numba:
        """A stand-in for our pool."""

        workers = processors()

        def run(self, work: Any, total: int, _: int) -> None:
            found = inspect.getclosurevars(work).nonlocals
            shown = inspect.getclosurevars(found["show"]).nonlocals
            # The tables of Rattus are small: the buffer is not used, so that threads may share it.
            buffer = shown["self"].table_buffer()
            showing = (*shown["tables"], buffer, *shown["now"], shown["observations"], shown["masks"])
            step_in_parallel(step, show, CHUNK, total, found["arguments"], showing)

    envs._pool = Numba()  # type: ignore[assignment]
    return lambda: [envs.step(envs.sample()), None][1]


def seconds(step: Step, times: int) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        step()
    return (time.perf_counter() - begin) / times


def burn(until: Any) -> None:
    while not until.is_set():
        np.random.default_rng(1).random(100_000).sort()


@contextmanager
def busy() -> Iterator[None]:
    """Keep the processors busy with other processes."""
    context = multiprocessing.get_context("spawn")
    until = context.Event()
    others = [context.Process(target=burn, args=(until,)) for _ in range(OTHERS * processors())]
    for other in others:
        other.start()
    time.sleep(2)
    try:
        yield
    finally:
        until.set()
        for other in others:
            other.join()


def measure(rounds: int) -> list[Row]:
    ways = {"one thread": stepping(1), "our pool": stepping(0), "Numba's threads": stepping_by_numba()}
    for step in ways.values():
        seconds(step, 10)  # compiles
    rows = []
    calm = measure_ways(ways, rounds)
    with busy():
        others = measure_ways(ways, rounds)
    for when, times in (("", calm), (f", {OTHERS * processors()} other processes at work", others)):
        one = times["one thread"]
        rows.append(Row(f"Rattus, one thread{when}", "", f"{GAMES / statistics.median(one):,.0f} steps/s", None))
        for way in ("our pool", "Numba's threads"):
            ratio = statistics.median(alone / each for alone, each in zip(one, times[way], strict=True))
            what = f"{way} with {processors()} threads against one thread{when}"
            # Two runs of the same code differ by up to a tenth.
            rows.append(at_least(what, 0.9, ratio) if way == "our pool" else Row(what, "", f"{ratio:,.2f} times", None))
    return rows


def measure_ways(ways: dict[str, Step], rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, step in ways.items():
            times[name].append(seconds(step, 10))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="shorter, and nothing is written")
    quick = parser.parse_args().quick
    before = os.getloadavg()[0]
    rows = seeing(2 if quick else 20) + measure(10 if quick else 40)
    rows.append(Row("processes that wanted a processor before it began (load)", "", f"{before:.1f}", None))
    show(rows, TITLE, Console())
    if not quick:
        write(rows, TITLE, "batch", notes=NOTES)


if __name__ == "__main__":
    main()
