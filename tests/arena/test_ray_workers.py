"""On Ray: the same results, also when a worker dies."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from rattus.arena import ray_workers
from rattus.arena.backlog import Backlog
from rattus.arena.result import MatchResult
from rattus.arena.settings import Settings
from rattus.errors import RattusError

# In a separate process: Ray emits warnings, which are errors in these tests.
ARENA = """
import json, sys
from rattus.arena.settings import Settings
from rattus.arena.tournament import Backend, Tournament
settings = Settings("rattus", 2, ("random", sys.argv[1]), 3, {"max_turns": 4}, compiled=False)
tournament = Tournament(settings, 12)
for _ in tournament.play(Backend(int(sys.argv[2]), on_ray=True)):
    pass
results = sorted(tournament.results, key=lambda result: result.number)
print(json.dumps([result.as_data() for result in results]))
"""


@pytest.mark.timeout(1200)
# A single worker: the tournament only continues if it is replaced.
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed: pip install 'rattus[ray]'")
def test_a_worker_that_dies_is_replaced(
    quick: Callable[..., Settings], play: Callable[..., list[MatchResult]], killer: str, tmp_path: Path, workers: int
) -> None:
    words = [sys.executable, "-c", ARENA, killer, str(workers)]
    done = subprocess.run(words, stdout=subprocess.PIPE, timeout=1000, check=True)
    assert (tmp_path / "killed").exists()
    here = play(quick("random", killer), 12)
    assert json.loads(done.stdout.splitlines()[-1]) == json.loads(json.dumps([result.as_data() for result in here]))


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "127.0.0.1:99999"])
def test_an_unreachable_cluster_is_reported_at_once(
    quick: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))
    games = ray_workers.play_on_ray(quick("random"), Backlog([]), 1, address)
    with pytest.raises(RattusError, match=f"Ray does not answer at {address}"):
        next(games)


def test_without_ray_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RattusError, match=r"needs ray: pip install .rattus\[ray\]"):
        ray_workers.import_ray()
