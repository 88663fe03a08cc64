"""The map, drawn from a view."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from rattus.cli.atlas import Place, places_of
from rattus.cli.canvas import Canvas, Point
from rattus.cli.palette import BORDER, PLAGUE, QUIET, RAT, SEEN, piece
from rattus.cli.wording import proper, short_face

Borders = Collection[tuple[str, str]]
View = Mapping[str, Any]
Line = list[tuple[str, str]]  # pieces of text with their styles

WIDEST, NARROWEST, GAP = 23, 17, 3
LEGEND = "☠ plague   ● rat, face down"
SEEN_LEGEND = "   ◉ rat face you know: ≥ limit, M majority, A all"


@dataclass(frozen=True)
class Frame:
    """The place of a region on the screen."""

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
    """The regions as frames, with lines where they border each other."""

    def __init__(self, view: View, borders: Borders, width: int) -> None:
        self.view = view
        self.places = places_of(list(view["regions"]))
        self.columns = max(column for column, _ in self.places.values()) + 1
        self.frame_width = max(NARROWEST, min(WIDEST, (width - GAP * (self.columns - 1)) // self.columns))
        self.lines = {name: list(region_lines(view, name, self.frame_width - 2)) for name in view["regions"]}
        self.frames = self._frames()
        self.canvas = Canvas()
        self._draw_regions()
        self.undrawn = self._draw_borders(borders)

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return self.columns * (self.frame_width + GAP) - GAP

    def render(self) -> RenderableType:
        """The map, and the borders that could not be drawn in words."""
        legend = LEGEND + (SEEN_LEGEND if self._knows_faces else "")
        parts: list[RenderableType] = [self.canvas.render(), Text(legend, style=QUIET)]
        if self.undrawn:
            pairs = [f"{proper(one)}-{proper(other)}" for one, other in self.undrawn]
            parts.insert(1, Text(f"Also bordering: {', '.join(pairs)}"))
        return Group(*parts)

    @property
    def _knows_faces(self) -> bool:
        return any(rat is not None for region in self.view["regions"].values() for rat in region["rats"])

    def _frames(self) -> dict[str, Frame]:
        rows: dict[int, int] = {}
        for name, (_, row) in self.places.items():
            rows[row] = max(rows.get(row, 0), len(self.lines[name]) + 2)
        tops, y = {}, 1
        for row in sorted(rows):
            tops[row] = y
            y += rows[row] + 1
        step = self.frame_width + GAP
        return {
            name: Frame(column * step, tops[row], self.frame_width, rows[row])
            for name, (column, row) in self.places.items()
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

    def _draw_borders(self, borders: Borders) -> list[tuple[str, str]]:
        """Draw what can be drawn without crossing; returns the rest."""
        names = list(self.frames)
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if {(a, b), (b, a)} & set(borders)]
        undrawn = []
        for one, other in pairs:
            route = self._route(one, other)
            if route and self.canvas.is_free(route):
                self.canvas.path(route, BORDER)
            else:
                undrawn.append((one, other))
        return undrawn

    def _route(self, one: str, other: str) -> list[Point]:
        """The points of the line between two regions; none if they are too far apart."""
        one, other = sorted((one, other), key=lambda name: self.places[name])  # from west to east
        a, b = self.frames[one], self.frames[other]
        across, down = _difference(self.places[one], self.places[other])
        if (across, down) == (1, 0):
            row = a.y + a.height // 2
            return [(a.right, row), (b.x, row)]
        if (across, down) == (0, 1):
            return [(a.middle, a.bottom), (b.middle, b.y)]
        if (across, down) == (1, 1):
            return _bend((a.right - 2, a.bottom), a.bottom + 1, (b.x + 2, b.y))
        if (across, down) == (1, -1):
            return _bend((a.right - 2, a.y), a.y - 1, (b.x + 2, b.bottom))
        if down == 0 and a.y == 1:
            return _bend((a.middle, a.y), a.y - 1, (b.middle, b.y))
        if down == 0 and a.bottom == max(frame.bottom for frame in self.frames.values()):
            return _bend((a.middle, a.bottom), a.bottom + 1, (b.middle, b.bottom))
        return []


def _difference(one: Place, other: Place) -> tuple[int, int]:
    return other[0] - one[0], other[1] - one[1]


def _bend(start: Point, row: int, end: Point) -> list[Point]:
    return [start, (start[0], row), (end[0], row), end]


def region_lines(view: View, name: str, width: int) -> Iterator[Line]:
    """What stands in the frame of a region: name and rats, cubes, and the faces that are known."""
    region = view["regions"][name]
    rats: Sequence[Any] = region["rats"]
    here = name == view["plague"]
    title = ("☠ " if here else " ") + proper(name)[: width - 7]
    space = " " * (width - cell_len(title) - len(rats) - 1)
    symbols: Line = [("●", RAT) if rat is None else ("◉", SEEN) for rat in rats]
    yield [(title, PLAGUE if here else "bold"), (space, ""), *symbols]
    yield from cube_lines(region["cubes"], width)
    for slot, rat in enumerate(rats, 1):
        if rat is not None:
            text = f".{slot} {short_face(rat)}"
            text = text.rjust(min(width, len(text) + 1))
            yield from ([(text[start : start + width], SEEN)] for start in range(0, len(text), width))


def cube_lines(cubes: Mapping[str, int], width: int) -> Iterator[Line]:
    """Cubes by seat, as many lines as they need; one at least."""
    line: Line = []
    room = width
    for seat, number in cubes.items():
        text, style = piece(seat, number)
        if len(text) >= room:
            yield line
            line, room = [], width
        line += [(" ", ""), (text, style)]
        room -= len(text) + 1
    yield line
