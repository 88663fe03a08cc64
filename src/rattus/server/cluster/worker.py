"""One of several server processes on a machine. It listens nowhere: the supervisor passes it its connections.

    python -m rattus.server.cluster.worker FD

FD is the file descriptor of the socket by which connections come; a pickled `WorkerConfig` comes on standard input.
"""

from __future__ import annotations

import asyncio
import pickle
import socket
import sys
from dataclasses import dataclass

import uvicorn

from rattus.server.app import make_app
from rattus.server.idle_collector import collect_young_objects_only
from rattus.server.logging import set_up_logging
from rattus.server.settings import Settings
from rattus.server.uvicorn_server import make_config

READY = b"r"  # sent to the supervisor once the process can take connections
CONNECTION = b"c"  # sent by the supervisor with each connection


@dataclass(frozen=True)
class WorkerConfig:
    """What the supervisor tells a process."""

    settings: Settings
    proxies: str
    log_level: str


class WorkerServer(uvicorn.Server):
    """Serves connections that the supervisor has accepted. It ends when the supervisor does."""

    def __init__(self, config: uvicorn.Config, supervisor: socket.socket) -> None:
        super().__init__(config)
        self._supervisor = supervisor
        self._connecting: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections."""
        await super().startup(sockets)
        self._supervisor.setblocking(False)
        asyncio.get_running_loop().add_reader(self._supervisor, self._receive)
        try:
            self._supervisor.send(READY)
        except OSError:  # the supervisor has died meanwhile
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, and end."""
        asyncio.get_running_loop().remove_reader(self._supervisor)
        self._supervisor.close()
        await super().shutdown(sockets)

    def _receive(self) -> None:
        try:
            message, descriptors, _, _ = socket.recv_fds(self._supervisor, len(CONNECTION), 1)
        except BlockingIOError:
            return
        except OSError:
            message, descriptors = b"", []
        if not message:  # the supervisor is gone
            asyncio.get_running_loop().remove_reader(self._supervisor)
            self.should_exit = True
        for descriptor in descriptors:
            task = asyncio.create_task(self._connect(socket.socket(fileno=descriptor)))
            self._connecting.add(task)
            task.add_done_callback(self._connecting.discard)

    async def _connect(self, client: socket.socket) -> None:
        client.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._make_protocol, client)
        except OSError:  # the client has hung up meanwhile
            client.close()

    def _make_protocol(self) -> asyncio.Protocol:
        """The protocol that uvicorn makes for a connection that it has accepted itself."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


def main(descriptor: int) -> None:
    """Serve until the supervisor ends, or a signal comes."""
    config: WorkerConfig = pickle.load(sys.stdin.buffer)
    set_up_logging(config.log_level)
    app = make_app(config.settings)
    server = WorkerServer(make_config(app, config.settings, config.proxies), socket.socket(fileno=descriptor))
    collect_young_objects_only()
    server.run(sockets=[])


if __name__ == "__main__":
    main(int(sys.argv[1]))
