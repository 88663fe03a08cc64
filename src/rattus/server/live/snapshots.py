"""What somebody at a table is shown: everything that leaves the server about a match is made here.

It is made of `view`, of the events that a seat may know, and of what is public about the table; nothing else is read.
"""

from __future__ import annotations

from typing import Any

from rattus.server.tables.keys import Role
from rattus.server.tables.table import Seat, Table

DECIDING = ("move", "left", "returned")  # after these it is for somebody else to decide
MOST_MISSED = 200  # entries; who has missed more gets everything anew


class Views:
    """What all see of a match as it stands; what many see alike is described once.

    So nothing in it may be changed. Of a game without hands many have the same view; most events are public.
    """

    def __init__(self, table: Table) -> None:
        self._game = table.game
        self._hides_rats = table.hides_rats
        self._described: list[tuple[Any, dict[str, Any]]] = []  # veiled tables and views
        self._public: dict[int, list[dict[str, Any]] | None] = {}  # events after a number; None: some have secrets

    def of(self, colour: str | None) -> dict[str, Any] | None:
        """What a colour sees; None watches."""
        game = self._game
        if game is None:
            return None
        if self._hides_rats:
            return cover_rats(game.view(colour), colour)
        if game.parts.rulebook.has_hands:
            return game.view(colour)
        veiled = game.glimpse(colour)
        for other, view in self._described:
            if other == veiled:
                return view
        self._described.append((veiled, game.described(veiled, colour)))
        return self._described[-1][1]

    def events(self, colour: str | None, since: int) -> list[dict[str, Any]]:
        """What has happened after event number `since`, as far as a colour may know it."""
        game = self._game
        if game is None:
            return []
        if since not in self._public:
            self._public[since] = game.events_seen(None, since) if game.is_public(since) else None
        public = self._public[since]
        return game.events_seen(colour, since) if public is None else public


def cover_rats(view: dict[str, Any], colour: str | None) -> dict[str, Any]:
    """A view without the numbers of the others' rats: null in their place. None watches and has none to count."""
    rats = {seat: number if seat == colour else None for seat, number in view["rats"].items()}
    covered = {**view, "rats": rats}
    pending = view["pending"]
    if pending is not None and pending["ask"] == "discard" and view["to_move"] != colour:
        covered["pending"] = {**pending, "due": None}  # never more than the rats that are left (C28)
    return covered


def state(table: Table, role: Role, views: Views | None = None) -> dict[str, Any]:
    """Everything."""
    colour = table.colour_of(role)
    return {
        "type": "state",
        "number": table.number,
        "you": role.as_data(colour),
        "table": table_data(table),
        **match_data(table, colour, views),
        "events": (views or Views(table)).events(colour, 0),
        "chat": list(table.chat),
    }


def update(table: Table, role: Role, since: int, views: Views | None = None) -> dict[str, Any]:
    """What is new after an entry: the rest, or everything if that is not enough."""
    missed = table.happenings[since:]
    if len(missed) > MOST_MISSED or any(happening.is_fresh_start for happening in missed):
        return state(table, role, views)
    colour = table.colour_of(role)
    message: dict[str, Any] = {
        "type": "update",
        "since": since,
        "number": table.number,
        "happened": [happening.data for happening in missed],
    }
    if table.changed_at > since:
        message |= {"you": role.as_data(colour), "table": table_data(table)}
    known = table.happenings[since - 1].events if since else 0
    if any(happening.data["kind"] in DECIDING for happening in missed):
        events = (views or Views(table)).events(colour, known)
        message |= match_data(table, colour, views) | {"events": events}
    return message


def match_data(table: Table, colour: str | None, views: Views | None = None) -> dict[str, Any]:
    """The match as a colour sees it; None watches."""
    game = table.game
    if game is None:
        return {"view": None, "legal": [], "moves": 0, "undo": None}
    seat = table.to_move
    is_asked = seat is not None and seat.colour == colour and seat.is_present
    return {
        "view": (views or Views(table)).of(colour),
        "legal": list(game.legal_texts) if is_asked else [],
        "moves": len(table.moves),
        "undo": _undo(table, colour),
    }


def shown_data(table: Table, role: Role) -> dict[str, Any]:
    """A table for who only asks: who you are there, what is agreed, and whose turn it is."""
    return {
        "you": role.as_data(table.colour_of(role)),
        "table": table_data(table),
        "to_move": None if table.to_move is None else table.to_move.colour,
    }


def table_data(table: Table) -> dict[str, Any]:
    """Who sits at the table, and what is agreed there."""
    is_over = table.status == "over"
    outcome = table.game.outcome if is_over and table.game is not None else None
    return {
        "id": table.id,
        "game": table.settings["game"],
        "status": table.status,
        "match": table.match,
        "options": table.settings["options"],
        "sitter": table.settings["sitter"],
        "hide_rats": table.settings.get("hide_rats", False),
        "hints": table.gives_hints,
        "watched": table.watched is not None,
        "seats": [_seat_data(seat) for seat in table.seats],
        "asked": _question_data(table),
        "clock": table.timer.as_data() if table.timer is not None else table.settings.get("clock"),
        "outcome": None if outcome is None else outcome.as_data(),
        "commitment": None if table.seal is None else table.seal.commitment,
        "seed": table.seal.seed if table.seal is not None and is_over else None,
        "salt": table.seal.salt if table.seal is not None and is_over else None,
    }


def _seat_data(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "colour": seat.colour,
        "holder": seat.holder,
        "name": seat.name,
        "level": seat.level,
        "away": seat.away,
    }


def _question_data(table: Table) -> dict[str, Any] | None:
    asked = table.asked
    if asked is None:
        return None
    agreed = [seat.colour for seat in table.seats if seat.colour in asked.agreed]
    waiting = [seat.colour for seat in table.people if seat.colour not in asked.agreed]
    return {"what": asked.what, "colour": asked.colour, "to": asked.to, "agreed": agreed, "waiting": waiting}


def _undo(table: Table, colour: str | None) -> str | None:
    """How this one can take his last move back: freely, by asking, or not at all."""
    if table.status != "playing" or colour is None or table.last_move_of(colour) is None:
        return None
    return "free" if table.can_free_undo(colour) else "ask"
