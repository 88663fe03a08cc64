"""The terminal: consoles, error lines, keyboard input, progress bars and exit statuses."""

import codecs
import importlib
import io
import sys
import time
from collections.abc import Callable
from enum import IntEnum
from types import ModuleType, TracebackType
from typing import Self

from rich.console import Console
from rich.progress import Progress

from rattus.words import t

# Stand-ins for characters that the output's encoding lacks.
ASCII_FALLBACKS = dict.fromkeys("╰╯╭╮╔╗╚╝├┤┴┬┼╟╢╤╧", "+") | dict(zip("─═│║●◉☠▲◆≥·→▸✓…", "-=|Ho@X^*>.>>v.", strict=True))
PROGRESS_DELAY = 2  # seconds before a progress bar appears

Completer = Callable[[str], list[str]]  # the line so far -> the words that can stand at its end


class ExitStatus(IntEnum):
    """What a command returns to the shell."""

    OK = 0
    FAILED = 1  # the command ran, and what it checked does not hold
    BAD_INPUT = 2
    INTERRUPTED = 130  # as a shell reports Ctrl-C


def make_console(stderr: bool = False) -> Console:
    """A console on standard output, or on standard error."""
    _replace_unencodable(sys.stderr if stderr else sys.stdout)
    return Console(stderr=stderr, highlight=False)


def print_error(message: str) -> None:
    """Print an error as one red line on standard error."""
    line = " ".join(message.split())
    make_console(stderr=True).print(f"error: {line}", style="bold red", markup=False, soft_wrap=True)


class Keyboard:
    """Lines from standard input, with tab completion if it is a terminal. EOFError when there are no more."""

    def __init__(self, console: Console) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self.is_interactive = sys.stdin.isatty() and console.is_terminal
        self._console = console
        self._readline = _import_readline() if self.is_interactive else None
        self._completer: Completer = _no_completions
        if self._readline:
            self._bind(self._readline)

    def ask(self, prompt: str, completer: Completer | None = None) -> str:
        """The next line, without surrounding blanks."""
        self._completer = completer or _no_completions
        line = input(prompt)
        if not self.is_interactive:
            self._console.print(line, markup=False)  # piped input is not echoed by a terminal
        return line.strip()

    def confirm(self, question: str) -> bool:
        """Ask a yes/no question."""
        return self.ask(t("terminal.confirm", question=question)).lower() in t("terminal.yes").split()

    def clear_history(self) -> None:
        """Forget what was typed, so that the next person cannot page back to it."""
        if self._readline:
            self._readline.clear_history()

    def _bind(self, readline: ModuleType) -> None:
        readline.set_completer_delims(" ")
        readline.set_completer(self._completion)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def _completion(self, word: str, state: int) -> str | None:
        line = self._readline.get_line_buffer()[: self._readline.get_endidx()] if self._readline else word
        found = self._completer(line)
        return f"{found[state]} " if state < len(found) else None


class DelayedProgress:
    """A progress bar on standard error that appears only if the work takes a while."""

    def __init__(self, description: str, steps: int) -> None:
        self._bar = Progress(console=make_console(stderr=True), transient=True)
        self._task = self._bar.add_task(description, total=steps)
        self._steps = steps
        self._start = time.monotonic()

    def advance(self, more: int = 0) -> None:
        """One step is done, and `more` steps were found to be left."""
        self._steps += more
        self._bar.update(self._task, advance=1, total=self._steps)
        if self._bar.console.is_terminal and time.monotonic() - self._start > PROGRESS_DELAY:
            self._bar.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._bar.stop()


def _replace_unencodable(stream: object) -> None:
    codecs.register_error("rattus", _to_ascii)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="rattus")


def _to_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(ASCII_FALLBACKS.get(char, "?") for char in error.object[error.start : error.end]), error.end


def _no_completions(_: str) -> list[str]:
    return []


def _import_readline() -> ModuleType | None:
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None
