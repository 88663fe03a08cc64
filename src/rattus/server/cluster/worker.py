"""One of several server processes on a machine. It listens nowhere: a porter hands it its connections.

    python -m rattus.server.cluster.worker DOOR

DOOR is the number of the socket that connections come by; a pickled `Orders` comes on standard input.
"""

from __future__ import annotations

import asyncio
import pickle
import socket
import sys
from dataclasses import dataclass

import uvicorn

from rattus.server.app import make_app
from rattus.server.idle_collector import collect_in_portions
from rattus.server.logging import set_up_logs
from rattus.server.run import make_config
from rattus.server.settings import Settings

READY = b"r"  # what the porter is told
HANDED = b"c"  # what comes with a connection


@dataclass(frozen=True)
class Orders:
    """What a process is told by its porter."""

    settings: Settings
    proxies: str
    log_level: str


class HandedServer(uvicorn.Server):
    """A server for connections that somebody else has accepted. It ends when the porter does."""

    def __init__(self, config: uvicorn.Config, door: socket.socket) -> None:
        super().__init__(config)
        self._door = door
        self._connecting: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections."""
        await super().startup(sockets)
        self._door.setblocking(False)
        asyncio.get_running_loop().add_reader(self._door, self._take)
        self._door.send(READY)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, and end."""
        asyncio.get_running_loop().remove_reader(self._door)
        self._door.close()
        await super().shutdown(sockets)

    def _take(self) -> None:
        try:
            said, handed, _, _ = socket.recv_fds(self._door, len(HANDED), 1)
        except BlockingIOError:
            return
        except OSError:
            said, handed = b"", []
        if not said:  # the porter is gone
            asyncio.get_running_loop().remove_reader(self._door)
            self.should_exit = True
        for number in handed:
            task = asyncio.create_task(self._connect(socket.socket(fileno=number)))
            self._connecting.add(task)
            task.add_done_callback(self._connecting.discard)

    async def _connect(self, client: socket.socket) -> None:
        client.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._make_protocol, client)
        except OSError:  # it was given up meanwhile
            client.close()

    def _make_protocol(self) -> asyncio.Protocol:
        """As uvicorn makes it for a connection that it has accepted itself."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


def main(door: int) -> None:
    """Serve until the porter ends, or a signal comes."""
    orders: Orders = pickle.load(sys.stdin.buffer)
    set_up_logs(orders.log_level)
    config = make_config(make_app(orders.settings), orders.settings, orders.proxies)
    server = HandedServer(config, socket.socket(fileno=door))
    collect_in_portions()
    server.run(sockets=[])


if __name__ == "__main__":
    main(int(sys.argv[1]))
