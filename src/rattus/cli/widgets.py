"""Colours and the text building blocks that the screens of all games share: tables, wrapped lists, box drawing."""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from rattus.palette import CLASSES, MARKS, SEATS
from rattus.words import display_name, has, t

Point = tuple[int, int]  # column, row
View = Mapping[str, Any]  # what one seat, or a spectator, knows of a position

# Of pieces: letter on wood, as on the printed board; of names; of classes, as on the bands of the cards.
SEAT_STYLES = {seat: f"bold {colours['letter']} on {colours['fill']}" for seat, colours in SEATS.items()}
NAME_STYLES = {seat: f"bold {colours['name']}" for seat, colours in SEATS.items()}
CLASS_STYLES = {name: f"{colours['on']} on {colours['band']}" for name, colours in CLASSES.items()}
BORDER = "dim"
PLAGUE = f"bold {MARKS['plague']}"
RAT = MARKS["rat"]
KNOWN = "bold cyan"
CARAVAN = f"bold {MARKS['caravan']}"
NUMBER = "bold cyan"
DIM = "dim"
DIPLOMAT = "◆"

GAP = 3  # columns between two pieces of a wrapped list
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LIGHT = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"  # index: the sum of the directions in which lines leave
DOUBLE = {  # key: directions of the double line, and of a light line that meets it
    (10, 0): "═", (5, 0): "║", (6, 0): "╔", (12, 0): "╗", (3, 0): "╚", (9, 0): "╝",
    (5, 2): "╟", (5, 8): "╢", (10, 4): "╤", (10, 1): "╧",
}  # fmt: skip


def cube_badge(seat: str, number: int, diplomats: int = 0) -> tuple[str, str]:
    """Text and style for cubes of a seat, with a mark for each diplomat under them."""
    return f"{seat[0].upper()}{with_diplomats(number, diplomats)}", SEAT_STYLES[seat]


def with_diplomats(cubes: int, diplomats: int) -> str:
    """A number of cubes, with a mark for each diplomat under them."""
    return f"{cubes}{DIPLOMAT * diplomats}"


def class_badge(name: str, words: str = "") -> Text:
    """A class on its colour, by its name or by other words."""
    return Text(f" {words or display_name(name)} ", style=CLASS_STYLES[name])


def player_name(seat: str, people: Collection[str]) -> Text:
    """The name of a seat, marked if a person plays it."""
    who = "" if seat not in people else " " + t(f"terminal.{'you' if len(people) == 1 else 'person'}")
    return Text(display_name(seat), style=NAME_STYLES[seat]).append(who, style="not bold default")


def colour_seats(sentence: str) -> Text:
    """A sentence with the names of seats in their colours."""
    text = Text(sentence)
    for seat, style in NAME_STYLES.items():
        text.highlight_regex(rf"\b{display_name(seat)}\b", style)
    return text


def size_of(pile: Any) -> int:
    """How many things are in a pile or hand, which a view gives as a list or, where they are hidden, as a number."""
    return len(pile) if isinstance(pile, Sized) else int(pile)


def plain_table(columns: Collection[str], words: Collection[str], is_tight: bool = False) -> Table:
    """A table without lines; columns of words are aligned left, columns of numbers right."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, collapse_padding=is_tight, header_style=DIM)
    for column in columns:
        table.add_column(column_name(column), justify="left" if column in words else "right")
    return table


def column_name(column: str) -> str:
    """The heading of a column in the language of the reader; signs and numbers are their own."""
    return t(f"terminal.column.{column}") if has(f"terminal.column.{column}") else column


@dataclass(frozen=True)
class Flow:
    """A label and short texts, as many on a line as fit, broken only between them."""

    pieces: Sequence[Text]
    label: Text = field(default_factory=Text)
    gap: int = GAP

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = self.label.copy()
        indent, is_empty = line.cell_len, True
        for piece in self.pieces:
            gap = 0 if is_empty else self.gap
            if not is_empty and line.cell_len + gap + piece.cell_len > options.max_width:
                yield line
                line, gap = Text(" " * indent), 0
            line.append(" " * gap).append_text(piece)
            is_empty = False
        yield line


class Canvas:
    """A grid of characters on which text and box-drawing lines are placed; lines that meet are joined."""

    def __init__(self) -> None:
        self._text: dict[Point, tuple[str, str]] = {}
        self._light: dict[Point, int] = {}
        self._double: dict[Point, int] = {}
        self._styles: dict[Point, str] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write text at a place. Returns the column after it."""
        for char in text:
            self._text[x, y] = (char, style)
            for covered in range(1, cell_len(char)):
                self._text[x + covered, y] = ("", style)
            x += cell_len(char)
        return x

    def path(self, points: Sequence[Point], style: str = "", double: bool = False) -> None:
        """Draw a line through points, along rows and columns."""
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
        """Whether a path crosses nothing between its two ends."""
        return not any(step in self._styles for step in list(walk(points))[1:-1])

    def render(self) -> Text:
        """The grid as text."""
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
    """Every place on a path."""
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
