"""What a game hands to the terminal: how it is drawn, asked and told."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from rattus.cli.story import Event, Teller
from rattus.match.game import Game
from rattus.match.move import Move
from rattus.match.outcome import Outcome

View = Mapping[str, Any]


@dataclass(frozen=True)
class Look:
    """The look of a game. Everything on the screen is made of a view, so that nothing hidden can be on it."""

    heading: Callable[[View], Text]
    table: Callable[[Game, View, Collection[str], int], RenderableType]  # game, view, people, columns
    question: Callable[[View, Sequence[Move]], str]
    labels: Callable[[View, Sequence[Move]], Mapping[Move, str]]  # what a menu says instead of the move's own words
    events: Callable[[Game, str | None], Sequence[Event]]  # as far as a seat may know them
    teller: Teller
    result: Callable[[View, Outcome, Collection[str]], RenderableType]
    discards: Callable[[View], RenderableType]
    has_secrets: Callable[[View, Collection[str]], bool]  # whether one of these people knows what others must not see
    example_move: str  # a move by the beginnings of its words
    example_rule: str
    lengths: str = "turns"  # what the length of a game is counted in
