"""Programs that are asked a line at a time, and every way in which they do not answer."""

import sys
import threading
import time
from pathlib import Path

import pytest

from rattus.bots import process as process_module
from rattus.bots.process import LineProcess
from rattus.bots.protocol import BotFault

PATIENCE = 120.0  # seconds: enough for a very busy machine
ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"
DEAF = "import time; time.sleep(3600)"


@pytest.fixture
def start():
    """Starts programs."""
    started = []

    def start(code: str) -> LineProcess:
        process = LineProcess((sys.executable, "-c", code))
        started.append(process)
        process.start()
        return process

    yield start
    for process in started:
        process.end()


def test_a_line_gets_a_line(start) -> None:
    process = start(ECHO)
    assert [process.ask(line, PATIENCE) for line in ("abc", "äß€")] == ["cba", "€ßä"]
    pid = process.pid
    process.start()
    assert (process.pid, process.is_running) == (pid, True)


def test_long_lines_are_whole_in_both_directions(start) -> None:
    line = "0123456789" * 50_000  # more than a pipe holds
    assert start(ECHO).ask(line, PATIENCE) == line[::-1]


def test_a_program_that_does_not_read_is_not_waited_for(start) -> None:
    process = start(DEAF)
    with pytest.raises(BotFault, match=r"no answer in 0.2 s"):
        process.ask("x" * 1_000_000, 0.2)


def test_an_answer_without_end_is_cut_off(start, monkeypatch) -> None:
    monkeypatch.setattr(process_module, "MAX_ANSWER_BYTES", 1000)
    answer = start("import sys\nwhile True: sys.stdout.write('x' * 1000)").ask("?", PATIENCE)
    assert 1000 <= len(answer) < 200_000


def test_who_waits_is_told_when_the_process_is_killed(start) -> None:
    process, told = start(DEAF), []

    def ask() -> None:
        try:
            process.ask("?", PATIENCE)
        except BotFault as fault:
            told.append(str(fault))

    thread = threading.Thread(target=ask)
    thread.start()
    process.kill()
    thread.join(PATIENCE)
    assert told == ["it has ended"]


def test_a_process_that_has_ended_is_started_again(start) -> None:
    process = start(ECHO)
    process.kill()
    process.wait()
    with pytest.raises(BotFault, match="it has ended"):
        process.ask("a", PATIENCE)
    process.start()
    assert process.ask("ab", PATIENCE) == "ba"


def test_it_may_end_by_itself_when_its_input_ends(start, tmp_path) -> None:
    mark = tmp_path / "closed"
    process = start(f"import pathlib, sys\nsys.stdin.read()\npathlib.Path({str(mark)!r}).touch()")
    process.end(grace_seconds=PATIENCE)
    assert mark.exists()
    assert process.pid is None
    deaf = start(DEAF)
    begin = time.monotonic()
    deaf.end(grace_seconds=0.05)
    assert time.monotonic() - begin < PATIENCE


def test_no_file_stays_open(start) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    process = start(ECHO)
    process.ask("a", PATIENCE)
    process.end()
    assert len(list(Path("/dev/fd").iterdir())) == before


def test_what_was_not_started_cannot_be_asked() -> None:
    process = LineProcess(("./no-such-program",))
    for ask in (lambda: process.ask("?", 1.0), process.wait, process.fileno):
        with pytest.raises(BotFault, match="it was not started"):
            ask()
    with pytest.raises(BotFault, match="cannot be started: No such file"):
        process.start()
    process.kill()
    process.end()
