"""What a person types, with completion where there is a keyboard."""

import importlib
import io
import sys
from collections.abc import Callable
from types import ModuleType

from rich.console import Console

Complete = Callable[[str], list[str]]  # the line so far -> the words that can stand at its end


class Keyboard:
    """Lines from standard input. EOFError when there are no more."""

    def __init__(self, console: Console) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self.is_person = sys.stdin.isatty() and console.is_terminal
        self._console = console
        self._readline = _readline() if self.is_person else None
        self._complete: Complete = _nothing
        if self._readline:
            self._bind(self._readline)

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """The next line."""
        self._complete = complete or _nothing
        line = input(prompt)
        if not self.is_person:
            self._console.print(line, markup=False)  # nobody has seen it typed
        return line.strip()

    def forget(self) -> None:
        """Let nobody page back to what was typed."""
        if self._readline:
            self._readline.clear_history()

    def agrees(self, question: str) -> bool:
        """Whether the answer is yes."""
        return self.ask(f"{question} (yes/no) ").lower() in ("y", "yes")

    def _bind(self, readline: ModuleType) -> None:
        readline.set_completer_delims(" ")
        readline.set_completer(self._completion)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def _completion(self, word: str, state: int) -> str | None:
        line = self._readline.get_line_buffer()[: self._readline.get_endidx()] if self._readline else word
        found = self._complete(line)
        return f"{found[state]} " if state < len(found) else None


def _nothing(_: str) -> list[str]:
    return []


def _readline() -> ModuleType | None:
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None
