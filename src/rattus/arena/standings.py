"""The standings of a tournament so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rattus.arena.estimate import Estimate, Observation, mean_of, share_of
from rattus.arena.ratings import Duel, duels, rate
from rattus.arena.result import MatchResult
from rattus.arena.settings import Settings


@dataclass(frozen=True)
class Standing:
    """One player's record. `wins` is a sum of shares; `seats` is how often it sat at a table."""

    name: str
    rating: Estimate
    seats: int
    wins: float
    win_rate: Estimate
    rank: Estimate
    points: Estimate
    faults: int
    complaint: str  # the first one, or nothing

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        estimates = {name: getattr(self, name).as_data() for name in ("rating", "win_rate", "rank", "points")}
        plain = {"player": self.name, "seats": self.seats, "wins": self.wins, "faults": self.faults}
        return {**plain, **estimates} | ({"complaint": self.complaint} if self.complaint else {})


@dataclass(frozen=True)
class Standings:
    """All players, best rating first, and what the games have in common."""

    settings: Settings
    planned: int
    results: tuple[MatchResult, ...]  # by number
    players: tuple[Standing, ...]
    duels: dict[tuple[str, str], Duel]

    @property
    def deals(self) -> int:
        """The number of deals played, including partly played ones."""
        return len({result.deal for result in self.results})

    @property
    def won_by_nobody(self) -> int:
        """Games without a winner."""
        return sum(not any(result.wins) for result in self.results)

    @property
    def shared(self) -> int:
        """Games with several winners."""
        return sum(0 < max(result.wins) < 1 for result in self.results)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            **self.settings.as_data(),
            "games": len(self.results),
            "planned": self.planned,
            "deals": self.deals,
            "won_by_nobody": self.won_by_nobody,
            "shared": self.shared,
            "moves_per_game": mean_of(_lengths(self.results)).as_data() if self.results else None,
            "standings": [player.as_data() for player in self.players],
            "head_to_head": [
                {"player": one, "against": other, "meetings": duel.meetings, "ahead": duel.share.as_data()}
                for (one, other), duel in self.duels.items()
            ],
        }


def standings_of(settings: Settings, planned: int, results: Iterable[MatchResult]) -> Standings:
    """The standings for these results, whose order does not matter."""
    ordered = tuple(sorted(results, key=lambda result: result.number))
    seen = {name for result in ordered for name in result.seating}
    players = [player for player in settings.players if player in seen]
    ratings = rate(ordered, players)
    found = [_standing(ordered, player, ratings[player]) for player in players]
    found.sort(key=lambda standing: -standing.rating.value)
    return Standings(settings, planned, ordered, tuple(found), duels(ordered, [standing.name for standing in found]))


def _standing(results: Iterable[MatchResult], name: str, rating: Estimate) -> Standing:
    sat = [(result, seat) for result in results for seat, player in enumerate(result.seating) if player == name]
    wins: list[Observation] = [(result.deal, result.wins[seat]) for result, seat in sat]
    return Standing(
        name=name,
        rating=rating,
        seats=len(sat),
        wins=sum(share for _, share in wins),
        win_rate=share_of(wins),
        rank=mean_of((result.deal, result.ranks[seat]) for result, seat in sat),
        points=mean_of((result.deal, result.points[seat]) for result, seat in sat),
        faults=sum(result.faults[seat] for result, seat in sat),
        complaint=next((result.complaints[seat] for result, seat in sat if result.complaints[seat]), ""),
    )


def _lengths(results: Iterable[MatchResult]) -> list[Observation]:
    return [(result.deal, result.moves) for result in results]
