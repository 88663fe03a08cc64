"""How the processes of one server tell each other what has happened. What it was is in the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class News:
    """Another process has stored an entry. Without a table: something may have been missed, at any table."""

    table: str | None
    number: int | None


@dataclass(frozen=True)
class Presence:
    """Who is connected to a table."""

    seats: frozenset[int] = frozenset()
    watching: int = 0


NOBODY = Presence()
OnNews = Callable[[News], Awaitable[None]]
OnPresence = Callable[[str], None]  # at this table it has changed who is connected elsewhere


class Bus(Protocol):
    """Between the processes of one server. Nothing of it waits or fails: the bus tries again by itself."""

    async def open(self, on_news: OnNews, on_presence: OnPresence) -> None:
        """Begin to listen. RattusError if the bus cannot be reached at all."""

    def publish(self, table: str, number: int) -> None:
        """An entry was stored here."""

    def announce(self, table: str, seats: Collection[int], watching: int) -> None:
        """Who is connected to a table here."""

    def elsewhere(self, table: str) -> Presence:
        """Who is connected to a table in other processes."""

    async def close(self) -> None:
        """Send what is left, and end."""


class LocalBus:
    """There is only one process."""

    async def open(self, on_news: OnNews, on_presence: OnPresence) -> None:
        """Nothing will come."""

    def publish(self, table: str, number: int) -> None:
        """Nobody is there to be told."""

    def announce(self, table: str, seats: Collection[int], watching: int) -> None:
        """Nobody is there to be told."""

    def elsewhere(self, table: str) -> Presence:  # noqa: ARG002 (it is the same at all tables)
        """Nobody."""
        return NOBODY

    async def close(self) -> None:
        """Nothing is left to be sent."""
