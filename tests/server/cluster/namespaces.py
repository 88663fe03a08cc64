"""Hosts that are network namespaces on one machine, joined by a bridge whose links can be cut. Needs root and `ip`."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

NEW_NETWORK = 0x40000000  # CLONE_NEWNET
SECONDS = 30.0


class Network:
    """Some hosts, each with an address of its own, that reach each other and nothing else."""

    def __init__(self, hosts: Sequence[str]) -> None:
        self._prefix = f"rattus{os.getpid()}"
        self.addresses = {host: f"10.77.0.{number}" for number, host in enumerate(hosts, 1)}

    def __enter__(self) -> "Network":
        if os.geteuid() != 0 or shutil.which("ip") is None:
            pytest.skip("network namespaces need root and ip; on Debian: apt-get install iproute2")
        with ExitStack() as stack:
            hub = self._add("hub", stack)
            _ip("-n", hub, "link", "add", "bridge", "type", "bridge")
            _ip("-n", hub, "link", "set", "bridge", "up")
            for host, address in self.addresses.items():
                space = self._add(host, stack)
                pair = ["link", "add", host, "type", "veth", "peer", "name", "eth0", "netns", space]
                _ip("-n", hub, *pair)
                _ip("-n", hub, "link", "set", host, "master", "bridge", "up")
                _ip("-n", space, "address", "add", f"{address}/24", "dev", "eth0")
                for device in ("lo", "eth0"):
                    _ip("-n", space, "link", "set", device, "up")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def command(self, host: str, *words: str | Path) -> list[str]:
        """A command line that runs a program on a host."""
        return ["ip", "netns", "exec", f"{self._prefix}-{host}", *map(str, words)]

    def cut(self, host: str) -> None:
        """Cut a host off: its packets are lost, and nobody is told."""
        _ip("-n", f"{self._prefix}-hub", "link", "set", host, "down")

    def mend(self, host: str) -> None:
        """Connect a host again."""
        _ip("-n", f"{self._prefix}-hub", "link", "set", host, "up")

    @contextmanager
    def inside(self, host: str) -> Iterator[None]:
        """Be on a host: this thread, and those that it starts from now on."""
        with Path("/proc/thread-self/ns/net").open() as home, Path(f"/run/netns/{self._prefix}-{host}").open() as there:
            _enter(there.fileno())
            try:
                yield
            finally:
                _enter(home.fileno())

    def _add(self, name: str, stack: ExitStack) -> str:
        space = f"{self._prefix}-{name}"
        _ip("netns", "add", space)
        stack.callback(_ip, "netns", "delete", space)
        return space


def _enter(descriptor: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(descriptor, NEW_NETWORK) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0 and "Operation not permitted" in done.stderr:
        pytest.skip(f"network namespaces are not allowed here: {done.stderr.strip()}")
    assert done.returncode == 0, f"ip {' '.join(words)}: {done.stderr}"
