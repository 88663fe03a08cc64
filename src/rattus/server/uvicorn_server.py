"""How uvicorn runs the application."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from rattus.server.guard import ConnectionGuard, GuardedConfig
from rattus.server.settings import Settings

SHUTDOWN_SECONDS = 5  # for connections to end


def make_config(app: FastAPI, settings: Settings, proxies: str = "127.0.0.1") -> GuardedConfig:
    """The configuration of uvicorn; `proxies` may say what address a client has."""
    runtime = getattr(app.state, "runtime", None)  # an application without one counts for itself
    book = None if runtime is None else runtime.limit_book
    return GuardedConfig(
        app,
        ConnectionGuard(settings.limits, proxies, book),
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # messages are small: it costs more than it saves
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def is_sigint_ignored() -> bool:
    """Whether SIGINT is ignored, as a shell sets it for background jobs: Ctrl-C is then for another program."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


class Server(uvicorn.Server):
    """A server that goes on ignoring SIGINT where it was ignored; SIGTERM always stops it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals as long as the server runs."""
        is_ignored = is_sigint_ignored()
        with super().capture_signals():
            if is_ignored:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            yield
