"""The whole table on the screen: heading, map, players."""

from collections.abc import Collection

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from rattus.cli.board import Board, Borders, View
from rattus.cli.hand import has_hands
from rattus.cli.palette import coloured
from rattus.cli.panel import heading, panel, side_panel
from rattus.cli.story import Event, paragraphs
from rattus.match.game import Game

SIDE, SIDE_WITH_HANDS = 46, 54  # columns that the players need beside the map
MAP = 78  # columns that the map needs: from there on the players stand beside it, not under it


def show_table(console: Console, game: Game, viewer: str | None, people: Collection[str]) -> int:
    """Draw the game as a seat sees it; None is a spectator. Returns how many rows of the screen it takes."""
    view = game.view(viewer)
    table = _table(view, game.parts.components.borders, people, console.width)
    console.rule(heading(view), style="dim")
    console.print(table)
    return 1 + len(console.render_lines(table, pad=False))


def _table(view: View, borders: Borders, people: Collection[str], width: int) -> RenderableType:
    side = SIDE_WITH_HANDS if has_hands(view) else SIDE
    if width < MAP + side:
        return Group(Board(view, borders, width).render(), panel(view, people))
    board = Board(view, borders, width - side)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=board.width, no_wrap=True)
    grid.add_row(board.render(), Padding(side_panel(view, people), (1, 0, 0, 0)))
    return grid


def show_story(console: Console, events: Collection[Event]) -> None:
    """Tell what happened."""
    for paragraph in paragraphs(events):
        console.print(coloured(paragraph))
