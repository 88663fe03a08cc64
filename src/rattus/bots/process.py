"""Programs that are asked a line at a time: external players, and the worker processes of the server and the arena."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import TypeVar

from rattus.bots.protocol import BotFault

MAX_ANSWER_BYTES = 1 << 20
_CHUNK = 1 << 16


class LineProcess:
    """A program that reads questions from its standard input and answers each with a line on its standard output.

    It may be asked in one thread while another sends it something or kills it. With a session of its own, Ctrl-C in
    the terminal does not reach it.
    """

    def __init__(self, command: Sequence[str], *, own_session: bool = False) -> None:
        self.environment: Mapping[str, str] | None = None
        self._command = tuple(command)
        self._own_session = own_session
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""  # but not yet returned
        self._writing = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        return None if self._process is None else self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def fileno(self) -> int:
        """The pipe that its answers come from."""
        return self._pipes()[1]

    def start(self) -> None:
        """Start the process unless it runs. BotFault if that fails."""
        if self.is_running:
            return
        self.end()
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env=self.environment,
                start_new_session=self._own_session,
            )
        except OSError as error:
            raise BotFault(f"cannot be started: {error.strerror or error}") from None

    def ask(self, line: str, seconds: float) -> str:
        """Send a question and wait for its answer. BotFault if it ends, or does not answer in time."""
        deadline = time.monotonic() + seconds
        try:
            self.send(line, seconds)
            return self.receive(deadline - time.monotonic())
        except TimeoutError:
            raise BotFault(f"no answer in {seconds:g} s") from None

    def send(self, line: str, seconds: float | None = None) -> None:
        """Send a line. BotFault if the process has ended; TimeoutError if it does not read."""
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._writing:
            pipe, rest = self._pipes()[0], memoryview(line.encode() + b"\n")
            try:
                while rest:  # a write of this size does not block where there is room
                    _wait(pipe, select.POLLOUT, deadline)
                    rest = rest[os.write(pipe, rest[: select.PIPE_BUF]) :]
            except BrokenPipeError:
                raise BotFault("it has ended") from None

    def receive(self, seconds: float | None = None) -> str:
        """The next line, cut off where it is too long. BotFault if the process has ended; TimeoutError."""
        deadline, pipe = None if seconds is None else time.monotonic() + seconds, self._pipes()[1]
        while b"\n" not in self._read and len(self._read) < MAX_ANSWER_BYTES:
            _wait(pipe, select.POLLIN, deadline)
            read = os.read(pipe, _CHUNK)
            if not read:
                raise BotFault("it has ended")
            self._read += read
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace")

    def wait(self) -> int:
        """Wait for the end of the process; its exit status."""
        if self._process is None:
            raise BotFault("it was not started")
        return self._process.wait()

    def kill(self) -> None:
        """Kill the process, from any thread: whoever waits for its answer gets a BotFault."""
        if self._process is not None:
            self._process.kill()

    def end(self, grace_seconds: float = 0.0) -> None:
        """End the process and close its pipes: kill it, unless it ends in this time after its input has ended."""
        process, self._process, self._read = self._process, None, b""
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        if grace_seconds:
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(grace_seconds)
        process.kill()
        process.wait()
        with self._writing:  # whoever writes has noticed by now that nobody reads
            process.stdin.close()
        process.stdout.close()

    def _pipes(self) -> tuple[int, int]:
        """Where its input is written and its output read."""
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            raise BotFault("it was not started")
        return self._process.stdin.fileno(), self._process.stdout.fileno()


P = TypeVar("P", bound=LineProcess)


def wait_for_any(processes: Sequence[P]) -> list[P]:
    """Wait until some of these processes can be read from, or have ended."""
    ready, by_pipe = select.poll(), {process.fileno(): process for process in processes}
    for pipe in by_pipe:
        ready.register(pipe, select.POLLIN)
    return [by_pipe[pipe] for pipe, _ in ready.poll()]


def _wait(pipe: int, event: int, deadline: float | None) -> None:
    """Wait until a pipe can be read or written, or is closed at its other end. TimeoutError if it is not in time."""
    ready = select.poll()  # not select.select, which knows few files
    ready.register(pipe, event)
    left = None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000
    if not ready.poll(left):
        raise TimeoutError
