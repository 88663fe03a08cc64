"""What computer players get: a table without hidden information, and the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rattus.errors import FormatError, IllegalMove
from rattus.match.game import Game, game_from
from rattus.match.parts import Parts


@dataclass(frozen=True)
class Sight:
    """What one seat sees when it is to move. Computer players get this and nothing else."""

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


def sight_of(game: Game) -> Sight:
    """What the seat to move sees."""
    if game.to_move is None:
        raise IllegalMove("", "the game is over")
    legal = tuple(game.box.ids[text] for text in game.legal_texts)
    return Sight(game.parts, game.box, game.veiled(game.to_move), game.seats.index(game.to_move), legal)


def sight_of_view(parts: Parts, view: dict[str, Any], seat: str, legal: Sequence[str]) -> Sight:
    """What a seat sees, made from its view as data."""
    game = game_from(parts, view)
    for text in legal:
        if text not in game.box.ids:
            raise FormatError("legal", f"no move {text!r}")
    veiled = game.veiled(seat)
    return Sight(parts, game.box, veiled, game.seats.index(seat), tuple(game.box.ids[text] for text in legal))
