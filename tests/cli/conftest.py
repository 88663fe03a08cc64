"""What the tests of the command line share."""

import random
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import rattus
from rattus.cli import app
from rattus.match.game import Game
from rattus.words import speak

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run `rattus` with arguments, and with lines of input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: object, lines: Iterable[object] = ()) -> Result:
        typed = "".join(f"{line}\n" for line in lines)
        return CliRunner().invoke(app, [str(word) for word in arguments], input=typed)

    yield run
    speak("en")


@pytest.fixture
def console() -> Console:
    """A console that writes plain text; `console.file.getvalue()` has it."""
    return Console(file=StringIO(), width=80, highlight=False)


@pytest.fixture
def written(console: Console) -> Callable[[], str]:
    """What the console has written so far."""
    assert isinstance(console.file, StringIO)
    return console.file.getvalue


@pytest.fixture
def advanced() -> Callable[..., Game]:
    """Make games after some random moves."""

    def advanced(players: int, moves: int, seed: int = 5, name: str = "rattus") -> Game:
        game = rattus.new(name, players, seed)
        chance = random.Random(seed)
        while len(game.moves) < moves and not game.is_over:
            game.play(chance.choice(game.legal()))
        return game

    return advanced
