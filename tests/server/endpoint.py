"""An HTTP endpoint of a test, which notes what is sent to it and answers as it is told."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from .wait import eventually

MAX_HEAD = 65_536


@dataclass(frozen=True)
class Sent:
    """A request."""

    line: str
    headers: dict[str, str]
    body: bytes


class Endpoint:
    """Listens on loopback; answers with `status`, or with the statuses in `answers` first."""

    def __init__(self, status: int = 201, *answers: int | None) -> None:
        self.status, self.answers = status, list(answers)
        self.sent: list[Sent] = []
        self.more: bytes = b""  # headers of the answer
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            line, *lines = head.strip().split("\r\n")
            headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in lines)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.sent.append(Sent(line, headers, body))
            status = self.answers.pop(0) if self.answers else self.status
            if status is not None:  # None: hang up without an answer
                writer.write(b"HTTP/1.1 %d x\r\n%sContent-Length: 0\r\n\r\n" % (status, self.more))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def until(self, number: int) -> list[Sent]:
        """Wait until so many requests have come."""
        await eventually(lambda: len(self.sent) >= number, f"{len(self.sent)} requests came, not {number}")
        return self.sent
