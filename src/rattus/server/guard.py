"""Limits that hold before a request is complete: open connections, heads and bodies that never end, floods of frames
and of requests at once, answers that nobody reads.

A proxy in front of the server has such limits too; these make the server safe without one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import uvicorn
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from rattus.errors import RattusError
from rattus.server.live.connection import WRITE_NOW
from rattus.server.rate_limit import AddressLimiter, TokenBucket, address_key
from rattus.server.settings import Limits
from rattus.server.shared_limits import AddressCounts, LimitBook, Limiter, LocalCounts

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as HttpProtocol
except ImportError:  # not on Windows
    from uvicorn.protocols.http.h11_impl import H11Protocol as HttpProtocol  # type: ignore[assignment]

log = logging.getLogger(__name__)
SLICE_BYTES = 2048  # of a WebSocket that are read before the limit of frames is looked at
MAX_QUEUED = 16  # messages that are parsed before the application has read them
HTTP_SLICE_BYTES = 8192  # of HTTP that are read before the limit of requests that wait is looked at
MAX_PIPELINED = 16  # requests that wait for the answer to the one before; browsers send none
MAX_PARTS = 2_000  # of a body, such as chunks; one of the largest size in packets of the network has some 300
SWITCHING = 101  # the status of an answer that makes a connection a WebSocket
FRAMING_BYTES = 65_536  # around a body in chunks, beside as much again as the body has
HEAD_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)  # fmt: skip


class ConnectionGuard:
    """Counts open connections by address; those of trusted proxies count for their clients."""

    def __init__(self, limits: Limits, proxies: str = "", book: LimitBook | None = None) -> None:
        self.limits = limits
        self.total = 0  # connections that are open in this process
        self.banned: set[str] = set()  # addresses, as `address_key` gives them
        self._unread, self._all_unread = LocalCounts(), 0  # bytes of answers, by address
        self._trusts_all, self._proxies = _read_proxies(proxies)
        self._open: AddressCounts = LocalCounts() if book is None else book.open_connections
        alone: Limiter = AddressLimiter(limits.all_requests, limits.burst)
        self._requests = alone if book is None else book.all_requests

    def admit(self, address: str) -> bool:
        """Count a new connection; False if its address, or the whole process, has too many, or makes them too fast."""
        key = address_key(address)
        if not self.take_requests(address, 1):
            return False
        if key in self.banned or self.total >= self.limits.total_connections:
            return False
        if self._open.of(key) >= self.limits.open_connections and not self._is_proxy(address):
            return False
        self._open.add(key, 1)
        self.total += 1
        return True

    def release(self, address: str) -> None:
        """A connection that was admitted is closed."""
        self._open.add(address_key(address), -1)
        self.total -= 1

    def take_requests(self, address: str, number: int) -> bool:
        """Whether an address may send so many more requests now, or open a connection.

        Answering that there are too many takes time as well: past this limit there is no answer.
        """
        return self._is_proxy(address) or self._requests.take(address, time.monotonic(), number)

    def count_unread(self, address: str, size: int) -> bool:
        """Count bytes of an answer that waits to be read, or fewer when it is read; False if too many wait now."""
        key = address_key(address)
        self._unread.add(key, size)
        self._all_unread += size
        is_too_much = self._unread.of(key) > self.limits.unread_answers and not self._is_proxy(address)
        return not is_too_much and self._all_unread <= self.limits.all_unread_answers

    def _is_proxy(self, address: str) -> bool:
        if self._trusts_all:
            return True
        try:
            parsed = ip_address(address)
        except ValueError:  # a Unix socket: whoever may open it is trusted
            return True
        return any(parsed in network for network in self._proxies)


def _read_proxies(proxies: str) -> tuple[bool, list[IPv4Network | IPv6Network]]:
    words = [word.strip() for word in proxies.split(",") if word.strip()]
    if "*" in words:
        return True, []
    try:
        return False, [ip_network(word, strict=False) for word in words]
    except ValueError as error:
        raise RattusError(f"--proxies: {error}") from None


class GuardedConfig(uvicorn.Config):
    """A configuration of uvicorn with the guard of this process, and the protocols that ask it."""

    def __init__(self, app: Any, guard: ConnectionGuard, **options: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedWebSocket, **options)
        self.guard = guard


def _address_of(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""


class QuietTransport:
    """A transport that drops what is written after its end.

    That of uvloop raises an error instead, and whoever ends connections on purpose would fill the log.
    """

    def __init__(self, inner: asyncio.Transport) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def write(self, data: bytes) -> None:
        """Write, unless the connection has ended."""
        if not self.inner.is_closing():
            self.inner.write(data)


class GuardedHttp(HttpProtocol):
    """HTTP whose connections are limited, whose requests have to come in time, and whose answers have to be read."""

    config: GuardedConfig
    _is_admitted = False
    _head_bytes = 0  # of a request whose head is not complete
    _is_in_head = False
    _begun = 0  # requests that have not been counted
    _body_bytes = 0  # of a request whose body is not complete, with all that is around it
    _parts = 0  # of the body of the last request
    _unread = 0  # bytes of an answer that wait for the client
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or end it at once."""
        super().connection_made(QuietTransport(transport))  # type: ignore[arg-type]
        self._is_admitted = self.config.guard.admit(_address_of(self.client))
        if self._is_admitted:
            self._set_deadline(self.config.guard.limits.head_seconds)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on bit by bit, so that a flood of requests is noticed before all of them are there."""
        for start in range(0, len(data), HTTP_SLICE_BYTES):
            if not self._is_admitted or self.transport.is_closing():
                return
            self._read(data[start : start + HTTP_SLICE_BYTES])
            if len(getattr(self, "pipeline", ())) > MAX_PIPELINED:
                log.warning("a client sent too many requests without waiting")
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A head begins."""
        self._is_in_head = True
        self._begun += 1
        self._parts = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A head is complete."""
        self._is_in_head = False
        super().on_headers_complete()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep what stands in the head; headers after the body, which nobody reads, would have no limit."""
        if self._is_in_head:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """Keep a part of a body, unless it comes in tiny ones: each takes as long as a large one."""
        self._parts += 1
        if self._parts <= MAX_PARTS:
            super().on_body(body)

    def pause_writing(self) -> None:
        """The client reads more slowly than it is answered: count what waits for it."""
        super().pause_writing()
        self._count_unread(self.transport.get_write_buffer_size())
        if self._unread:
            self._reading = self.loop.call_later(self.config.guard.limits.answer_seconds, self._check_reading)

    def resume_writing(self) -> None:
        """The client has read it."""
        self._count_unread(0)
        super().resume_writing()

    def _count_unread(self, size: int) -> None:
        if self._reading is not None:
            self._reading.cancel()
        address, more, self._unread = _address_of(self.client), size - self._unread, size
        if not self.config.guard.count_unread(address, more) and more > 0:
            log.warning("a client does not read its answers")
            self.transport.abort()

    def _check_reading(self) -> None:
        """End a connection whose client has read nothing for so long."""
        size = self.transport.get_write_buffer_size()
        if size >= self._unread:
            self.transport.abort()
            return
        self._count_unread(size)
        self._reading = self.loop.call_later(self.config.guard.limits.answer_seconds, self._check_reading)

    def _read(self, data: bytes) -> None:
        before = self.cycle
        was_in_body = before is not None and before.more_body
        super().data_received(data)
        begun, self._begun = self._begun, 0
        if begun and not self.config.guard.take_requests(_address_of(self.client), begun):
            self.transport.abort()
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # ended, or now a WebSocket
            self._leave()
            return
        limits = self.config.guard.limits
        self._body_bytes = self._body_bytes + len(data) if was_in_body and self.cycle is before else 0
        if self._body_bytes > 2 * limits.body_bytes + FRAMING_BYTES or self._parts > MAX_PARTS:
            self.transport.abort()
            return
        if self.cycle is not before or was_in_body:
            self._head_bytes = 0
            if self.cycle is not before or not self.cycle.more_body:
                self._set_deadline(limits.body_seconds if self.cycle.more_body else None)
            return
        if self._head_bytes == 0:
            self._set_deadline(limits.head_seconds)
        self._head_bytes += len(data)
        if self._head_bytes > limits.head_bytes:
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def _leave(self) -> None:
        self._set_deadline(None)
        self._count_unread(0)
        if self._is_admitted:
            self._is_admitted = False
            self.config.guard.release(_address_of(self.client))


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose frames are limited, pings and empty fragments included."""

    config: GuardedConfig
    _is_admitted = False
    _held = b""  # not parsed yet, since the application has enough to read
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection: the HTTP connection that it was is counted off."""
        super().connection_made(transport.inner if isinstance(transport, QuietTransport) else transport)
        limits = self.config.guard.limits
        self._frames = TokenBucket(limits.frames, limits.burst, self.loop.time())
        self._is_admitted = self.config.guard.admit(_address_of(self.client))
        if self._is_admitted:
            self._deadline = self.loop.call_later(limits.head_seconds, self._check_handshake)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._deadline is not None:
            self._deadline.cancel()
        if self._is_admitted:
            self._is_admitted = False
            self.config.guard.release(_address_of(self.client))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on bit by bit, so that a flood of small frames is noticed before all of them are handled."""
        for start in range(0, len(data), SLICE_BYTES):
            if self.transport.is_closing():
                return
            if self.queue.qsize() > MAX_QUEUED:
                self._held += data[start:]
                return
            super().data_received(data[start : start + SLICE_BYTES])
        has_failed = self.conn.handshake_exc is not None and not self.handshake_initiated
        if has_failed and not self.transport.is_closing():  # uvicorn would never answer
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def _check_handshake(self) -> None:
        """End a connection that has not become a WebSocket in time."""
        if not self.handshake_complete:
            self.transport.abort()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message for the application; what was held back is read on."""
        message = await super().receive()
        if self._held and self.queue.qsize() <= MAX_QUEUED:
            data, self._held = self._held, b""
            self.data_received(data)
        return message

    def handle_connect(self, event: Request) -> None:
        """Let the application write messages without waiting for anything."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["extensions"][WRITE_NOW] = {"write": self.write_now}

    def write_now(self, data: bytes) -> bool:
        """Write a message of text; False if the client has to read first, or the connection is being closed."""
        can_write = self.writable.is_set() and not self.close_sent and self.conn.state is State.OPEN
        if not can_write or self.transport.is_closing():
            return False
        self.transport.write(text_frame(data))
        return True

    def handle_events(self) -> None:
        """Handle what was read. Whole messages are limited by the session; other frames are limited here."""
        others = sum(isinstance(each, Frame) and not _is_message(each) for each in self.conn.events)
        if others:
            is_read = self.transport.get_write_buffer_size() <= self.config.guard.limits.unread_bytes
            if not is_read or not self._frames.take(self.loop.time(), others):
                log.warning("a client sent too many frames")
                self.transport.abort()
                return
        super().handle_events()


def text_frame(data: bytes) -> bytes:
    """A whole message of text as a server sends it (RFC 6455, 5.2): not masked, and in one piece."""
    size = len(data)
    if size < 126:
        return b"\x81" + size.to_bytes(1) + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + data
    return b"\x81\x7f" + size.to_bytes(8) + data


def _is_message(frame: Frame) -> bool:
    return frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
