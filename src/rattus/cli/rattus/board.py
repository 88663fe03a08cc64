"""The map of Rattus and Africanus, and the whole table around it."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rattus.cli.rattus.panel import has_hands, panel, side_panel
from rattus.cli.rattus.vocabulary import short_face
from rattus.cli.widgets import BORDER, CARAVAN, DIM, KNOWN, PLAGUE, RAT, Canvas, Flow, Point, View, cube_badge
from rattus.match.game import Game
from rattus.words import display_name, t

Place = tuple[int, int]  # column and row of the grid of regions
Borders = Collection[tuple[str, str]]
Line = list[tuple[str, str]]  # texts with their styles

COLUMNS = 4  # of the grid; a row with more has narrower frames
MAX_FRAME, MIN_FRAME, GAP = 23, 17, 3  # widths in columns of the screen
ROOMY = 15  # columns inside a frame in which a name and its rats fit on one line
MARGIN = 2  # columns for a border line around the west of the map
SIDE, SIDE_WITH_HANDS = 46, 54  # columns that the players need beside the map
MAP = 78  # columns that the map needs; with more room the players are shown beside it, not below


@dataclass(frozen=True)
class Frame:
    """Where a region is on the screen."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The last column."""
        return self.x + self.width - 1

    @property
    def bottom(self) -> int:
        """The last row."""
        return self.y + self.height - 1

    @property
    def middle(self) -> int:
        """The column in the middle."""
        return self.x + self.width // 2


class Board:
    """The map: regions as frames, with lines between neighbours."""

    def __init__(self, view: View, borders: Borders, width: int) -> None:
        self.view = view
        self.places = places_of(list(view["regions"]))
        self.pairs = self._pairs(borders)
        self.margin = MARGIN if any(self._goes_round(one, other) for one, other in self.pairs) else 0
        self.rows = self._rows()
        self.columns = min(COLUMNS, max(self.rows.values()))
        room = width - self.margin - GAP * (self.columns - 1)
        self.frame_width = max(MIN_FRAME, min(MAX_FRAME, room // self.columns))
        self.lines = {name: list(region_lines(view, name, self._width(name) - 2)) for name in view["regions"]}
        self.frames = self._frames()
        self.canvas = Canvas()
        self._draw_regions()
        self.undrawn = self._draw_borders()

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return self.margin + self.columns * (self.frame_width + GAP) - GAP

    def render(self) -> RenderableType:
        """The map, its legend, and in words the borders that could not be drawn."""
        legend = Flow([Text(piece, style=DIM) for piece in self._legend()])
        parts: list[RenderableType] = [self.canvas.render(), legend]
        if self.undrawn:
            pairs = [f"{display_name(one)}-{display_name(other)}" for one, other in self.undrawn]
            parts.insert(1, Text(t("terminal.rattus.bordering", pairs=", ".join(pairs))))
        return Group(*parts)

    def _legend(self) -> Iterator[str]:
        regions = self.view["regions"].values()
        yield t("terminal.legend.plague")
        yield t("terminal.legend.rat")
        if self.view.get("caravan"):
            yield t("terminal.legend.caravan")
        if any(region.get("diplomats") for region in regions):
            yield t("terminal.legend.diplomat")
        if any(rat is not None for region in regions for rat in region["rats"]):
            yield t("terminal.legend.known")

    def _pairs(self, borders: Borders) -> list[tuple[str, str]]:
        names = list(self.places)
        return [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if {(a, b), (b, a)} & set(borders)]

    def _rows(self) -> dict[int, int]:
        """How many columns each row has."""
        rows: dict[int, int] = {}
        for column, row in sorted(self.places.values()):
            rows[row] = column + 1
        return rows

    def _width(self, name: str) -> int:
        """The width of a frame: narrower in a row with more frames than the grid has columns."""
        columns = self.rows[self.places[name][1]]
        if columns <= self.columns:
            return self.frame_width
        return (self.width - self.margin - GAP * (columns - 1)) // columns

    def _left(self, name: str) -> int:
        """The first column of a frame; a row with more frames is spread over the whole width."""
        column, row = self.places[name]
        width = self._width(name)
        if width == self.frame_width:
            return self.margin + column * (width + GAP)
        return self.margin + column * (self.width - self.margin - width) // (self.rows[row] - 1)

    def _frames(self) -> dict[str, Frame]:
        rows: dict[int, int] = {}
        for name, (_, row) in self.places.items():
            rows[row] = max(rows.get(row, 0), len(self.lines[name]) + 2)
        tops, y = {}, 1
        for row in sorted(rows):
            tops[row] = y
            y += rows[row] + 1
        return {
            name: Frame(self._left(name), tops[row], self._width(name), rows[row])
            for name, (_, row) in self.places.items()
        }

    def _draw_regions(self) -> None:
        for name, frame in self.frames.items():
            here = name == self.view["plague"]
            style = PLAGUE if here else BORDER
            self.canvas.box(frame.x, frame.y, frame.width, frame.height, style, double=here)
            for row, line in enumerate(self.lines[name], frame.y + 1):
                x = frame.x + 1
                for text, style in line:
                    x = self.canvas.write(x, row, text, style)

    def _draw_borders(self) -> list[tuple[str, str]]:
        """Draw the borders that cross nothing. Returns the others."""
        undrawn = []
        for one, other in self.pairs:
            route = next((route for route in self._routes(one, other) if self.canvas.is_free(route)), None)
            if route:
                self.canvas.path(route, BORDER)
            else:
                undrawn.append((one, other))
        return undrawn

    def _routes(self, one: str, other: str) -> Iterator[list[Point]]:
        """Possible lines between two regions, the best first; none if they are too far apart."""
        if self._goes_round(one, other):
            yield self._round(self.frames[one], self.frames[other])
        one, other = sorted((one, other), key=lambda name: self.places[name])  # from west to east
        a, b = self.frames[one], self.frames[other]
        across, down = _difference(self.places[one], self.places[other])
        if down == 0:
            yield from self._along(a, b, across)
        elif a.width != b.width and abs(down) == 1:
            yield from _overlap(a, b)
        elif (across, down) == (0, 1):
            yield [(a.middle, a.bottom), (b.middle, b.y)]
        elif (across, down) == (1, 1):
            yield _bend((a.right - 2, a.bottom), a.bottom + 1, (b.x + 2, b.y))
        elif (across, down) == (1, -1):
            yield _bend((a.right - 2, a.y), a.y - 1, (b.x + 2, b.bottom))

    def _along(self, a: Frame, b: Frame, across: int) -> Iterator[list[Point]]:
        """Lines within a row: straight, above the first row, below the last, or below the frames between."""
        row = a.y + a.height // 2
        if across == 1:
            yield [(a.right, row), (b.x, row)]
        elif a.y == 1:
            yield _bend((a.middle, a.y), a.y - 1, (b.middle, b.y))
        elif a.bottom == self._bottom:
            yield _bend((a.middle, a.bottom), a.bottom + 1, (b.middle, b.bottom))
        else:
            yield [(a.right, row), *_bend((a.right + 2, row), a.bottom + 1, (b.x + 2, b.bottom))]

    def _goes_round(self, one: str, other: str) -> bool:
        last = max(row for _, row in self.places.values())
        return goes_round(one, other) and self.places[one][0] == 0 and self.places[other][1] == last

    def _round(self, a: Frame, b: Frame) -> list[Point]:
        row, below = a.y + a.height // 2, self._bottom + 1
        return [(a.x, row), (0, row), (0, below), (b.middle, below), (b.middle, b.bottom)]

    @property
    def _bottom(self) -> int:
        return max(frame.bottom for frame in self.frames.values())


def _difference(one: Place, other: Place) -> tuple[int, int]:
    return other[0] - one[0], other[1] - one[1]


def _bend(start: Point, row: int, end: Point) -> list[Point]:
    return [start, (start[0], row), (end[0], row), end]


def _overlap(a: Frame, b: Frame) -> Iterator[list[Point]]:
    """A vertical line between frames of different widths, if one is below the other."""
    upper, lower = sorted((a, b), key=lambda frame: frame.y)
    left, right = max(a.x, b.x) + 1, min(a.right, b.right) - 1
    if left < right:
        x = (left + right) // 2
        yield [(x, upper.bottom), (x, lower.y)]


def region_lines(view: View, name: str, width: int) -> Iterator[Line]:
    """The lines inside the frame of a region: name and rats, cubes, and known rat faces."""
    region = view["regions"][name]
    rats: Sequence[Any] = region["rats"]
    symbols: Line = [("●", RAT) if rat is None else ("◉", KNOWN) for rat in rats]
    yield from title_lines(view, name, symbols, width)
    yield from cube_lines(region["cubes"], region.get("diplomats", ()), width)
    for slot, rat in enumerate(rats, 1):
        if rat is not None:
            text = f".{slot} {short_face(rat)}"
            text = text.rjust(min(width, len(text) + 1))
            yield from ([(text[start : start + width], KNOWN)] for start in range(0, len(text), width))


def title_lines(view: View, name: str, rats: Line, width: int) -> Iterator[Line]:
    """Plague, caravan, name and rats: on one line if there is room, else on two."""
    here, camps = name == view["plague"], name == view.get("caravan")
    style = PLAGUE if here else "bold"
    title = " " + display_name(name)
    space = width - here - camps - cell_len(title) - len(rats)
    if width < ROOMY or space < 1:
        yield [("☠" if here else " ", PLAGUE), (display_name(name)[: width - 1], style)]
        yield [(" ", ""), *rats, (" ▲" if rats and camps else "▲" if camps else "", CARAVAN)]
    else:
        marks: Line = [("☠" if here else "", PLAGUE), ("▲" if camps else "", CARAVAN)]
        yield [*marks, (title, style), (" " * (space - (space > 1)), ""), *rats]


def cube_lines(cubes: Mapping[str, int], diplomats: Collection[str], width: int) -> Iterator[Line]:
    """Cubes by seat, on at least one line."""
    line: Line = []
    room = width
    for seat, number in cubes.items():
        text, style = cube_badge(seat, number, diplomats=int(seat in diplomats))
        if len(text) >= room:
            yield line
            line, room = [], width
        line += [(" ", ""), (text, style)]
        room -= len(text) + 1
    yield line


def places_of(regions: Sequence[str]) -> dict[str, Place]:
    """The place of each region: as on the printed map, or on a plain grid if a region is unknown."""
    known = _known_places()
    if all(region in known for region in regions):
        return {region: known[region] for region in regions}
    return {region: (number % COLUMNS, number // COLUMNS) for number, region in enumerate(regions)}


def goes_round(one: str, other: str) -> bool:
    """Whether the border between two regions is drawn around the map."""
    return [one, other] in _map_layout()["round"]


@functools.cache
def _known_places() -> Mapping[str, Place]:
    return {
        region: (column, row) for row, names in enumerate(_map_layout()["rows"]) for column, region in enumerate(names)
    }


@functools.cache
def _map_layout() -> dict[str, Any]:
    return tomllib.loads(resources.files("rattus.cli.rattus").joinpath("map_layout.toml").read_text("utf-8"))


def table(game: Game, view: View, people: Collection[str], width: int) -> RenderableType:
    """The whole table for a screen of this width."""
    borders = game.parts.components.borders
    side = SIDE_WITH_HANDS if has_hands(view) else SIDE
    if width < MAP + side:
        return Group(Board(view, borders, width).render(), panel(view, people))
    board = Board(view, borders, width - side)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=board.width, no_wrap=True)
    grid.add_row(board.render(), Padding(side_panel(view, people), (1, 0, 0, 0)))
    return grid
