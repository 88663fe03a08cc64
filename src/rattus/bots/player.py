"""Who can play: anything that makes a choice from what a seat sees."""

from typing import Protocol

from rattus.bots.choice import Choice
from rattus.errors import RattusError
from rattus.match.sight import Sight


class BotFault(RattusError):
    """A computer player gave no legal move. Whoever asked plays a random one in its place, and says so."""


class Player(Protocol):
    """A computer player. It never gets a table, only what its seat sees."""

    name: str

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """A legal move; the same one for the same sight and seed, unless its budget is in seconds."""

    def close(self) -> None:
        """The player is not needed any more."""
