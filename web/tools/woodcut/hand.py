"""The hand that cuts the drawings: descriptions of strokes become outlines with swelling lines and tapering hatches.

A drawing is made on a field of 128 by 128 and written in whole numbers. Everything is a filled shape, laid over what
came before it, in one of three colours: ink (the colour of the text), paper and a tint. A cut is a hole in the ink
right before it. The light comes from the upper left: contours swell on the other side.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

Point = tuple[float, float]
Colour = Literal["ink", "paper", "tint", "cut"]
Points = str | Sequence[Point]

SCALE = 1  # from the field to the grid of whole numbers that is written
STEP = 2.0  # between two points of a curve
FACET = 0.5  # how far a facet of the knife may lie from the curve
LIGHT = (-0.6, -0.8)  # where it comes from


def read(text: Points) -> tuple[list[Point], list[bool]]:
    """Points written as "x,y x,y! ...": the line bends softly through them and has a corner at those with a mark."""
    if not isinstance(text, str):
        return list(text), [False] * len(text)
    words = text.split()
    pairs = [word.rstrip("!").split(",") for word in words]
    return [(float(x), float(y)) for x, y in pairs], [word.endswith("!") for word in words]


def moved(text: str, x: float, y: float, scale: float = 1, flip: bool = False, high: float = 0) -> str:
    """The same points elsewhere, larger or smaller, if need be with another height; `flip` looks the other way."""
    words = []
    for word in text.split():
        px, py = map(float, word.rstrip("!").split(","))
        corner = "!" if word.endswith("!") else ""
        words.append(f"{x + px * (-scale if flip else scale):.2f},{y + py * (high or scale):.2f}{corner}")
    return " ".join(words)


def wobble(point: Point, much: float = 0.5) -> Point:
    """Where the hand puts a point: never quite there, but the same point always at the same place, on every machine."""
    x, y = point
    return (
        round(x + much * (math.sin(x * 0.11 + y * 0.15) + 0.5 * math.sin(y * 0.31 - x * 0.07)), 6),
        round(y + much * (math.sin(y * 0.13 - x * 0.17) + 0.5 * math.sin(x * 0.33 + y * 0.09)), 6),
    )


def _bend(points: Sequence[Point], closed: bool) -> list[Point]:
    """A soft line through all points (Catmull-Rom)."""
    if len(points) < 3:
        return list(points)
    before = points[-1] if closed else points[0]
    after = [points[0], points[1]] if closed else [points[-1]]
    run = [before, *points, *after]
    line: list[Point] = []
    for a, b, c, d in zip(run, run[1:], run[2:], run[3:], strict=False):
        steps = max(1, round(math.dist(b, c) / STEP))
        for step in range(steps):
            t = step / steps
            line.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return line if closed else [*line, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def trace(text: Points, closed: bool = False, sharp: bool = False) -> list[Point]:
    """The points of a line, close enough to each other to follow its bends and the wobble of the hand."""
    points, corners = read(text)
    if sharp:
        corners = [True] * len(points)
    if closed and not any(corners):
        return [wobble(point) for point in _bend(points, closed=True)]
    if closed:
        first = corners.index(True)
        points = points[first:] + points[: first + 1]
        corners = corners[first:] + corners[: first + 1]
    line: list[Point] = []
    run = [points[0]]
    for point, corner in zip(points[1:], corners[1:], strict=True):
        run.append(point)
        if corner:
            line += _dense(_bend(run, closed=False))[:-1]
            run = [point]
    line += _dense(_bend(run, closed=False)) if len(run) > 1 else run
    return [wobble(point) for point in (line[:-1] if closed else line)]


def _dense(line: list[Point]) -> list[Point]:
    found = [line[0]]
    for a, b in pairwise(line):
        steps = max(1, math.ceil(math.dist(a, b) / 14))
        found += [(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps) for k in range(1, steps + 1)]
    return found


def _normals(line: Sequence[Point], closed: bool) -> list[Point]:
    """For each point the direction to its right, longer where the line turns."""
    count = len(line)
    sides = []
    for i in range(count if closed else count - 1):
        (ax, ay), (bx, by) = line[i], line[(i + 1) % count]
        length = math.hypot(bx - ax, by - ay) or 1.0
        sides.append(((by - ay) / length, (ax - bx) / length))
    found = []
    for i in range(count):
        here = sides[i % len(sides)] if closed or i < count - 1 else sides[-1]
        there = sides[i - 1] if closed or i > 0 else sides[0]
        x, y = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
        square = max(x * x + y * y, 0.3)
        found.append((x / square, y / square))
    return found


def _area(line: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(line, [*line[1:], line[0]], strict=True)) / 2


def _facets(line: Sequence[Point], far: float) -> list[Point]:
    """The same line with as few points as the knife needs (Douglas-Peucker)."""
    if len(line) < 3:
        return list(line)
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay)
    best, at = -1.0, 0
    for i, (x, y) in enumerate(line[1:-1], 1):
        off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length > 1e-9 else math.dist((x, y), line[0])
        if off > best:
            best, at = off, i
    if best <= far:
        return [line[0], line[-1]]
    return _facets(line[: at + 1], far)[:-1] + _facets(line[at:], far)


class Drawing:
    """A block that is being cut. The order of calls is the order of layers."""

    def __init__(self, name: str, scale: float = SCALE, facet: float = FACET) -> None:
        self.name = name
        self._scale = scale
        self._facet = facet
        self._layers: list[tuple[Colour, list[str]]] = []
        self._last = (0, 0)
        self._random = random.Random(name)

    # ---- strokes

    def form(self, text: Points, fill: Colour | None = "paper", width: float = 3.2, sharp: bool = False) -> None:
        """A closed shape with its contour, thicker away from the light; without a fill the contour alone."""
        line = trace(text, closed=True, sharp=sharp)
        if not width or fill == "ink":
            self._lay(fill or "ink", line)
            return
        outside, inside = self._sides(line, width)
        if fill:
            self._lay("ink", outside)
            self._lay(fill, inside)
        else:
            ring = [*outside, outside[0], inside[0], *inside[::-1]]
            self._write(
                "ink", _facets(ring[: len(outside) + 1], self._facet) + _facets(ring[len(outside) + 1 :], self._facet)
            )

    def block(self, text: Points, fill: Colour | None = "paper", width: float = 3.2) -> None:
        """A form with corners only."""
        self.form(text, fill, width, sharp=True)

    def fill(self, text: Points, colour: Colour = "ink", sharp: bool = False) -> None:
        """A shape without a contour."""
        self._lay(colour, trace(text, closed=True, sharp=sharp))

    def line(
        self, text: Points, width: float = 2.6, sharp: bool = False, ends: float = 0.35, colour: Colour = "ink"
    ) -> None:
        """An open line that swells in the middle; `ends` is the share of the width left there."""
        line = trace(text, sharp=sharp)
        lengths = [0.0]
        for a, b in pairwise(line):
            lengths.append(lengths[-1] + math.dist(a, b))
        whole = lengths[-1] or 1.0
        widths = [
            width * (ends + (1 - ends) * math.sin(math.pi * min(1, 0.02 + 0.96 * at / whole)) ** 0.6) for at in lengths
        ]
        self._ribbon(line, widths, colour)

    def pole(self, text: Points, width: float = 4.6, fill: Colour = "paper", edge: float = 1.7) -> None:
        """A stick: a pale line between two dark ones."""
        self.line(text, width, sharp=True, ends=1)
        self.line(text, max(0.8, width - 2 * edge), sharp=True, ends=0.9, colour=fill)

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None = "paper", width: float = 2.8, ry: float = 0
    ) -> None:
        """A circle, or an ellipse."""
        self.form(around(x, y, r, ry), fill, width)

    def dot(self, x: float, y: float, r: float, colour: Colour = "ink") -> None:
        """A full circle."""
        count = 6 if r < 2 else 8
        self._lay(
            colour,
            [(x + r * math.cos(i * math.tau / count), y + r * math.sin(i * math.tau / count)) for i in range(count)],
        )

    # ---- shade

    def shade(
        self, text: Points, length: float = 14, gap: float = 4.2, angle: float = 0, width: float = 2.3,
        sharp: bool = False, span: tuple[float, float] = (0, 1), colour: Colour = "ink", both: bool = False,
    ) -> None:  # fmt: skip
        """Hatches that come in from the far side of a shape and taper off; angle 0 is level, the shade at the right."""
        self._hatch(trace(text, closed=True, sharp=sharp), length, gap, angle, width, span, colour, both)

    def tone(
        self,
        text: Points,
        gap: float = 4,
        angle: float = 0,
        width: float = 1.8,
        sharp: bool = True,
        colour: Colour = "ink",
    ) -> None:
        """A shape full of hatches."""
        self._hatch(trace(text, closed=True, sharp=sharp), 999, gap, angle, width, (0, 1), colour, both=True)

    def _hatch(
        self, shape: list[Point], length: float, gap: float, angle: float, width: float,
        span: tuple[float, float], colour: Colour, both: bool,
    ) -> None:  # fmt: skip
        turn, back = math.radians(-angle), math.radians(angle)
        turned = [_turn(point, turn) for point in shape]
        top, bottom = min(y for _, y in turned), max(y for _, y in turned)
        top, bottom = top + span[0] * (bottom - top), top + span[1] * (bottom - top)
        wedges = []
        rows = max(1, round((bottom - top) / gap))
        for row in range(rows):
            y = top + (row + 0.5) * (bottom - top) / rows + self._random.uniform(-0.12, 0.12) * gap
            cuts = sorted(
                ax + (y - ay) * (bx - ax) / (by - ay)
                for (ax, ay), (bx, by) in zip(turned, [*turned[1:], turned[0]], strict=True)
                if (ay <= y) != (by <= y)
            )
            for left, right in zip(cuts[::2], cuts[1::2], strict=False):
                far = min(right - left - 0.6, length * self._random.uniform(0.62, 1.1))
                if far < 1.5:
                    continue
                lean = self._random.uniform(-0.3, 0.3)
                tip, half = right - far, width / 2
                wedge = [(right, y - half), (right, y + half), (tip, y + lean)]
                if both:
                    wedge = [
                        (right, y),
                        ((right + tip) / 2, y + half + lean / 2),
                        (tip, y + lean),
                        ((right + tip) / 2, y - half + lean / 2),
                    ]
                wedges.append([_turn(point, back) for point in wedge])
        for wedge in wedges:
            self._lay(colour, wedge)

    def ticks(
        self, places: Iterable[tuple[float, float, float, float]], width: float = 2, colour: Colour = "ink"
    ) -> None:
        """Short wedges, each from where it is thick to its tip."""
        for ax, ay, bx, by in places:
            length = math.hypot(bx - ax, by - ay) or 1
            x, y = -(by - ay) / length * width / 2, (bx - ax) / length * width / 2
            self._lay(colour, [(ax + x, ay + y), (ax - x, ay - y), (bx, by)])

    # ---- what is written

    def _sides(self, line: list[Point], width: float) -> tuple[list[Point], list[Point]]:
        """The outer and the inner edge of a contour."""
        way = 1 if _area(line) > 0 else -1
        outside, inside = [], []
        for (x, y), (n, m) in zip(line, _normals(line, closed=True), strict=True):
            away = -(n * LIGHT[0] + m * LIGHT[1]) / (math.hypot(n, m) or 1) * way
            half = way * width * (0.78 + 0.5 * max(-0.5, away)) / 2
            outside.append((x + n * half, y + m * half))
            inside.append((x - n * half, y - m * half))
        return outside, inside

    def _ribbon(self, line: list[Point], widths: list[float], colour: Colour) -> None:
        right, left = [], []
        for (x, y), (n, m), width in zip(line, _normals(line, closed=False), widths, strict=True):
            right.append((x + n * width / 2, y + m * width / 2))
            left.append((x - n * width / 2, y - m * width / 2))
        self._write(colour, _facets(right, self._facet) + _facets(left[::-1], self._facet))

    def _lay(self, colour: Colour, line: list[Point]) -> None:
        half = len(line) // 2
        self._write(
            colour, _facets(line[: half + 1], self._facet)[:-1] + _facets([*line[half:], line[0]], self._facet)[:-1]
        )

    def _write(self, colour: Colour, line: list[Point]) -> None:
        """Whole numbers, each from the last one; turned so that shapes laid over each other add up."""
        if (_area(line) < 0) != (colour == "cut"):
            line = line[::-1]
        if colour == "cut":
            colour = "ink"
        grid = [(round(x * self._scale), round(y * self._scale)) for x, y in line]
        grid = [point for i, point in enumerate(grid) if point != grid[i - 1]]
        if len(grid) < 3:
            return
        if not self._layers or self._layers[-1][0] != colour:
            self._layers.append((colour, []))
            self._last = (0, 0)
        run = [self._last, *grid]
        steps = [b[k] - a[k] for a, b in zip(run, grid, strict=False) for k in (0, 1)]
        self._last = grid[0]
        self._layers[-1][1].append(f"m{_glued(steps)}z")

    def svg(self) -> str:
        """The drawing as it goes into a file."""
        fills = {"ink": "", "paper": ' fill="var(--art-paper)"', "tint": ' fill="var(--art-tint)"'}
        return "".join(f'<path{fills[colour]} d="{"".join(paths)}"/>' for colour, paths in self._layers)


def around(x: float, y: float, r: float, ry: float = 0, count: int = 10) -> list[Point]:
    """Points on a circle, or on an ellipse."""
    return [
        (x + r * math.cos(i * math.tau / count), y + (ry or r) * math.sin(i * math.tau / count)) for i in range(count)
    ]


def _turn(point: Point, angle: float) -> Point:
    c, s = math.cos(angle), math.sin(angle)
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def _glued(numbers: list[int]) -> str:
    return "".join(f"{'' if n < 0 or i == 0 else ' '}{n}" for i, n in enumerate(numbers))
