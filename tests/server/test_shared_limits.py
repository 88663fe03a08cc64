"""Limits by address that hold for all processes of a server together."""

import time
from pathlib import Path
from unittest import mock

import pytest

from rattus.server.shared_limits import CountKind, LimitBook, Rate, SharedCounts, SharedFile, SharedLimiter

from .server_process import ServerProcess

ANNA, BERT = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def files(tmp_path: Path) -> list[SharedFile]:
    """The file as two processes have it."""
    SharedFile.create(tmp_path / "limits", 2)
    return [SharedFile(tmp_path / "limits", 2, process) for process in range(2)]


def test_processes_take_from_one_bucket(files: list[SharedFile]) -> None:
    one, two = (SharedLimiter(file, Rate.REQUESTS, 2.0, 5.0) for file in files)
    with mock.patch("time.monotonic", return_value=1000.0) as now:
        assert [limiter.take(ANNA, 0.0) for limiter in (one, two) * 6] == [True] * 10 + [False] * 2
        assert two.take(BERT, 0.0, 10.0)
        assert not one.take(BERT, 0.0)
        now.return_value += 1.0
        assert [limiter.take(ANNA, 0.0) for limiter in (two, one, two)] == [True, True, False]
        assert SharedLimiter(files[0], Rate.NEW_TABLES, 2.0, 5.0).take(ANNA, 0.0)  # another bucket


def test_an_address_has_the_sum_of_all_processes(files: list[SharedFile]) -> None:
    one, two = (SharedCounts(file, CountKind.LIVE_CONNECTIONS) for file in files)
    one.add(ANNA, 2)
    two.add(ANNA, 3)
    assert (one.of(ANNA), two.of(ANNA), one.of(BERT)) == (5, 5, 0)
    two.add(ANNA, -1)
    assert one.of(ANNA) == 4
    assert SharedCounts(files[0], CountKind.OPEN_CONNECTIONS).of(ANNA) == 0
    restarted = SharedCounts(files[1], CountKind.LIVE_CONNECTIONS)  # its connections are gone with it
    assert restarted.of(ANNA) == 2
    one.replace({BERT: 7})
    assert (restarted.of(ANNA), restarted.of(BERT)) == (0, 7)


def test_one_process_counts_for_itself() -> None:
    book = LimitBook(2.0, 1.0, 1.0)
    book.live_connections.add(ANNA, 1)
    assert (book.live_connections.of(ANNA), book.open_connections.of(ANNA)) == (1, 0)
    assert [book.requests.take(ANNA, 0.0) for _ in range(3)] == [True, True, False]


def test_new_tables_are_limited_for_all_processes(tmp_path: Path) -> None:
    """Connections without a table go to each process in turn."""
    with ServerProcess(tmp_path, None, "--processes", "2") as server:
        began = time.monotonic()
        request, headers = {"game": "rattus", "players": 2}, {"x-forwarded-for": ANNA}
        made = [server.ask("POST", "/api/tables", json=request, headers=headers).status_code for _ in range(12)]
        seconds = time.monotonic() - began
    assert 1 <= made.count(201) <= 2.5 + 0.5 * seconds
    assert made.count(201) + made.count(429) == 12
