"""The bus over a channel that all processes of a server speak into and hear."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Collection, Iterable
from contextlib import aclosing, suppress
from typing import Any

import orjson

from rattus.errors import RattusError
from rattus.server.cluster.bus import NOBODY, Bus, LocalBus, News, OnNews, OnPresence, Presence
from rattus.server.cluster.channel import Channel
from rattus.server.cluster.presence import Crowd
from rattus.server.cluster.relay import RelayChannel

log = logging.getLogger("rattus.bus")
BEAT_SECONDS = 20.0  # everything is said again this often
MEMORY_SECONDS = 60.0  # who has not been heard for so long is gone
PAUSES = 0.1, 5.0  # seconds between attempts: the first, and the longest
FAREWELL_SECONDS = 1.0

Message = dict[str, Any]


class Gossip:
    """Tells and hears numbers of entries and who is present, never what is in an entry."""

    def __init__(self, channel: Channel, beat: float = BEAT_SECONDS, memory: float = MEMORY_SECONDS) -> None:
        self._channel = channel
        self._beat_seconds = beat
        self._process = secrets.token_hex(8)
        self._here: dict[str, Presence] = {}
        self._crowd = Crowd(memory)
        # By what it is about: something newer takes its place, so that little waits when the channel is away for long.
        self._outbox: dict[tuple[str, str], Message] = {}
        self._numbers: dict[str, int] = {}  # of entries that were stored here, by table
        self._is_filled = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, on_news: OnNews, on_presence: OnPresence) -> None:
        """Begin to listen. RattusError if the channel cannot be reached."""
        await self._channel.open()
        self._on_news, self._on_presence = on_news, on_presence
        self._tasks = [asyncio.create_task(work()) for work in (self._hear, self._send, self._beat)]

    def publish(self, table: str, number: int) -> None:
        """An entry was stored here."""
        self._numbers[table] = number
        self._is_filled.set()

    def announce(self, table: str, seats: Collection[int], watching: int) -> None:
        """Who is connected to a table here."""
        presence = Presence(frozenset(seats), watching)
        if self._here.get(table, NOBODY) == presence:
            return
        self._here[table] = presence
        self._say_presence(table)
        if presence == NOBODY:
            del self._here[table]

    def elsewhere(self, table: str) -> Presence:
        """Who is connected to a table in other processes."""
        return self._crowd.at(table)

    async def close(self) -> None:
        """Send what is left, also that nobody is here any more, and end."""
        await _stop(self._tasks)
        for table in list(self._here):
            self.announce(table, (), 0)
        with suppress(OSError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._deliver()
        await self._channel.close()

    # ---- speaking

    def _say(self, what: str, table: str, **more: Any) -> None:
        self._outbox[what, table] = {"process": self._process, "what": what, "table": table, **more}
        self._is_filled.set()

    def _say_presence(self, table: str) -> None:
        presence = self._here[table]
        self._say("here", table, seats=sorted(presence.seats), watching=presence.watching)

    async def _send(self) -> None:
        pause = PAUSES[0]
        while True:
            await self._is_filled.wait()
            try:
                await self._deliver()
                pause = PAUSES[0]
            except OSError as error:
                log.warning("news cannot be sent", extra={"error": str(error)})
                await asyncio.sleep(pause)
                pause = min(2 * pause, PAUSES[1])

    async def _deliver(self) -> None:
        messages, numbers = self._outbox, self._numbers
        self._outbox, self._numbers = {}, {}
        self._is_filled.clear()
        entries = {"process": self._process, "what": "entries", "numbers": numbers}
        try:
            await self._channel.send(orjson.dumps([entries, *messages.values()]))
        except BaseException:
            self._outbox, self._numbers = messages | self._outbox, numbers | self._numbers
            self._is_filled.set()
            raise

    async def _beat(self) -> None:
        """Say everything again: for who was not there, and so that nobody takes this process for dead."""
        while True:
            await asyncio.sleep(self._beat_seconds)
            self._say("beat", "")
            for table in self._here:
                self._say_presence(table)
            for table in self._crowd.forget(_now()):
                self._tell_presence(table)

    # ---- hearing

    async def _hear(self) -> None:
        pause = PAUSES[0]
        while True:
            try:
                async with aclosing(self._channel.hear()) as heard:
                    async for word in heard:
                        await self._take(word)
                        pause = PAUSES[0]
            except OSError as error:
                log.warning("news cannot be heard", extra={"error": str(error)})
            await asyncio.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    async def _take(self, word: bytes | None) -> None:
        if word is None:  # what was said before, we may have missed
            self._say("asks", "")
            await self._tell_news(News(None, None))
        else:
            for said in _messages(word):
                await self._understand(said)

    async def _understand(self, said: object) -> None:
        match said:
            case {"process": self._process}:
                pass
            case {"what": "entries", "numbers": dict(numbers)}:
                for table, number in numbers.items():
                    if isinstance(number, int):
                        await self._tell_news(News(table, number))
            case {
                "what": "here",
                "process": str(process),
                "table": str(table),
                "seats": list(seats),
                "watching": int(n),
            }:
                if self._crowd.hear(table, process, Presence(frozenset(seats), n), _now()):
                    self._tell_presence(table)
            case {"what": "asks"}:
                for table in self._here:
                    self._say_presence(table)

    async def _tell_news(self, news: News) -> None:
        try:
            await self._on_news(news)
        except Exception:  # the next news must be heard nonetheless
            log.exception("news were not taken in", extra={"table": news.table})

    def _tell_presence(self, table: str) -> None:
        try:
            self._on_presence(table)
        except Exception:
            log.exception("presence was not taken in", extra={"table": table})


async def _stop(tasks: Iterable[asyncio.Task[None]]) -> None:
    """End tasks. Before Python 3.12 one that waits in `wait_for` may miss that it is cancelled, so it is told again."""
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=PAUSES[0])


def _messages(word: bytes) -> list[object]:
    """What is said at once; nothing if it is said by something else that uses this channel."""
    with suppress(orjson.JSONDecodeError):
        messages = orjson.loads(word)
        if isinstance(messages, list):
            return messages
    return []


def make_bus(redis: str | None, relay: str | None = None) -> Bus:
    """The bus over Redis or Valkey at an address, redis://…; over the relay of a porter; or for a single process."""
    if redis is None:
        return LocalBus() if relay is None else Gossip(RelayChannel(relay))
    try:
        from rattus.server.cluster.redis_channel import RedisChannel
    except ImportError:
        raise RattusError("Redis needs a driver; get it with: pip install 'rattus[redis]'") from None
    return Gossip(RedisChannel(redis, MEMORY_SECONDS))


def _now() -> float:
    return asyncio.get_running_loop().time()
