"""How long a computer player may think."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rattus.errors import FormatError

MOST_SIMULATIONS = 10_000_000
MOST_SECONDS = 3600.0


@dataclass(frozen=True)
class Budget:
    """A number of simulations, or seconds; and how many threads may work on it."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __str__(self) -> str:
        amount = f"{self.seconds:g}s" if self.simulations is None else str(self.simulations)
        return amount if self.threads == 1 else f"{amount}x{self.threads}"


def read_budget(text: str) -> Budget:
    """`500` simulations, or `1.5s`; `x2` behind it means two threads.

    >>> read_budget("0.5sx2")
    Budget(simulations=None, seconds=0.5, threads=2)
    """
    match = re.fullmatch(r"(?:(\d{1,8})|(\d{1,4}(?:\.\d+)?)s)(?:x(\d{1,2}))?", text)
    if match is None:
        raise FormatError("budget", f"a number of simulations like 500, or seconds like 1.5s, not {text!r}")
    simulations = int(match[1]) if match[1] else None
    seconds = float(match[2]) if match[2] else None
    threads = int(match[3] or 1)
    if simulations is not None and not 1 <= simulations <= MOST_SIMULATIONS:
        raise FormatError("budget", f"1 to {MOST_SIMULATIONS} simulations, not {simulations}")
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise FormatError("budget", f"more than 0 and up to {MOST_SECONDS:g} seconds, not {seconds:g}")
    if threads < 1:
        raise FormatError("budget", "at least one thread")
    return Budget(simulations, seconds, threads)
