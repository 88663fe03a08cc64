"""What computer players get: a table without hidden information, and the legal moves."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rattus.errors import FormatError, IllegalMove, RulesVersionMismatch
from rattus.kernel.validation import read_list, read_map, short_repr
from rattus.match.game import Game, game_from
from rattus.match.parts import Parts, find_game, shipped_parts


@dataclass(frozen=True)
class Sight:
    """What one seat sees, mostly when it is to move. Computer players get this and nothing else."""

    parts: Parts
    box: Any
    table: Any  # veiled: without what the seat cannot know
    seat: int
    legal: tuple[int, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as text."""
        return tuple(self.box.moves[move] for move in self.legal)

    @property
    def view(self) -> dict[str, Any]:
        """The table as data."""
        return self.parts.rulebook.describe(self.box, self.table, self.seat)


def sight_of(game: Game, seat: str | None = None) -> Sight:
    """What the seat to move sees, or another one, which has no moves then."""
    if game.to_move is None:
        raise IllegalMove("", "the game is over")
    seat = seat or game.to_move
    legal = tuple(game.box.ids[text] for text in game.legal_texts) if seat == game.to_move else ()
    return Sight(game.parts, game.box, game.veiled(seat), game.seats.index(seat), legal)


def sight_of_view(parts: Parts, view: dict[str, Any], seat: str, legal: Sequence[str]) -> Sight:
    """What a seat sees, made from its view as data."""
    game = game_from(parts, view)
    moves = _move_ids(game.box, legal)
    return Sight(parts, game.box, game.veiled(seat), game.seats.index(seat), moves)


# ---- to other processes


def sight_as_text(sight: Sight) -> dict[str, Any]:
    """What a seat sees as anybody's program can read it."""
    view = sight.view
    return {"game": view["game"], "seat": sight.box.seats[sight.seat], "view": view, "legal": list(sight.moves)}


def pack_sight(sight: Sight) -> dict[str, Any]:
    """What a seat sees for another process of ours: the bytes of the veiled table, and what is needed to read them.

    Where the pieces in the game do not follow from its name, number of players and options, as in a game that began
    from a position with other tokens, it is the view: the pieces in the box are not for everybody to know there.
    """
    rulebook, box = sight.parts.rulebook, sight.box
    if sight.parts.corrected:
        raise FormatError("components", "corrected components are not known to other processes")
    usual = rulebook.make_box(sight.parts.components, box.players, box.agreed)
    if box is not usual and box.record != usual.record:
        return sight_as_text(sight)
    return {
        "game": rulebook.name,
        "rules_version": rulebook.version,
        "components": sight.parts.digest,
        "players": box.players,
        "options": box.agreed,
        "seat": box.seats[sight.seat],
        "legal": list(sight.moves),
        "table": base64.b64encode(rulebook.table_layout.pack([sight.table]).tobytes()).decode(),
    }


def read_sight(data: Mapping[str, Any], has_moves: bool = True) -> Sight:
    """What a seat sees, from either form. FormatError if it is none, or was packed for other rules or components.

    Whoever is asked for a move `has_moves`.
    """
    if "table" not in data:
        view, legal = read_map(data.get("view"), "view"), _read_legal(data, has_moves)
        parts = shipped_parts(find_game(view.get("game")))
        return sight_of_view(parts, dict(view), data.get("seat", view.get("to_move")), legal)
    rulebook = find_game(data.get("game"))
    parts = shipped_parts(rulebook)
    if data.get("rules_version") != rulebook.version:
        raise RulesVersionMismatch(data["rules_version"], rulebook.version)
    if data.get("components") != parts.digest:
        raise FormatError("components", "the table was packed with other components")
    box = rulebook.make_box(parts.components, data["players"], data["options"])
    if data["seat"] not in box.seats:
        raise FormatError("seat", f"must be one of {', '.join(box.seats)}, not {data['seat']!r}")
    table = rulebook.table_layout.unpack(_table_bytes(data["table"], rulebook.table_layout.dtype), 0)
    return Sight(parts, box, table, box.seats.index(data["seat"]), _move_ids(box, _read_legal(data, has_moves)))


def _read_legal(data: Mapping[str, Any], has_moves: bool) -> list[str]:
    legal = read_list(data.get("legal"), "legal")
    if (has_moves and not legal) or not all(isinstance(text, str) for text in legal):
        raise FormatError("legal", f"must be the legal moves as texts, not {short_repr(legal)}")
    return legal


def _table_bytes(text: str, layout: np.dtype[Any]) -> np.ndarray[Any, Any]:
    try:
        packed = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise FormatError("table", "must be base64") from None
    if len(packed) != layout.itemsize:
        raise FormatError("table", f"must have {layout.itemsize} bytes, not {len(packed)}")
    return np.frombuffer(packed, layout)


def _move_ids(box: Any, legal: Sequence[str]) -> tuple[int, ...]:
    for text in legal:
        if text not in box.ids:
            raise FormatError("legal", f"no move {text!r}")
    return tuple(box.ids[text] for text in legal)
