"""The channel over Redis or Valkey."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from rattus.errors import RattusError

CHANNEL = "rattus"
PATIENCE = 5.0  # seconds for Redis to answer


class RedisChannel:
    """One channel that all processes publish and subscribe to. One that is silent for too long is taken for dead."""

    def __init__(self, address: str, silence: float) -> None:
        self._redis = _connect(address)
        self._silence = silence  # seconds; at least our own words come back, if it lives

    async def open(self) -> None:
        """RattusError if Redis does not answer."""
        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            await self._redis.aclose()
            raise RattusError(f"Redis does not answer: {error}") from error

    async def send(self, word: bytes) -> None:
        """Say something."""
        with _plain_trouble():
            await self._redis.publish(CHANNEL, word)

    async def hear(self) -> AsyncGenerator[bytes | None, None]:
        """What is said, our own words too."""
        with _plain_trouble():
            async with self._redis.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                while (message := await channel.get_message(timeout=self._silence)) is not None:
                    if message["type"] == "subscribe":
                        yield None
                    elif message["type"] == "message":
                        yield message["data"]

    async def close(self) -> None:
        """End."""
        await self._redis.aclose()


@contextmanager
def _plain_trouble() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise ConnectionError(str(error)) from error


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
