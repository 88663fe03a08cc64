"""Measure the games on one GPU, next to the CPU engine on the same machine and Pgx on the same GPU, in the same run.

    python bench/gpu.py [--quick]

Needs the extras `cuda` and `train`; Pgx (extra `bench`) is left out with a note if it is not installed.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from run import Row, at_least, show, write

import rattus
from rattus.errors import RattusError
from rattus.kernel.engine import Batch

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # else JAX takes most of the GPU's memory

PLAYERS = 4
GAMES = 65_536  # side by side
TITLE = f"Games on one GPU ({PLAYERS} players, {GAMES:,} games at once)"
MILLION = 1e6
NOTES = Path(__file__).resolve().parent / "gpu_notes.md"  # what each change gave, by hand
# The required minimum and the goal of each, in millions per second.
GOALS = {
    "whole random games": {"rattus": (300, 1000), "africanus": (120, 400), "cartus": (260, 700)},
    "environment steps": {"rattus": (60, 150), "africanus": (25, 60), "cartus": (40, 100)},
    "PPO end to end": {"rattus": (8, 20), "africanus": (4, 10), "cartus": (6, 15)},
}
PGX = ("backgammon", "sparrow_mahjong")  # with chance or hidden tiles, as ours


def times_of(work: Callable[[], Any], rounds: int) -> float:
    """The median time of some work on the GPU over several rounds, in seconds."""
    from numba import cuda

    found = []
    for _ in range(rounds + 1):  # the first compiles
        cuda.synchronize()
        begin = time.perf_counter()
        work()
        cuda.synchronize()
        found.append(time.perf_counter() - begin)
    return statistics.median(found[1:])


def whole_games(name: str, number: int, rounds: int) -> float:
    """Decisions a second of whole random games on the GPU."""
    engine: Any = rattus.engine(name, PLAYERS, device="cuda")
    words = np.random.default_rng(1).integers(1, 1 << 32, (number, 4), dtype=np.int64)
    engine.play_each(engine.on_device(words[:1024]))
    seconds = []
    for _ in range(rounds):
        streams = engine.on_device(words)
        begin = time.perf_counter()
        games = engine.play_each(streams)
        seconds.append((time.perf_counter() - begin) / games.decisions)
    return 1 / statistics.median(seconds)


def cpu_games(name: str, number: int) -> float:
    """Decisions a second of whole random games on all processors of this machine."""
    engine, threads = rattus.engine(name, PLAYERS), os.cpu_count() or 1
    engine.play_games(1, engine.stream(0))
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda part: engine.play_games(number, engine.stream(part)).decisions, range(threads))
        decisions = sum(parts)
    return decisions / (time.perf_counter() - begin)


def env_steps(name: str, rounds: int) -> float:
    """Steps a second on the GPU: choose a legal move at random, make it, reset games that ended, observe."""
    engine: Any = rattus.engine(name, PLAYERS, device="cuda")
    batch = engine.new_batch(GAMES, seed=1)
    chance, moves = engine.streams("chance", GAMES), engine.numbers(GAMES)

    def steps(number: int) -> None:
        for _ in range(number):
            batch.choose(chance, moves)
            batch.step(moves, check=False)
            batch.observe()

    steps(300)  # so that the games are at many different points
    return 50 * GAMES / times_of(lambda: steps(50), rounds)


def cpu_steps(name: str) -> float:
    """The same on all processors of this machine, each with its share of the games."""
    engine, threads = rattus.engine(name, PLAYERS), os.cpu_count() or 1
    share, number = max(1, GAMES // threads // 8), 100

    def play(part: int) -> None:
        batch = batches[part]
        chance, moves = engine.streams(f"chance/{part}", share), engine.numbers(share)
        for _ in range(number):
            batch.choose(chance, moves)
            batch.step(moves)
            batch.observe()

    batches = [Batch(engine, share, f"{part}") for part in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, range(threads)))
        begin = time.perf_counter()
        list(pool.map(play, range(threads)))
    return threads * share * number / (time.perf_counter() - begin)


def pgx_steps(name: str, rounds: int) -> float | None:
    """Steps a second of a game of Pgx on the same GPU, all of a step compiled into one call; the best of two sizes."""
    try:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return None
    env, best = pgx.make(name), 0.0
    for games in (GAMES // 8, GAMES):
        step = jax.vmap(auto_reset(env.step, env.init))

        def turn(at: Any, _: Any, step: Any = step, games: int = games) -> tuple[Any, Any]:
            state, key = at
            key, first, second = jax.random.split(key, 3)
            chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            moves = jax.random.categorical(first, chances, axis=-1)
            return (step(state, moves, jax.random.split(second, games)), key), None

        many = jax.jit(lambda at, turn=turn: jax.lax.scan(turn, at, length=50)[0])
        at = (jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games)), jax.random.PRNGKey(1))
        at = jax.block_until_ready(many(at))
        seconds = []
        for _ in range(rounds):
            begin = time.perf_counter()
            at = jax.block_until_ready(many(at))
            seconds.append(time.perf_counter() - begin)
        best = max(best, 50 * games / statistics.median(seconds))
    return best


def ppo_steps(name: str, batches: int) -> float:
    """Steps a second of learning by PPO, games and network on the GPU."""
    import torch

    from rattus.train.recipe import load_recipe
    from rattus.train.trainer import Trainer

    changes = {"players": [PLAYERS], "games": GAMES, "length": 32, "minibatch": GAMES, "ladder": [], "past": 0.0}
    trainer = Trainer(load_recipe(name).changed(changes), Path(tempfile.mkdtemp()))
    self_play = trainer.new_self_play()
    for _ in range(3):  # the first compile
        trainer.learn_batch(self_play)
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(batches):
        trainer.learn_batch(self_play)
    torch.cuda.synchronize()
    return batches * GAMES * 32 / (time.perf_counter() - begin)


def measure(quick: bool, progress: Progress) -> list[Row]:
    rounds, rows = 3 if quick else 7, []
    task = progress.add_task("measuring", total=len(rattus.GAMES) * 5 + len(PGX))
    pgx = {name: pgx_steps(name, rounds) for name in PGX if not progress.advance(task)}
    for name, speed in pgx.items():
        said = "not installed" if speed is None else f"{speed / MILLION:,.1f} M steps/s"
        rows.append(Row(f"Pgx {name}, environment steps", "", said, None))
    fastest = max((speed for speed in pgx.values() if speed), default=None)
    for name in rattus.GAMES:
        measured = {
            "whole random games": whole_games(name, 1 << (18 if quick else 21), rounds),
            "environment steps": env_steps(name, rounds),
            "PPO end to end": ppo_steps(name, 5 if quick else 20),
        }
        progress.advance(task, 3)
        cpu = {"whole random games": cpu_games(name, 2_000 if quick else 20_000), "environment steps": cpu_steps(name)}
        progress.advance(task, 2)
        for what, speed in measured.items():
            must, aim = GOALS[what][name]
            rows.append(at_least(f"{name}, {what} (aim {aim} M/s)", must, speed / MILLION, "M/s"))
        for what, speed in cpu.items():
            rows.append(Row(f"{name}, {what}, the CPU engine", "", f"{speed / MILLION:,.2f} M/s", None))
            rows.append(Row(f"{name}, {what}, against the CPU", "", f"{measured[what] / speed:,.0f} times", None))
        if fastest:
            ratio = measured["environment steps"] / fastest
            rows.append(Row(f"{name}, environment steps against Pgx", "", f"{ratio:,.2f} times", None))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter, and nothing is written")
    arguments = parser.parse_args()
    try:
        rattus.engine("rattus", PLAYERS, device="cuda")
    except RattusError as error:
        Console(stderr=True).print(f"[red]{error}[/red]")
        raise SystemExit(1) from None
    with Progress(console=Console(stderr=True), transient=True) as progress:
        rows = measure(arguments.quick, progress)
    show(rows, TITLE, Console())
    if not arguments.quick:
        write(rows, TITLE, "gpu", facts(), NOTES.read_text("utf-8"))


def facts() -> dict[str, Any]:
    """The GPU, and the versions of its driver and libraries."""
    from importlib.metadata import PackageNotFoundError, version

    from numba import cuda

    found: dict[str, Any] = {
        "device": str(cuda.get_current_device().name),
        "CUDA": ".".join(map(str, cuda.runtime.get_version())),
    }
    for name in ("numba-cuda", "torch", "jax", "pgx"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


if __name__ == "__main__":
    main()
