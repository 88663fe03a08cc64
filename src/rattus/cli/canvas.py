"""A sheet of characters on which lines meet as they should."""

import itertools
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

Point = tuple[int, int]  # column, row

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LIGHT = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"  # by the sum of the directions in which lines leave
DOUBLE = {  # by the directions of a double line, and those of a light line that meets it
    (10, 0): "═", (5, 0): "║", (6, 0): "╔", (12, 0): "╗", (3, 0): "╚", (9, 0): "╝",
    (5, 2): "╟", (5, 8): "╢", (10, 4): "╤", (10, 1): "╧",
}  # fmt: skip


class Canvas:
    """Text and lines at places."""

    def __init__(self) -> None:
        self._text: dict[Point, tuple[str, str]] = {}
        self._light: dict[Point, int] = {}
        self._double: dict[Point, int] = {}
        self._styles: dict[Point, str] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> int:
        """Put text somewhere; returns the column after it."""
        for char in text:
            self._text[x, y] = (char, style)
            for covered in range(1, cell_len(char)):
                self._text[x + covered, y] = ("", style)
            x += cell_len(char)
        return x

    def path(self, points: Sequence[Point], style: str = "", double: bool = False) -> None:
        """Draw a line from point to point, along rows and columns."""
        lines = self._double if double else self._light
        steps = list(walk(points))
        for here, there in itertools.pairwise(steps):
            forth, back = _directions(here, there)
            lines[here] = lines.get(here, 0) | forth
            lines[there] = lines.get(there, 0) | back
        for step in steps:
            self._styles.setdefault(step, style)

    def box(self, x: int, y: int, width: int, height: int, style: str = "", double: bool = False) -> None:
        """Draw a frame."""
        right, bottom = x + width - 1, y + height - 1
        self.path([(x, y), (right, y), (right, bottom), (x, bottom), (x, y)], style, double)

    def is_free(self, points: Sequence[Point]) -> bool:
        """Whether a path could be drawn without crossing anything between its two ends."""
        return not any(step in self._styles for step in list(walk(points))[1:-1])

    def render(self) -> Text:
        """The sheet as text, line by line."""
        places = self._text.keys() | self._styles.keys()
        width = max(x for x, _ in places) + 1
        top, bottom = min(y for _, y in places), max(y for _, y in places)
        rows = [self._row(y, width) for y in range(top, bottom + 1)]
        return Text("\n", no_wrap=True, overflow="ignore").join(rows)

    def _row(self, y: int, width: int) -> Text:
        row = Text(no_wrap=True, overflow="ignore")
        cells = [self._cell((x, y)) for x in range(width)]
        for style, some in itertools.groupby(cells, lambda cell: cell[1]):
            row.append("".join(char for char, _ in some), style)
        row.rstrip()
        return row

    def _cell(self, place: Point) -> tuple[str, str]:
        if place in self._text:
            return self._text[place]
        light, double = self._light.get(place, 0), self._double.get(place, 0)
        return DOUBLE.get((double, light), LIGHT[light | double]), self._styles.get(place, "")


def walk(points: Sequence[Point]) -> Iterator[Point]:
    """Every place on the way from point to point."""
    yield points[0]
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        while (x, y) != (to_x, to_y):
            x += (to_x > x) - (to_x < x)
            y += (to_y > y) - (to_y < y)
            yield x, y


def _directions(here: Point, there: Point) -> tuple[int, int]:
    if here[1] == there[1]:
        return (EAST, WEST) if there[0] > here[0] else (WEST, EAST)
    return (SOUTH, NORTH) if there[1] > here[1] else (NORTH, SOUTH)
