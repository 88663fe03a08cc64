import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from typer.testing import Result

import rattus
from rattus.cli.terminal import make_console

from ..terminal import HEAR_CTRL_C

Run = Callable[..., Result]

COMMAND = [sys.executable, "-c", f"{HEAR_CTRL_C}from rattus.cli import app; app(prog_name='rattus')"]
TIME_LIMIT = 120  # seconds; enough for a very busy machine


class Terminal:
    """A program at a terminal of 80 columns."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self.process = process
        self.screen = screen

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C; again if it sleeps on, because it came too early for the prompt to notice.

        Not while it works: on a busy machine that would come while it is ending, and kill it.
        """
        self.process.send_signal(signal.SIGINT)
        deadline, worked, asleep = time.monotonic() + TIME_LIMIT, "", 0
        while time.monotonic() < deadline:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)
                return
            before, worked = worked, self.work_done()
            asleep = asleep + 1 if worked == before else 0
            if asleep == 10:
                self.process.send_signal(signal.SIGINT)
                asleep = 0
        pytest.fail("it does not end on Ctrl-C")

    def work_done(self) -> str:
        """How much processor time it has used, if it sleeps now; otherwise something new each time."""
        with suppress(OSError):  # not on Linux
            state, *fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            if state == "S":
                return " ".join(fields[10:12])
        return str(time.monotonic())

    def wait_for(self, pattern: str) -> str:
        """What is written until the pattern appears."""
        written, deadline = "", time.monotonic() + TIME_LIMIT
        while not re.search(pattern, written):
            assert time.monotonic() < deadline, f"no {pattern!r} in {TIME_LIMIT} s: {written}"
            if select.select([self.screen], [], [], 0.1)[0]:
                written += os.read(self.screen, 65536).decode(errors="replace")
        return written


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    screen, keyboard = pty.openpty()
    variables = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"} | environment
    process = subprocess.Popen([*COMMAND, *arguments], stdin=keyboard, stdout=keyboard, stderr=keyboard, env=variables)
    os.close(keyboard)
    try:
        yield Terminal(process, screen)
    finally:
        process.kill()
        process.wait(TIME_LIMIT)
        os.close(screen)


def test_version_and_help(run: Run) -> None:
    assert run("--version").stdout == f"rattus {rattus.__version__}\n"
    for command in ("play", "check", "simulate", "replay", "rules", "warm"):
        assert command in run("--help").stdout
        assert "Example" in run(command, "--help").stdout


def test_help_names_all_games(run: Run) -> None:
    assert "Rattus, Rattus Africanus and Rattus Cartus" in " ".join(run("--help").stdout.split())
    for command in ("play", "simulate", "warm"):
        assert "rattus, africanus or cartus" in " ".join(run(command, "--help").stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["check", "x.yaml"], ["play", "--seed", "1"], ["play", "cartus", "--seed", "1"], ["rules"]],
)
def test_light_commands_do_not_load_the_compiler(arguments: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "rattus.cli", *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=TIME_LIMIT,
    )  # fmt: skip
    assert "rattus.cli" in result.stderr
    # With the extra `cuda`, Python itself imports a hook of that name at every start, which imports nothing more.
    assert not re.search(r"\| +(numba|llvmlite)\b", result.stderr)


def test_tab_completes_a_move() -> None:
    with terminal("play", "--seed", "7", "-o", "first=red") as screen:
        screen.wait_for("red> ")
        screen.type("se\tgal\t\n")
        assert "Red settles 2 cubes in Gallia" in re.sub(
            r"\x1b\[[0-9;]*m", "", screen.wait_for(r"(?s)in Gallia.*red> ")
        )


def test_tab_completes_a_move_of_cartus() -> None:
    with terminal("play", "cartus", "--seed", "7", "-o", "first=red", NO_COLOR="1") as screen:
        screen.wait_for("red> ")
        screen.type("sup\t2\n")
        assert " uses the supply of the Monastery" in screen.wait_for(r"(?s)of the Monastery.*red> ")


@pytest.mark.parametrize("command", [["play", "--seed", "7", "-o", "first=red"], ["replay", "game.json"]])
def test_interrupt_ends_cleanly(run: Run, command: list[str]) -> None:
    run("play", "--seed", 7, lines=["save game.json"])
    with terminal(*command) as screen:
        screen.wait_for("> $")
        screen.interrupt()
        assert screen.process.returncode == 130
        assert "Traceback" not in screen.wait_for("\n")


def test_colours_can_be_turned_off() -> None:
    for environment, has_colour in (({"COLORTERM": "truecolor"}, True), ({"NO_COLOR": "1"}, False)):
        with terminal("play", "--seed", "7", **environment) as screen:
            written = screen.wait_for("red> ")
            assert ("\x1b[38;2;" in written or "\x1b[1;38;2;" in written) is has_colour


def test_hands_over_behind_a_curtain() -> None:
    with terminal("play", "-p", "2", "--humans", "2", "--seed", "7", "-o", "first=red") as screen:
        for seat in ("red", "yellow", "yellow", "red"):
            screen.wait_for(f"{seat}> ")
            screen.type("1\n")
        for line in ("take witch", "witch anglia.1", "pass", "plague gallia"):
            screen.wait_for("red> ")
            screen.type(f"{line}\n")
        written = ""
        while "yellow> " not in written:
            written = screen.wait_for(r"yellow> |red> |Press Enter.*\. ")
            if "Press Enter" in written:
                assert "\x1b[3J" in written
                assert "Yellow is to move" in written
                screen.type("\n")
                written = screen.wait_for("yellow> ")
            elif "red> " in written:
                screen.type("1\n")
        assert "◉" not in written


@pytest.mark.parametrize("game", ["africanus", "cartus"])
def test_hands_are_never_on_the_screen_of_another_person(game: str) -> None:
    chance = random.Random(2)
    sitting, handed_over = "", 0
    with terminal("play", game, "-p", "2", "--humans", "2", "--seed", "7", NO_COLOR="1") as screen:
        for number in range(120):
            written = screen.wait_for(r"(red|yellow)> $|Press Enter.*\. $")
            seen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written)
            if "Press Enter" in seen:
                assert ("\x1b[3J" in written) is (number > 0)  # at first there is nothing to wipe
                sitting = re.findall(r"(\w+) is to move", seen)[-1]
                handed_over += 1
                screen.type("\n")
                continue
            assert seen.endswith(f"{sitting.lower()}> ")
            assert set(re.findall(r"(\w+)'s hand", seen)) <= {sitting}
            screen.type(f"{chance.randint(1, 8)}\n")
    assert handed_over > 10


def test_what_others_typed_cannot_be_called_back() -> None:
    with terminal("play", "africanus", "-p", "2", "--humans", "2", "--seed", "7", "-o", "first=red") as screen:
        screen.wait_for(r"Press Enter.*\. ")
        screen.type("\n")
        screen.wait_for("red> ")
        screen.type("settle gallia\n")
        screen.wait_for(r"Press Enter.*\. ")
        screen.type("\n")
        screen.wait_for("yellow> ")
        screen.type("\x1b[A\n")
        assert "settle gallia" not in screen.wait_for("yellow> ")


def test_output_without_unicode() -> None:
    result = subprocess.run(
        [*COMMAND, "play", "--seed", "7"], input=b"1\n\xff\n", capture_output=True, check=False, timeout=TIME_LIMIT,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert result.returncode == 0
    assert b"| Gallia" in result.stdout
    assert b"o rat, face down" in result.stdout
    result.stdout.decode("ascii")


def test_output_that_nobody_reads(tmp_path: Path) -> None:
    with subprocess.Popen([*COMMAND, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_consoles_do_not_guess_colours() -> None:
    assert not make_console()._highlight
