"""Whole tournaments: the results are the same whichever process dies."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rattus.arena.result import MatchResult
from rattus.arena.settings import Settings
from rattus.arena.tournament import Backend, Tournament
from rattus.errors import FormatError

Quick = Callable[..., Settings]
Play = Callable[..., list[MatchResult]]

PATIENCE = 120  # seconds; enough for a very busy machine

# A whole arena as a process of its own; the bot in it is slow enough for a kill in the middle.
ARENA = """
import sys
from pathlib import Path
from rattus.arena.settings import Settings
from rattus.arena.tournament import Backend, Tournament
if __name__ == "__main__":
    settings = Settings("rattus", 2, ("random", sys.argv[2]), 3, {"max_turns": 4}, compiled=False)
    for _ in Tournament(settings, 40, Path(sys.argv[1])).play(Backend(2)):
        pass
"""
SLOW = "__import__('time').sleep(0.01)\nprint(json.dumps({'move': legal[0]}), flush=True)"


def test_the_number_of_workers_changes_nothing(quick: Quick, play: Play) -> None:
    settings = quick("random", "greedy", seats=3)
    one, two = play(settings, 13, 1), play(settings, 13, 2)
    assert one == two
    assert [result.number for result in one] == list(range(13))


def test_a_longer_tournament_begins_with_the_shorter_one(quick: Quick, play: Play, tmp_path: Path) -> None:
    settings, path = quick("random"), tmp_path / "results.jsonl"
    four = play(settings, 4, 1, path)
    assert Tournament(settings, 4, path).missing == 0
    assert Tournament(settings, 6, path).missing == 2
    assert play(settings, 6, 1, path)[:4] == four
    assert len(Tournament(settings, 3, path).results) == 3


def test_a_worker_that_dies_is_replaced(quick: Quick, play: Play, killer: str, tmp_path: Path) -> None:
    settings = quick("random", killer)
    disturbed = play(settings, 12, 2)
    killed = int((tmp_path / "killed").read_text())
    assert killed not in (os.getpid(), os.getppid())
    assert [result.number for result in disturbed] == list(range(12))
    assert play(settings, 12, 2) == disturbed
    assert not any(sum(result.faults) for result in disturbed)


def test_a_game_that_kills_every_worker_does_not_stop_the_others(quick: Quick, make_bot: Callable[[str], str]) -> None:
    """In one deal the bot kills the process that asks it."""
    bot = make_bot(
        "if json.loads(line)['seed'].startswith('3/1/'):\n"
        "    os.kill(os.getppid(), signal.SIGKILL)\n"
        "    sys.exit()\n"
        "print(json.dumps({'move': legal[0]}), flush=True)"
    )
    tournament = Tournament(quick(bot), 3)
    assert [result.number for result in tournament.play(Backend(1))] == [0, 2]
    assert tournament.given_up == [1]
    assert tournament.missing == 1


def test_killing_the_arena_loses_no_finished_game(make_bot: Callable[[str], str], tmp_path: Path) -> None:
    bot = make_bot(SLOW)
    paths = [tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"]
    with running_arena(paths[0], bot) as arena:
        wait_until(lambda: len(lines(paths[0])) >= 8 or arena.poll() is not None, "eight games", 0.01)
        assert arena.poll() is None
        workers = children(arena.pid)
    before = lines(paths[0])
    assert 8 <= len(before) < 41
    assert len(workers) >= 2
    wait_until(lambda: not any(is_running(worker) for worker in workers), "the workers end")
    for path in paths:
        with running_arena(path, bot) as arena:
            assert arena.wait(PATIENCE) == 0
    after = lines(paths[0])
    assert after[: len(before) - 1] == before[:-1]
    assert len(after) == 41
    assert after[0] == lines(paths[1])[0]
    assert sorted(after) == sorted(lines(paths[1]))


def test_workers_and_programs_do_not_outlive_a_killed_arena(make_bot: Callable[[str], str], tmp_path: Path) -> None:
    mark = tmp_path / "asked"
    thinking = make_bot(f"pathlib.Path({str(mark)!r}).write_text(str(os.getpid()))\n__import__('time').sleep(900)")
    with running_arena(tmp_path / "results.jsonl", thinking) as arena:
        wait_until(lambda: mark.exists() and bool(mark.read_text()), "it is asked for a move")
        left = [*children(arena.pid), int(mark.read_text())]
    wait_until(lambda: not any(is_running(process) for process in left), "the workers and the program end")


@contextmanager
def running_arena(path: Path, bot: str) -> Iterator[subprocess.Popen[bytes]]:
    """An arena that is killed in the end, if it has not ended by itself."""
    script = path.parent / "arena.py"
    script.write_text(ARENA)
    arena = subprocess.Popen([sys.executable, script, path, bot])
    try:
        yield arena
    finally:
        arena.kill()
        arena.wait(PATIENCE)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(is_so: Callable[[], bool], what: str, pause: float = 0.05) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"not in {PATIENCE} s: {what}"
        time.sleep(pause)


def test_stopping_ends_the_workers(quick: Quick, make_bot: Callable[[str], str], tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    games = Tournament(quick("random", make_bot(SLOW)), 50, path).play(Backend(2))
    next(games)
    workers = children(os.getpid())
    games.close()
    assert not [worker for worker in children(os.getpid()) if worker in workers and _is_worker(worker)]
    assert 2 <= len(lines(path)) < 51


def _is_worker(pid: int) -> bool:
    return b"rattus.arena.workers" in Path(f"/proc/{pid}/cmdline").read_bytes()


def test_faults_are_reported_and_stop_nothing(quick: Quick, play: Play, make_bot: Callable[[str], str]) -> None:
    bot = make_bot("sys.exit(1)")
    results = play(quick("random", bot), 2)
    assert len(results) == 2
    for result in results:
        faults = dict(zip(result.seating, result.faults, strict=True))
        assert faults["random"] == 0
        assert faults[bot] > 3


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (Settings("rattus", 2, ("random", "genius")), "no player 'genius'"),
        (Settings("rattus", 5, ("random",)), "players"),
        (Settings("chess", 2, ("random",)), "game"),
        (Settings("rattus", 2, ("mcts:many",)), "budget"),
        (Settings("rattus", 2, ()), "name at least one"),
        (Settings("rattus", 2, ("random",), options={"x": 1}), "x"),
    ],
)
def test_bad_settings(settings: Settings, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        Tournament(settings, 1)


def test_results_are_one_object_per_line(quick: Quick, play: Play, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    results = play(quick("random"), 2, 1, path)
    heading, *games = [json.loads(line) for line in lines(path)]
    assert heading["arena"] == 1
    assert heading["players"] == ["random"]
    assert games == [json.loads(json.dumps(result.as_data())) for result in results]
