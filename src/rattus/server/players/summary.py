"""What a list of games tells of a table, and how its match ended. All of it is public at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

from rattus.server.ratings.model import Participant, RatedMatch
from rattus.server.tables.journal import ChairHolder
from rattus.server.tables.table import Chair, Table, TableStatus

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
    rated: RatedMatch | None = None  # once a rated match is over


def summary_of(table: Table) -> GameSummary:
    """The summary of a table as it stands."""
    decider = table.to_move
    waits_for = decider.number if decider is not None and decider.is_present else None
    status = CLOSED if table.is_closed else table.status.value
    places = _places(table)
    chairs = [
        {
            "chair": chair.number,
            "seat": chair.colour,
            "holder": chair.holder.value,
            "name": chair.name,
            "level": chair.level,
            "away": chair.away,
        }
        for chair in table.chairs
    ]
    data: dict[str, Any] = {
        "game": table.settings.game,
        "match": table.match,
        "chairs": chairs,
        "clock": table.settings.clock,
        "moves": len(table.moves),
        "turn": turn_of(table),
        "expected": None if table.game is None else table.game.expected,
    }
    if table.settings.opening is not None:
        data["open"] = True
    if table.settings.daily is not None:
        data["daily"] = table.settings.daily
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
        _rated(table, places),
    )


def stored_summary(text: str) -> dict[str, Any]:
    """The `data` of a summary as it was stored, by this version or an older one, which called the chairs `seats`."""
    data: dict[str, Any] = orjson.loads(text)
    return data if "chairs" in data else {**data, "chairs": data["seats"]}


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
    """The place of each seat once the match is over; all winners are first.

    Whoever has left a rated match is last, whatever the bot that sat in has made of it.
    """
    game = table.game
    if game is None or table.status is not TableStatus.OVER or table.watched_record is not None or game.outcome is None:
        return {}
    outcome = game.outcome
    left = {str(table.chairs[chair - 1].colour) for chair in _quitters(table)}
    stayed = [seat for seat in outcome.ranking if seat not in left]
    winners = [seat for seat in stayed if seat in outcome.winners] or (stayed[:1] if left else [])
    places = {seat: 1 if seat in winners else place for place, seat in enumerate(stayed, 1)}
    return places | {seat: len(stayed) + 1 for seat in outcome.ranking if seat in left}


def _quitters(table: Table) -> list[int]:
    """The chairs of those who have left a rated match at any time: coming back does not make up for it.

    Otherwise a bot could be let play for a while.
    """
    return [chair for chair in table.rated_players if chair in table.left_chairs]


def _rated(table: Table, places: dict[str, int]) -> RatedMatch | None:
    """What ratings need to know once a rated match is over.

    If the host of the server has closed the table before that, it counts for those alone who had left.
    """
    quitters = _quitters(table)
    is_cut_short = table.is_closed and table.status is TableStatus.PLAYING and bool(quitters)
    if not table.rated_players or not (places or is_cut_short):
        return None
    ranks = places or {str(chair.colour): 2 if chair.number in quitters else 1 for chair in table.players}
    chairs = [chair for chair in table.players if _plays_for_one(table, chair)]
    participants = [
        Participant(
            chair.number,
            ranks[str(chair.colour)],
            table.rated_players.get(chair.number),
            None if chair.number in table.rated_players else chair.level or table.settings.sitter,
            chair.number in (table.rated_players if places else quitters),
        )
        for chair in chairs
    ]
    return RatedMatch(table.id, table.match, table.settings.game, table.last_at, tuple(participants))


def _plays_for_one(table: Table, chair: Chair) -> bool:
    """Whether one player, or one bot, has played on a chair from the start: not where somebody came back to it late."""
    is_known = chair.holder is ChairHolder.BOT or chair.number in table.rated_players
    return is_known or chair.number not in table.returned_chairs


def _results(table: Table, places: dict[str, int]) -> tuple[SeatResult, ...]:
    people = [chair for chair in table.chairs if chair.holder is ChairHolder.PERSON and chair.colour in places]
    quitters = _quitters(table)
    return tuple(
        SeatResult(
            chair.number,
            str(chair.colour),
            places[str(chair.colour)],
            places[str(chair.colour)] == 1,
            chair.away or chair.number in quitters,
        )
        for chair in people
    )
