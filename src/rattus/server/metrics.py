"""What can be measured of a running server, for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from rattus.server.runtime import House

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """The measures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = self._gauge("connections", "Clients that are connected")
        self.requests = Histogram(
            "rattus_request_seconds", "From a request to its acknowledgement", ["type"],
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self.refused = Counter("rattus_refused", "Requests that were refused", ["code"], registry=self.registry)
        self.made = Counter("rattus_tables_made", "Tables that were made", registry=self.registry)

    def watch(self, house: House) -> None:
        """Measure what a server has at the moment it is asked."""
        self._gauge("tables", "Tables in memory").set_function(lambda: len(house.hall.tables))
        self._gauge("bot_queue", "Questions that wait for a bot").set_function(lambda: house.thinkers.waiting)
        self._gauge("storage_queue", "Entries that wait for the database").set_function(lambda: house.storage.waiting)
        self._gauge("bots_thinking", "Bots that are thinking").set_function(lambda: house.thinkers.thinking)

    def text(self) -> bytes:
        """Everything, in the words of Prometheus."""
        return generate_latest(self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"rattus_{name}", what, registry=self.registry)
