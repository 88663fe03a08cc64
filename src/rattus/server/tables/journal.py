"""An entry of a table's journal."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that has happened at a table. `seat` is the number of whose doing it was; `data` goes by the kind."""

    number: int
    at: float
    kind: str
    seat: int | None
    data: dict[str, Any]
