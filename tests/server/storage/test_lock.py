"""One server for a database file, whatever path leads to it, until its process ends."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rattus.errors import RattusError
from rattus.server.storage.lock import DatabaseLock, WriteTurn

HOLD = """
import sys, time
from rattus.server.storage.lock import DatabaseLock
lock = DatabaseLock(sys.argv[1])
print("locked", flush=True)
time.sleep(600)
"""


def address(path: Path) -> str:
    return f"sqlite:///{path}"


def test_a_second_server_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    lock = DatabaseLock(address(file))
    with pytest.raises(RattusError, match=f"another rattus server uses {file}; stop it, or name another --database"):
        DatabaseLock(address(file))
    lock.release()
    DatabaseLock(address(file)).release()


def test_two_databases_in_one_folder_have_locks_of_their_own(tmp_path: Path) -> None:
    locks = [DatabaseLock(address(tmp_path / name)) for name in ("a.sqlite", "b.sqlite")]
    for lock in locks:
        lock.release()


def test_a_process_that_is_killed_leaves_no_lock_behind(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with subprocess.Popen([sys.executable, "-c", HOLD, address(file)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "locked\n"
            with pytest.raises(RattusError, match="another rattus server"):
                DatabaseLock(address(file))
        finally:
            process.send_signal(signal.SIGKILL)
        process.wait(60)
        DatabaseLock(address(file)).release()


def test_symbolic_links_to_file_or_folder_lead_to_the_same_lock(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    file = folder / "tables.sqlite"
    file.touch()
    (tmp_path / "linked").symlink_to(folder)
    (tmp_path / "other.sqlite").symlink_to(file)
    lock = DatabaseLock(address(file))
    for path in (tmp_path / "linked" / "tables.sqlite", tmp_path / "other.sqlite"):
        with pytest.raises(RattusError, match="another rattus server"):
            DatabaseLock(address(path))
    lock.release()


def test_only_the_owner_may_read_the_lock_file(tmp_path: Path) -> None:
    lock = DatabaseLock(address(tmp_path / "tables.sqlite"))
    assert (tmp_path / "tables.sqlite.lock").stat().st_mode & 0o777 == 0o600
    lock.release()


def test_a_folder_that_cannot_be_written_is_an_error_with_its_reason() -> None:
    with pytest.raises(RattusError, match="the database cannot be used"):
        DatabaseLock("sqlite:////proc/nowhere/tables.sqlite")


@pytest.mark.parametrize("database", ["postgresql://rattus@db/rattus", "sqlite:///."])
def test_what_is_no_file_needs_no_lock(database: str) -> None:
    locks = [DatabaseLock(database), DatabaseLock(database)]
    for lock in locks:
        lock.release()


def test_a_turn_is_waited_for_and_then_taken(tmp_path: Path) -> None:
    database = address(tmp_path / "tables.sqlite")
    mine, theirs, order = WriteTurn(database), WriteTurn(database), []

    def write() -> None:
        with theirs:
            order.append("theirs")

    with mine:
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(0.2)
        order.append("mine")
    thread.join(60)
    assert order == ["mine", "theirs"]
    for turn in (mine, theirs):
        turn.close()
