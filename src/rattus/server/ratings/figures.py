"""What a finished match says of those who played it: counted once, when it is over, and stored.

Everything is open after the end, so nothing is hidden here from anybody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rattus.errors import RattusError
from rattus.match.game import Game
from rattus.server.tables.journal import JournalEntry
from rattus.server.tables.replay import MatchReplay


class FigureKind(StrEnum):
    """What is counted."""

    ALL = "all"  # matches of a game
    PLAYERS = "players"  # by the number of players
    ORDER = "order"  # by the place in the order of the first turns
    THING = "thing"  # by class card taken, or building entered
    REIGN = "reign"  # the most turns in a row in the lead, alone
    PLAGUE = "plague"  # the most that a plague took at once


@dataclass(frozen=True)
class Figure:
    """One thing that is true of a match for one seat: a match more of this kind, and for records how much it was."""

    kind: FigureKind
    name: str = ""
    most: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)  # what a record is about


def figures_of(journal: Sequence[JournalEntry], match: int) -> dict[str, list[Figure]] | None:
    """The figures of each seat. None: it was not dealt, which would say nothing; or it cannot be played again."""
    try:
        replay = MatchReplay.from_journal(journal, match)
    except RattusError:  # it follows older rules
        return None
    if not replay.has_ended or not replay.is_dealt:
        return None
    return _figures(replay)


def _figures(replay: MatchReplay) -> dict[str, list[Figure]]:
    leading: Counter[str] = Counter()  # turns in a row up to now
    reigns: Counter[str] = Counter()
    things: defaultdict[str, set[str]] = defaultdict(set)
    plagues: dict[str, Figure] = {}
    losses: Counter[tuple[str, str]] = Counter()  # of the plague that goes on, by seat and region
    row: dict[int, str] = {}  # the open buildings of Cartus by place
    known = 0
    game = None
    for game in replay.games():
        row = row or _open_buildings(game)
        for event in game.events_since(known):
            seat = event["seat"]
            match event["event"]:
                case "took" if "card" in event and "from_seat" in event:
                    things[seat].add(event["card"])
                case "opened":
                    row[event["place"]] = event["building_card"]["building"]
                case "entered":
                    things[seat].add(row[event["place"]])
                case "ravaged":
                    losses.clear()
                case "lost":
                    losses[seat, event["region"]] += event["cubes"]
                    _note(plagues, seat, losses[seat, event["region"]], {"region": event["region"]})
                case "next":
                    _note_lead(game, leading, reigns)
        known = game.event_count
    if game is None:
        return {}
    for seat, rats, nuns in _rats(game):
        _note(plagues, seat, rats, {"nuns": nuns})
    first = game.seats.index(str(game.record()["start"]["first"]))
    found = {}
    for number, seat in enumerate(game.seats):
        order = (number - first) % game.players + 1
        found[seat] = [
            Figure(FigureKind.ALL),
            Figure(FigureKind.PLAYERS, str(game.players)),
            Figure(FigureKind.ORDER, str(order)),
            *(Figure(FigureKind.THING, name) for name in sorted(things[seat])),
            *([Figure(FigureKind.REIGN, most=reigns[seat])] if reigns[seat] else []),
            *([plagues[seat]] if seat in plagues else []),
        ]
    return found


def _open_buildings(game: Game) -> dict[int, str]:
    """The buildings that are open at first, by place; later ones are told by events."""
    return {place: card["building"] for place, card in enumerate(game.position().get("row", ()), 1)}


def _note(plagues: dict[str, Figure], seat: str, number: int, data: Mapping[str, Any]) -> None:
    if number and (seat not in plagues or number > plagues[seat].most):
        plagues[seat] = Figure(FigureKind.PLAGUE, most=number, data=data)


def _note_lead(game: Game, leading: Counter[str], reigns: Counter[str]) -> None:
    """A turn or round has ended: whoever has the most points alone has led for one more."""
    points = game.standing()
    most = max(points.values())
    leaders = [seat for seat, number in points.items() if number == most]
    for seat in game.seats:
        leading[seat] = leading[seat] + 1 if leaders == [seat] else 0
        reigns[seat] = max(reigns[seat], leading[seat])


def _rats(game: Game) -> Iterator[tuple[str, int, int]]:
    """Where players have rats of their own: how many at the end, against how many nuns (C35)."""
    outcome = game.outcome
    rats = {} if outcome is None else outcome.details.get("rats", {})
    for seat, number in rats.items():
        yield seat, number, outcome.details["nuns"] if outcome is not None else 0
