"""The bus by which the processes of a server notify each other of new entries and of who is connected.

It carries the numbers of entries, never their contents: those are in the database. Marks on a board, which are public
and stored nowhere, go by it as they are.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import orjson

from rattus.errors import RattusError
from rattus.server.cluster.presence import EMPTY, Presence, PresenceMap
from rattus.server.cluster.relay import RelayChannel

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 20.0  # presence is repeated this often
EXPIRY_SECONDS = 60.0  # a process that was silent for so long is taken for dead
FIRST_BACKOFF, MAX_BACKOFF = 0.1, 5.0  # seconds between attempts
CLOSE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class EntryNotice:
    """Another process has stored an entry. Without a table: notices may have been missed, for any table."""

    table: str | None
    number: int | None


OnNotice = Callable[[EntryNotice], Awaitable[None]]
OnMark = Callable[[str, int, str], None]  # at a table a chair points at a thing
OnPresence = Callable[[str], None]  # who is connected elsewhere has changed at this table


def _show_nowhere(table: str, chair: int, thing: str) -> None:
    """For whoever has no boards."""


class Bus(Protocol):
    """Connects the processes of one server. Nothing in it blocks or fails: it retries by itself."""

    @property
    def is_connected(self) -> bool:
        """Whether notices of other processes arrive now."""

    async def open(self, on_notice: OnNotice, on_presence: OnPresence, on_mark: OnMark = _show_nowhere) -> None:
        """Begin to listen, now or as soon as there is an answer. RattusError if there never can be one."""

    def publish_mark(self, table: str, chair: int, thing: str) -> None:
        """Tell the others at what somebody points here."""

    def publish(self, table: str, number: int) -> None:
        """Notify the others of an entry that was stored here."""

    def announce(self, table: str, chairs: Collection[int], watching: int) -> None:
        """Tell the others who is connected to a table here."""

    def remote_presence(self, table: str) -> Presence:
        """Who is connected to a table in other processes."""

    async def close(self) -> None:
        """Send what is left, and stop."""


class Channel(Protocol):
    """Delivers every message to all subscribers. A message sent while a process does not listen is lost to it."""

    async def open(self) -> bool:
        """Whether it can be used now. RattusError if it never can."""

    async def send(self, message: bytes) -> None:
        """Send a message, in one line. OSError if that is not possible now."""

    def listen(self) -> AsyncGenerator[bytes | None, None]:
        """None once nothing is missed from then on, then every message. Ends or raises OSError when it is lost."""

    async def close(self) -> None:
        """Close the channel."""


class LocalBus:
    """The bus of a single process: there is nobody to notify."""

    is_connected = True

    async def open(self, on_notice: OnNotice, on_presence: OnPresence, on_mark: OnMark = _show_nowhere) -> None:
        """Nothing will come."""

    def publish_mark(self, table: str, chair: int, thing: str) -> None:
        """Nothing to do."""

    def publish(self, table: str, number: int) -> None:
        """Nothing to do."""

    def announce(self, table: str, chairs: Collection[int], watching: int) -> None:
        """Nothing to do."""

    def remote_presence(self, table: str) -> Presence:  # noqa: ARG002 (it is the same for all tables)
        """Nobody."""
        return EMPTY

    async def close(self) -> None:
        """Nothing to do."""


class MessageKind(StrEnum):
    """What a message on the channel says. The words are fixed, since processes of two versions may share a channel."""

    ENTRIES = "entries"
    PRESENCE = "here"
    HEARTBEAT = "beat"
    ASK_PRESENCE = "asks"
    MARK = "mark"


class ChannelBus:
    """The bus over a channel that all processes of a server send to and listen to."""

    def __init__(self, channel: Channel, heartbeat: float = HEARTBEAT_SECONDS, expiry: float = EXPIRY_SECONDS) -> None:
        self._channel = channel
        self._heartbeat_seconds = heartbeat
        self._process = secrets.token_hex(8)
        self._local: dict[str, Presence] = {}
        self._remote = PresenceMap(expiry)
        # By subject: a newer message replaces an older one, so the outbox stays small however long the channel is down.
        self._outbox: dict[tuple[MessageKind, str], dict[str, Any]] = {}
        self._numbers: dict[str, int] = {}  # of entries that were stored here, by table
        self._has_work = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_listening = self._can_send = False

    @property
    def is_connected(self) -> bool:
        """Whether notices of other processes arrive now, and ours arrive there."""
        return self._is_listening and self._can_send

    async def open(self, on_notice: OnNotice, on_presence: OnPresence, on_mark: OnMark = _show_nowhere) -> None:
        """Begin to listen, now or as soon as the channel answers. RattusError if it never can."""
        self._is_listening = self._can_send = await self._channel.open()
        self._on_notice, self._on_presence, self._on_mark = on_notice, on_presence, on_mark
        self._tasks = [asyncio.create_task(work()) for work in (self._listen, self._send, self._beat)]

    def publish_mark(self, table: str, chair: int, thing: str) -> None:
        """Tell the others at what somebody points here; while they cannot be reached, nobody."""
        if self._can_send:
            subject = MessageKind.MARK, f"{table} {chair}"
            what = {"process": self._process, "what": MessageKind.MARK.value, "table": table}
            self._outbox[subject] = {**what, "chair": chair, "thing": thing}
            self._has_work.set()

    def publish(self, table: str, number: int) -> None:
        """Notify the others of an entry that was stored here."""
        self._numbers[table] = number
        self._has_work.set()

    def announce(self, table: str, chairs: Collection[int], watching: int) -> None:
        """Tell the others who is connected to a table here."""
        presence = Presence(frozenset(chairs), watching)
        if self._local.get(table, EMPTY) == presence:
            return
        self._local[table] = presence
        self._queue_presence(table)
        if presence == EMPTY:
            del self._local[table]

    def remote_presence(self, table: str) -> Presence:
        """Who is connected to a table in other processes."""
        return self._remote.at(table)

    async def close(self) -> None:
        """Send what is left, also that nobody is connected here any more, and stop."""
        await _stop(self._tasks)
        for table in list(self._local):
            self.announce(table, (), 0)
        with suppress(OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._send_outbox()
        await self._channel.close()

    # ---- sending

    def _queue(self, kind: MessageKind, table: str, **more: Any) -> None:
        self._outbox[kind, table] = {"process": self._process, "what": kind.value, "table": table, **more}
        self._has_work.set()

    def _queue_presence(self, table: str) -> None:
        presence = self._local[table]
        self._queue(MessageKind.PRESENCE, table, chairs=sorted(presence.chairs), watching=presence.watching)

    async def _send(self) -> None:
        backoff = FIRST_BACKOFF
        while True:
            await self._has_work.wait()
            try:
                await self._send_outbox()
                backoff, self._can_send = FIRST_BACKOFF, True
            except OSError as error:
                self._can_send = False
                log.warning("the bus cannot send", extra={"error": str(error)})
                await asyncio.sleep(backoff)
                backoff = min(2 * backoff, MAX_BACKOFF)

    async def _send_outbox(self) -> None:
        messages, numbers = self._outbox, self._numbers
        self._outbox, self._numbers = {}, {}
        self._has_work.clear()
        entries = {"process": self._process, "what": MessageKind.ENTRIES.value, "numbers": numbers}
        try:
            await self._channel.send(orjson.dumps([entries, *messages.values()]))
        except BaseException:
            kept = {subject: part for subject, part in messages.items() if subject[0] is not MessageKind.MARK}
            self._outbox, self._numbers = kept | self._outbox, numbers | self._numbers
            self._has_work.set()
            raise

    async def _beat(self) -> None:
        """Repeat who is connected, for processes that missed it and so that none takes this one for dead."""
        while True:
            await asyncio.sleep(self._heartbeat_seconds)
            self._queue(MessageKind.HEARTBEAT, "")
            for table in self._local:
                self._queue_presence(table)
            for table in self._remote.expire(_now()):
                self._call_on_presence(table)

    # ---- listening

    async def _listen(self) -> None:
        backoff = FIRST_BACKOFF
        while True:
            try:
                async with aclosing(self._channel.listen()) as received:
                    async for message in received:
                        self._is_listening = True
                        await self._receive(message)
                        backoff = FIRST_BACKOFF
            except OSError as error:
                log.warning("the bus cannot listen", extra={"error": str(error)})
            self._is_listening = False
            await asyncio.sleep(backoff)
            backoff = min(2 * backoff, MAX_BACKOFF)

    async def _receive(self, message: bytes | None) -> None:
        if message is None:  # what was sent before now may have been missed
            self._queue(MessageKind.ASK_PRESENCE, "")
            await self._call_on_notice(EntryNotice(None, None))
        else:
            for part in _parts(message):
                await self._handle(part)

    async def _handle(self, part: object) -> None:
        match part:
            case {"process": self._process}:
                pass
            case {"what": MessageKind.ENTRIES, "numbers": dict(numbers)}:
                for table, number in numbers.items():
                    if isinstance(number, int):
                        await self._call_on_notice(EntryNotice(table, number))
            case {
                "what": MessageKind.PRESENCE,
                "process": str(process),
                "table": str(table),
                "chairs": list(chairs),
                "watching": int(watching),
            }:
                if self._remote.report(table, process, Presence(frozenset(chairs), watching), _now()):
                    self._call_on_presence(table)
            case {"what": MessageKind.MARK, "table": str(table), "chair": int(chair), "thing": str(thing)}:
                self._call_on_mark(table, chair, thing)
            case {"what": MessageKind.ASK_PRESENCE}:
                for table in self._local:
                    self._queue_presence(table)

    async def _call_on_notice(self, notice: EntryNotice) -> None:
        try:
            await self._on_notice(notice)
        except Exception:  # the bus has to go on listening
            log.exception("a notice could not be handled", extra={"table": notice.table})

    def _call_on_mark(self, table: str, chair: int, thing: str) -> None:
        try:
            self._on_mark(table, chair, thing)
        except Exception:  # the bus has to go on listening
            log.exception("a mark could not be shown", extra={"table": table})

    def _call_on_presence(self, table: str) -> None:
        try:
            self._on_presence(table)
        except Exception:
            log.exception("a change of presence could not be handled", extra={"table": table})


async def _stop(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until they end: before Python 3.12 a task in `wait_for` may miss that it is cancelled."""
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=FIRST_BACKOFF)


def _parts(message: bytes) -> list[object]:
    """The parts of a message; none if something else that uses this channel has sent it."""
    with suppress(orjson.JSONDecodeError):
        parts = orjson.loads(message)
        if isinstance(parts, list):
            return parts
    return []


def make_bus(redis: str | None, relay_path: str | None = None) -> Bus:
    """The bus over Redis or Valkey at redis://…, over the relay of a supervisor, or for a single process."""
    if redis is None:
        return LocalBus() if relay_path is None else ChannelBus(RelayChannel(relay_path))
    try:
        from rattus.server.cluster.redis_channel import RedisChannel
    except ImportError:
        raise RattusError("Redis needs a driver; install it with: pip install 'rattus[redis]'") from None
    return ChannelBus(RedisChannel(redis, EXPIRY_SECONDS))


def _now() -> float:
    return asyncio.get_running_loop().time()
