"""Running a server: alone in this process, or as the supervisor of several."""

from __future__ import annotations

import asyncio
import logging
import socket
from dataclasses import replace

from rattus.server.app import make_app
from rattus.server.cluster.bus import EntryNotice, make_bus
from rattus.server.cluster.supervisor import Supervisor
from rattus.server.idle_collector import collect_young_objects_only
from rattus.server.settings import Settings
from rattus.server.storage.database import open_engine
from rattus.server.storage.lock import DatabaseLock
from rattus.server.storage.migrations import migrate
from rattus.server.uvicorn_server import Server, make_config

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)
OTHER_FILES = 256  # of the database, of bots, and whatever else is open beside connections


def prepare(settings: Settings) -> None:
    """Migrate the database, and check that everything needed is there. RattusError says what is not."""
    open_engine(settings.database).dispose()
    DatabaseLock(settings.database).release()
    migrate(settings.database)
    asyncio.run(_check_bus(settings.redis))


async def _check_bus(redis: str | None) -> None:
    async def ignore(_: EntryNotice) -> None:
        """There are no tables yet."""

    bus = make_bus(redis)
    await bus.open(ignore, lambda _: None)
    await bus.close()


def allow_connections(settings: Settings) -> Settings:
    """Let this process have as many files open as its connections need; where it may not, fewer connections.

    Without a free one the server could neither accept anybody nor open its database.
    """
    if resource is None:
        return settings
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.limits.total_connections + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    left = max(1, soft - min(OTHER_FILES, soft // 2))
    log.warning("few files may be open: connections are limited to %d (ulimit -n)", left)
    return replace(settings, limits=replace(settings.limits, total_connections=left))


def run_server(settings: Settings, listener: socket.socket, proxies: str = "127.0.0.1") -> bool:
    """Serve until a signal comes. False if the server could not start."""
    settings = allow_connections(settings)
    if settings.processes > 1:
        return asyncio.run(Supervisor(settings, listener, proxies).run())
    server = Server(make_config(make_app(settings), settings, proxies))
    collect_young_objects_only()
    server.run(sockets=[listener])
    return server.started
