"""Worker processes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rattus.arena.schedule import Schedule
from rattus.arena.settings import Settings
from rattus.arena.workers import Worker
from rattus.bots.protocol import BotFault

LOUD = "class Loud:\n    def choose(self, sight):\n        print('I think')\n        return sight.moves[0]\n"


def test_a_worker_has_a_session_of_its_own_so_that_ctrl_c_does_not_reach_it(quick: Callable[..., Settings]) -> None:
    worker = Worker(quick("random"))
    try:
        assert worker.pid is not None
        assert os.getsid(worker.pid) == worker.pid
        worker.play(Schedule(["random"], 2).fixture(0))
        assert worker.result().number == 0
    finally:
        worker.end()


def test_a_worker_that_has_died_has_no_result(quick: Callable[..., Settings]) -> None:
    worker = Worker(quick("random"))
    worker.kill()
    worker.wait()
    worker.play(Schedule(["random"], 2).fixture(0))
    with pytest.raises(BotFault, match="it has ended"):
        worker.result()
    worker.end()


def test_players_may_print_and_are_found_where_the_arena_finds_them(
    quick: Callable[..., Settings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loud_player.py").write_text(LOUD)
    monkeypatch.syspath_prepend(tmp_path)
    name = "py:loud_player:Loud"
    worker = Worker(quick(name))
    try:
        worker.play(Schedule([name], 2).fixture(0))
        assert worker.result().faults == (0, 0)
    finally:
        worker.end()
