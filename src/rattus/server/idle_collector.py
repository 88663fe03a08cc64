"""When Python's cyclic garbage collector runs: everything waits for it.

Tables are many small lists without cycles, which reference counting frees. A full collection looks through all of them
and stops the server meanwhile, so full collections wait for an idle moment.
"""

import gc

YOUNG_OBJECTS = 2_000  # new objects between two collections of the youngest generation
NEVER = 1_000_000_000
IDLE_SECONDS = 1.0
MAX_SECONDS = 3600.0  # between two full collections of a server that is never idle


def collect_young_objects_only() -> None:
    """Let Python collect only new objects by itself; an `IdleCollector` collects the others."""
    gc.freeze()  # what is there from the start stays
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)


class IdleCollector:
    """Runs a full collection when nobody plays, or when the last one is long ago."""

    def __init__(self, now: float) -> None:
        self._collected_at = now

    def collect_if_idle(self, now: float, last_used_at: float) -> bool:
        """Run a full collection if it is time; a table was last used at `last_used_at`."""
        is_time = now - last_used_at > IDLE_SECONDS or now - self._collected_at > MAX_SECONDS
        if last_used_at < self._collected_at or not is_time:
            return False
        gc.collect()
        self._collected_at = now
        return True
