"""What limits count by address, for all processes of one server together: in a file that they map into memory.

Addresses are hashed with a secret into slots. Two addresses in one slot share their limits, which is rare, and nobody
can bring it about. Each process has counts of its own, which are zero again when it is restarted.
"""

from __future__ import annotations

import mmap
import os
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from rattus.server.rate_limit import AddressLimiter, TokenBucket, address_key

try:
    import fcntl
except ImportError:  # not on Windows, where a server has one process only
    fcntl = None  # type: ignore[assignment]

SLOTS = 1 << 16
SECRET_BYTES = 16
BUCKET_BYTES, COUNT_BYTES = 16, 4


class Rate(IntEnum):
    """What has a rate."""

    REQUESTS = 0
    NEW_TABLES = 1
    NEW_PLAYERS = 2
    NEW_CHAIRS = 3
    MESSAGES = 4
    ALL_REQUESTS = 5


class CountKind(IntEnum):
    """What is counted."""

    LIVE_CONNECTIONS = 0
    OPEN_CONNECTIONS = 1
    UNATTENDED_TABLES = 2


class Limiter(Protocol):
    """Lets so many requests of an address through in a second."""

    def take(self, address: str, now: float, cost: float = 1.0) -> bool:
        """Whether one more request is allowed from an address now."""


class AddressCounts(Protocol):
    """How many of something each address has."""

    def of(self, address: str) -> int:
        """How many an address has."""

    def add(self, address: str, number: int) -> None:
        """Count more, or fewer, in this process."""

    def replace(self, counts: Mapping[str, int]) -> None:
        """Count anew what this process has."""


class LocalCounts:
    """The counts of a server with one process."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def of(self, address: str) -> int:
        """How many an address has."""
        return self._counts[address]

    def add(self, address: str, number: int) -> None:
        """Count more, or fewer."""
        self._counts[address] += number
        if not self._counts[address]:
            del self._counts[address]

    def replace(self, counts: Mapping[str, int]) -> None:
        """Count anew."""
        self._counts = Counter(counts)


class SharedFile:
    """The file: a secret, a bucket for each rate and slot, and for each count and process a number for each slot."""

    def __init__(self, path: Path, processes: int, process: int) -> None:
        self.processes, self.process = processes, process
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        memory = memoryview(mmap.mmap(self._file, _size(processes)))
        self._secret = bytes(memory[:SECRET_BYTES])
        buckets_end = SECRET_BYTES + len(Rate) * SLOTS * BUCKET_BYTES
        self.buckets = memory[SECRET_BYTES:buckets_end].cast("d")  # tokens and when they were counted, in turns
        self.counts = memory[buckets_end:].cast("i")

    @classmethod
    def create(cls, path: Path, processes: int) -> None:
        """Make an empty file for these processes."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.truncate(descriptor, _size(processes))
            os.write(descriptor, secrets.token_bytes(SECRET_BYTES))
        finally:
            os.close(descriptor)

    def slot(self, address: str) -> int:
        """Where an address is counted."""
        return int.from_bytes(blake2b(address.encode(), key=self._secret, digest_size=4).digest()) % SLOTS

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While no other process changes a bucket."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)


class SharedLimiter:
    """A bucket for each address that all processes take from. They share the machine's steady clock."""

    def __init__(self, file: SharedFile, rate: Rate, per_second: float, burst: float) -> None:
        self._file, self._first = file, rate * SLOTS
        self._per_second, self._burst = per_second, burst

    def take(self, address: str, now: float, cost: float = 1.0) -> bool:  # noqa: ARG002 (each process has its own)
        """Whether one more request is allowed from an address now."""
        at, buckets = 2 * (self._first + self._file.slot(address_key(address))), self._file.buckets
        moment = time.monotonic()
        with self._file.alone():
            bucket = TokenBucket(self._per_second, self._burst, moment)
            if buckets[at + 1]:  # otherwise it was never used, and is full
                bucket.tokens, bucket.at = buckets[at], buckets[at + 1]
            is_allowed = bucket.take(moment, cost)
            buckets[at], buckets[at + 1] = bucket.tokens, bucket.at
        return is_allowed


class SharedCounts:
    """Counts of which each process has its part; an address has the sum."""

    def __init__(self, file: SharedFile, count: CountKind) -> None:
        self._file = file
        first = count * file.processes * SLOTS
        self._parts = [file.counts[first + n * SLOTS : first + (n + 1) * SLOTS] for n in range(file.processes)]
        self._own = self._parts[file.process]
        self._clear()

    def of(self, address: str) -> int:
        """How many an address has, in all processes."""
        slot = self._file.slot(address)
        return sum(part[slot] for part in self._parts)

    def add(self, address: str, number: int) -> None:
        """Count more, or fewer, in this process."""
        self._own[self._file.slot(address)] += number

    def replace(self, counts: Mapping[str, int]) -> None:
        """Count anew what this process has."""
        self._clear()
        for address, number in counts.items():
            self.add(address, number)

    def _clear(self) -> None:
        self._own[:] = memoryview(bytes(SLOTS * COUNT_BYTES)).cast("i")


class LimitBook:
    """All that is counted by address: in this process, or for all processes of the server."""

    def __init__(
        self,
        requests: float,
        new_tables: float,
        burst: float,
        file: SharedFile | None = None,
        *,
        new_chairs: float = 2.0,
        new_players: float = 0.5,
        player_burst: float = 60.0,
        messages: float = 400.0,
        all_requests: float = 600.0,
    ) -> None:
        def limiter(rate: Rate, per_second: float, burst: float) -> Limiter:
            if file is None:
                return AddressLimiter(per_second, burst)
            return SharedLimiter(file, rate, per_second, burst)

        self.requests = limiter(Rate.REQUESTS, requests, burst)
        self.new_tables = limiter(Rate.NEW_TABLES, new_tables, burst)
        self.new_chairs = limiter(Rate.NEW_CHAIRS, new_chairs, burst)
        self.new_players = limiter(Rate.NEW_PLAYERS, new_players, player_burst)
        self.messages = limiter(Rate.MESSAGES, messages, burst)
        self.all_requests = limiter(Rate.ALL_REQUESTS, all_requests, burst)
        self.live_connections, self.open_connections, self.unattended_tables = (
            LocalCounts() if file is None else SharedCounts(file, count) for count in CountKind
        )


def _size(processes: int) -> int:
    return SECRET_BYTES + SLOTS * (len(Rate) * BUCKET_BYTES + len(CountKind) * processes * COUNT_BYTES)
