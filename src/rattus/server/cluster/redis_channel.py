"""The channel over Redis or Valkey."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout

from rattus.errors import RattusError

log = logging.getLogger(__name__)
CHANNEL = "rattus"
TIMEOUT_SECONDS = 5.0


class RedisChannel:
    """One channel of Redis that all processes publish to. A connection that is silent for too long counts as dead."""

    def __init__(self, address: str, max_silence: float) -> None:
        self._redis = _connect(address)
        self._max_silence = max_silence  # seconds; our own messages come back too, so a live one is never silent

    async def open(self) -> bool:
        """Whether Redis answers now. RattusError if it refuses us."""
        try:
            await self._redis.ping()
        except (RedisConnectionError, RedisTimeout, OSError) as error:
            if isinstance(error.__cause__ or error, AuthenticationError):
                await self.close()
                raise RattusError(f"Redis refuses: {error}") from error
            log.warning("Redis does not answer", extra={"error": str(error)})
            return False
        return True

    async def send(self, message: bytes) -> None:
        """Publish a message."""
        with _as_connection_error():
            await self._redis.publish(CHANNEL, message)

    async def listen(self) -> AsyncGenerator[bytes | None, None]:
        """All messages, our own included."""
        with _as_connection_error():
            async with self._redis.pubsub() as subscription:
                await subscription.subscribe(CHANNEL)
                while (message := await subscription.get_message(timeout=self._max_silence)) is not None:
                    if message["type"] == "subscribe":
                        yield None
                    elif message["type"] == "message":
                        yield message["data"]

    async def close(self) -> None:
        """Close all connections."""
        await self._redis.aclose()


@contextmanager
def _as_connection_error() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise ConnectionError(str(error)) from error


def _connect(address: str) -> Redis:
    # Without retries of its own: a silent reconnect would lose messages and nobody would know.
    try:
        return Redis.from_url(
            address,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
        )
    except ValueError as error:
        raise RattusError(f"not the address of a Redis: {error}") from None
