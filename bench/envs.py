"""Measure the environments next to those of other libraries, in the same run.

    python bench/envs.py [--quick]

A step is a complete one, as a learner makes it: observe, choose a legal move at random, make it; a game that ends is
reset. Each environment is driven the way its own documentation does it. Libraries that are not installed (extra
`bench`) are left out with a note.
"""

import argparse
import random
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from batch import seeing
from rich.console import Console
from rich.progress import Progress
from run import Row, at_least, rate, show, write

import rattus
from rattus.envs.batch import BatchEnv

ROUNDS = 5
GAMES = 256  # at once
PLAYERS = 4
TITLE = f"Speed of the environments ({PLAYERS} players, random legal moves)"
Play = Callable[[], int]  # plays for a while and returns the number of steps


def stepping(env: Any) -> Play:
    """Whole games of a PettingZoo environment, as in PettingZoo's own benchmark."""
    choice = random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
            else:
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                env.step(choice.choice(np.flatnonzero(mask).tolist()))
                steps += 1
        env.reset()
        return steps

    return play


def batch(name: str, threads: int) -> Play:
    """Some steps of all games of ours."""
    envs = BatchEnv(name, GAMES, PLAYERS, threads=threads)
    envs.reset(seed=1)

    def play() -> int:
        for _ in range(20):
            envs.step(envs.sample())
        return 20 * GAMES

    return play


def pgx_batch(name: str) -> Play | None:
    """Some steps of all games of Pgx, choice of moves and auto-reset included, all of it compiled into one call."""
    try:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return None
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def turn(state: Any, key: Any) -> tuple[Any, Any]:
        key, first, second = jax.random.split(key, 3)
        chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        moves = jax.random.categorical(first, chances, axis=-1)
        return step(state, moves, jax.random.split(second, GAMES)), key

    at = [jax.jit(begin)(jax.random.split(jax.random.PRNGKey(0), GAMES)), jax.random.PRNGKey(1)]

    def play() -> int:
        for _ in range(20):
            at[:] = turn(*at)
            jax.block_until_ready(at[0])
        return 20 * GAMES

    return play


def zoo() -> dict[str, Play]:
    """The PettingZoo environments: ours, and two of its own."""
    found: dict[str, Play] = {}
    try:
        from rattus.envs import pettingzoo
    except ImportError:
        return found
    found |= {name: stepping(pettingzoo.env(name, PLAYERS)) for name in rattus.GAMES}
    for name in ("hanabi_v5", "connect_four_v3"):
        try:
            found[name] = stepping(__import__(f"pettingzoo.classic.{name}", fromlist=["env"]).env())
        except ImportError as error:
            Console(stderr=True).print(f"{name}: {error}")
    return found


def measure(seconds: float, progress: Progress) -> list[Row]:
    players = zoo()
    batches = {f"batch of {name}": batch(name, 0) for name in rattus.GAMES}
    batches |= {f"batch of {name}, one thread": batch(name, 1) for name in rattus.GAMES}
    others = {f"Pgx {name}": pgx_batch(name) for name in ("leduc_holdem", "backgammon")}
    everything = players | batches | {name: play for name, play in others.items() if play is not None}
    task = progress.add_task("measuring", total=(ROUNDS + 1) * len(everything))
    speeds: dict[str, list[float]] = {name: [] for name in everything}
    for play in everything.values():
        play()  # compiles
        progress.advance(task)
    for _ in range(ROUNDS):
        for name, play in everything.items():
            speeds[name].append(rate(play, seconds))
            progress.advance(task)
    middle = {name: statistics.median(values) for name, values in speeds.items()}
    rows = [Row(f"{_where(name)}{name}", "", f"{speed:,.0f} steps/s", None) for name, speed in middle.items()]
    rows += [against(middle, name, name, ("hanabi_v5", "connect_four_v3"), 5) for name in rattus.GAMES]
    theirs = ("Pgx leduc_holdem", "Pgx backgammon")
    rows += [against(middle, f"batch of {name}", f"batch of {name}", theirs, 3) for name in rattus.GAMES]
    return rows + seeing(10 * seconds)


def _where(name: str) -> str:
    return "PettingZoo " if name in rattus.GAMES or "_v" in name else ""


def against(speeds: dict[str, float], ours: str, what: str, theirs: tuple[str, ...], goal: float) -> Row:
    """The ratio of one of ours to the fastest of theirs."""
    missing = [name for name in (ours, *theirs) if name not in speeds]
    if missing:
        return Row(what, f"at least {goal:g} times", f"not installed (extra `bench`): {', '.join(missing)}", False)
    fastest = max(theirs, key=speeds.__getitem__)
    return at_least(f"{_where(ours)}{what} against {fastest}", goal, speeds[ours] / speeds[fastest])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="shorter, and nothing is written")
    quick = parser.parse_args().quick
    with Progress(console=Console(stderr=True)) as progress:
        rows = measure(0.2 if quick else 1.0, progress)
    show(rows, TITLE, Console())
    if not quick:
        write(rows, TITLE, "envs")


if __name__ == "__main__":
    main()
