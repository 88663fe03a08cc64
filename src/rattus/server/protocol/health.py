"""The answers of the health checks."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from rattus.server.protocol.basics import StrictModel


class HealthAnswer(StrictModel):
    """What works: the database takes writes, and other processes are heard."""

    status: Literal["well", "ill"]
    database: bool
    bus: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "well", "database": True, "bus": True}]})


class ReadyAnswer(StrictModel):
    """Whether requests should be sent here."""

    ready: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"ready": True}]})
