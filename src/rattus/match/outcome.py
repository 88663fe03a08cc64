"""How a game ended."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: points, all seats from first to last, who won, and why the game ended."""

    points: dict[str, int]
    ranking: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str

    def as_data(self) -> dict[str, Any]:
        """The result as it stands in a record."""
        return {
            "points": dict(self.points),
            "ranking": list(self.ranking),
            "winners": list(self.winners),
            "dead": [],
            "reason": self.reason,
        }
