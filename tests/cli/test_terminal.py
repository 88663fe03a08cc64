import sys
from io import StringIO

import pytest

from rattus.cli import terminal
from rattus.cli.terminal import DelayedProgress


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
