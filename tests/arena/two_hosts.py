"""Two hosts on one machine: network namespaces with a Ray of their own each, joined to a cluster."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PORT = 6399
SUBNET = "10.213.77"
START_SECONDS = 240
TOKEN = secrets.token_hex(32)  # of this cluster
RAY = str(Path(sys.executable).with_name("ray"))


def why_not() -> str:
    """The reason why hosts cannot be made here; empty if they can."""
    if shutil.which("ip") is None:
        return "the command `ip` is not there"
    name = f"rattus-try-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if made.returncode:
        return f"network namespaces are not permitted: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "del", name], check=False)
    return ""


class Host:
    """A host: a network namespace, and what runs in it."""

    def __init__(self, number: int, folder: Path) -> None:
        self.name = f"rattus-{os.getpid()}-{number}"
        self.address = f"{SUBNET}.{number}"
        self._folder = folder
        self._sockets = tempfile.mkdtemp(prefix="ray-")  # a short path: those of sockets cannot be long
        self._processes: list[subprocess.Popen[bytes]] = []

    def run(self, *words: str, log: str) -> subprocess.Popen[bytes]:
        """Start a command in it, with its output in a file."""
        environment = {
            **os.environ, "RAY_DISABLE_IMPORT_WARNING": "1", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
            "RAY_health_check_period_ms": "1000", "RAY_health_check_failure_threshold": "5",
            "RAY_health_check_initial_delay_ms": "0", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN,
        }  # fmt: skip
        with (self._folder / log).open("wb") as output:
            process = subprocess.Popen(
                ["ip", "netns", "exec", self.name, *words], stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                start_new_session=True, env=environment,
            )  # fmt: skip
        self._processes.append(process)
        return process

    def start_ray(self, head: Host | None, cpus: int = 1) -> None:
        """Start a cluster, or join the one of a head node."""
        where = ["--head", f"--port={PORT}"] if head is None else [f"--address={head.address}:{PORT}"]
        self.run(
            RAY, "start", *where, f"--node-ip-address={self.address}", f"--num-cpus={cpus}", "--block",
            "--include-dashboard=false" if head is None else "--disable-usage-stats",
            f"--temp-dir={self._sockets}" if head is None else "--num-gpus=0",
            "--object-store-memory=100000000", log=f"{self.name}.log",
        )  # fmt: skip

    def kill(self) -> None:
        """Kill everything that runs in it at once, as if its power had failed."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        listed = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=False)
        for pid in listed.stdout.split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        shutil.rmtree(self._sockets, ignore_errors=True)

    @property
    def has_failed(self) -> bool:
        """Whether what was started last has ended with an error."""
        return bool(self._processes) and bool(self._processes[-1].poll())


class TwoHosts:
    """Two hosts with a cable between them."""

    def __init__(self, folder: Path) -> None:
        self.first, self.second = Host(1, folder), Host(2, folder)

    def __enter__(self) -> TwoHosts:
        for host in (self.first, self.second):
            _ip("netns", "add", host.name)
        one, other = f"rt{os.getpid() % 100000}a", f"rt{os.getpid() % 100000}b"
        _ip("link", "add", one, "type", "veth", "peer", "name", other)
        for host, end in ((self.first, one), (self.second, other)):
            _ip("link", "set", end, "netns", host.name)
            _ip("-n", host.name, "addr", "add", f"{host.address}/24", "dev", end)
            _ip("-n", host.name, "link", "set", end, "up")
            _ip("-n", host.name, "link", "set", "lo", "up")
        return self

    def __exit__(self, *_: object) -> None:
        for host in (self.second, self.first):
            host.kill()
            _ip("netns", "del", host.name)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, timeout=60)


def wait_until(is_so: object, what: str, seconds: float = START_SECONDS) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < end, f"not in {seconds} s: {what}"
        time.sleep(0.3)
