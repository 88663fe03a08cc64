"""Measurements of a running server, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """The measurements of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = self._gauge("connections", "Clients that are connected")
        self.requests = Histogram(
            "rattus_request_seconds", "From a request to its acknowledgement", ["type"],
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self.refused = Counter("rattus_refused", "Requests that were refused", ["code"], registry=self.registry)
        self.made = Counter("rattus_tables_made", "Tables that were made", registry=self.registry)

    def watch(self, name: str, description: str, value: Callable[[], float]) -> None:
        """Measure a value whenever Prometheus asks."""
        self._gauge(name, description).set_function(value)

    def text(self) -> bytes:
        """All measurements in the format of Prometheus."""
        return generate_latest(self.registry)

    def _gauge(self, name: str, description: str) -> Gauge:
        return Gauge(f"rattus_{name}", description, registry=self.registry)
