"""The whole table on the screen: the open buildings, and around them tracks, players and cards."""

from collections.abc import Collection, Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from rattus.cli.cartus.buildings import row
from rattus.cli.cartus.hand import hands, known_cards, nun_row
from rattus.cli.cartus.panel import facts, players, tracks
from rattus.cli.look import View
from rattus.match.game import Game

SIDE = 51  # columns that players and tracks need beside the buildings
BUILDINGS = 84  # columns that the buildings need: from there on the others stand beside them, not under them
ROOMY = 92  # columns in which tracks and players have room beside each other without being narrowed
GAP = 3


def table(_: Game, view: View, people: Collection[str], width: int) -> RenderableType:
    """The table in so many columns."""
    if width < BUILDINGS + SIDE:
        is_tight = width < ROOMY
        beside = Table.grid(padding=(0, GAP))
        beside.add_row(tracks(view, is_tight), players(view, people, is_tight))
        return Group(*_row(view), beside, *_cards(view))
    grid = Table.grid(padding=(0, GAP))
    grid.add_column(ratio=1)
    grid.add_column(width=SIDE - GAP)
    grid.add_row(Group(*_row(view), *_cards(view)), Group(players(view, people, False), "", tracks(view, False)))
    return grid


def _row(view: View) -> Iterator[RenderableType]:
    if view["row"]:
        yield row(view)


def _cards(view: View) -> Iterator[RenderableType]:
    yield from hands(view)
    yield nun_row(view)
    yield from known_cards(view)
    yield facts(view)
