"""Running the server in this process."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from rattus.server.app import make_app
from rattus.server.cluster.bus import News
from rattus.server.cluster.channel_bus import make_bus
from rattus.server.idle_collector import collect_in_portions
from rattus.server.settings import Settings
from rattus.server.storage.database import open_engine
from rattus.server.storage.lock import Lock
from rattus.server.storage.migrations import migrate

GRACE_SECONDS = 5  # for connections, when the server is stopped


def prepare(settings: Settings) -> None:
    """Bring the database up to date, and look whether all that is needed is there. RattusError says what is not."""
    open_engine(settings.database).dispose()
    Lock(settings.database).release()
    migrate(settings.database)
    asyncio.run(_reach(settings.redis))


async def _reach(redis: str | None) -> None:
    async def hear(_: News) -> None:
        """Nobody is here yet."""

    bus = make_bus(redis)
    await bus.open(hear, lambda _: None)
    await bus.close()


def make_config(app: FastAPI, settings: Settings, proxies: str = "127.0.0.1") -> uvicorn.Config:
    """How uvicorn runs the server."""
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # messages are small, and it costs more than it saves
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def is_ctrl_c_ignored() -> bool:
    """Whether SIGINT is ignored, as in a background job of a shell: Ctrl-C is then meant for somebody else."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


class Server(uvicorn.Server):
    """A server that goes on ignoring SIGINT where it was ignored; SIGTERM always stops it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals as long as the server runs."""
        is_ignored = is_ctrl_c_ignored()
        with super().capture_signals():
            if is_ignored:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            yield


def run_server(settings: Settings, listener: socket.socket, proxies: str = "127.0.0.1") -> bool:
    """Serve until a signal comes. False if the server could not start."""
    if settings.processes > 1:
        from rattus.server.cluster.supervisor import Porter  # its processes run what is here

        return asyncio.run(Porter(settings, listener, proxies).run())
    server = Server(make_config(make_app(settings), settings, proxies))
    collect_in_portions()
    server.run(sockets=[listener])
    return server.started
