import importlib
import sys
from io import StringIO
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

from rattus.cli import terminal
from rattus.cli.terminal import DelayedProgress, Keyboard


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("delay", "is_shown"), [(0, True), (60, False)])
def test_bar_appears_late(monkeypatch: pytest.MonkeyPatch, delay: float, is_shown: bool) -> None:
    monkeypatch.setattr(terminal, "PROGRESS_DELAY", delay)
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with DelayedProgress("Checking", 1) as bar:
        bar.advance(more=3)
        bar.advance()
    assert isinstance(sys.stderr, Terminal)
    assert ("Checking" in sys.stderr.getvalue()) is is_shown


class FakeReadline(ModuleType):
    """What a terminal's line editor is told."""

    def __init__(self, doc: str, typed: str = "") -> None:
        super().__init__("readline", doc)
        self.typed = typed
        self.bound: list[str] = []
        self.completer: Any = None
        self.is_forgotten = False

    def set_completer_delims(self, letters: str) -> None:
        self.delimiters = letters

    def set_completer(self, completer: Any) -> None:
        self.completer = completer

    def parse_and_bind(self, line: str) -> None:
        self.bound.append(line)

    def get_line_buffer(self) -> str:
        return self.typed

    def get_endidx(self) -> int:
        return len(self.typed)

    def clear_history(self) -> None:
        self.is_forgotten = True


def keyboard_with(monkeypatch: pytest.MonkeyPatch, readline: ModuleType | None) -> Keyboard:
    """A keyboard at a terminal, with or without a line editor."""

    def load(name: str) -> ModuleType:
        assert name == "readline"
        if readline is None:
            raise ImportError(name)
        return readline

    monkeypatch.setattr(sys, "stdin", Terminal("settle gallia \n"))
    monkeypatch.setattr(importlib, "import_module", load)
    return Keyboard(Console(file=StringIO(), force_terminal=True))


@pytest.mark.parametrize(
    ("doc", "binding"),
    [("GNU readline", "tab: complete"), ("libedit", "bind ^I rl_complete")],
)
def test_tab_completes_the_line_so_far(monkeypatch: pytest.MonkeyPatch, doc: str, binding: str) -> None:
    readline = FakeReadline(doc, typed="settle ga")
    keyboard = keyboard_with(monkeypatch, readline)
    assert readline.bound == [binding]
    assert readline.completer("ga", 0) is None, "nothing is asked yet"
    keyboard.ask("red>", lambda line: ["gallia", "germania"] if line == "settle ga" else [])
    assert [readline.completer("ga", state) for state in range(3)] == ["gallia ", "germania ", None]
    keyboard.clear_history()
    assert readline.is_forgotten


def test_without_a_line_editor_lines_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = keyboard_with(monkeypatch, None)
    assert keyboard.ask("red>") == "settle gallia"
    keyboard.clear_history()


def test_only_what_cannot_be_written_is_replaced() -> None:
    assert terminal._to_ascii(UnicodeEncodeError("latin-1", "a☠Ж", 1, 3, "")) == ("X?", 3)
    with pytest.raises(UnicodeDecodeError):
        terminal._to_ascii(UnicodeDecodeError("utf-8", b"\xff", 0, 1, ""))
