"""On a fresh machine nobody waits for the compiler: bots move on lists until the rules are compiled."""

from pathlib import Path

import pytest

from ..server_process import ServerProcess, journal, wait_for

TABLES = [("rattus", 4, "normal"), ("africanus", 6, "hard"), ("cartus", 5, "best")]


def test_bots_move_before_anything_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("RATTUS_CACHE", str(cache))
    with ServerProcess(tmp_path) as server:
        tables = [
            server.make_table(game, players, chairs=[{"bot": level}] * players, start=True)["table"]
            for game, players, level in TABLES
        ]
        wait_for(lambda: all(has_move(server, table) for table in tables), "bots move at all tables")
        assert not list(cache.glob("*/compiled/*")), "the first moves took as long as compiling a game"


def has_move(server: ServerProcess, table: str) -> bool:
    """Whether a table's journal has a move."""
    return any(kind == "move" for _, kind, _, _ in journal(server.database, table))
