"""Fixtures of the arena tests."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rattus.arena.result import MatchResult
from rattus.arena.settings import Settings
from rattus.arena.tournament import Backend, Tournament

MakeBot = Callable[[str], str]

ASKED = "import json, os, pathlib, signal, sys\nfor line in sys.stdin:\n    legal = json.loads(line)['legal']\n"


@pytest.fixture
def make_bot(tmp_path: Path) -> MakeBot:
    """Make a program that plays: lines of Python that are run when it is asked, and print an answer."""

    def make(body: str) -> str:
        path = tmp_path / f"bot{len(list(tmp_path.glob('bot*.py')))}.py"
        path.write_text(ASKED + "".join(f"    {line}\n" for line in body.splitlines()))
        return f"cmd:{sys.executable} {path}"

    return make


@pytest.fixture
def killer(make_bot: MakeBot, tmp_path: Path) -> str:
    """A player that once kills the process that asks it, and then plays its first legal move always."""
    mark = tmp_path / "killed"
    return make_bot(
        f"mark = pathlib.Path({str(mark)!r})\n"
        "if not mark.exists():\n"
        "    mark.write_text(str(os.getppid()))\n"
        "    os.kill(os.getppid(), signal.SIGKILL)\n"
        "    sys.exit()\n"
        "print(json.dumps({'move': legal[0]}), flush=True)"
    )


@pytest.fixture
def quick() -> Callable[..., Settings]:
    """Settings of short games."""

    def quick(*names: str, seats: int = 2, seed: int = 3) -> Settings:
        return Settings("rattus", seats, names, seed, {"max_turns": 2 * seats}, compiled=False)

    return quick


@pytest.fixture
def play() -> Callable[..., list[MatchResult]]:
    """Play a whole tournament: its results, by number."""

    def play(settings: Settings, games: int, workers: int = 1, path: Path | None = None) -> list[MatchResult]:
        tournament = Tournament(settings, games, path)
        for _ in tournament.play(Backend(workers)):
            pass
        return sorted(tournament.results, key=lambda result: result.number)

    return play


@pytest.fixture
def make_result() -> Callable[..., MatchResult]:
    """Make a made-up result."""

    def make(number: int, deal: int, seating: Sequence[str], ranks: Sequence[float]) -> MatchResult:
        seats = len(seating)
        return MatchResult(
            number=number, deal=deal, seating=tuple(seating), first=0, points=tuple(10 - int(rank) for rank in ranks),
            ranks=tuple(ranks), wins=tuple(float(rank == 1) for rank in ranks), moves=50, reason="supply",
            faults=(0,) * seats, complaints=("",) * seats, cards={}, categories={},
        )  # fmt: skip

    return make
