"""Several server processes on one machine, and their porter: it accepts connections, and brings each to a process.

All who sit at a table are brought to the process where the table is at home; whoever else comes, to each process in
turn. A process that dies is started again, and what is at home there goes on.
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
from itertools import cycle
from pathlib import Path

from rattus.server.bots.pool import count_thinkers
from rattus.server.cluster.relay import Relay
from rattus.server.cluster.sharding import home_of
from rattus.server.cluster.worker import HANDED, Orders
from rattus.server.run import is_ctrl_c_ignored
from rattus.server.settings import Settings
from rattus.server.storage.lock import Lock

PROGRAM = (sys.executable, "-P", "-m", "rattus.server.cluster.worker")
LINE = 2048  # bytes, in which the first line of a request has its table
SILENCE_SECONDS = 1.0  # who says nothing for so long is brought anywhere
PAUSE_SECONDS = 0.1  # before something that is not possible now is tried again

TABLE = re.compile(rb"[A-Z]+ /api/(?:tables/|live\?(?:[^ #]*&)?table=)([a-z0-9]+)")
PROCESS = re.compile(rb"[A-Z]+ [^ ?#]*\?(?:[^ #]*&)?process=(\d{1,4})\b")  # asked for by its number

log = logging.getLogger(__name__)


class Porter:
    """Runs the processes."""

    def __init__(self, settings: Settings, listener: socket.socket, proxies: str) -> None:
        self._settings, self._listener, self._proxies = settings, listener, proxies
        self._doors: dict[int, socket.socket] = {}  # of the processes that are ready
        self._turns = cycle(range(settings.processes))
        self._guests: set[asyncio.Task[None]] = set()
        self._is_ending = False
        self._processes: set[Process] = set()

    async def run(self) -> bool:
        """Serve until a signal comes. False if a process could not start."""
        lock = Lock(self._settings.database)
        with tempfile.TemporaryDirectory(prefix="rattus-") as folder:
            relay = str(Path(folder) / "relay")
            passing_on = await Relay().open(relay)
            accepting = asyncio.create_task(self._accept())
            kept = [asyncio.create_task(self._keep(number, relay)) for number in range(self._settings.processes)]
            for number in (signal.SIGTERM,) if is_ctrl_c_ignored() else (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, self._end)
            try:
                have_started = [await each for each in asyncio.as_completed(kept)]
            finally:
                passing_on.close()
                for task in (accepting, *self._guests):
                    task.cancel()
        lock.release()
        return all(have_started)

    def _end(self) -> None:
        """Let all processes end."""
        self._is_ending = True
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.terminate()

    # ---- processes

    async def _keep(self, number: int, relay: str) -> bool:
        """Let a process run, and another one in its place when it dies. False if it could not start."""
        while not self._is_ending:
            ours, theirs = socket.socketpair()
            with ours:
                with theirs:
                    process = await self._start(number, relay, theirs)
                self._processes.add(process)
                if self._is_ending:  # it was asked for while this one was being started
                    self._end()
                is_ready = await self._wait_until_ready(ours)
                if is_ready:
                    self._doors[number] = ours
                status = await process.wait()
                self._processes.discard(process)
                self._doors.pop(number, None)
            if self._is_ending:
                return True
            if not is_ready:
                self._end()
                return False
            log.error("process %d has ended with status %d; it is started again", number, status)
        return True

    async def _start(self, number: int, relay: str, door: socket.socket) -> Process:
        thinkers = max(1, count_thinkers(self._settings.thinkers) // self._settings.processes)
        settings = replace(self._settings, process=number, relay=relay, thinkers=thinkers)
        level = logging.getLevelName(logging.getLogger().level).lower()
        process = await asyncio.create_subprocess_exec(
            *PROGRAM, str(door.fileno()), stdin=PIPE, pass_fds=[door.fileno()],
            process_group=0,  # Ctrl-C is for the porter alone
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(pickle.dumps(Orders(settings, self._proxies, level)))
        process.stdin.close()
        return process

    async def _wait_until_ready(self, door: socket.socket) -> bool:
        door.setblocking(False)
        return bool(await asyncio.get_running_loop().sock_recv(door, 1))

    # ---- connections

    async def _accept(self) -> None:
        self._listener.setblocking(False)
        while True:
            try:
                client, _ = await asyncio.get_running_loop().sock_accept(self._listener)
            except OSError as error:  # too many are open
                log.error("a connection cannot be accepted", extra={"error": str(error)})
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            guest = asyncio.create_task(self._bring(client))
            self._guests.add(guest)
            guest.add_done_callback(self._guests.discard)

    async def _bring(self, client: socket.socket) -> None:
        """Bring a connection to the process that it asks for."""
        with client:
            try:
                number = self._choose(await _first_words(client))
                while not self._hand(client, number):
                    await asyncio.sleep(PAUSE_SECONDS)
            except OSError:
                """It was given up, or the process has just died: who wants to try again does."""

    def _choose(self, words: bytes) -> int:
        processes = self._settings.processes
        if asked := PROCESS.match(words):
            return int(asked[1]) % processes
        table = TABLE.match(words)
        return next(self._turns) if table is None else home_of(table[1].decode(), processes)

    def _hand(self, client: socket.socket, number: int) -> bool:
        """Hand a connection over; False if the process cannot take it now."""
        door = self._doors.get(number)
        if door is None:
            return False
        try:
            socket.send_fds(door, [HANDED], [client.fileno()])
        except BlockingIOError:
            return False
        return True


async def _first_words(client: socket.socket) -> bytes:
    """How a request begins; it is left there to be read. Nothing if it does not come."""
    loop, is_there = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(client, is_there.set)
    try:
        async with asyncio.timeout(SILENCE_SECONDS):
            await is_there.wait()
    except TimeoutError:
        return b""
    finally:
        loop.remove_reader(client)
    return client.recv(LINE, socket.MSG_PEEK)
