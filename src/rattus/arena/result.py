"""The result of one game, seat by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from rattus.arena.schedule import Fixture
from rattus.errors import FormatError
from rattus.match.game import Game, Outcome


@dataclass(frozen=True)
class MatchResult:
    """The result of a finished game. Tuples have one entry per seat."""

    number: int
    deal: int
    seating: tuple[str, ...]
    first: int  # the seat that began
    points: tuple[int, ...]
    ranks: tuple[float, ...]  # tied seats have the mean of their ranks
    wins: tuple[float, ...]  # shares of the win; all 0 if nobody won
    moves: int
    reason: str
    faults: tuple[int, ...]
    complaints: tuple[str, ...]  # the first fault of each seat, or nothing
    cards: Mapping[str, int]  # class cards and the seats that hold them at the end: Rattus and Africanus
    categories: Mapping[str, tuple[int, ...]]  # points by category: Cartus

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def read_result(data: Any, place: str) -> MatchResult:
    """A result from its data."""
    names = [field.name for field in fields(MatchResult)]
    if not isinstance(data, dict) or sorted(data) != sorted(names):
        raise FormatError(place, f"a game has {', '.join(names)}")
    try:
        plain: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        plain["categories"] = {name: tuple(points) for name, points in data["categories"].items()}
        result = MatchResult(**plain)
        seats = {len(row) for row in (result.points, result.ranks, result.wins, result.faults, result.complaints)}
    except (TypeError, AttributeError):
        raise FormatError(place, "no result of a game") from None
    if not isinstance(result.number, int) or seats != {len(result.seating)}:
        raise FormatError(place, "a number, and an entry for each seat, are needed")
    return result


def result_of(fixture: Fixture, game: Game, faults: Sequence[int], complaints: Sequence[str]) -> MatchResult:
    """The result of a game that has ended."""
    outcome, position, seats = game.outcome, game.position(), game.seats
    assert outcome is not None
    holders = {card: holder for card, holder in position.get("classes", {}).items() if holder is not None}
    categories = outcome.details.get("categories", {})
    return MatchResult(
        number=fixture.number,
        deal=fixture.deal,
        seating=fixture.seating,
        first=seats.index(game.record()["start"]["first"]),
        points=tuple(outcome.points[seat] for seat in seats),
        ranks=ranks(outcome, seats),
        wins=tuple(1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in seats),
        moves=len(game.moves),
        reason=outcome.reason,
        faults=tuple(faults),
        complaints=tuple(complaints),
        cards={card: seats.index(holder) for card, holder in holders.items()},
        categories={name: tuple(categories[seat][name] for seat in seats) for name in categories.get(seats[0], {})},
    )


def ranks(outcome: Outcome, seats: Sequence[str]) -> tuple[float, ...]:
    """The rank of each seat, from 1 on."""
    groups: list[list[str]] = []
    for seat in outcome.ranking:
        if groups and _is_equal(outcome, groups[-1][0], seat):
            groups[-1].append(seat)
        else:
            groups.append([seat])
    found: dict[str, float] = {}
    for group in groups:
        mean = len(found) + (len(group) + 1) / 2
        found |= dict.fromkeys(group, mean)
    return tuple(found[seat] for seat in seats)


def _is_equal(outcome: Outcome, one: str, other: str) -> bool:
    """Whether two seats tie: never in Rattus (R38); in Cartus the last tie-breaker is the number of rats (C36)."""
    rats = outcome.details.get("rats")
    if rats is None:
        return False
    return all((one in some) == (other in some) for some in (outcome.dead, outcome.winners)) and (
        outcome.points[one],
        rats[one],
    ) == (outcome.points[other], rats[other])
