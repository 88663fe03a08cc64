"""A PostgreSQL and a Redis of our own, from Debian's packages; they are installed where that is possible.

They listen on sockets in folders of their own: runs at the same time do not meet.
"""

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

INSTALL_SECONDS = 300
START_SECONDS = 120  # enough for a very busy machine


class Service:
    """A program that runs in a folder of its own until it is stopped; it may be started again."""

    def __init__(self, folder: Path, words: list[str], user: str | None, is_ready: Callable[[], bool]) -> None:
        self._folder, self._words, self._user, self._is_ready = folder, words, user, is_ready
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._words, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **as_user(self._user)
            )
        end = time.monotonic() + START_SECONDS
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > end:
                self.stop()
                pytest.fail(f"{self._words[0]} did not start: {(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self) -> None:
        """At once, like a crash: nothing in it is needed again."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if "postgres" in self._words[0] else signal.SIGKILL)
            self._process.wait(START_SECONDS)
            self._process = None


def as_user(name: str | None) -> dict[str, object]:
    """How to run a program as another user."""
    if name is None:
        return {}
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


@contextmanager
def own_folder(user: str | None) -> Iterator[Path]:
    """A folder that a service can use. Not below pytest's own, which are closed to others and deep."""
    folder = Path(tempfile.mkdtemp(prefix="rattus-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_postgres() -> Iterator[tuple[str, Service]]:
    """A PostgreSQL of its own: the address of a database in it, and the service to stop and start it."""
    initdb = program("initdb", "postgresql")
    user = unprivileged()
    with own_folder(user) as folder, ExitStack() as stack:
        data = folder / "data"
        words = [initdb, "-D", data, "-U", "rattus", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=START_SECONDS, **as_user(user))
        assert done.returncode == 0, done.stderr
        url = f"postgresql://rattus@/postgres?host={folder}"

        def is_ready() -> bool:
            try:
                psycopg.connect(url, connect_timeout=10).close()
            except psycopg.OperationalError:
                return False
            return True

        # Nothing in it outlives the tests, so nothing has to reach the disk.
        settings = [f"-cunix_socket_directories={folder}", "-clisten_addresses=", "-cfsync=off"]
        service = Service(folder, [str(initdb.with_name("postgres")), "-D", str(data), *settings], user, is_ready)
        stack.callback(service.stop)
        service.start()
        yield url, service


@contextmanager
def running_redis() -> Iterator[tuple[str, Service]]:
    """A Redis of its own: its address, and the service to stop and start it."""
    server = find("valkey-server") or program("redis-server", "redis-server")
    with own_folder(None) as folder, ExitStack() as stack:
        url = f"unix://{folder}/redis.sock"

        def is_ready() -> bool:
            try:
                with redis.Redis.from_url(url) as client:
                    return bool(client.ping())
            except redis.ConnectionError:
                return False

        words = [str(server), "--port", "0", "--unixsocket", f"{folder}/redis.sock", "--save", "", "--appendonly", "no"]
        service = Service(folder, words, None, is_ready)
        stack.callback(service.stop)
        service.start()
        yield url, service


def unprivileged() -> str | None:
    """Whom PostgreSQL may run as, since it refuses to be root; None: as we are."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def program(name: str, package: str) -> Path:
    """Where a program is; it is installed if it is not here. Without it, the test is skipped."""
    trouble = install(name, package) if find(name) is None else ""
    found = find(name)
    if found is None:
        pytest.skip(f"{name} is not here and could not be installed ({trouble}); on Debian: apt-get install {package}")
    return found


def find(name: str) -> Path | None:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", os.defpath), "/usr/sbin"])
    found = shutil.which(name, path=path)
    return Path(found) if found else None


def install(name: str, package: str) -> str:
    """Install a package of Debian; what hindered it."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return "only root can, and only with apt-get"
    with (Path(tempfile.gettempdir()) / "rattus-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find(name) is not None:  # another process has installed it
            return ""
        apt = ["apt-get", "-qq", "-o", f"DPkg::Lock::Timeout={INSTALL_SECONDS}"]
        with no_services():
            for words in ([*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", package]):
                trouble = run_quietly(words)
                if trouble:
                    return trouble
    return "it is in no package"


def run_quietly(words: list[str]) -> str:
    """Run a command; the last line of what it complains about."""
    try:
        done = subprocess.run(
            words, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=INSTALL_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"{words[0]} took too long"
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or [f"{words[0]} failed"])[-1]


@contextmanager
def no_services() -> Iterator[None]:
    """Debian starts what it installs, and makes a first cluster of PostgreSQL; here it shall not."""
    policy, clusters = Path("/usr/sbin/policy-rc.d"), Path("/etc/postgresql-common/createcluster.d/rattus.conf")
    with ExitStack() as stack:
        for path, text in ((policy, "#!/bin/sh\nexit 101\n"), (clusters, "create_main_cluster = false\n")):
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                path.chmod(0o755)
                stack.callback(path.unlink, missing_ok=True)
        yield


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a PostgreSQL; for a database that is empty see `postgres_database`."""
    with running_postgres() as (url, _):
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis."""
    with running_redis() as (url, _):
        yield url


@pytest.fixture
def own_redis() -> Iterator[tuple[str, Service]]:
    """A Redis that may be stopped and started."""
    with running_redis() as running:
        yield running


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """The address of an empty database of PostgreSQL."""
    name = f"test_{time.monotonic_ns()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield postgres_url.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
