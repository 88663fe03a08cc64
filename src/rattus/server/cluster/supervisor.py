"""The supervisor of several server processes on one machine: it accepts connections and passes each to a process.

All connections to a table go to the process that the table is assigned to, others to each process in turn. A process
that dies is restarted, and its tables go on.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import re
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path

from rattus.bots.pool import worker_count
from rattus.server.cluster.relay import Relay
from rattus.server.cluster.sharding import shard_of
from rattus.server.cluster.worker import CONNECTION, WorkerConfig
from rattus.server.errors import BrokenInvariant
from rattus.server.guard import ConnectionGuard
from rattus.server.settings import Settings
from rattus.server.shared_limits import SharedFile
from rattus.server.storage.lock import DatabaseLock
from rattus.server.uvicorn_server import is_sigint_ignored

PROGRAM = (sys.executable, "-P", "-m", "rattus.server.cluster.worker")
PEEK_BYTES = 2048  # the first line of a request names its table within these
PEEK_SECONDS = 1.0  # a client that is silent for so long is passed to any process
RETRY_SECONDS = 0.1
RESTART_SECONDS = 1.0  # before a process is started again that died while it started
MAX_PASSING = 2000  # connections that have not said yet what they want

TABLE = re.compile(rb"[A-Z]+ /api/(?:tables/|live\?(?:[^ #]*&)?table=)([a-z0-9]+)")
PROCESS = re.compile(rb"[A-Z]+ [^ ?#]*\?(?:[^ #]*&)?process=(\d{1,4})\b")  # asked for by its number

log = logging.getLogger(__name__)


class Supervisor:
    """Runs the processes."""

    def __init__(self, settings: Settings, listener: socket.socket, proxies: str) -> None:
        self._settings, self._listener, self._proxies = settings, listener, proxies
        self._channels: dict[int, socket.socket] = {}  # to the processes that are ready
        self._round_robin = cycle(range(settings.processes))
        self._passing: set[asyncio.Task[None]] = set()
        self._guard = ConnectionGuard(settings.limits, proxies)  # of connections that are being passed on
        self._is_stopping = False
        self._processes: set[Process] = set()
        self._limits_path = Path()  # the file through which all processes count together

    async def run(self) -> bool:
        """Serve until a signal comes. False if a process could not start."""
        lock = DatabaseLock(self._settings.database)
        with tempfile.TemporaryDirectory(prefix="rattus-") as folder:
            relay_path = str(Path(folder) / "relay")
            relay = await Relay().open(relay_path)
            self._limits_path = Path(folder) / "limits"
            SharedFile.create(self._limits_path, self._settings.processes)
            accepting = asyncio.create_task(self._accept())
            running = [asyncio.create_task(self._supervise(n, relay_path)) for n in range(self._settings.processes)]
            for number in (signal.SIGTERM,) if is_sigint_ignored() else (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, self._stop)
            try:
                have_started = [await each for each in asyncio.as_completed(running)]
            finally:
                relay.close()
                for task in (accepting, *self._passing):
                    task.cancel()
        lock.release()
        return all(have_started)

    def _stop(self) -> None:
        """Let all processes end."""
        self._is_stopping = True
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.terminate()

    # ---- processes

    async def _supervise(self, number: int, relay_path: str) -> bool:
        """Run a process and restart it when it dies. False if it could not start at first."""
        has_been_ready = False
        while not self._is_stopping:
            ours, theirs = socket.socketpair()
            with ours:
                with theirs:
                    process = await self._start(number, relay_path, theirs)
                self._processes.add(process)
                if self._is_stopping:  # a signal came while this process was being started
                    self._stop()
                is_ready = await self._wait_until_ready(ours)
                if is_ready:
                    self._channels[number] = ours
                status = await process.wait()
                self._processes.discard(process)
                self._channels.pop(number, None)
            if self._is_stopping:
                return True
            has_been_ready = has_been_ready or is_ready
            if not has_been_ready:
                self._stop()
                return False
            if not is_ready:  # it died while it started, for want of memory perhaps
                await asyncio.sleep(RESTART_SECONDS)
            log.error("process %d has ended with status %d; it is restarted", number, status)
        return True

    async def _start(self, number: int, relay_path: str, channel: socket.socket) -> Process:
        bot_workers = max(1, worker_count(self._settings.bot_workers) // self._settings.processes)
        settings = replace(
            self._settings,
            process=number,
            relay_path=relay_path,
            bot_workers=bot_workers,
            limits_path=str(self._limits_path),
        )
        level = logging.getLevelName(logging.getLogger().level).lower()
        process = await asyncio.create_subprocess_exec(
            *PROGRAM, str(channel.fileno()), stdin=PIPE, pass_fds=[channel.fileno()],
            process_group=0,  # Ctrl-C reaches only the supervisor
        )  # fmt: skip
        if process.stdin is None:
            raise BrokenInvariant("a process was started without a pipe to its standard input")
        process.stdin.write(pickle.dumps(WorkerConfig(settings, self._proxies, level)))
        process.stdin.close()
        return process

    async def _wait_until_ready(self, channel: socket.socket) -> bool:
        channel.setblocking(False)
        return bool(await asyncio.get_running_loop().sock_recv(channel, 1))

    # ---- connections

    async def _accept(self) -> None:
        self._listener.setblocking(False)
        while True:
            try:
                client, peer = await asyncio.get_running_loop().sock_accept(self._listener)
            except OSError as error:  # such as too many open files
                log.error("a connection cannot be accepted", extra={"error": str(error)})
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if len(self._passing) >= MAX_PASSING:  # clients may be silent on purpose
                log.warning("too many connections wait to be passed on", extra={"address": str(peer)})
                client.close()
                continue
            address = str(peer[0]) if peer else ""
            if not self._guard.admit(address):  # otherwise one address could keep all others out
                client.close()
                continue
            task = asyncio.create_task(self._pass_on(client))
            self._passing.add(task)
            task.add_done_callback(partial(self._forget, address))

    def _forget(self, address: str, task: asyncio.Task[None]) -> None:
        self._passing.discard(task)
        self._guard.release(address)

    async def _pass_on(self, client: socket.socket) -> None:
        """Pass a connection to the process that its first line asks for."""
        with client, suppress(OSError):  # the client hung up, or the process has just died: clients connect again
            number = self._choose(await _peek(client))
            while not self._send(client, number):
                await asyncio.sleep(RETRY_SECONDS)

    def _choose(self, first_line: bytes) -> int:
        processes = self._settings.processes
        if asked := PROCESS.match(first_line):
            return int(asked[1]) % processes
        table = TABLE.match(first_line)
        return next(self._round_robin) if table is None else shard_of(table[1].decode(), processes)

    def _send(self, client: socket.socket, number: int) -> bool:
        """Send a connection to a process; False if that cannot take it now."""
        channel = self._channels.get(number)
        if channel is None:
            return False
        try:
            socket.send_fds(channel, [CONNECTION], [client.fileno()])
        except BlockingIOError:
            return False
        return True


async def _peek(client: socket.socket) -> bytes:
    """The beginning of a request, which stays in the socket to be read. Empty if it does not come in time."""
    loop, is_readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(client, is_readable.set)
    try:
        async with asyncio.timeout(PEEK_SECONDS):
            await is_readable.wait()
    except TimeoutError:
        return b""
    finally:
        loop.remove_reader(client)
    return client.recv(PEEK_BYTES, socket.MSG_PEEK)
