"""The messages that tell a client about a table. Everything that leaves the server about a match is made here.

It is made of views, of the events that a colour may know, and of what is public at the table; nothing else is read.
"""

from __future__ import annotations

from typing import Any, Literal

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.protocol.messages import ExplainedMessage, MatchData, StateMessage, UpdateMessage
from rattus.server.protocol.requests import ExplainRequest
from rattus.server.protocol.tables import Chair as ChairData
from rattus.server.protocol.tables import OpenUntil, Proposal, You
from rattus.server.protocol.tables import Table as TableData
from rattus.server.tables.journal import EntryKind, Opening
from rattus.server.tables.keys import Role, RoleKind
from rattus.server.tables.table import Chair, Table, TableStatus, hide_rat_counts

# After these the legal moves may be others.
DECIDER_CHANGES = (EntryKind.MOVE, EntryKind.LEFT, EntryKind.RETURNED, EntryKind.CLOSED)
ROLES: dict[RoleKind, Literal["host", "watch", "chair"]] = {
    RoleKind.HOST: "host",
    RoleKind.WATCH: "watch",
    RoleKind.CHAIR: "chair",
}
MAX_MISSED = 200  # entries; a client that has missed more gets the whole state


class ViewCache:
    """The views and events of a match as it stands, described once for all who may know the same.

    The results are shared and must not be changed. In games without hands many views are equal, and most events are
    public.
    """

    def __init__(self, table: Table) -> None:
        self._game = table.game
        self._hides_rats = table.hides_rats
        self._keeps_hidden = table.settings.daily is not None
        self._described: list[tuple[Any, dict[str, Any]]] = []  # veiled tables and their views
        self._public: dict[int, list[dict[str, Any]] | None] = {}  # events after a number; None: some are secret

    def view(self, colour: str | None) -> dict[str, Any] | None:
        """What a colour sees; None is a spectator."""
        game = self._game
        if game is None:
            return None
        if self._keeps_hidden:
            return game.view(colour, keep_hidden=True)
        if self._hides_rats:
            return hide_rat_counts(game.view(colour), colour)
        if game.parts.rulebook.has_hands:
            return game.view(colour)
        veiled = game.veiled_readonly(colour)
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


def state_message(table: Table, role: Role, cache: ViewCache | None = None) -> StateMessage:
    """Everything that a role may know."""
    colour = table.colour_of(role)
    match = match_data(table, colour, cache)
    return {
        "type": "state",
        "number": table.number,
        "mark": table.mark_at(table.number),
        "you": you_data(role, colour),
        "table": table_data(table),
        "view": match["view"],
        "legal": match["legal"],
        "moves": match["moves"],
        "undo": match["undo"],
        "events": (cache or ViewCache(table)).events(colour, 0),
        "chat": list(table.chat),
    }


def update_message(
    table: Table, role: Role, since: int, cache: ViewCache | None = None
) -> UpdateMessage | StateMessage:
    """What is new after entry `since`; the whole state where an update cannot express it."""
    missed = table.entries_after(since)
    if missed is None or len(missed) > MAX_MISSED or any(entry.is_reset for entry in missed):
        return state_message(table, role, cache)
    colour = table.colour_of(role)
    message: UpdateMessage = {
        "type": "update",
        "since": since,
        "number": table.number,
        "mark": table.mark_at(table.number),
        "happened": [entry.data for entry in missed],
    }
    if table.info_changed_at > since:
        message["you"], message["table"] = you_data(role, colour), table_data(table)
    known_events = table.event_count_at(since)
    if any(entry.data["kind"] in DECIDER_CHANGES for entry in missed):
        match = match_data(table, colour, cache)
        message["view"], message["legal"] = match["view"], match["legal"]
        message["moves"], message["undo"] = match["moves"], match["undo"]
        message["events"] = (cache or ViewCache(table)).events(colour, known_events)
    return message


def match_data(table: Table, colour: str | None, cache: ViewCache | None = None) -> MatchData:
    """The match as a colour sees it; None is a spectator."""
    game = table.game
    if game is None:
        return {"view": None, "legal": [], "moves": 0, "undo": None}
    chair = table.to_move
    decides = not table.is_closed and chair is not None and chair.colour == colour and chair.is_present
    return {
        "view": (cache or ViewCache(table)).view(colour),
        "legal": list(game.legal_texts) if decides else [],
        "moves": len(table.moves),
        "undo": _undo(table, colour),
    }


def explained_message(table: Table, role: Role, request: ExplainRequest) -> ExplainedMessage:
    """Why a thing cannot be chosen now, or what for, from what a role may know. RequestRefused before a match."""
    game, colour = table.game, table.colour_of(role)
    if game is None:
        raise RequestRefused(ErrorCode.NOT_NOW, "there is no match yet")
    if table.settings.daily is not None and game.is_over:  # after the end the rules hide nothing
        raise RequestRefused(ErrorCode.NOT_NOW, "the match is over")
    told = game.explain(colour, request.thing, request.verb, request.words)
    return {
        "type": "explained",
        "id": request.id,
        "moves": list(told.moves),
        "reasons": list(told.reasons),
        "facts": list(told.facts),
    }


def table_answer(table: Table, role: Role) -> dict[str, Any]:
    """The answer to an HTTP request about a table: your role there, what is agreed, and whose turn it is."""
    return {
        "you": you_data(role, table.colour_of(role)),
        "table": table_data(table),
        "to_move": None if table.to_move is None else table.to_move.colour,
    }


def you_data(role: Role, colour: str | None) -> You:
    """A role as its owner is told."""
    return {"role": ROLES[role.kind], "chair": role.chair, "seat": colour}


def table_data(table: Table) -> TableData:
    """The chairs of a table and what is agreed there: all of it public."""
    settings = table.settings
    is_over = table.status is TableStatus.OVER
    is_told = is_over and settings.daily is None  # others play the same deal; later the record tells it
    outcome = table.game.outcome if is_over and table.game is not None else None
    return {
        "id": table.id,
        "game": settings.game,
        "status": table.status,
        "match": table.match,
        "options": settings.options,
        "sitter": settings.sitter,
        "hide_rats": settings.hide_rats,
        "hints": table.allows_hints,
        "rated": settings.rated,
        "open": None if settings.opening is None else _opening_data(settings.opening),
        "daily": settings.daily,
        "watched": table.watched_record is not None,
        "closed": table.is_closed,
        "chairs": [_chair_data(chair) for chair in table.chairs],
        "asked": _proposal_data(table),
        "clock": table.clock.as_data() if table.clock is not None else settings.clock,
        "outcome": None if outcome is None else outcome.as_data(),
        "commitment": None if table.seal is None else table.seal.commitment,
        "seed": table.seal.seed if table.seal is not None and is_told else None,
        "salt": table.seal.salt if table.seal is not None and is_told else None,
    }


def _opening_data(opening: Opening) -> OpenUntil:
    return {"fill_at": opening.fill_at, "level": opening.level, "listed": opening.listed}


def _chair_data(chair: Chair) -> ChairData:
    return {
        "chair": chair.number,
        "seat": chair.colour,
        "holder": chair.holder,
        "name": chair.name,
        "level": chair.level,
        "away": chair.away,
    }


def _proposal_data(table: Table) -> Proposal | None:
    proposal = table.proposal
    if proposal is None:
        return None
    agreed = [chair.colour for chair in table.chairs if chair.colour is not None and chair.colour in proposal.agreed]
    waiting = [
        chair.colour for chair in table.people if chair.colour is not None and chair.colour not in proposal.agreed
    ]
    return {
        "what": proposal.what,
        "seat": proposal.colour,
        "to": proposal.to,
        "agreed": agreed,
        "waiting": waiting,
    }


def _undo(table: Table, colour: str | None) -> Literal["free", "ask"] | None:
    """How a colour can undo its last move: `free`, `ask`, or not at all."""
    if (
        table.status is not TableStatus.PLAYING
        or table.is_closed
        or table.settings.daily is not None
        or colour is None
        or table.last_move_of(colour) is None
    ):
        return None
    if table.can_free_undo(colour):
        return "free"
    return "ask" if table.can_ask_undo(colour) else None
