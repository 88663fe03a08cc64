"""The whole table on the screen: heading, map, players."""

from collections.abc import Collection

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from rattus.cli.board import Board
from rattus.cli.palette import coloured
from rattus.cli.panel import heading, panel, side_panel
from rattus.cli.story import Event, paragraphs
from rattus.match.game import Game

SIDE = 46  # columns that the players need beside the map
BESIDE_FROM = 124  # columns from which they stand beside it, not under it


def show_table(console: Console, game: Game, viewer: str | None, people: Collection[str]) -> None:
    """Draw the game as a seat sees it; None is a spectator."""
    view, borders, width = game.view(viewer), game.parts.components.borders, console.width
    console.rule(heading(view), style="dim")
    if is_narrow(console):
        console.print(Board(view, borders, width).render(), panel(view, people))
        return
    board = Board(view, borders, width - SIDE)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=board.width, no_wrap=True)
    grid.add_row(board.render(), Padding(side_panel(view, people), (1, 0, 0, 0)))
    console.print(grid)


def is_narrow(console: Console) -> bool:
    """Whether the players must stand under the map."""
    return console.width < BESIDE_FROM


def show_story(console: Console, events: Collection[Event]) -> None:
    """Tell what happened."""
    for paragraph in paragraphs(events):
        console.print(coloured(paragraph))
