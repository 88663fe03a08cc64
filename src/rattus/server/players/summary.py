"""What a list of games tells of a table, and how its match ended. All of it is public at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rattus.server.tables.journal import SeatHolder
from rattus.server.tables.table import Table, TableStatus

CLOSED = "closed"  # the status of a table where nothing happens any more; such tables are in no list


@dataclass(frozen=True)
class SeatResult:
    """How a match ended for the person on a chair."""

    chair: int
    seat: str
    place: int
    won: bool
    has_left: bool


@dataclass(frozen=True)
class GameSummary:
    """A table after `number` entries; `results` are those of its match once that is over."""

    table: str
    number: int
    status: str
    waits_for: int | None
    deadline: float | None
    changed_at: float
    game: str
    match: int
    data: dict[str, Any]
    results: tuple[SeatResult, ...]
    turn: int | None = None  # see `turn_of`


def summary_of(table: Table) -> GameSummary:
    """The summary of a table as it stands."""
    decider = table.to_move
    waits_for = decider.number if decider is not None and decider.is_present else None
    status = CLOSED if table.is_closed else table.status.value
    places = _places(table)
    seats = [
        {
            "chair": seat.number,
            "seat": seat.colour,
            "holder": seat.holder.value,
            "name": seat.name,
            "level": seat.level,
            "away": seat.away,
        }
        for seat in table.seats
    ]
    data: dict[str, Any] = {
        "game": table.settings.game,
        "match": table.match,
        "seats": seats,
        "clock": table.settings.clock,
        "moves": len(table.moves),
        "turn": turn_of(table),
    }
    if places:
        outcome = table.game.outcome if table.game is not None else None
        data["places"] = places
        data["points"] = {} if outcome is None else dict(outcome.points)
    return GameSummary(
        table.id,
        table.number,
        status,
        waits_for,
        None if table.clock is None or waits_for is None else table.clock.deadline,
        table.last_at,
        table.settings.game,
        table.match,
        data,
        _results(table, places),
        data["turn"],
    )


def turn_of(table: Table) -> int | None:
    """Which turn of the person who has to decide it is: how many decisions they had made when it began.

    A turn lasts as long as nobody else decides. One that begins again because a move was undone has the same number.
    """
    decider = table.to_move
    if decider is None or not decider.is_present:
        return None
    own = sum(colour == decider.colour for colour, _ in table.moves)
    for colour, _ in reversed(table.moves):
        if colour != decider.colour:
            break
        own -= 1
    return own


def _places(table: Table) -> dict[str, int]:
    """The place of each seat once the match is over; all winners are first."""
    game = table.game
    if game is None or table.status is not TableStatus.OVER or table.watched_record is not None or game.outcome is None:
        return {}
    outcome = game.outcome
    return {seat: 1 if seat in outcome.winners else place for place, seat in enumerate(outcome.ranking, 1)}


def _results(table: Table, places: dict[str, int]) -> tuple[SeatResult, ...]:
    people = [seat for seat in table.seats if seat.holder is SeatHolder.PERSON and seat.colour in places]
    return tuple(
        SeatResult(seat.number, str(seat.colour), places[str(seat.colour)], places[str(seat.colour)] == 1, seat.away)
        for seat in people
    )
