"""Why something cannot be chosen in a position that is at no table: in a course, a puzzle, or a line that is tried."""

from __future__ import annotations

import orjson

from rattus.match.game import game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.server.protocol.explained import ExplainPositionRequest


def explained_position(request: ExplainPositionRequest) -> bytes:
    """The reasons, as JSON. What the view leaves open is dealt, and veiled again: it plays no part."""
    game = game_from(shipped_parts(find_game(request.view.get("game"))), request.view)
    seat = request.seat if request.seat in game.seats else None
    told = game.explain(seat, request.thing, request.verb, request.words)
    return orjson.dumps({"moves": list(told.moves), "reasons": list(told.reasons), "facts": list(told.facts)})
