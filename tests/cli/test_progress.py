import sys
from io import StringIO

import pytest

from rattus.cli import progress
from rattus.cli.progress import LateProgress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("patience", "is_shown"), [(0, True), (60, False)])
def test_bar_appears_late(monkeypatch: pytest.MonkeyPatch, patience: float, is_shown: bool) -> None:
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with LateProgress("Checking", 1) as bar:
        bar.advance(more=3)
        bar.advance()
    assert isinstance(sys.stderr, Terminal)
    assert ("Checking" in sys.stderr.getvalue()) is is_shown
