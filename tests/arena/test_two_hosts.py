"""Tournaments and training on a Ray cluster of two hosts, one of which is killed in the middle."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from . import two_hosts

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs Ray: pip install 'rattus[ray]'"),
]  # fmt: skip

GAMES = 24
STARTED = "Ray runtime started"
# Each game notes on which host it was played; those of the first seconds are slow, so that some are always going on.
ARENA = """
import json, sys, time
from pathlib import Path
import rattus.arena.match_runner as match_runner
from rattus.arena.settings import Settings
from rattus.arena.tournament import Backend, Tournament
settings = Settings("rattus", 2, ("random", sys.argv[3]), 3, {"max_turns": 4}, compiled=False)
tournament = Tournament(settings, int(sys.argv[4]), Path(sys.argv[2]))
for result in tournament.play(Backend(2, on_ray=True, address=sys.argv[1])):
    print(result.number, flush=True)
print("missing", tournament.missing, "given up", tournament.given_up, flush=True)
"""
TRAIN = """
import json, sys
from pathlib import Path
from rattus.train.recipe import Recipe
from rattus.train.trainer import Cluster, Trainer
recipe = Recipe(game="rattus", players=(2, 3), steps=32 * 8 * int(sys.argv[3]), layers=(16,), games=32, length=8,
                minibatch=64, past=0.25, past_every=1, ladder=())
trainer = Trainer(recipe, Path(sys.argv[2]), "cpu", 1, cluster=Cluster(2, sys.argv[1]))
plays = []
make = trainer.new_self_play
def kept():
    plays.append(make())
    return plays[0]
trainer.new_self_play = kept
trainer.run(lambda trainer, stats: print("batch", trainer.batches, trainer.steps, flush=True))
print(json.dumps({"batches": trainer.batches, "steps": trainer.steps, "lost": plays[0].lost}), flush=True)
"""
SLOW = """
import json, sys, time
for line in sys.stdin:
    time.sleep(0.05)
    print(json.dumps({"move": json.loads(line)["legal"][0]}), flush=True)
"""


@pytest.fixture
def cluster(tmp_path):
    """Two hosts, each with a Ray of one processor."""
    reason = two_hosts.why_not()
    if reason:
        pytest.skip(reason)
    with two_hosts.TwoHosts(tmp_path) as hosts:
        for host, head in ((hosts.first, None), (hosts.second, hosts.first)):
            host.start_ray(head)
            log = tmp_path / f"{host.name}.log"
            two_hosts.wait_until(lambda log=log, host=host: host.has_failed or STARTED in read(log), "Ray on a host")
            assert STARTED in read(log), read(log)
        yield hosts


def read(path: Path) -> str:
    return path.read_text(errors="replace") if path.exists() else ""


def address(hosts) -> str:
    return f"{hosts.first.address}:{two_hosts.PORT}"


def test_no_game_is_lost_or_counted_twice_when_a_host_dies(cluster, tmp_path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW)
    results = tmp_path / "results.jsonl"
    player = f"cmd:{sys.executable} {bot}"
    arena = cluster.first.run(
        sys.executable, "-c", ARENA, address(cluster), str(results), player, str(GAMES), log="arena.log"
    )
    two_hosts.wait_until(lambda: len(numbers(results)) >= 4, "four games", 600)
    before = len(numbers(results))
    cluster.second.kill()
    assert arena.wait(900) == 0, read(tmp_path / "arena.log")
    assert before < GAMES
    assert sorted(numbers(results)) == list(range(GAMES))
    assert "missing 0 given up []" in read(tmp_path / "arena.log")


def numbers(path: Path) -> list[int]:
    lines = read(path).split("\n")[1:-1]
    return [json.loads(line)["number"] for line in lines]


def test_training_continues_when_a_host_dies(cluster, tmp_path) -> None:
    pytest.importorskip("torch", reason="needs PyTorch")
    batches, log = 60, tmp_path / "train.log"
    training = cluster.first.run(
        sys.executable, "-c", TRAIN, address(cluster), str(tmp_path / "run"), str(batches), log="train.log"
    )
    two_hosts.wait_until(lambda: read(log).count("batch ") >= 5, "five batches", 900)
    cluster.second.kill()
    assert training.wait(900) == 0, read(log)
    told = json.loads(read(log).splitlines()[-1])
    assert told["steps"] == batches * 32 * 8  # every share of every batch once
    assert told["batches"] == batches
    assert told["lost"] >= 1
    steps = [int(line.split()[2]) for line in read(log).splitlines() if line.startswith("batch ")]
    assert steps == [32 * 8 * (number + 1) for number in range(batches)]
