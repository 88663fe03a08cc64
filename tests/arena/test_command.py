"""The command line."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from rattus.cli import arena as command
from rattus.cli.main import Commands

from ..terminal import HEAR_CTRL_C

Run = Callable[..., Result]
SCRIPT = f"""
{HEAR_CTRL_C}
import typer
from rattus.cli.arena import arena
if __name__ == "__main__":
    typer.run(arena)
"""
PATIENCE = 120  # seconds; enough for a very busy machine
QUICK = ("-p", "2", "-o", "max_turns=4", "--workers", "1")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `rattus arena` with arguments."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    app = typer.Typer(cls=Commands)
    app.callback()(lambda: None)
    app.command()(command.arena)
    return lambda *arguments: CliRunner().invoke(app, ["arena", *map(str, arguments)])


def test_tables_for_people(run: Run) -> None:
    done = run("--players", "random,easy", "-n", 4, *QUICK, "--html", "report.html")
    assert done.exit_code == 0, done.output
    assert "4 of 4 games, 2 deals; shared wins: 0, won by nobody: 0. Equals win 50.0%." in done.stdout
    for word in ("rating", "± 95 %", "win rate", "rank", "points", "faults", "easy", "random"):
        assert word in done.stdout
    assert "How often the row ranks before the column" in done.stdout
    assert "take a deal as one observation" in done.stdout
    assert "<h2>Ratings</h2>" in Path("report.html").read_text("utf-8")


def test_json_output_and_resuming(run: Run) -> None:
    arguments = ("--players", "random", "--json", "--file", "r.jsonl", "--seed", "x", *QUICK)
    first = json.loads(run("-n", 2, *arguments).stdout)
    assert (first["games"], first["seed"], first["players"]) == (2, "x", ["random"])
    assert json.loads(run("-n", 2, *arguments).stdout) == first
    assert json.loads(run("-n", 3, *arguments).stdout)["games"] == 3
    assert len(Path("r.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "genius"], "no player 'genius'; there are random, greedy"),
        (["--players", ""], "name at least one"),
        (["--players", "random,random,random"], "one for each of the 2 seats"),
        (["--game", "chess"], "one of rattus, africanus, cartus"),
        (["-o", "max_turns"], "name=value"),
        (["--address", "auto"], "is for --backend ray"),
        (["--components", "nowhere"], "no component table"),
        (["--file", "nowhere/r.jsonl"], "cannot be written"),
        (["--html", "nowhere/r.html"], "cannot be written"),
    ],
)
def test_bad_input_is_reported_in_one_line(run: Run, arguments: list[str], said: str) -> None:
    done = run("--players", "random", "-n", 1, *QUICK, *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_other_settings_are_refused(run: Run) -> None:
    arguments = ("--players", "random", "-n", 1, "--file", "r.jsonl", *QUICK)
    assert run(*arguments).exit_code == 0
    done = run(*arguments, "--seed", 1)
    assert done.exit_code == 2
    assert "r.jsonl: it was begun with seed 0, not 1; use another file" in done.stderr


def test_without_ray_the_error_says_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = run("--backend", "ray")
    assert done.exit_code == 2
    assert "pip install 'rattus[ray]'" in done.stderr


def test_names_with_commas() -> None:
    assert command.read_names('random, "cmd:bot a,b" ,mcts:5') == ("random", "cmd:bot a,b", "mcts:5")


def test_faults_are_reported(run: Run) -> None:
    done = run("--players", "random,cmd:false", "-n", 1, *QUICK)
    assert done.exit_code == 0
    assert "First fault of cmd:false: it has ended" in done.stdout
    [program] = [line.split() for line in done.stdout.splitlines() if line.startswith("cmd:false ") and "%" in line]
    assert int(program[-1]) > 3


def test_ctrl_c_stops_it_and_shows_the_standings(tmp_path: Path) -> None:
    """In its own terminal, where Ctrl-C is sent to the workers too."""
    script, results = tmp_path / "arena.py", tmp_path / "r.jsonl"
    script.write_text(SCRIPT)
    ours, theirs = pty.openpty()
    words = ["--players", "random", "-n", "100000", "-p", "2", "--workers", "2", "--file", str(results)]
    arena = subprocess.Popen([sys.executable, script, *words], stdin=theirs, stdout=theirs, stderr=theirs,
                             start_new_session=True)  # fmt: skip
    os.close(theirs)
    shown, end = b"", time.monotonic() + PATIENCE
    try:
        while not results.exists() or results.read_text().count("\n") < 5 or b"Playing" not in shown:
            assert time.monotonic() < end, f"not five games in {PATIENCE} s: {shown.decode()}"
            shown += _read(ours)
        os.killpg(arena.pid, signal.SIGINT)
        shown += _rest(ours)
        assert arena.wait(PATIENCE) == 130
    finally:
        if arena.poll() is None:
            os.killpg(arena.pid, signal.SIGKILL)
        arena.wait(PATIENCE)
        os.close(ours)
    assert b"stopped after" in shown
    assert b"the same command goes on" in b" ".join(shown.split())
    assert b"Traceback" not in shown
    assert results.read_text().endswith("\n")


def _read(terminal: int) -> bytes:
    """The output that is available within a short wait."""
    return os.read(terminal, 10_000) if select.select([terminal], [], [], 0.1)[0] else b""


def _rest(terminal: int) -> bytes:
    found, end = b"", time.monotonic() + PATIENCE
    with suppress(OSError):  # all processes that wrote to it have ended
        while True:
            found += _read(terminal)
            assert time.monotonic() < end, f"it goes on for {PATIENCE} s: {found[-1000:].decode(errors='replace')}"
    return found
