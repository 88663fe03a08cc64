"""Compiling ahead: the first compile of a game takes a while, so it is shown, done once and kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rattus.kernel import cache
from rattus.kernel.engine import Engine
from rattus.kernel.rule import all_called
from rattus.kernel.rulebook import Box, Rulebook

OnStep = Callable[[int, int], None]


def is_warm(rulebook: Rulebook) -> bool:
    """Whether everything of a game that can be compiled is in the cache."""
    return _mark(rulebook).exists()


def warm(rulebook: Rulebook, box: Box, on_step: OnStep) -> None:
    """Compile a game; `on_step` is told how many rules are done, and of how many."""
    total = len(all_called(rulebook.entries.values()))
    with _compilations(lambda done: on_step(min(done, total), total)):
        use_everything(Engine(rulebook, box))
    _mark(rulebook).touch()
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
    engine.observe(tables, 0, 1, 0, engine.observation(), scratch)
    engine.imagine(tables, 0, 1, 0, rng, scratch)
    batch = engine.new_batch(1, 0)
    batch.step([list(batch.masks[0]).index(1)])


def _mark(rulebook: Rulebook) -> Path:
    return cache.folder() / f"{rulebook.name}.warm"


@contextmanager
def _compilations(on_done: Callable[[int], None]) -> Iterator[None]:
    """Count the rules that Numba compiles in here."""
    from numba.core import event

    class Counter(event.Listener):  # type: ignore[misc]
        def __init__(self) -> None:
            self.done: set[Any] = set()  # one rule may be compiled for several types of numbers

        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            self.done.add(event.data["dispatcher"])
            on_done(len(self.done))

    with event.install_listener("numba:compile", Counter()):
        yield
