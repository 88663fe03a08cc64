"""How each game is drawn, asked and told at the terminal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.text import Text

from rattus.cli.cartus import board as cartus_board
from rattus.cli.cartus import panel as cartus_panel
from rattus.cli.cartus import story as cartus_story
from rattus.cli.rattus import board as rattus_board
from rattus.cli.rattus import panel as rattus_panel
from rattus.cli.rattus import story as rattus_story
from rattus.cli.text import Event, Narrator
from rattus.cli.widgets import View, colour_seats
from rattus.match.game import Game, Outcome
from rattus.match.move import Move


@dataclass(frozen=True)
class GameUI:
    """The terminal UI of one game. Everything shown is made from a view, so it cannot show hidden information."""

    heading: Callable[[View], Text]
    table: Callable[[Game, View, Collection[str], int], RenderableType]  # game, view, people, columns
    question: Callable[[View, Sequence[Move]], str]
    labels: Callable[[View, Sequence[Move]], Mapping[Move, str]]  # menu texts that replace the moves' own
    events: Callable[[Game, str | None], Sequence[Event]]  # as far as a seat may know them
    narrator: Narrator
    result: Callable[[View, Outcome, Collection[str]], RenderableType]
    discards: Callable[[View], RenderableType]
    has_secrets: Callable[[View, Collection[str]], bool]  # whether one of these people knows what others must not see
    example_move: str  # abbreviated, for the help text
    example_rule: str
    length_unit: str = "turns"

    def show_table(self, console: Console, game: Game, viewer: str | None, people: Collection[str]) -> int:
        """Draw the game as a seat sees it; None is a spectator. Returns how many screen rows it takes."""
        view = game.view(viewer)
        table = self.table(game, view, people, console.width)
        console.rule(self.heading(view), style="dim")
        console.print(table)
        return 1 + len(console.render_lines(table, pad=False))

    def show_story(self, console: Console, events: Collection[Event]) -> None:
        """Print events as sentences."""
        for paragraph in self.narrator.paragraphs(events):
            console.print(colour_seats(paragraph))

    def show_result(self, console: Console, game: Game, people: Collection[str]) -> None:
        """Print the result, if the game is over."""
        outcome = game.outcome
        if outcome is not None:
            console.print(self.result(game.view(None), outcome, people))


RATTUS = GameUI(
    heading=rattus_panel.heading,
    table=rattus_board.table,
    question=rattus_story.question,
    labels=rattus_story.labels,
    events=Game.events_seen,
    narrator=rattus_story.NARRATOR,
    result=rattus_panel.result,
    discards=rattus_panel.discards,
    has_secrets=rattus_panel.has_secrets,
    example_move="pl ga 2",
    example_rule="R22",
)
CARTUS = GameUI(
    heading=cartus_panel.heading,
    table=cartus_board.table,
    question=cartus_story.question,
    labels=cartus_story.labels,
    events=cartus_story.events,
    narrator=cartus_story.NARRATOR,
    result=cartus_panel.result,
    discards=cartus_board.discards,
    has_secrets=cartus_board.has_secrets,
    example_move="pl ch",
    example_rule="C23",
    length_unit="rounds",
)
GAME_UIS = {"rattus": RATTUS, "africanus": RATTUS, "cartus": CARTUS}
