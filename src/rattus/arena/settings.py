"""The settings of a tournament: everything that its results depend on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import rattus
from rattus.bots.players import make_player
from rattus.match.game import Game, new_game
from rattus.match.parts import Parts, corrected_parts, find_game, shipped_parts


@dataclass(frozen=True)
class Settings:
    """Game, seats, players by name and seed. `compiled` affects the speed but no result."""

    game: str
    seats: int
    names: tuple[str, ...]
    seed: int | str = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    components: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # corrected tables, by name
    compiled: bool = True

    @property
    def players(self) -> tuple[str, ...]:
        """Each player once, in the order named."""
        return tuple(dict.fromkeys(self.names))

    @property
    def parts(self) -> Parts:
        """The parts of the game."""
        rulebook = find_game(self.game)
        return corrected_parts(rulebook, self.components) if self.components else shipped_parts(rulebook)

    def check(self) -> None:
        """FormatError if no game can be played with these settings."""
        self.deal(0)
        for name in self.players:
            make_player(name).close()

    def deal(self, number: int) -> Game:
        """The game of a deal, after set-up: the same for every seating."""
        return new_game(self.parts, self.seats, f"{self.seed}/deal/{number}", self.options)

    def as_data(self) -> dict[str, Any]:
        """Everything that results depend on, as JSON would load it."""
        data = {
            "game": self.game, "seats": self.seats, "players": self.names, "seed": self.seed, "options": self.options,
            "components": self.components, "rules_version": find_game(self.game).version,
            "rattus": rattus.__version__,
        }  # fmt: skip
        plain: dict[str, Any] = json.loads(json.dumps(data))
        return plain
