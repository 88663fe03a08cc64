"""How a game ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: points, all seats from first to last, who won, and why the game ended.

    `dead` names who lost his life in it. `details` holds what explains the points, where a game has more to tell: for
    Rattus Cartus `categories` (seat -> what for -> points), `rats` by seat, `nuns`, and `consolation` (C37).
    """

    points: dict[str, int]
    ranking: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str
    dead: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """The result as it stands in a record."""
        return {
            "points": dict(self.points),
            "ranking": list(self.ranking),
            "winners": list(self.winners),
            "dead": list(self.dead),
            "reason": self.reason,
            **self.details,
        }
