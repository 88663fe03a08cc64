"""`rattus serve` as a user meets it at the command line."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from unittest import mock

import httpx
import psycopg
import pytest
from typer.testing import CliRunner

from rattus.cli import app
from rattus.server.storage.migrations import migrate

from .server_process import PLAIN_HTTP, PROGRAM, STOP_SECONDS, ServerProcess, free_port, own_environment


def try_to_serve(*words: str) -> str:
    """Start a server that cannot start: its error, which is a single line."""
    with mock.patch("rattus.cli.serve.set_up_logging"), mock.patch("rattus.server.run.run_server") as run_server:
        done = CliRunner().invoke(app, ["serve", "--port", "0", *words])
    assert not run_server.called
    assert done.exit_code == 2
    assert done.stdout == ""
    return error_of(done.stderr)


def error_of(said: str) -> str:
    (line,) = said.splitlines()
    assert line.startswith("error: ")
    return line.removeprefix("error: ")


def test_a_taken_port_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = try_to_serve("--port", str(port))
    assert said == f"cannot listen at 127.0.0.1:{port}: Address already in use; choose another with --port"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("nonsense", "not the address of a database"),
        ("mysql://localhost/tables", "use sqlite or postgresql"),
        ("sqlite://", "a database in memory would be lost"),
        ("sqlite:////proc/nowhere/tables.sqlite", "the database cannot be used"),
        ("sqlite:///.", "unable to open database file"),
        ("postgresql://rattus@127.0.0.1:1/tables", "the database cannot be used"),
    ],
)
def test_a_bad_database_address_is_reported(address: str, expected: str) -> None:
    assert expected in try_to_serve("--database", address)


def test_the_password_of_a_database_is_not_shown() -> None:
    said = try_to_serve("--database", "postgresql://rattus:s3cret@127.0.0.1:1/tables")
    assert "s3cret" not in said


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """It is left as it is."""
    file = tmp_path / "notes.txt"
    file.write_bytes(b"no database at all " * 500)
    assert "file is not a database" in try_to_serve("--database", f"sqlite:///{file}")
    assert file.read_bytes() == b"no database at all " * 500


def test_a_broken_database_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    migrate(f"sqlite:///{file}")
    with file.open("r+b") as pages:
        pages.seek(100)
        pages.write(b"\xff" * 20_000)
    assert "the database cannot be used" in try_to_serve("--database", f"sqlite:///{file}")


def test_a_database_of_a_newer_rattus_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    migrate(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    said = try_to_serve("--database", f"sqlite:///{file}")
    assert said == ("the database was made by a newer rattus (step 9999): install that one, or use another database")


def test_redis_needs_postgresql() -> None:
    for words in ((), ("--database", "sqlite:///x.sqlite")):
        said = try_to_serve("--redis", "redis://127.0.0.1:1", *words)
        assert said == "--redis: several servers need a database in common: --database postgresql://…"


def test_what_is_no_address_of_redis_is_reported(postgres_database: str) -> None:
    said = try_to_serve("--database", postgres_database, "--redis", "nonsense")
    assert said.startswith("not the address of a Redis: ")


def test_a_missing_postgresql_database_is_reported(postgres_database: str) -> None:
    name = psycopg.conninfo.conninfo_to_dict(postgres_database)["dbname"]
    said = try_to_serve("--database", postgres_database.replace(f"/{name}", "/nowhere"))
    assert 'database "nowhere" does not exist' in said


def test_an_unknown_log_level_is_reported() -> None:
    assert try_to_serve("--log-level", "loud").startswith("--log-level: must be one of debug, ")


def test_a_database_in_use_is_refused(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        said = try_to_serve("--database", server.database)
        assert said == f"another rattus server uses {tmp_path}/tables.sqlite; stop it, or name another --database"
        assert server.is_well()


def test_help_lists_the_options() -> None:
    words, environment = [*PROGRAM, "--help"], own_environment()
    done = subprocess.run(words, capture_output=True, text=True, timeout=STOP_SECONDS, env=environment)
    assert done.returncode == 0
    for option in ("--host", "--port", "--database", "--redis", "--origin", "--bots", "--proxies", "--log-level"):
        assert option in done.stdout
    assert "8000" in done.stdout


def test_a_first_start_needs_no_options(tmp_path: Path) -> None:
    """Without options: data in the user's folder, the address is printed, and Ctrl-C ends it without noise."""
    environment = own_environment(XDG_DATA_HOME=str(tmp_path / "data"))
    words = [*PROGRAM, "--port", "0", "--bots", "1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stderr is not None
            assert process.stdout is not None
            greeting = process.stderr.readline()
            found = re.fullmatch(
                r"rattus is at (http://localhost:\d+); Ctrl-C stops it, and no move is lost.\n", greeting
            )
            assert found
            answer = httpx.get(f"{found[1]}/healthz", timeout=60.0, **PLAIN_HTTP)
            assert answer.json() == {"status": "well", "database": True, "bus": True}
            assert (tmp_path / "data" / "rattus" / "tables.sqlite").is_file()
            os.kill(process.pid, signal.SIGINT)
            status = process.wait(STOP_SECONDS)
        finally:
            process.kill()
        said = process.stderr.read()
        assert (status, process.stdout.read()) == (130, "")
        assert not re.search("Traceback|Error|rror:|Interrupt|Abort", said), said


@pytest.mark.parametrize(("processes", "status"), [(1, -signal.SIGTERM), (2, 0)])
def test_a_background_job_ignores_ctrl_c(tmp_path: Path, processes: int, status: int) -> None:
    """A shell lets its background jobs ignore Ctrl-C; the greeting says what stops it instead, and that works."""
    ignored = (*PROGRAM[:3], PROGRAM[3].replace("signal.default_int_handler", "signal.SIG_IGN"), *PROGRAM[4:])
    words = [*ignored, "--port", "0", "--database", f"sqlite:///{tmp_path}/t.sqlite", "--processes", str(processes)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=own_environment()) as process:
        try:
            assert process.stderr is not None
            greeting = process.stderr.readline()
            found = re.fullmatch(r"rattus is at (.*); `kill (\d+)` stops it, and no move is lost.\n", greeting)
            assert found
            assert int(found[2]) == process.pid
            for _ in range(5):
                assert httpx.get(f"{found[1]}/healthz", timeout=60.0, **PLAIN_HTTP).status_code == 200
                process.send_signal(signal.SIGINT)
                time.sleep(0.2)  # long enough to end if it did not ignore it
            process.terminate()
            assert process.wait(STOP_SECONDS) == status
        finally:
            process.kill()
        said = process.stderr.read()
        assert not re.search("Traceback|Error|rror:|Interrupt|Abort", said), said


def test_a_second_server_on_a_port_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    """The second reports it, and the first goes on."""
    first = subprocess.Popen(
        [*PROGRAM, "--port", str(port := free_port()), "--database", f"sqlite:///{tmp_path}/t.sqlite"],
        stderr=subprocess.PIPE, text=True, env=own_environment(),
    )  # fmt: skip
    with first:
        try:
            assert first.stderr is not None
            first.stderr.readline()
            second = subprocess.run(
                first.args, capture_output=True, text=True, env=own_environment(), timeout=STOP_SECONDS
            )
            assert second.returncode == 2
            assert "Address already in use" in error_of(second.stderr)
            url = f"http://127.0.0.1:{port}/healthz"
            assert httpx.get(url, timeout=60.0, **PLAIN_HTTP).status_code == 200
        finally:
            first.kill()


class FewFiles(ServerProcess):
    """A server that may have few files open."""

    @property
    def words(self) -> list[str]:
        return ["sh", "-c", 'ulimit -S -n 100 && ulimit -H -n 300 && exec "$@"', "sh", *super().words]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_where_few_files_may_be_open_there_are_fewer_connections(tmp_path) -> None:
    """Otherwise whoever opens many would take those that the database and others need."""
    with FewFiles(tmp_path) as server:
        server.ask("POST", "/api/tables", json={"game": "rattus", "players": 2})
        many = []
        try:
            for number in range(280):
                address = f"127.0.0.{2 + number % 4}"
                many.append(socket.create_connection(("127.0.0.1", server.port), source_address=(address, 0)))
            closed, end = 0, time.monotonic() + STOP_SECONDS
            while closed < 100 and time.monotonic() < end:
                closed = sum(is_closed(each) for each in many)
                time.sleep(0.05)
            assert closed >= 100
            assert not all(is_closed(each) for each in many[:50])
        finally:
            for each in many:
                each.close()
        assert "connections are limited to 150" in server.log()
        assert "out of system resource" not in server.log()


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed it."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
