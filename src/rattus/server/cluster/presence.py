"""Who is connected to other processes, as far as they have said so lately."""

from rattus.server.cluster.bus import NOBODY, Presence


class Crowd:
    """What each process has said about each table, and when. One that dies says nothing more, and is forgotten."""

    def __init__(self, memory: float) -> None:
        self._memory = memory  # seconds
        self._heard: dict[str, dict[str, tuple[float, Presence]]] = {}

    def hear(self, table: str, process: str, presence: Presence, now: float) -> bool:
        """A process says who is there; whether that is new."""
        heard = self._heard.setdefault(table, {})
        _, before = heard.pop(process, (now, NOBODY))
        if presence != NOBODY:
            heard[process] = now, presence
        if not heard:
            del self._heard[table]
        return presence != before

    def forget(self, now: float) -> set[str]:
        """Forget what was said too long ago: at these tables."""
        old = [
            (table, process)
            for table, heard in self._heard.items()
            for process, (at, _) in heard.items()
            if at < now - self._memory
        ]
        for table, process in old:
            self.hear(table, process, NOBODY, now)
        return {table for table, _ in old}

    def at(self, table: str) -> Presence:
        """Everybody at a table, in whichever process."""
        there = [presence for _, presence in self._heard.get(table, {}).values()]
        seats = frozenset[int]().union(*(presence.seats for presence in there))
        return Presence(seats, sum(presence.watching for presence in there))
