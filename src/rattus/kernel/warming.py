"""Compiling ahead of time: the first compile of a game is slow, so it is done once, with progress, and cached."""

import functools
import hashlib
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from rattus.kernel import cache
from rattus.kernel.engine import Batch, Engine
from rattus.kernel.rule import Rule, all_called, key_of
from rattus.kernel.rulebook import Box, Rulebook

OnStep = Callable[[int, int], None]


def is_warm(rulebook: Rulebook) -> bool:
    """Whether all entry points of a game are in the cache."""
    return is_compiled(rulebook, "game", rulebook.entry_points.values())


def warm(rulebook: Rulebook, box: Box, on_step: OnStep) -> None:
    """Compile a game; `on_step` is called with the number of rules done, and of all."""
    entry_points = rulebook.entry_points.values()
    compile_all(rulebook, "game", entry_points, lambda: use_everything(Engine(rulebook, box)), on_step)


def is_compiled(rulebook: Rulebook, part: str, rules: Collection[Rule]) -> bool:
    """Whether these rules, one part of a game, are in the cache."""
    mark = _mark(rulebook, part, rules)
    if not mark.exists():
        return False
    mark.touch()  # it is kept as long as the rules themselves
    return True


def compile_all(
    rulebook: Rulebook, part: str, rules: Collection[Rule], use: Callable[[], None], on_step: OnStep
) -> None:
    """Compile rules, and all that they call, by using them once; then mark this part of a game as compiled."""
    total = len(all_called(rules))
    with _compilations(lambda done: on_step(min(done, total), total)):
        use()
    mark = _mark(rulebook, part, rules)
    mark.parent.mkdir(exist_ok=True)
    mark.touch()
    cache.remove_oldest(mark.parent.glob(f"{rulebook.name}-{part}-*"), lambda path: path.unlink(missing_ok=True))
    on_step(total, total)


def use_everything(engine: Engine) -> None:
    """Call every entry point once."""
    tables, out, scratch, rng = engine.tables(2), engine.move_buffer(), engine.scratch(), engine.stream(0)
    engine.play_games(1, rng)
    engine.begin(tables, 0, rng, out)
    engine.legal(tables, 0, out)
    engine.legal_mask(tables, 0, out, engine.mask())
    engine.apply(tables, 0, int(out[0]), out)
    engine.play_out(tables, 0, rng, out)
    engine.copy(tables, 0, 1)
    engine.copy_often(tables, 0, 1, 1)
    engine.see(tables, 0, 1, 0)
    engine.observe(tables, 0, 0, engine.observation())
    engine.imagine(tables, 0, 1, 0, rng, scratch)
    batch, moves = Batch(engine, 2, 0), engine.numbers(2)
    batch.choose(engine.streams(0, 2), moves)
    batch.first_refused(moves)
    batch.step(moves)
    batch.observe()
    batch.choose(engine.streams(0, 2), moves)
    places, seen = np.arange(2, dtype=np.int32), (engine.observation(2), engine.mask(2))
    batch.step_work(places, moves, *seen)(0, 2)
    batch.show_work(places, *seen)(0, 2)
    batch.restore(batch.tables.copy(), batch.streams.copy())


def _mark(rulebook: Rulebook, part: str, rules: Collection[Rule]) -> Path:
    """A file that is there if a part of a game is compiled: these rules, on records of this layout, for this CPU."""
    layouts = (rulebook.box_layout.dtype, rulebook.table_layout.dtype)
    keys = sorted(key_of(rule) for rule in rules)
    digest = hashlib.sha256(repr((layouts, keys, _processor())).encode()).hexdigest()[:16]
    return cache.folder() / "compiled" / f"{rulebook.name}-{part}-{digest}"


@functools.cache
def _processor() -> tuple[object, ...]:
    """What Numba compiles for: machine code that is in the cache for another CPU is not used."""
    from llvmlite import binding  # without Numba, which takes much longer to import

    chosen = (os.environ.get(name) for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX"))
    return binding.get_host_cpu_name(), sorted(binding.get_host_cpu_features().items()), *chosen


@contextmanager
def _compilations(on_done: Callable[[int], None]) -> Iterator[None]:
    """Count the rules that Numba compiles within this block."""
    from numba.core import event

    class Counter(event.Listener):  # type: ignore[misc]
        def __init__(self) -> None:
            self.done: set[Any] = set()  # one rule may be compiled for several signatures

        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            self.done.add(event.data["dispatcher"])
            on_done(len(self.done))

    with event.install_listener("numba:compile", Counter()):
        yield
