"""The bench of lists runs: it asks the stores and doors as they are now."""

import asyncio
import importlib.util
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "players.py"


def test_the_bench_of_lists_runs(tmp_path, monkeypatch) -> None:
    spec = importlib.util.spec_from_file_location("players_bench", BENCH)
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    for name, value in (("UNFINISHED", 60), ("OPEN", 20), ("ROUNDS", 2), ("RESULTS", tmp_path / "players.md")):
        monkeypatch.setattr(bench, name, value)
    asyncio.run(bench.measure(30, 60))
    told = (tmp_path / "players.md").read_text()
    for what in ("games of the busiest", "open tables, all of them", "GET /api/daily", "GET /api/ratings?game=rattus"):
        assert f"| {what} |" in told
