"""What other tests rely on: the deals of a server follow from the seed of the test, whatever it dealt before."""

import random
from pathlib import Path
from typing import Any

import pytest

from .server_process import ServerProcess, journal

PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]


def deal(server: ServerProcess) -> Any:
    """The seal of a new match."""
    made = server.make_table("rattus", 2, chairs=PEOPLE, start=True)
    [begun] = [data for _, kind, _, data in journal(server.database, made["table"]) if kind == "begun"]
    return begun["seed"], begun["salt"]


@pytest.mark.parametrize("options", [(), ("--processes", "2")], ids=["one process", "two processes"])
def test_deals_follow_from_the_seed(tmp_path: Path, seed: int, options: tuple[str, ...]) -> None:
    with ServerProcess(tmp_path, None, *options) as server:
        deals = []
        for start in (seed, seed, seed + 1):
            random.seed(start)
            deals.append([deal(server) for _ in range(4)])
    assert deals[0] == deals[1]
    assert len({*deals[0], *deals[2]}) == 8
