"""A progress bar for what mostly is quick."""

import time
from types import TracebackType
from typing import Self

from rich.progress import Progress

from rattus.cli.screen import make_console

PATIENCE = 2  # seconds without a bar


class LateProgress:
    """A bar on standard error that appears only if things take a while."""

    def __init__(self, description: str, steps: int) -> None:
        self._bar = Progress(console=make_console(stderr=True), transient=True)
        self._task = self._bar.add_task(description, total=steps)
        self._steps = steps
        self._start = time.monotonic()

    def advance(self, more: int = 0) -> None:
        """A step is done; perhaps there are more to do than was known."""
        self._steps += more
        self._bar.update(self._task, advance=1, total=self._steps)
        if self._bar.console.is_terminal and time.monotonic() - self._start > PATIENCE:
            self._bar.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._bar.stop()
