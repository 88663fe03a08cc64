"""The bus over Redis or Valkey: one channel that all processes of a server publish and subscribe to."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Collection
from contextlib import suppress
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from rattus.errors import RattusError
from rattus.server.bus import NOBODY, News, OnNews, OnPresence, Presence
from rattus.server.crowd import Crowd

log = logging.getLogger("rattus.bus")
CHANNEL = "rattus"
BEAT_SECONDS = 20.0  # everything is said again this often
MEMORY_SECONDS = 60.0  # who has not been heard for so long is gone
PAUSES = 0.1, 5.0  # seconds between attempts: the first, and the longest
PATIENCE = 5.0  # seconds for Redis to answer
FAREWELL_SECONDS = 1.0

Message = dict[str, Any]


class RedisBus:
    """Tells and hears numbers of entries and who is present, never what is in an entry."""

    def __init__(self, address: str, beat: float = BEAT_SECONDS, memory: float = MEMORY_SECONDS) -> None:
        self._redis = _connect(address)
        self._beat_seconds, self._memory = beat, memory
        self._process = secrets.token_hex(8)
        self._here: dict[str, Presence] = {}
        self._crowd = Crowd(memory)
        # By what it is about: something newer takes its place, so that little waits when Redis is away for long.
        self._outbox: dict[tuple[str, str], Message] = {}
        self._is_filled = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, on_news: OnNews, on_presence: OnPresence) -> None:
        """Begin to listen. RattusError if Redis does not answer."""
        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            await self._redis.aclose()
            raise RattusError(f"Redis does not answer: {error}") from error
        self._on_news, self._on_presence = on_news, on_presence
        self._tasks = [asyncio.create_task(work()) for work in (self._hear, self._send, self._beat)]

    def publish(self, table: str, number: int) -> None:
        """An entry was stored here."""
        self._say("entry", table, number=number)

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
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in list(self._here):
            self.announce(table, (), 0)
        with suppress(RedisError, OSError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._deliver()
        await self._redis.aclose()

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
            except (RedisError, OSError) as error:
                log.warning("news cannot be sent", extra={"error": str(error)})
                await asyncio.sleep(pause)
                pause = min(2 * pause, PAUSES[1])

    async def _deliver(self) -> None:
        messages, self._outbox = self._outbox, {}
        self._is_filled.clear()
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                for message in messages.values():
                    pipeline.publish(CHANNEL, orjson.dumps(message))
                await pipeline.execute()
        except BaseException:
            self._outbox = messages | self._outbox
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
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    # At least our own beats come back; if not, the connection is dead.
                    while (message := await channel.get_message(timeout=self._memory)) is not None:
                        await self._take(message)
                        pause = PAUSES[0]
            except (RedisError, OSError) as error:
                log.warning("news cannot be heard", extra={"error": str(error)})
            await asyncio.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    async def _take(self, message: Message) -> None:
        if message["type"] == "subscribe":
            self._say("asks", "")
            await self._tell_news(News(None, None))
        elif message["type"] == "message":
            with suppress(orjson.JSONDecodeError):  # by something else that uses this channel
                await self._understand(orjson.loads(message["data"]))

    async def _understand(self, said: object) -> None:
        match said:
            case {"process": self._process}:
                pass
            case {"what": "entry", "table": str(table), "number": int(number)}:
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


def _connect(address: str) -> Redis:
    # It must not connect again by itself: what was said meanwhile would be missed, and nobody would know.
    try:
        return Redis.from_url(
            address,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
        )
    except ValueError as error:
        raise RattusError(f"no address of a Redis: {error}") from None


def _now() -> float:
    return asyncio.get_running_loop().time()
