"""Who is connected to a table, here and in other processes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Presence:
    """The chairs that are connected to a table, and the number of spectators."""

    chairs: frozenset[int] = frozenset()
    watching: int = 0


EMPTY = Presence()


class PresenceMap:
    """What each other process last reported for each table. A process that stops reporting is dropped after a while."""

    def __init__(self, expiry_seconds: float) -> None:
        self._expiry_seconds = expiry_seconds
        self._reports: dict[str, dict[str, tuple[float, Presence]]] = {}  # by table and process: when, and who

    def report(self, table: str, process: str, presence: Presence, now: float) -> bool:
        """Note what a process reports; whether that is new."""
        reports = self._reports.setdefault(table, {})
        _, before = reports.pop(process, (now, EMPTY))
        if presence != EMPTY:
            reports[process] = now, presence
        if not reports:
            del self._reports[table]
        return presence != before

    def expire(self, now: float) -> set[str]:
        """Drop the reports that are too old, and return their tables."""
        expired = [
            (table, process)
            for table, reports in self._reports.items()
            for process, (at, _) in reports.items()
            if at < now - self._expiry_seconds
        ]
        for table, process in expired:
            self.report(table, process, EMPTY, now)
        return {table for table, _ in expired}

    def at(self, table: str) -> Presence:
        """Everybody at a table, in all other processes together."""
        reports = [presence for _, presence in self._reports.get(table, {}).values()]
        chairs = frozenset[int]().union(*(presence.chairs for presence in reports))
        return Presence(chairs, sum(presence.watching for presence in reports))
