"""What a disk may hold after a power cut: everything synced, and of the rest any part, torn or not written at all."""

import os
import random
import shutil
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).with_name("record_writes.c")
SECTOR_BYTES = 512  # of these a disk writes each whole or not at all
GARBAGE_CHANCE = 0.05  # that a sector that was being written holds neither the old nor the new
HEAD = struct.Struct("=4Q")


def build_recorder(folder: Path) -> Path:
    """Compile the library that records writes; the test is skipped where that cannot be."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or os.uname().sysname != "Linux":
        pytest.skip("recording writes needs Linux and a C compiler; on Debian: apt-get install gcc libc6-dev")
    library = folder / "record_writes.so"
    words = [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return library


class Kind(StrEnum):
    """What was done to a file, or to its name."""

    CREATE = "c"
    WRITE = "w"
    TRUNCATE = "t"
    SYNC = "s"
    UNLINK = "u"
    RENAME = "r"


class Operation(NamedTuple):
    """One operation, as it was recorded; `number` is an offset or a length."""

    kind: Kind
    name: str
    number: int
    data: bytes


def read_trace(path: Path) -> list[Operation]:
    """All operations in the order in which they happened."""
    trace, at, found = path.read_bytes(), 0, []
    while at < len(trace):
        letter, name_bytes, number, count = HEAD.unpack_from(trace, at)
        at += HEAD.size
        name, data = trace[at : at + name_bytes], trace[at + name_bytes : at + name_bytes + count]
        at += name_bytes + count
        found.append(Operation(Kind(chr(letter)), name.decode(), number, data))
    assert at == len(trace), "the trace is cut off"
    return found


@dataclass
class File:
    """What of a file is surely on the disk, and what was done since then."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)

    def sync(self) -> None:
        """Everything so far is on the disk."""
        for operation in self.pending:
            _do(self.synced, operation)
        self.pending.clear()

    def after_cut(self, chance: random.Random, keep: float) -> bytes:
        """What may be there after a power cut: of what was pending each part with this chance."""
        content = bytearray(self.synced)
        for operation in self.pending:
            if operation.kind is not Kind.WRITE or keep in (0.0, 1.0):
                if chance.random() < keep:
                    _do(content, operation)
            else:
                is_torn = chance.random() < 0.5
                if is_torn or chance.random() < keep:
                    for part in _sectors(operation) if is_torn else [operation]:
                        if not is_torn or chance.random() < keep:
                            _do(content, part)
                        elif chance.random() < GARBAGE_CHANCE:
                            _do(content, part._replace(data=chance.randbytes(len(part.data))))
        return bytes(content)


class Disk:
    """The files of a folder, replayed from a trace. A new name is only surely there once the folder was synced."""

    def __init__(self) -> None:
        self._now: dict[str, File] = {}
        self._synced: dict[str, File] = {}
        self._pending: list[tuple[str, File | None]] = []  # names that got a file, or lost it, since then

    def apply(self, operation: Operation) -> None:
        """Let one operation happen."""
        kind, name = operation.kind, operation.name
        if name == "":
            if kind is Kind.SYNC:
                self._synced, self._pending = dict(self._now), []
            return
        if kind is Kind.CREATE:
            self._set(name, File())
        elif kind is Kind.UNLINK:
            self._set(name, None)
        elif kind is Kind.RENAME:
            file = self._now[name]
            self._set(name, None)
            self._set(operation.data.decode(), file)
        elif kind is Kind.SYNC:
            self._now[name].sync()
        else:
            self._now[name].pending.append(operation)

    def _set(self, name: str, file: File | None) -> None:
        _set_name(self._now, name, file)
        self._pending.append((name, file))

    def after_cut(self, chance: random.Random, keep: float) -> dict[str, bytes]:
        """The files that may be there after a power cut now."""
        names = dict(self._synced)
        for name, file in self._pending:
            if chance.random() < keep:
                _set_name(names, name, file)
        return {name: file.after_cut(chance, keep) for name, file in names.items()}


def crashes(operations: list[Operation], chance: random.Random, each: int) -> Iterator[tuple[int, dict[str, bytes]]]:
    """For every point of the trace what may be on the disk after a power cut there.

    First without anything that was not synced, then with all of it (as after a kill), then `each` times with a part.
    """
    disk = Disk()
    for number, operation in enumerate(operations, 1):
        disk.apply(operation)
        for keep in (0.0, 1.0, *(chance.choice((0.1, 0.5, 0.9)) for _ in range(each))):
            yield number, disk.after_cut(chance, keep)


def _set_name(names: dict[str, File], name: str, file: File | None) -> None:
    if file is None:
        names.pop(name, None)
    else:
        names[name] = file


def _do(content: bytearray, operation: Operation) -> None:
    """Carry out a write or a truncation; what lies between the old end and the new bytes is zero."""
    start, data = operation.number, operation.data
    if len(content) < start:
        content.extend(bytes(start - len(content)))
    if operation.kind is Kind.TRUNCATE:
        del content[start:]
    else:
        content[start : start + len(data)] = data


def _sectors(write: Operation) -> Iterator[Operation]:
    """A write in the parts that a disk writes each whole or not at all."""
    start, end = write.number, write.number + len(write.data)
    while start < end:
        stop = min(end, start - start % SECTOR_BYTES + SECTOR_BYTES)
        yield write._replace(number=start, data=write.data[start - write.number : stop - write.number])
        start = stop
