"""The whole table on the screen: the map, and the players under or beside it."""

from collections.abc import Collection

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from rattus.cli.rattus.board import Board, View
from rattus.cli.rattus.hand import has_hands
from rattus.cli.rattus.panel import panel, side_panel
from rattus.match.game import Game

SIDE, SIDE_WITH_HANDS = 46, 54  # columns that the players need beside the map
MAP = 78  # columns that the map needs: from there on the players stand beside it, not under it


def table(game: Game, view: View, people: Collection[str], width: int) -> RenderableType:
    """The table in so many columns."""
    borders = game.parts.components.borders
    side = SIDE_WITH_HANDS if has_hands(view) else SIDE
    if width < MAP + side:
        return Group(Board(view, borders, width).render(), panel(view, people))
    board = Board(view, borders, width - side)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=board.width, no_wrap=True)
    grid.add_row(board.render(), Padding(side_panel(view, people), (1, 0, 0, 0)))
    return grid
