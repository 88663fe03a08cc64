"""When Python looks for cycles of objects that nobody needs: everything waits for it.

Tables are many small lists without cycles, which go by themselves. At Python's usual pace looking through them took a
fifth of the time, and all at once, a tenth of a second in which nobody could move.
"""

import gc

PORTION = 2_000  # new objects that are looked through at a time: some five milliseconds
NEVER = 1_000_000_000
QUIET_SECONDS = 1.0
LONGEST_SECONDS = 3600.0


def collect_in_portions() -> None:
    """Only new objects are looked through, each once; the others when a `Broom` finds the time."""
    gc.freeze()  # what is there from the start stays
    gc.set_threshold(PORTION, NEVER, NEVER)


class Broom:
    """Looks through everything when nobody plays, or when it has not done so for long."""

    def __init__(self, now: float) -> None:
        self._swept_at = now

    def sweep(self, now: float, used_at: float) -> bool:
        """Look through everything, if it is time; somebody last did something at `used_at`."""
        is_time = now - used_at > QUIET_SECONDS or now - self._swept_at > LONGEST_SECONDS
        if used_at < self._swept_at or not is_time:
            return False
        gc.collect()
        self._swept_at = now
        return True
